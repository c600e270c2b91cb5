// Which world issued a secret: no other may show it.

const secret = /\b(?:acc|pat|ref)_[0-9A-Za-z]{40}/g

/** The worlds of the secrets that an episode's answers showed. */
export class SecretOwners {
  readonly #worlds = new Map<string, ReadonlySet<string>>()
  readonly #common: ReadonlySet<string>

  /** @param common The secrets that every world has from the beginning. */
  constructor(common: Iterable<string>) {
    this.#common = new Set(common)
  }

  /**
   * Returns true if an answer shows a secret that another world issued.
   * @param worlds The worlds that the request may have been for: by its address, and by its credentials.
   */
  isForeign(text: string, worlds: readonly string[]): boolean {
    for (const [found] of text.matchAll(secret)) {
      if (this.#common.has(found)) continue
      const owners = this.#worlds.get(found)
      if (!owners) this.#worlds.set(found, new Set(worlds))
      else if (!worlds.some((world) => owners.has(world))) return true
    }
    return false
  }
}
