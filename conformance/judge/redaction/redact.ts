import { operations } from '../../catalogue/operations.ts'
import { cutAt } from '../../conclusions/cut-text.ts'
import { withNames } from '../../reading/with-names.ts'
import { asItIs, folded, formsOf, type Reading, unescaped } from './forms.ts'
import { type Form, type FormMatch, leastLength, matchesAt, type Secret, SortedForms } from './sorted-forms.ts'

/** Shorter texts are not secrets: they would take common words out of a report. */
export const shortestSecret: number = leastLength

/** Of a longer secret, the beginning and the end are searched for. */
export const longestSecret = 2048

/** Characters by which a secret is found that is cut short, and those by which even one of words is. */
const headLength = 12
const certain = 24

/** The memory of a form beside its text, as that of so many characters. */
const formSize = 64

/** What a secret may begin with that is not secret: an address up to its last slash, or an id. */
const openPart = /^(?:[a-z]+:\/\/.*\/|(?:[a-z]{3}_)?[\dA-Za-z]{27}(?![\dA-Za-z]))/

/** Names that the kit sends. */
const names = `accept authorization content-type cookie location set-cookie user-agent www-authenticate
  client_credentials client_id client_secret grant_type access_token refresh_token token_type prepare_state expires_at`

/** Names and words of paths. A secret that is a part of one is an accident. */
const words = new Set([...operations.flatMap(({ path }) => path.split(/[/{}]+/)), ...names.split(/\s+/)])

/** A word of which only the first characters are shown. The search begins only where a word begins. */
const longWord = new RegExp(String.raw`(?<![^\s"',])[^\s"',]{${longestSecret + 1},}`, 'g')
const shownOfWord = 200

const unsearched = '(not shown: there were more secrets than the kit can search for)'

/** The mark of a secret in the place of the secret. */
interface Hidden {
  readonly mark: string
}

/** A client id. One with a letter in the other case differs from it in nothing else. */
const publicCredential = { mark: '<client_id>', open: Infinity, isExact: true }

/** Knows the secrets of a run, those it was given and those it learned, and takes them out of texts from outside. */
export class Redactor {
  readonly #secrets = new Map<string, Secret>()
  readonly #forms = new SortedForms()
  /** How many characters of forms may still be kept. A target could issue secrets until no memory is left. */
  #room: number

  constructor(mostCharacters = 32_000_000) {
    this.#room = mostCharacters
  }

