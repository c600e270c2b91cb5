import { operations } from '../catalogue/operations.ts'
import { cutAt } from '../conclusions/cut-text.ts'
import { withNames } from '../reading/with-names.ts'
import { asItIs, folded, formsOf, type Reading, unescaped } from './forms.ts'
import { SortedForms } from './sorted-forms.ts'

/** Shorter texts are not secrets: they would take common words out of a report. */
export const shortestSecret = 6

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

/** How many long texts are kept without their secrets. */
const mostRedacted = 1000

interface Secret {
  /** The secret itself. */
  readonly text: string
  /** Its number in the order of registration. */
  readonly number: number
  /** What stands for it. */
  mark: string
  /** How many characters at its beginning may be shown. Infinity: it counts only as a whole, and by itself. */
  readonly open: number
  /** True if it is found in its own letters only, as it is public in others. */
  readonly isExact: boolean
}

/** A client id. One with a letter in the other case differs from it in nothing else. */
const publicCredential = { mark: '<client_id>', open: Infinity, isExact: true }

/** The forms in which services often send a secret. */
export const secretForms = {
  plain: (secret: string): string => secret,
  upper: (secret: string): string => secret.toUpperCase(),
  lower: (secret: string): string => secret.toLowerCase(),
  json: (secret: string): string => JSON.stringify(secret).slice(1, -1),
  slashed: (secret: string): string =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
  component: (secret: string): string => encodeURIComponent(secret),
  form: (secret: string): string => new URLSearchParams([['', secret]]).toString().slice(1),
}

/** The name of a form. */
export type SecretForm = keyof typeof secretForms

/** What stands in a text for a secret that was found there. */
type ShowSecret = (secret: Secret, found: string) => string

/** A secret in a text: its number, the number of its characters from the first, and the form that the text has. */
export type SecretReference = readonly [number: number, length: number, form?: SecretForm]

/** A part of a text without secrets. */
export type TextPart = string | SecretReference

/** Characters that stand for references while a text is searched. */
const placeholders = /[\uE000\uE001]/

const unsearched = '(not shown: there were more secrets than the kit can search for)'

/** Knows the secrets of a run, those it was given and those it learned, and takes them out of texts from outside. */
export class Redactor {
  readonly #secrets = new Map<string, Secret>()
  readonly #inOrder: Secret[] = []
  readonly #forms = new SortedForms<{ text: string; isEncoded: boolean; secret: Secret }>()
  /** What was made of long texts since the last secret came: a target may send the same header with each answer. */
  readonly #redacted = new Map<string, string>()
  /** How many characters of forms may still be kept. A target could issue secrets until no memory is left. */
  #room: number

  constructor(mostCharacters = 32_000_000) {
    this.#room = mostCharacters
  }

