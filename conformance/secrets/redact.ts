import { withoutHeads, withoutTails } from './parts.ts'
import { ReadableWords, wholeWords } from './readable.ts'
import { spellings } from './spellings.ts'

/** Shorter texts are not secrets: they would take common words out of a report. */
const shortest = 6

/** A shorter secret may occur within a longer word by accident. */
const certain = 12

/** Deeper values come from a hostile target; walking them would end the run without a report. */
const deepest = 200

interface Secret {
  readonly text: string
  readonly mark: string
  /** Whether it is hidden only when it stands alone, and its parts are not. */
  readonly wholeOnly: boolean
}

/**
 * Knows the secrets of a run, those it was given and those it learned, and takes them out of everything that is
 * written: as they are, percent-encoded, escaped in JSON or HTML, in the base64 of HTTP Basic, cut off, and cut in two.
 * Words that a report must show stay, even if a secret is a part of one.
 */
export class Redactor {
  readonly #secrets = new Map<string, Secret>()
  readonly #readable = new ReadableWords()
  #pattern: RegExp | undefined
  #order: readonly Secret[] = []

  knows(secret: string): boolean {
    return this.#secrets.has(secret)
  }

  /** Registers a secret under the name that stands for it, as in `<access_token>`. */
  add(secret: string, name: string): void {
    this.#add({ text: secret, mark: `<${name}>`, wholeOnly: false })
  }

  /** Registers a text that is taken for a secret because of its place. Readable words are not secrets. */
  learn(secret: string, name: string): void {
    if (!this.#readable.has(secret)) this.add(secret, name)
  }

  /**
   * Registers a text that holds an id or an address next to a secret. It is hidden when it stands alone, but its parts
   * are not: register the secret part too.
   */
  addWhole(whole: string, name: string): void {
    if (!this.#readable.has(whole)) this.#add({ text: whole, mark: `<${name}>`, wholeOnly: true })
  }

  /** Registers a changed credential. Most of it is the credential, so it is hidden as a whole. */
  addAltered(altered: string, credential: string, change: string): void {
    const name = this.#secrets.get(credential)?.mark.slice(1, -1) ?? 'client_id'
    this.addWhole(altered, `${name} ${change}`)
  }

  /** Keeps the words of an address readable, as it is and decoded, except those that are known to be secrets. */
  show(url: string): void {
    for (const form of new Set([url, decoded(url)]))
      this.#readable.add(
        this.#replaced(form, (word, { text }, isAlone) => (isAlone || text.length >= certain ? ' ' : word)),
      )
  }

  text(text: string): string {
    if (this.#secrets.size === 0 || text.length < shortest) return text
    const isReadable = (whole: string, start: number, end: number) => this.#readable.has(wholeWords(whole, start, end))
    const withoutWholes = this.#replaced(text, (form, { mark }, isAlone, words) =>
      !isAlone && this.#readable.has(words) ? form : mark,
    )
    return this.#order
      .filter(({ wholeOnly }) => !wholeOnly)
      .reduce(
        (rest, { text: secret, mark }) =>
          withoutTails(withoutHeads(rest, secret, mark, isReadable), secret, mark, isReadable),
        withoutWholes,
      )
  }

  /** A copy of a JSON value with its texts and member names redacted. An object that occurs twice is copied once. */
  value<T>(value: T): T {
    return this.#value(value, new Map(), 0) as T
  }

  #add(secret: Secret): void {
    if (secret.text.length < shortest) return
    this.#secrets.set(secret.text, secret)
    this.#pattern = undefined
  }

  #value(value: unknown, copies: Map<object, unknown>, depth: number): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth === deepest) return '(nested too deeply)'
    let copy = copies.get(value)
    if (copy === undefined) {
      copy = Array.isArray(value)
        ? value.map((item: unknown) => this.#value(item, copies, depth + 1))
        : Object.fromEntries(
            Object.entries(value).map(([name, member]) => [this.text(name), this.#value(member, copies, depth + 1)]),
          )
      copies.set(value, copy)
    }
    return copy
  }

  /** Replaces each whole secret in a text, in any spelling. `words` are the words that the secret is a part of. */
  #replaced(text: string, replace: (form: string, secret: Secret, isAlone: boolean, words: string) => string): string {
    if (this.#secrets.size === 0) return text
    return text.replace(this.#compiled(), (form: string, ...rest: unknown[]) => {
      const start = rest[this.#order.length] as number
      const words = wholeWords(text, start, start + form.length)
      return replace(form, this.#order[rest.findIndex((group) => group !== undefined)]!, words === form, words)
    })
  }

  /** One group for each secret, the longest first: one may be a part of another. */
  #compiled(): RegExp {
    if (!this.#pattern) {
      this.#order = [...this.#secrets.values()].sort((left, right) => right.text.length - left.text.length)
      this.#pattern = new RegExp(
        this.#order.map(({ text, wholeOnly }) => `(${spellings(text, wholeOnly)})`).join('|'),
        'g',
      )
    }
    return this.#pattern
  }
}

/** A URL may carry a secret percent-encoded. */
function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
