import { internalRefusal } from '../../api/dialect/refusal-of.ts'
import { assertListOption } from '../../tools/assert-members.ts'
import { ConnectionDropped } from '../../tools/connection-dropped.ts'
import type { Deviation, FetchLike, OperationOf } from './deviation.ts'
import { deviationNamed } from './deviations.ts'
import type { DeviationName } from './shipped.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'

/** The emulator's functions that deviations wrap. */
interface WrappedEmulator {
  /** The emulator as it follows the specification. */
  readonly answer: FetchLike
  readonly operationOf: OperationOf
  /** Called with the error of a deviation that fails. */
  readonly onError: (error: unknown) => void
  /** Called with the previous and the new names after a change by a caller. */
  readonly changed?: ((before: readonly string[], names: readonly string[]) => void) | undefined
}

/**
 * The deviations that an emulator shows: deliberate violations of the specification, in everything but the control API.
 * If the default conventions hide a deviation, its `conventions` name the ones that show it.
 */
export class ActiveDeviations {
  readonly #deviating: WrappedEmulator
  #active: readonly Deviation[] = []
  #names: readonly string[] = []
  /** Answers without deviations, and answers that deviations made or changed. */
  readonly #unchanged = new WeakSet<Response>()
  readonly #changed = new WeakSet<Response>()
  /** The emulator as it deviates now. */
  #deviated: FetchLike

  /** @throws EmulatorError `unknown_deviation`. @internal */
  constructor(deviating: WrappedEmulator, initial: readonly (DeviationName | Deviation)[] = []) {
    const answer: FetchLike = async (request) => {
      const response = await deviating.answer(request)
      this.#unchanged.add(response)
      return response
    }
    this.#deviating = { ...deviating, answer, changed: undefined }
    this.#deviated = answer
    this.set(initial)
    this.#deviating = { ...deviating, answer }
  }

  /** The active deviations, in the order in which they were added. */
  get active(): readonly Deviation[] {
    return this.#active
  }

  /** The names of the active deviations. */
  get names(): readonly string[] {
    return this.#names
  }

  /** Adds a deviation around the active ones, if it is not active. @throws EmulatorError `unknown_deviation`. */
  add(deviation: DeviationName | Deviation): void {
    const found = this.#found(deviation)
    if (this.#active.includes(found)) return
    this.#deviated = found.wrap(this.#deviated, this.#deviating.operationOf)
    this.#active = [...this.#active, found]
    const before = this.#names
    this.#names = [...before, found.name]
    this.#deviating.changed?.(before, this.#names)
  }

  /**
   * Replaces all deviations and resets their state. If one is invalid, nothing changes.
   * @throws EmulatorError `unknown_deviation`.
   */
  set(deviations: readonly (DeviationName | Deviation)[]): void {
    assertListOption('deviations', deviations)
    const found = [...new Set(deviations.map((deviation) => this.#found(deviation)))]
    const { answer, operationOf } = this.#deviating
    this.#deviated = found.reduce((next, deviation) => deviation.wrap(next, operationOf), answer)
    this.#active = found
    const before = this.#names
    this.#names = found.map(({ name }) => name)
    this.#deviating.changed?.(before, this.#names)
  }

  /** Ends all deviations. */
  clear(): void {
    this.set([])
  }

  #found(deviation: string | Deviation): Deviation {
    return typeof deviation === 'string' ? deviationNamed(deviation) : assertDeviation(deviation)
  }

  /** Returns true if an answer is one that a deviation made or changed. @internal */
  hasChanged(response: Response): boolean {
    return this.#changed.has(response)
  }

  /**
   * Answers a request with the active deviations. @throws ApiError `internal` if a deviation itself fails. @internal
   */
  async fetch(request: Request): Promise<Response> {
    try {
      const response = await this.#deviated(request)
      if (!this.#unchanged.has(response)) this.#changed.add(response)
      return response
    } catch (error) {
      request.signal.throwIfAborted()
      // A fault can break a deviation's request in the same way as the network breaks a client's.
      if (error instanceof TypeError && error.cause !== undefined) throw new ConnectionDropped()
      throw internalRefusal(error, this.#deviating.onError, 'A deviation', '')
    }
  }
}

/** @throws EmulatorError `invalid_deviation`. */
function assertDeviation(deviation: Deviation): Deviation {
  if (typeof deviation?.wrap === 'function') return deviation
  const printed = JSON.stringify(deviation)?.slice(0, 100)
  const wanted = 'has a name, a requirement, a description, caughtBy and a function wrap'
  throw new EmulatorError('invalid_deviation', `A deviation of your own ${wanted}; got ${printed}.`)
}
