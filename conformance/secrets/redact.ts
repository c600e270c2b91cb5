import { findHidden, type Hidden } from './find-hidden.ts'
import { KnownSecrets } from './known-secrets.ts'
import { withoutLongWords } from './long-words.ts'
import { OwnWords, wholePhrase } from './own-words.ts'
import { ReadableWords, wholeWords } from './readable.ts'

/** Shorter texts are not secrets: they would take common words out of a report. */
export const shortestSecret = 6

/** A shorter secret may occur within a longer word by accident. */
const certain = 12

/** What stands for a text that could not be searched. */
const notShown = {
  unread: '(not shown: it has too many layers of escapes to be searched for secrets)',
  full: '(not shown: there were more secrets than the kit can search for)',
}

/** Texts whose redaction is remembered: the same headers and addresses come with each exchange. */
const mostRemembered = 4000
const longestRemembered = 4000

/** Says which parts of a text the kit wrote itself: secrets there are only words that look the same. */
export type IsOwn = (start: number, end: number) => boolean

/**
 * Knows the secrets of a run, those it was given and those it learned, and takes them out of texts that came from
 * outside: in any case, with anything between their letters, reversed, in the escapes of URLs, JSON and HTML, in
 * hexadecimal and base64, cut off, and cut in two. Words that a report must show stay, even if a secret is a part of
 * one.
 */
export class Redactor {
  readonly #secrets: KnownSecrets
  readonly #readable = new ReadableWords()
  readonly #own = new OwnWords()
  readonly #remembered = new Map<string, string>()
  #steps = 0

  /** @param options.mostPieces Pieces of secrets that are searched for at most. Default: 2 million, or 50 MB. */
  constructor({ mostPieces }: { readonly mostPieces?: number } = {}) {
    this.#secrets = new KnownSecrets(mostPieces)
  }

  /** The work that was done: the units that were read, and the pieces that were looked up. */
  get steps(): number {
    return this.#steps
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

  /** Registers the end of such a text. It is no secret of its own, so that no encoding of it is searched for. */
  addEnd(end: string, name: string): void {
    if (end.length >= shortestSecret) this.#secrets.add(end, `<${name}>`, true, true)
    this.#remembered.clear()
  }

  /** Registers a changed credential. Most of it is the credential, so it is hidden as a whole. */
  addAltered(altered: string, credential: string, change: string): void {
    const name = this.#secrets.get(credential)?.mark.slice(1, -1) ?? 'client_id'
    this.addWhole(altered, `${name} ${change}`)
  }

  /** Adds words that the kit says itself, which `own` leaves. */
  addOwn(text: string): void {
    this.#own.add(text)
  }

  /** Keeps the words of an address readable, as it is and decoded, except those that are known to be secrets. */
  show(url: string): void {
    // A report shows it as it was sent, where an escape may be a part of a word.
    let isNew = false
    for (const text of new Set([url, decoded(url)].map(withoutLongWords))) {
      const secret = this.#hiddenIn(text).filter(({ start, end, whole }) => {
        const isAlone = wholeWords(text, start, end).length === end - start
        return whole !== undefined && (isAlone || whole.text.length >= certain)
      })
      isNew = this.#readable.add(replaced(text, secret, () => ' ')) || isNew
    }
    if (isNew) this.#remembered.clear()
  }

  /** A text from outside without secrets. Parts that the kit wrote itself stay. */
  text(text: string, isOwn?: IsOwn): string {
    if (text.length < shortestSecret || this.#secrets.size === 0) return text
    const remembered = isOwn ? undefined : this.#remembered.get(text)
    if (remembered !== undefined) return remembered
    if (this.#secrets.isFull && !isOwn) return notShown.full
    const { hidden, unread } = this.#found(text)
    const shown = unread
      ? notShown.unread
      : replaced(text, isOwn ? hidden.filter(({ start, end }) => !isOwn(start, end)) : hidden, ({ mark }) => mark)
    if (!isOwn && text.length <= longestRemembered && this.#remembered.size < mostRemembered)
      this.#remembered.set(text, shown)
    return shown
  }

  /** A text of the kit without the secrets that were put into it. */
  own(text: string, isOutside: IsOwn = () => false): string {
    return this.text(text, (start, end) => !isOutside(start, end) && this.isOwn(text, start, end))
  }

  /** Whether a part of a text is one of the kit's own words or phrases. */
  isOwn(text: string, start: number, end: number): boolean {
    return this.#own.has(wholePhrase(text, start, end))
  }

  /** What stands for a text that is a secret as a whole. */
  markOf(text: string): string | undefined {
    const secret = this.#secrets.get(text)
    return secret && !this.#readable.has(text) ? secret.mark : undefined
  }

  /** A name of a header, a parameter or a member. The kit's own stay. */
  name(name: string): string {
    return this.#own.has(name) ? name : this.text(name)
  }

  /** A copy of a JSON value with its texts and member names redacted. An object that occurs twice is copied once. */
  value<T>(value: T): T {
    return this.#value(value, new Map(), 0) as T
  }

  #add(text: string, name: string, wholeOnly: boolean): void {
    if (text.length < shortestSecret) return
    this.#secrets.add(text, `<${name}>`, wholeOnly)
    this.#remembered.clear()
  }

  #found(text: string): ReturnType<typeof findHidden> {
    const found = findHidden(text, this.#secrets, this.#readable)
    this.#steps += found.steps
    return found
  }

  #hiddenIn(text: string): readonly Hidden[] {
    return this.#secrets.size === 0 ? [] : this.#found(text).hidden
  }

  #value(value: unknown, copies: Map<object, unknown>, depth: number): unknown {
    if (typeof value === 'string') return this.text(withoutLongWords(value))
    if (typeof value !== 'object' || value === null) return value
    // Deeper values come from a hostile target; walking them would end the run without a report.
    if (depth === 200) return '(nested too deeply)'
    let copy = copies.get(value)
    if (copy === undefined) {
      const next = (item: unknown) => this.#value(item, copies, depth + 1)
      copy = Array.isArray(value)
        ? value.map(next)
        : withNames(Object.entries(value).map(([name, member]) => [this.text(withoutLongWords(name)), next(member)]))
      copies.set(value, copy)
    }
    return copy
  }
}

/** An object of some members. One of several that are named alike now does not replace another. */
export function withNames<T>(entries: readonly (readonly [name: string, value: T])[]): Readonly<Record<string, T>> {
  const members = new Map<string, T>()
  for (const [name, value] of entries) {
    let unique = name
    for (let count = 2; members.has(unique); count++) unique = `${name} (${count})`
    members.set(unique, value)
  }
  return Object.fromEntries(members)
}

/** Replaces parts of a text. Of those that overlap, the first and longest is whole. */
function replaced(text: string, hidden: readonly Hidden[], replace: (hidden: Hidden) => string): string {
  if (hidden.length === 0) return text
  const parts = hidden.toSorted((left, right) => left.start - right.start || right.end - left.end)
  let shown = ''
  let at = 0
  for (const part of parts) {
    if (part.end <= at) continue
    shown += text.slice(at, Math.max(at, part.start))
    if (part.start >= at || !shown.endsWith(part.mark)) shown += replace(part)
    at = part.end
  }
  return shown + text.slice(at)
}

/** A URL may carry a secret percent-encoded. */
function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