  /** Registers a secret under the name that stands for it, as in `<access_token>`. */
  add(text: string, name: string, open: number = openPart.exec(text)?.[0].length ?? 0, isExact = false): void {
    const known = this.#secrets.get(text)
    this.#redacted.clear()
    if (known) known.mark = `<${name}>`
    if (known || text.length < shortestSecret || this.#room < 0) return
    const secret = { text, number: this.#inOrder.length, mark: `<${name}>`, open, isExact }
    this.#secrets.set(text, secret)
    this.#inOrder.push(secret)
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
    if (text.length <= longestSecret) return this.uncut(text)
    const known = this.#redacted.get(text)
    if (known !== undefined) return known
    const cut = text.replace(longWord, (word) => this.#secrets.get(word)?.mark ?? cutAt(word, shownOfWord))
    const redacted = this.uncut(cut)
    if (this.#redacted.size >= mostRedacted) this.#redacted.clear()
    this.#redacted.set(text, redacted)
    return redacted
  }

  /** The secrets, in the order of registration. */
  get secrets(): readonly string[] {
    return this.#inOrder.map(({ text }) => text)
  }

  /** The secret of a number; undefined if none was registered under it so far. */
  secretAt(number: number): string | undefined {
    return this.#inOrder[number]?.text
  }

  /** A text without secrets, its long words included. */
  uncut(text: string): string {
    return this.#isFull ? unsearched : this.#withoutSecrets(text, ({ mark }) => mark)
  }

  /** A text whose secrets are references, from which another run can make it again; undefined where that cannot be. */
  referring(text: string): string | readonly TextPart[] | undefined {
    if (this.#isFull || placeholders.test(text)) return undefined
    const references: SecretReference[] = []
    const referring = this.#withoutSecrets(text, ({ text: secret, number, mark }, found) => {
      const reference = referenceTo(secret, number, found)
      return reference ? `\uE000${references.push(reference) - 1}\uE001` : mark
    })
    if (references.length === 0) return referring
    const parts = referring.split(/\uE000(\d+)\uE001/)
    return parts
      .map((part, index) => (index % 2 === 0 ? part : references[Number(part)]!))
      .filter((part) => part !== '')
  }

  get #isFull(): boolean {
    return this.#room < 0
  }

  #withoutSecrets(text: string, show: ShowSecret): string {
    const bare = unescaped(text)
    const redacted = bare.text === text ? text : this.#hidden(text, bare, show)
    // What looks like an escape may be a part of a secret.
    return this.#hidden(redacted, asItIs(redacted), show)
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

  /** A text without the secrets that a reading of it shows. */
  #hidden(text: string, { text: bare, startOf, endOf }: Reading, show: ShowSecret): string {
    const low = folded(bare)
    let [redacted, shownTo] = ['', 0]
    for (let at = this.#forms.placeFrom(low, 0); at >= 0; at = this.#forms.placeFrom(low, at + 1)) {
      const match = this.#matchAt(at, bare, low)
      if (!match) continue
      const end = endOf(match.end - 1)
      const found = text.slice(startOf(at), end)
      redacted += text.slice(shownTo, startOf(at)) + show(this.#secrets.get(found) ?? match.secret, found)
      shownTo = end
      at = match.end - 1
    }
    return redacted + text.slice(shownTo)
  }

  /**
   * The longest form, or head of one, that begins at a place. An encoded secret shares its last letters with that of a
   * longer one: a whole form is preferred to a head that ends where the encoding does.
   */
  #matchAt(start: number, bare: string, low: string): { readonly end: number; readonly secret: Secret } | undefined {
    let head: { readonly end: number; readonly secret: Secret } | undefined
    for (const { form, length } of this.#forms.matchesAt(low, start)) {
      const { secret, isEncoded } = form
      let end = start + length
      if (secret.isExact && bare.slice(start, end) !== secret.text) continue
      const isWhole = length === form.text.length
      const isHead = length >= headLength && length > secret.open + 1
      if (!isWhole && !(isHead && (isEncoded || isTelling(bare, start, end)))) continue
      if (isPartOfWord(bare, start, end, secret)) continue
      const found = this.#secrets.get(bare.slice(start, end)) ?? secret
      encodingEnd.lastIndex = end
      if (isEncoded && encodingEnd.test(bare)) end = encodingEnd.lastIndex
      const match = { end, secret: found }
      if (isWhole) return head && head.end > end ? head : match
      head ??= match
    }
    return head
  }
}

/** The reference to the beginning of a secret in a text; undefined for a form of it that is not made again. */
function referenceTo(secret: string, number: number, found: string): SecretReference | undefined {
  for (const [name, form] of Object.entries(secretForms))
    for (const head of [secret.slice(0, found.length), secret])
      if (form(head) === found)
        return name === 'plain' ? [number, head.length] : [number, head.length, name as SecretForm]
  return undefined
}

/** The last letters of an encoding hold bits of a secret, or the colon that HTTP Basic has behind an API key. */
const encodingEnd = /\w{0,2}=*(?![\p{L}\d+/=_-])/uy

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
