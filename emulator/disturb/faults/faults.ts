import { defaultWorldName } from '../../api/auth/sent-credential.ts'
import { assertListOption } from '../../tools/assert-members.ts'
import { deepFreeze } from '../../tools/deep-freeze.ts'
import { Random, nameSalt } from '../../tools/random.ts'
import { shortJson } from '../../tools/short-text.ts'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import { assertFault, assertStubMembers, invalidFault } from './assert-fault.ts'
import type { Fault } from './fault.ts'
import type { TriggeredFault } from './fault-steps.ts'
import type { AnswerFunction, Stub } from './stub.ts'

/** The world that has the faults. */
interface FaultsOptions {
  readonly name: string
  /** Decides which requests a probability strikes. */
  readonly seed: number
  /** The faults of the default world. */
  readonly sharedFaults?: (() => Faults) | undefined
  /** Called after each change by a caller. */
  readonly onStep?: ((step: FaultStep) => void) | undefined
}

/** One change of the faults: one was added, or all were replaced. */
export type FaultStep = { readonly add: Fault } | { readonly set: readonly Fault[] }

/** A fault that was added, with the function that answers for it. */
export interface AddedFault {
  readonly fault: Fault
  readonly answer?: AnswerFunction<OperationId> | undefined
}

/** The body that a fault shows if a function answers for it. */
export const byFunction = '(what a function of the test returns)'

/** A fault with its remaining counts. */
interface PendingFault extends TriggeredFault {
  skip: number
  times: number
}

/**
 * The faults of a world, in the order in which they were added. Each request is offered to them in turn: a fault that
 * still skips requests, or that does not strike because of its probability, passes the request on. The first remaining
 * fault strikes it.
 */
export class Faults<In = unknown> {
  readonly #initial: readonly AddedFault[]
  readonly #world: FaultsOptions
  #pending: PendingFault[] = []
  /** The number of faults added since the start of the world. It seeds the chances of each fault. */
  #added = 0

