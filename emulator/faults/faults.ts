import { deepFreeze } from '../tools/deep-freeze.ts'
import { assertList } from '../tools/assert-members.ts'
import type { OperationId } from '../endpoints/operation-ids.ts'
import { assertFault } from './assert-fault.ts'
import type { Fault } from './fault.ts'

/** A fault with its remaining counts. */
interface Pending {
  readonly fault: Fault
  skip: number
  times: number
}

/**
 * The faults of a world, in the order in which they were added. Each request is offered to them in turn: a fault that
 * still skips requests counts it and passes it to the next, and the first other fault strikes it.
 */
export class Faults {
  readonly #initial: readonly Fault[]
  #pending: Pending[] = []

  /** @throws EmulatorError `invalid_fault` as `add` does. @internal */
  constructor(initial: readonly Fault[] = []) {
    assertList('faults', initial)
    this.#initial = initial.map(copyOf)
    this.reset()
  }

  /** Whether no fault is pending. */
  get isEmpty(): boolean {
    return this.#pending.length === 0
  }

  /** The faults that will still strike, with their remaining `times` and `skip`. */
  get pending(): readonly Fault[] {
    return this.#pending.map(({ fault, skip, times }) => ({
      ...fault,
      skip,
      times: times === Number.POSITIVE_INFINITY ? 'always' : times,
    }))
  }

  /**
   * Adds a fault.
   * @returns a function that removes it, if it is still pending.
   * @throws EmulatorError `invalid_fault`; `unknown_operation`.
   */
  add(fault: Fault): () => void {
    const pending = toPending(copyOf(fault))
    this.#pending.push(pending)
    return () => {
      this.#pending = this.#pending.filter((one) => one !== pending)
    }
  }

  /** Replaces all faults. Changes nothing when it throws. @throws EmulatorError as `add` does. */
  set(faults: readonly Fault[]): void {
    assertList('faults', faults)
    this.#pending = faults.map(copyOf).map(toPending)
  }

  /** Removes all faults. */
  clear(): void {
    this.#pending = []
  }

  /** Restores the faults of a new world. */
  reset(): void {
    this.#pending = this.#initial.map(toPending)
  }

  /** Counts a request, and returns the fault that strikes it; undefined when none does. @internal */
  take(operation: OperationId): Fault | undefined {
    for (const pending of this.#pending) {
      if (pending.fault.operation !== undefined && pending.fault.operation !== operation) continue
      if (pending.skip > 0) {
        pending.skip--
        continue
      }
      pending.times--
      if (pending.times === 0) this.#pending = this.#pending.filter((one) => one !== pending)
      return pending.fault
    }
    return undefined
  }
}

/** Copies a fault, since the caller may change it later. @throws EmulatorError `invalid_fault`; `unknown_operation`. */
function copyOf(fault: Fault): Fault {
  assertFault(fault)
  return deepFreeze(structuredClone(fault))
}

function toPending(fault: Fault): Pending {
  const { skip = 0, times = 1 } = fault
  return { fault, skip, times: times === 'always' ? Number.POSITIVE_INFINITY : times }
}
