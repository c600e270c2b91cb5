import { requirements } from '../catalogue/requirements.ts'
import { asItIs, folded, formsOf, longestSecret, shortestSecret, unescaped } from './forms.ts'
import { withoutLongWords } from './long-words.ts'
import { type Secret, SecretTrie } from './secret-trie.ts'
import { Words } from './words.ts'

export { shortestSecret } from './forms.ts'

/** A shorter secret may be a part of a longer word by accident. */
const certain = 12

/** A beginning of a secret that is too long to be an accident; the same where it looks random; and at a cut. */
const telling = { any: 24, random: 16, cut: 12, least: 8 }

/** Characters of forms that are searched for at most. A target could issue secrets until no memory is left. */
const defaultCharacters = 32_000_000

const notShown = '(not shown: there were more secrets than the kit can search for)'

/** Says which parts of a text stay: secrets there are only words that look the same. */
export type Stays = (start: number, end: number) => boolean

/** A part of a text that shows a secret. */
interface Hit {
  readonly start: number
  end: number
  readonly secret: Secret
  readonly isWhole: boolean
}

/**
 * Knows the secrets of a run, those it was given and those it learned, and takes them out of texts that came from
 * outside, in the forms that services produce by accident: in either case; escaped for JSON, HTML and URLs; in base64,
 * base64url and base32 at any alignment, of UTF-8 and of UTF-16; in hexadecimal; and cut short. Words that a report
 * must show stay, even if a secret is a part of one.
 */
export class Redactor {
  readonly #secrets = new Map<string, Secret>()
  readonly #forms = new SecretTrie()
  readonly #readable = new Words(requirements.map(({ statement }) => statement))
  readonly #mostCharacters: number
  #characters = 0

  /** @param options.mostCharacters Characters of the forms of secrets that are searched for at most. */
  constructor({ mostCharacters = defaultCharacters }: { readonly mostCharacters?: number } = {}) {
    this.#mostCharacters = mostCharacters
  }

  knows(secret: string): boolean {
    return this.#secrets.has(secret)
  }

  /** Registers a secret under the name that stands for it, as in `<access_token>`. */
  add(secret: string, name: string): void {
    this.#add({ text: secret, mark: `<${name}>`, isAlone: false, hasHead: true })
  }

