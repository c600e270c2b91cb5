import { nearest } from '../http/nearest.ts'
import type { Deviation, FetchLike } from './define-deviation.ts'
import type { DeviationName } from './deviation-names.ts'
import { deviations as registry } from './deviations.ts'

/** Thrown for a deviation that does not exist. */
export class DeviationError extends Error {
  override readonly name = 'DeviationError'
}

/** The deviations that an emulator shows: deliberate violations of the specification, in everything but the control API. */
export class ActiveDeviations {
  readonly #answer: FetchLike
  #active: readonly Deviation[] = []
  /** The emulator as it deviates now. */
  #deviated: FetchLike

  constructor(answer: FetchLike, initial: readonly (DeviationName | Deviation)[] = []) {
    this.#answer = answer
    this.#deviated = answer
    this.set(initial)
  }

  get active(): readonly Deviation[] {
    return this.#active
  }

  get names(): readonly string[] {
    return this.#active.map(({ name }) => name)
  }

  /** Adds a deviation, around those that are active. @throws DeviationError for one that does not exist. */
  add(deviation: DeviationName | Deviation): void {
    this.set([...this.#active, deviation])
  }

  /**
   * Puts these in place of all others, each without a memory of earlier requests; a refused one changes nothing.
   * @throws DeviationError for one that does not exist.
   */
  set(deviations: readonly (DeviationName | Deviation)[]): void {
    const found = deviations.map((one) => (typeof one === 'string' ? deviationOf(one) : one))
    this.#active = found.filter((one, index) => found.indexOf(one) === index)
    this.#deviated = this.#active.reduce((next, deviation) => deviation.wrap(next), this.#answer)
  }

  clear(): void {
    this.set([])
  }

  /** Answers a request, as it deviates now. */
  fetch(request: Request): Promise<Response> {
    return this.#active.length > 0 && !request.url.includes('/_emulator') ? this.#deviated(request) : this.#answer(request)
  }
}

/** @throws DeviationError that names the nearest. */
function deviationOf(name: string): Deviation {
  const found = registry.find((deviation) => deviation.name === name)
  if (found) return found
  const hint = nearest(name, registry.map((deviation) => deviation.name))
  throw new DeviationError(`There is no deviation ${JSON.stringify(name.slice(0, 100))}${hint === undefined ? '' : `; did you mean ${hint}?`} GET /_emulator/deviations lists all ${registry.length}.`)
}
