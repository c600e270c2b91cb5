import { Grams } from './grams.ts'
import { tellingHead, tellingTail, withoutHeads, withoutTails } from './parts.ts'
import { ReadableWords, wholeWords } from './readable.ts'
import { pieces, spellings } from './spellings.ts'

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
  /** The source of a pattern for all its spellings. */
  readonly source: string
}

/** Headers whose values are secrets of a session. A balancer may send another one with each answer. */
const hiddenHeaders: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2', 'cookie'])

/**
 * Knows the secrets of a run, those it was given and those it learned, and takes them out of everything that is
 * written: as they are, percent-encoded, escaped in JSON or HTML, in the base64 of HTTP Basic, cut off, and cut in two.
 * Words that a report must show stay, even if a secret is a part of one.
 */
export class Redactor {
  readonly #secrets = new Map<string, Secret>()
  readonly #readable = new ReadableWords()
  readonly #grams = new Grams<string>()
  readonly #patterns = new Map<string, RegExp>()
  #searches = 0

  /** How often one secret was looked for in one text: the work that grows with both. */
  get searches(): number {
    return this.#searches
  }

  knows(secret: string): boolean {
    return this.#secrets.has(secret)
  }

  /** Registers a secret under the name that stands for it, as in `<access_token>`. */
  add(secret: string, name: string): void {
    this.#add(secret, name, false)
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
    if (!this.#readable.has(whole)) this.#add(whole, name, true)
  }

  /** Registers a changed credential. Most of it is the credential, so it is hidden as a whole. */
  addAltered(altered: string, credential: string, change: string): void {
    const name = this.#secrets.get(credential)?.mark.slice(1, -1) ?? 'client_id'
    this.addWhole(altered, `${name} ${change}`)
  }

  /** Keeps the words of an address readable, as it is and decoded, except those that are known to be secrets. */
  show(url: string): void {
    // A report shows it as it was sent, where an escape may be a part of a word.
    for (const text of new Set([url, decoded(url)]))
      this.#readable.add(
        this.#replaced(text, this.#secretsIn(text), (form, { text: secret }, isAlone) =>
          isAlone || secret.length >= certain ? ' ' : form,
        ),
      )
  }

  text(text: string): string {
    if (this.#secrets.size === 0 || text.length < shortest) return text
    const secrets = this.#secretsIn(text)
    if (secrets.length === 0) return text
    const isReadable = (whole: string, start: number, end: number) => this.#readable.has(wholeWords(whole, start, end))
    const withoutWholes = this.#replaced(text, secrets, (form, { mark }, isAlone, words) =>
      !isAlone && this.#readable.has(words) ? form : mark,
    )
    return secrets
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

  #add(text: string, name: string, wholeOnly: boolean): void {
    if (text.length < shortest) return
    const known = this.#secrets.get(text)
    this.#secrets.set(text, { text, mark: `<${name}>`, wholeOnly, source: spellings(text, wholeOnly) })
    this.#patterns.clear()
    if (!known)
      this.#grams.add(text, [
        ...pieces(text),
        ...[tellingHead(text), tellingTail(text)].filter((part) => part !== undefined),
      ])
  }

  /** The secrets that may occur in a text, the longest first: one may be a part of another. */
  #secretsIn(text: string): readonly Secret[] {
    const found = [...this.#grams.in(text)].map((secret) => this.#secrets.get(secret)!)
    this.#searches += found.length
    return found.sort((left, right) => right.text.length - left.text.length)
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
            Object.entries(value).map(([name, member]) => [
              this.text(name),
              typeof member === 'string' && hiddenHeaders.has(name.toLowerCase())
                ? '<cookie>'
                : this.#value(member, copies, depth + 1),
            ]),
          )
      copies.set(value, copy)
    }
    return copy
  }

  /** Replaces each of some secrets in a text, in any spelling. `words` are the words that the secret is a part of. */
  #replaced(
    text: string,
    secrets: readonly Secret[],
    replace: (form: string, secret: Secret, isAlone: boolean, words: string) => string,
  ): string {
    if (secrets.length === 0) return text
    return text.replace(this.#patternOf(secrets), (form: string, ...rest: unknown[]) => {
      const start = rest[secrets.length] as number
      const words = wholeWords(text, start, start + form.length)
      return replace(form, secrets[rest.findIndex((group) => group !== undefined)]!, words === form, words)
    })
  }

  /** One group for each secret. */
  #patternOf(secrets: readonly Secret[]): RegExp {
    const key = secrets.map(({ text }) => text).join('\n')
    let pattern = this.#patterns.get(key)
    if (!pattern) {
      pattern = new RegExp(secrets.map(({ source }) => `(${source})`).join('|'), 'g')
      this.#patterns.set(key, pattern)
    }
    return pattern
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
