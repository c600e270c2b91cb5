// Texts that were written and not sent yet, by their fields. A click elsewhere does not lose them, nor does a reload.

const storageKey = 'emulator.drafts'

function readTexts(text: string | null): readonly (readonly [string, string])[] {
  try {
    return Object.entries(JSON.parse(text ?? '{}') as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
  } catch {
    return []
  }
}

/** The unsent texts of one tab. They are kept until the tab is closed, secrets until the page is left. */
export class Drafts {
  readonly #kept: Map<string, string>
  readonly #secrets = new Map<string, string>()
  readonly #storage: Storage
  #isFull = false

  constructor(storage: Storage) {
    this.#storage = storage
    this.#kept = new Map(readTexts(storage.getItem(storageKey)))
  }

  /** True if a reload would lose something: secrets are written nowhere. */
  get areLostByReload(): boolean {
    return this.#secrets.size > 0 || (this.#isFull && this.#kept.size > 0)
  }

  has(key: string): boolean {
    return this.get(key) !== undefined
  }

  get(key: string): string | undefined {
    return this.#kept.get(key) ?? this.#secrets.get(key)
  }

  /** Keeps a text; undefined forgets it. */
  set(key: string, text: string | undefined, isSecret = false): void {
    const texts = isSecret ? this.#secrets : this.#kept
    if (text === undefined) texts.delete(key)
    else texts.set(key, text)
    this.#write()
  }

  delete(key: string): void {
    this.#kept.delete(key)
    this.#secrets.delete(key)
    this.#write()
  }

  #write(): void {
    try {
      if (this.#kept.size === 0) this.#storage.removeItem(storageKey)
      else this.#storage.setItem(storageKey, JSON.stringify(Object.fromEntries(this.#kept)))
      this.#isFull = false
    } catch {
      this.#isFull = true
    }
  }
}
