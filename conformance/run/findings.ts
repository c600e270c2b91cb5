/** What was found out about that which the specification does not show. Pinned by `profile` in the target file. */
export class Profile {
  readonly #pinned: Readonly<Record<string, unknown>>
  readonly #found = new Map<string, unknown>()

  constructor(pinned: Readonly<Record<string, unknown>>) {
    this.#pinned = pinned
  }

  /** The pinned value of a name, or the one that was found. */
  get(name: string): unknown {
    return Object.hasOwn(this.#pinned, name) ? this.#pinned[name] : this.#found.get(name)
  }

  /** Keeps the first finding of a name; a pinned value stays. */
  learn(name: string, value: unknown): void {
    if (!Object.hasOwn(this.#pinned, name) && !this.#found.has(name)) this.#found.set(name, value)
  }

  /** What the report shows, in the order of the names. */
  toJSON(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      Object.entries({ ...Object.fromEntries(this.#found), ...this.#pinned }).sort(([left], [right]) =>
        left < right ? -1 : 1,
      ),
    )
  }
}
