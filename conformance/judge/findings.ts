/**
 * Findings where the specification does not say: the shape of a list, the name of a secret, the format of a time.
 * `findings` in the target file pins what would be discovered.
 */
export class Findings {
  readonly #pinned: Readonly<Record<string, unknown>>
  readonly #found = new Map<string, unknown>()

  constructor(pinned: Readonly<Record<string, unknown>>) {
    this.#pinned = pinned
  }

  /** The pinned value of a name, or the value that was found. */
  get(name: string): unknown {
    return Object.hasOwn(this.#pinned, name) ? this.#pinned[name] : this.#found.get(name)
  }

  /** Keeps the first value that is found for a name. A pinned value stays. */
  learn(name: string, value: unknown): void {
    if (!Object.hasOwn(this.#pinned, name) && !this.#found.has(name)) this.#found.set(name, value)
  }

  /** The findings for the report, sorted by name. */
  toJSON(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      Object.entries({ ...Object.fromEntries(this.#found), ...this.#pinned }).sort(([left], [right]) =>
        left < right ? -1 : 1,
      ),
    )
  }
}