  /**
   * @param initial The faults of a new world. Faults of other worlds are ignored.
   * @param more Further faults of a new world, which may have functions. They follow the others.
   * @throws EmulatorError `invalid_fault` as `add` does.
   * @internal
   */
  constructor(
    initial: readonly Fault[] = [],
    world: FaultsOptions = { name: defaultWorldName, seed: 0 },
    more: readonly AddedFault[] = [],
  ) {
    assertListOption('faults', initial)
    this.#world = world
    this.#initial = [
      ...initial
        .map(copyFault)
        .filter((fault) => (fault.world ?? world.name) === world.name)
        .map((fault) => ({ fault })),
      ...more,
    ]
    this.#begin()
  }

  /** Returns true if no fault is pending. */
  get isEmpty(): boolean {
    return this.#pending.length === 0
  }

  /** Returns true if no fault can strike a request of the world. @internal */
  get isIdle(): boolean {
    return this.#pending.length === 0 && (this.#shared?.isEmpty ?? true)
  }

  /** The faults of a new world. @internal */
  get initial(): readonly Fault[] {
    return this.#initial.map(({ fault }) => fault)
  }

  /** The faults that will still strike, with their remaining `times` and `skip`. */
  get pending(): readonly Fault[] {
    return this.added.map(({ fault }) => fault)
  }

  /** The pending faults, with the functions that answer for them. @internal */
  get added(): readonly AddedFault[] {
    return this.#pending.map(({ fault, answer, skip, times }) => ({
      fault: { ...fault, skip, times: times === Number.POSITIVE_INFINITY ? 'always' : times },
      answer,
    }))
  }

  /**
   * Adds a fault.
   * @returns a function that removes it, if it is still pending.
   * @throws EmulatorError `invalid_fault`; `unknown_operation`.
   */
  add(fault: Fault): () => void {
    return this.#add({ fault: this.#withId(fault) })
  }

  #add(added: AddedFault): () => void {
    const pending = this.#toPending(added)
    this.#pending.push(pending)
    this.#world.onStep?.({ add: pending.fault })
    return () => {
      if (!this.#pending.includes(pending)) return
      this.#pending = this.#pending.filter((other) => other !== pending)
      this.#world.onStep?.({ set: this.pending })
    }
  }

  /**
   * Answers an operation with a response of your own, until it is removed, or for `times` requests. Without `status` it
   * is 200, whose body has the type of the operation's answers, as far as TypeScript can tell. A function is called for
   * each request, with the request, its world, and the original answer.
   *
   * @example
   * ```ts
   * emulator.faults.stub({ operation: 'environments.list', body: { data: [{ name: 'Mine' }], has_more: false } })
   * emulator.faults.stub({
   *   operation: 'environments.list',
   *   answer: async ({ request, original }) =>
   *     request.url.includes('search=') ? { data: [], has_more: false } : (await original()).response,
   * })
   * ```
   * @returns a function that removes it.
   * @throws EmulatorError `invalid_fault`; `unknown_operation`.
   */
  stub<Operation extends OperationId, const Status extends number = 200>(
    stub: Stub<Operation, Status, In>,
  ): () => void {
    return this.#add(readStub(stub))
  }

  /** Replaces all faults. Changes nothing when it throws. @throws EmulatorError as `add` does. */
  set(faults: readonly Fault[]): void {
    assertListOption('faults', faults)
    this.#pending = faults.map((fault) => this.#withId(fault)).map((fault) => this.#toPending({ fault }))
    this.#world.onStep?.({ set: this.pending })
  }

  /** Removes all faults. */
  clear(): void {
    this.#pending = []
    this.#world.onStep?.({ set: [] })
  }

  /** Restores the faults of a new world. */
  reset(): void {
    this.#begin()
    this.#world.onStep?.({ set: this.pending })
  }

  #begin(): void {
    this.#added = 0
    this.#pending = this.#initial.map((added) => this.#toPending(added))
  }

  /** Counts a request, and returns the fault that strikes it; undefined when none does. @internal */
  take(operation: OperationId, world: string = this.#world.name): TriggeredFault | undefined {
    const isOfWorld = world === this.#world.name
    for (const pending of this.#pending) {
      const { fault, chance } = pending
      if (fault.operation !== undefined && fault.operation !== operation) continue
      if (fault.world === undefined ? !isOfWorld : fault.world !== world) continue
      if (pending.skip > 0) {
        pending.skip--
        continue
      }
      if (fault.probability !== undefined && chance() >= fault.probability) continue
      pending.times--
      if (pending.times === 0) this.#pending = this.#pending.filter((other) => other !== pending)
      return pending
    }
    return isOfWorld ? this.#shared?.take(operation, world) : undefined
  }

  /** The faults of the default world, if this is another world. */
  get #shared(): Faults | undefined {
    const { name, sharedFaults } = this.#world
    return name === defaultWorldName ? undefined : sharedFaults?.()
  }

  /** Copies a fault. The default world has faults for other worlds, too: clients reach its control API by any URL. */
  #withId(fault: Fault): Fault {
    const copy = copyFault(fault)
    const { name } = this.#world
    if (name === defaultWorldName || copy.world === undefined || copy.world === name) return copy
    throw invalidFault(
      `The fault is for the world ${JSON.stringify(copy.world)}, and was added to ${JSON.stringify(name)}. Leave out world, or add it to the faults of the default world.`,
    )
  }

  #toPending({ fault, answer }: AddedFault): PendingFault {
    const { skip = 0, probability, delay } = fault
    const { times = probability === undefined && typeof delay !== 'object' ? 1 : 'always' } = fault
    const number = this.#added++
    const random = new Random(this.#world.seed, nameSalt(`${this.#world.name} ${number}`))
    return {
      fault,
      answer,
      chance: () => random.next() / 4_294_967_296,
      skip,
      times: times === 'always' ? Number.POSITIVE_INFINITY : times,
    }
  }
}

/** Copies a fault, since the caller may change it later. @throws EmulatorError `invalid_fault`; `unknown_operation`. */
function copyFault(fault: Fault): Fault {
  assertFault(fault)
  // JSON converts a Date in a body to text.
  return deepFreeze(JSON.parse(JSON.stringify(fault)) as Fault)
}

/** The members of an object, by name. */
const memberList = (object: object): string => Object.keys(object).join(', ') || 'none of them'

/** Reads an answer to an operation. @throws EmulatorError `invalid_fault`; `unknown_operation`. */
export function readStub(stub: object): AddedFault {
  if (typeof stub !== 'object' || stub === null) return { fault: copyFault(stub) }
  assertStubMembers(stub)
  const { answer, ...rest } = stub as Fault & { readonly answer?: unknown }
  if (rest.operation === undefined)
    throw invalidFault(
      "A stub needs the operation that it answers, as in { operation: 'products.list', body: [] }; got none.",
    )
  if (answer === undefined) {
    if (rest.body === undefined && rest.status === undefined)
      throw invalidFault(
        `A stub needs body, status or answer, as in { operation: '${rest.operation}', body: { data: [] } }; got ${memberList(stub)}. To delay or change the original answer, use faults.add.`,
      )
    return { fault: copyFault({ times: 'always', status: 200, ...rest }) }
  }
  if (typeof answer !== 'function')
    throw invalidFault(
      `answer must be a function, as in answer: ({ request }) => ({ data: [] }); got ${shortJson(answer)}. A fixed answer is body.`,
    )
  if (rest.body !== undefined) throw invalidFault('A stub has body or answer; got both. Leave one out.')
  return {
    fault: copyFault({ times: 'always', ...rest, body: byFunction }),
    answer: answer as AnswerFunction<OperationId>,
  }
}