  /** Registers a text that is taken for a secret because of its place. Readable words are not secrets. */
  learn(secret: string, name: string): void {
    if (!this.#readable.has(secret)) this.add(secret, name)
  }

  /** Registers a text that holds an id or an address next to a secret. Register the secret part too. */
  addWhole(whole: string, name: string): void {
    if (!this.#readable.has(whole)) this.#add({ text: whole, mark: `<${name}>`, isAlone: true, hasHead: false })
  }

  /** Registers a changed credential. Most of it is the credential, so that no part of it is shown. */
  addAltered(altered: string, credential: string, change: string): void {
    const { mark = '<client_id>', hasHead = false } = this.#secrets.get(credential) ?? {}
    if (!this.#readable.has(altered))
      this.#add({ text: altered, mark: `${mark.slice(0, -1)} ${change}>`, isAlone: true, hasHead })
  }

  /** Adds words that the kit says itself. */
  addOwn(text: string): void {
    this.#readable.add(text)
  }

  /** Keeps the words of an address readable, as it is and decoded, except those that are known to be secrets. */
  show(url: string): void {
    // A report shows it as it was sent, where an escape may be a part of a word.
    for (const text of new Set([url, unescaped(url).text].map(withoutLongWords))) {
      const secrets = this.#hits(text).filter(
        ({ secret, isWhole, start, end }) =>
          isWhole &&
          (secret.text.length >= certain || this.#readable.around(text, start, end) === text.slice(start, end)),
      )
      this.#readable.add(replaced(text, secrets, ' '))
    }
  }

  /** A text from outside without secrets. */
  text(text: string, stays?: Stays): string {
    if (this.#characters > this.#mostCharacters && !stays) return notShown
    const hits = this.#hits(text)
    return replaced(text, stays ? hits.filter(({ start, end }) => !stays(start, end)) : hits)
  }

  /** A text of the kit without the secrets that were put into it. A readable word stays, even if it is a secret. */
  own(text: string): string {
    return this.text(text, (start, end) => this.isReadable(text, start, end))
  }

  /** A name of a header, a parameter or a member. The kit's own stay. */
  name(name: string): string {
    return this.own(name)
  }

  /** Whether a part of a text consists of readable words. */
  isReadable(text: string, start: number, end: number): boolean {
    return this.#readable.has(this.#readable.around(text, start, end))
  }

  /** What stands for a text that is a secret as a whole. */
  markOf(text: string): string | undefined {
    return this.#secrets.get(text)?.mark
  }

  /** A copy of a JSON value with its texts and member names redacted. An object that occurs twice is copied once. */
  value<T>(value: T): T {
    return this.#value(value, new Map(), 0) as T
  }

  #add(secret: Secret): void {
    const { text, mark, isAlone, hasHead } = secret
    const known = this.#secrets.get(text)
    if (known) known.mark = mark
    const isNews = !known || (known.isAlone && !isAlone)
    if (text.length < shortestSecret || !isNews || this.#characters > this.#mostCharacters) return
    const added = known ? Object.assign(known, { isAlone, hasHead }) : secret
    this.#secrets.set(text, added)
    const half = longestSecret / 2
    const parts = text.length <= longestSecret ? [text] : [text.slice(0, half), text.slice(-half)]
    for (const form of parts.flatMap((part) => [...formsOf(part)])) {
      this.#forms.add(form, added)
      this.#characters += form.length
    }
  }

  /** The parts of a text that show secrets, but for those within readable words. */
  #hits(text: string): readonly Hit[] {
    const hits: Hit[] = []
    if (text.length < shortestSecret || this.#secrets.size === 0) return hits
    const bare = unescaped(text)
    for (const { text: reading, placeOf } of bare.text === text ? [bare] : [asItIs(text), bare])
      this.#forms.search(folded(reading), (found, from, to, isWhole) => {
        const secret = this.#secrets.get(reading.slice(from, to)) ?? found
        const [start, end] = [placeOf(from), placeOf(to)]
        const isSecret = isWhole
          ? !secret.isAlone || !/[\w-]/.test(`${reading[from - 1] ?? ''}${reading[to] ?? ''}`)
          : isTelling(reading.slice(from, to), secret, isCut(text, end))
        const last = hits.at(-1)
        if (isSecret && !isWhole && last?.secret === secret && last.start <= start && start <= last.end)
          last.end = Math.max(end, last.end)
        else if (isSecret) hits.push({ start, end, secret, isWhole })
        return isSecret
      })
    return hits.filter(({ start, end, secret }) => {
      const words = this.#readable.around(text, start, end)
      return words === secret.text || !this.#readable.has(words)
    })
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

/** Whether the beginning of a secret, or of a form of it, is too long to be an accident. */
function isTelling(head: string, { text }: Secret, isCut: boolean): boolean {
  if (head.length >= telling.any) return true
  const capitals = head.match(/[A-Z]/g)?.length ?? 0
  const others = head.match(/[a-z]/g)?.length ?? 0
  const isTangled = capitals > 0 && capitals * 3 >= others && others * 3 >= capitals
  const isRandom = isTangled || (/\d/.test(head) && /[a-z]/i.test(head))
  return (
    (isRandom && head.length >= telling.random) ||
    (isCut && head.length >= Math.min(telling.cut, Math.max(telling.least, Math.ceil(text.length / 2))))
  )
}

/** Whether a text is cut at a place, or in an escape there. */
function isCut(text: string, at: number): boolean {
  return /^(?:[%&\\]+[\w#]{0,6}){0,3}(?:$|…|\.\.)/.test(text.slice(at, at + 24))
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

/** Replaces parts of a text by their marks. Overlapping parts: the longest of the first is whole. */
function replaced(text: string, hits: readonly Hit[], mark?: string): string {
  let shown = ''
  let at = 0
  for (const { start, end, secret } of hits.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (end <= at) continue
    shown += text.slice(at, Math.max(at, start))
    const stands = mark ?? secret.mark
    if (start >= at || !shown.endsWith(stands)) shown += stands
    at = end
  }
  return shown + text.slice(at)
}