  /** Registers a secret under the name that stands for it, as in `<access_token>`. */
  add(text: string, name: string, open: number = openPart.exec(text)?.[0].length ?? 0, isExact = false): void {
    const known = this.#secrets.get(text)
    if (known) known.mark = `<${name}>`
    if (known || text.length < shortestSecret || this.#room < 0) return
    const secret = { text, mark: `<${name}>`, open, isExact }
    this.#secrets.set(text, secret)
    const half = longestSecret / 2
    const parts = text.length <= longestSecret ? [text] : [text.slice(0, half), text.slice(-half)]
    for (const [form, isEncoded] of parts.flatMap((part) => [...formsOf(part)])) {
      if (form.length < shortestSecret) continue
      this.#forms.add({ text: form, isEncoded, secret })
      this.#room -= form.length + formSize
    }
  }

  /** Registers a text that is taken for a secret because of its place, unless it is known or the word of a path. */
  learn(text: string, name: string): void {
    const word = text.slice(text.lastIndexOf('/') + 1)
    if (!this.#secrets.has(text) && !words.has(word.toLowerCase())) this.add(text, name)
  }

  /** Registers a changed credential, or a changed client id, of which no part is secret. */
  addAltered(altered: string, credential: string, change: string): void {
    const { mark, open, isExact } = this.#secrets.get(credential) ?? publicCredential
    this.add(altered, `${mark.slice(1, -1)} ${change}`, open, isExact)
  }

  /** A text from outside without secrets. Long words are cut: nobody reads the middle of one. */
  text(text: string): string {
    return this.uncut(text.replace(longWord, (word) => this.#secrets.get(word)?.mark ?? cutAt(word, shownOfWord)))
  }

  /** A text without secrets, its long words included. */
  uncut(text: string): string {
    if (this.#room < 0) return unsearched
    const bare = unescaped(text)
    const parts = bare.text === text ? [text] : this.#partsOf(text, bare)
    // What looks like an escape may be a part of a secret.
    return parts
      .flatMap((part) => (typeof part === 'string' ? this.#partsOf(part, asItIs(part)) : [part]))
      .map((part) => (typeof part === 'string' ? part : part.mark))
      .join('')
  }

  /** An address without secrets. Its origin is kept: it is public. */
  address(url: string): string {
    const [origin] = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#@]*(?=[/?#]|$))?/i.exec(url)!
    return origin + this.text(url.slice(origin.length))
  }

  /** A copy of a JSON value without secrets in its texts and names. Deeper ones come from a hostile target. */
  value<T>(value: T, deepest = 200): T {
    if (typeof value === 'string') return this.text(value) as T
    if (typeof value !== 'object' || value === null) return value
    if (deepest === 0) return '(nested too deeply)' as T
    if (Array.isArray(value)) return value.map((item: unknown) => this.value(item, deepest - 1)) as T
    return withNames(
      Object.entries(value).map(([name, member]: [string, unknown]) => [
        words.has(name.toLowerCase()) ? name : this.text(name),
        this.value(member, deepest - 1),
      ]),
    ) as T
  }

  /** A text, and marks for the secrets that a reading of it shows. */
  #partsOf(text: string, reading: Reading): readonly (string | Hidden)[] {
    const { text: bare, startOf, endOf } = reading
    const low = folded(bare)
    const parts: (string | Hidden)[] = []
    let [searchedTo, shownTo] = [0, 0]
    for (const [start, sorted] of this.#forms.placesIn(low)) {
      const best = start < searchedTo ? undefined : bestOf(matchesAt(low, start, sorted), start, bare)
      if (!best) continue
      const found = text.slice(startOf(start), endOf(best.end))
      const same = this.#secrets.get(found) ?? this.#secrets.get(bare.slice(start, best.end))
      parts.push(text.slice(shownTo, startOf(start)), same ?? best.form.secret)
      shownTo = endOf(best.end)
      searchedTo = best.end
    }
    return [...parts, text.slice(shownTo)].filter((part) => part !== '')
  }
}

/** The last letters of an encoding hold bits of a secret, or the colon that HTTP Basic has behind an API key. */
const encodingEnd = /\w{0,2}=*(?![\p{L}\d+/=_-])/uy

/**
 * The match that shows most of a secret. An encoded secret shares its last letters with that of a longer one: a whole
 * form is preferred to the beginning of one that ends where the encoding does.
 */
function bestOf(matches: Iterable<FormMatch>, start: number, text: string): { form: Form; end: number } | undefined {
  let best: { form: Form; end: number } | undefined
  for (const match of matches) {
    const { form } = match
    if (!isSecret(match, start, text)) continue
    encodingEnd.lastIndex = start + match.length
    const end = form.isEncoded && encodingEnd.test(text) ? encodingEnd.lastIndex : start + match.length
    if (!best || end > best.end) best = { form, end }
  }
  return best
}

/** Whether a match shows a secret: the whole of it, or so much of its beginning that it is no accident. */
function isSecret({ form, length }: FormMatch, start: number, text: string): boolean {
  const { secret, isEncoded } = form
  const end = start + length
  if (secret.isExact && text.slice(start, end) !== secret.text) return false
  const isHead = () => length >= headLength && length > secret.open + 1 && (isEncoded || isTelling(text, start, end))
  return (length === form.text.length || isHead()) && !isPartOfWord(text, start, end, secret)
}

/** Whether the beginning of a secret is no accident: it is long, looks random, or the text is cut there. */
function isTelling(text: string, start: number, end: number): boolean {
  const head = text.slice(start, end)
  const isCut = /^(?:[%&\\]+[\w#]{0,6}){0,3}(?:$|…|\.\.)/.test(text.slice(end, end + certain))
  return isCut || head.length >= certain || (/\d/.test(head) && /[a-z]/i.test(head))
}

/** Whether a part of a text is a part of a word that is no secret. */
function isPartOfWord(text: string, start: number, end: number, { open }: Secret): boolean {
  const [before] = /[\w-]*$/.exec(text.slice(Math.max(0, start - headLength), start))!
  const [behind] = /^[\w-]*/.exec(text.slice(end, end + headLength))!
  const word = before + text.slice(start, end) + behind
  return before + behind !== '' && (open === Infinity || words.has(word.toLowerCase()))
}
