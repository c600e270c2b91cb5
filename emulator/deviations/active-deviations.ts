import { assertList } from '../tools/assert-members.ts'
import { didYouMean } from '../tools/nearest.ts'
import { splitUrl } from '../tools/split-url.ts'
import type { Deviation, FetchLike, OperationOf } from './define-deviation.ts'
import type { DeviationName } from './deviation-names.ts'
import { deviations as registry } from './deviations.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

/** What deviations stand around. */
interface Deviating {
  /** The emulator as it follows the specification. */
  readonly answer: FetchLike
  readonly operationOf: OperationOf
  /** The answer where a deviation itself fails. */
  readonly toFailure: (error: unknown, request: Request) => Response
}

/**
 * The deviations that an emulator shows: deliberate violations of the specification, in everything but the control
 * API. One that the default conventions hide says in `conventions` which ones show it.
 */
export class ActiveDeviations {
  readonly #deviating: Deviating
  #active: readonly Deviation[] = []
  /** The emulator as it deviates now. */
  #deviated: FetchLike

  /** @throws EmulatorError `unknown_deviation`. @internal */
  constructor(deviating: Deviating, initial: readonly (DeviationName | Deviation)[] = []) {
    this.#deviating = deviating
    this.#deviated = deviating.answer
    this.set(initial)
  }

  /** The active deviations, in the order in which they were added. */
  get active(): readonly Deviation[] {
    return this.#active
  }

  /** The names of the active deviations. */
  get names(): readonly string[] {
    return this.#active.map(({ name }) => name)
  }

  /** Adds a deviation around the active ones, if it is not active. @throws EmulatorError `unknown_deviation`. */
  add(deviation: DeviationName | Deviation): void {
    const found = deviationOf(deviation)
    if (this.#active.includes(found)) return
    this.#deviated = found.wrap(this.#deviated, this.#deviating.operationOf)
    this.#active = [...this.#active, found]
  }

  /**
   * Puts these in place of all others, each without a memory of earlier requests; a refused one changes nothing.
   * @throws EmulatorError `unknown_deviation`.
   */
  set(deviations: readonly (DeviationName | Deviation)[]): void {
    assertList('deviations', deviations)
    const found = [...new Set(deviations.map(deviationOf))]
    const { answer, operationOf } = this.#deviating
    this.#deviated = found.reduce((next, deviation) => deviation.wrap(next, operationOf), answer)
    this.#active = found
  }

  /** Ends all deviations. */
  clear(): void {
    this.set([])
  }

  /** Answers a request, as it deviates now. @internal */
  async fetch(request: Request): Promise<Response> {
    if (
      this.#active.length === 0 ||
      unmakeable.includes(request.method) ||
      splitUrl(request.url).path.split('/').includes('_emulator')
    )
      return this.#deviating.answer(request)
    try {
      return await this.#deviated(request)
    } catch (error) {
      // What the network does to a client, a fault may do to a deviation.
      if (request.signal.aborted || (error instanceof TypeError && error.cause !== undefined)) throw error
      return this.#deviating.toFailure(error, request)
    }
  }
}

/** Methods that come over a socket, but that no Request can be made with, as deviations make one. */
const unmakeable: readonly string[] = ['TRACE', 'CONNECT', 'TRACK']

/** The deviation of a name, or one that is given. @throws EmulatorError `unknown_deviation`, `invalid_deviation`. */
export function deviationOf(deviation: string | Deviation): Deviation {
  if (typeof deviation !== 'string') {
    if (typeof deviation?.wrap === 'function') return deviation
    const given = JSON.stringify(deviation)?.slice(0, 100)
    const wanted = 'has a name, a requirement, a description, caughtBy and a function wrap'
    throw new EmulatorError('invalid_deviation', `A deviation of your own ${wanted}; got ${given}.`)
  }
  const found = registry.find(({ name }) => name === deviation)
  if (found) return found
  const names = registry.map(({ name }) => name)
  const unknown = `There is no deviation ${JSON.stringify(deviation.slice(0, 100))}${didYouMean(deviation, names)}`
  throw new EmulatorError('unknown_deviation', `${unknown} GET /_emulator/deviations lists all ${names.length}.`)
}
