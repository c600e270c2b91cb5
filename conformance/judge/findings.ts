import type { Phrase } from '../conclusions/phrase.ts'

/** A choice of the service: a value, or words about several. */
export type Choice = { readonly value: unknown } | { readonly words: Phrase }

/**
 * Discovered facts that the specification leaves open: the shape of a list, the name of a secret, the format of a time.
 * `findings` in the target file pins a value instead of discovering it.
 */
export class Findings {
  readonly #pinned: Readonly<Record<string, unknown>>
  readonly #found = new Map<string, Choice>()

  constructor(pinned: Readonly<Record<string, unknown>>) {
    this.#pinned = pinned
  }

  /** The pinned value of a name, or the value that was found. */
  get(name: string): unknown {
    if (Object.hasOwn(this.#pinned, name)) return this.#pinned[name]
    const found = this.#found.get(name)
    return found && 'value' in found ? found.value : undefined
  }

  /** Keeps the first value that is found for a name. A pinned value stays. */
  learn(name: string, value: unknown): void {
    if (!this.#found.has(name)) this.#found.set(name, { value })
  }

  /** Adds values to the list of a name, each once. */
  collect(name: string, values: readonly string[]): void {
    const found = this.#found.get(name)
    const before = found && 'value' in found ? (found.value as readonly string[]) : []
    this.#found.set(name, { value: [...new Set([...before, ...values])].sort() })
  }

  /** Keeps the first description of a name, for readers of the report. Nothing else depends on it. */
  describe(name: string, words: Phrase): void {
    if (!this.#found.has(name)) this.#found.set(name, { words })
  }

  /** The findings for the report, sorted by name. A pinned value stays. */
  all(): readonly (readonly [name: string, choice: Choice])[] {
    const pinned = Object.entries(this.#pinned).map(([name, value]) => [name, { value }] as const)
    return [...new Map<string, Choice>([...this.#found, ...pinned])].sort(([left], [right]) => (left < right ? -1 : 1))
  }
}
