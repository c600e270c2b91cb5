import { deepFreeze } from '../tools/deep-freeze.ts'
import { assertList } from '../tools/assert-members.ts'
import type { OperationId } from '../endpoints/operation-ids.ts'
import { assertFault } from './assert-fault.ts'
import type { Fault } from './fault.ts'

/** A fault with what is left of its counts. */
interface Pending {
  readonly fault: Fault
  skip: number
  times: number
}

/**
 * The faults of a world, in the order in which they were added. A request goes past each in turn: one that still
 * skips lets it through to the next, the first other one strikes.
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

  /** Whether no request needs to be asked about. */
  get isEmpty(): boolean {
    return this.#pending.length === 0
  }

  /** The faults that have not struck as often as they should, with what is left of `times` and `skip`. */
  get pending(): readonly Fault[] {
    return this.#pending.map(({ fault, skip, times }) => ({
      ...fault,
      skip,
      times: times === Number.POSITIVE_INFINITY ? 'always' : times,
    }))
  }

  /**
   * Adds a fault.
   * @returns a function that takes it back, if it is still pending.
   * @throws EmulatorError `invalid_fault` for a fault that cannot be; `unknown_operation`.
   */
  add(fault: Fault): () => void {
    const pending = toPending(copyOf(fault))
    this.#pending.push(pending)
    return () => {
      this.#pending = this.#pending.filter((one) => one !== pending)
    }
  }

  /** Puts these in place of all others, or changes nothing. @throws EmulatorError `invalid_fault` as `add` does. */
  set(faults: readonly Fault[]): void {
    assertList('faults', faults)
    this.#pending = faults.map(copyOf).map(toPending)
  }

  /** Takes every fault back. */
  clear(): void {
    this.#pending = []
  }

  /** Back to the faults that a new world has. */
  reset(): void {
    this.#pending = this.#initial.map(toPending)
  }

  /** The fault that strikes a request to this operation, counted; undefined when none does. @internal */
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

/** The caller's own object may change later. @throws EmulatorError `invalid_fault` or `unknown_operation`. */
function copyOf(fault: Fault): Fault {
  assertFault(fault)
  return deepFreeze(structuredClone(fault))
}

function toPending(fault: Fault): Pending {
  const { skip = 0, times = 1 } = fault
  return { fault, skip, times: times === 'always' ? Number.POSITIVE_INFINITY : times }
}
