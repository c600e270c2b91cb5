import { operations } from '../../catalogue/operations.ts'
import { cutWithLength } from '../../conclusions/cut-text.ts'
import { memberWithoutSecret, hideNamedValues } from './beside-names.ts'
import { type DecodedText, decodeEscapes } from './decoded-text.ts'
import { redactedForms } from './forms.ts'
import type { AnyExchange, Exchange, ReceivedResponse } from '../../conclusions/exchange.ts'
import type { Kinds } from '../../conclusions/kinds.ts'
import type { PhraseChange } from '../../conclusions/phrase.ts'
import { type AnyResult, changeResult } from '../../conclusions/result.ts'
import { statementText } from '../../wording/text.ts'

/** Shorter texts are not treated as secrets: redacting them would remove common words from a report. */
export const shortestSecret = 6

/** Only the beginning and the end of a longer secret are searched for. */
export const longestSecret = 2048

/** The memory of a form in addition to its text, in characters. */
const formSize = 64

/** Names that the kit sends. */
const names = `accept authorization content-type cookie location set-cookie user-agent www-authenticate
  client_credentials client_id client_secret grant_type access_token refresh_token token_type prepare_state expires_at`

/** Names and words of paths. A secret that is part of one matches by coincidence. */
const words = new Set([...operations.flatMap(({ path }) => path.split(/[/{}]+/)), ...names.split(/\s+/)])

/** A word too long to be shown whole: only its first characters are shown. */
const longWord = new RegExp(String.raw`(?<![^\s"',])[^\s"',]{${longestSecret + 1},}`, 'g')
const shownOfWord = 200

/** The maximum number of lengths of forms with the same beginning. */
const mostLengths = 256

const unsearched = '(not shown: there were more secrets than the kit can search for)'

/** A secret and its placeholder. */
interface Secret {
  mark: string
  /** True if only its beginning and its end are searched for, and the rest of the word is hidden with them. */
  readonly isLong: boolean
}

/** Removes the secrets of a run, declared or learned, from external texts. */
export class Redactor {
  readonly #secrets = new Map<string, Secret>()
  readonly #forms = new Map<string, Secret>()
  /** The lengths of the forms with the same beginning, the longest first. */
  readonly #lengths = new Map<string, readonly number[]>()
  /** Hashes of the beginnings of all forms, which rule out nearly every place of a string. */
  readonly #begins = new Uint8Array(1 << 18)
  /**
   * The number of characters of forms that may still be kept. A target could issue secrets until the memory is full.
   */
  #room: number

  constructor(mostCharacters = 32_000_000) {
    this.#room = mostCharacters
  }

  /** Registers a secret under the name that replaces it, as in `<access_token>`. */
  add(text: string, name: string): void {
    const known = this.#secrets.get(text)
    if (known) known.mark = `<${name}>`
    if (known || text.length < shortestSecret || this.#room < 0) return
    const isLong = text.length > longestSecret
    const secret = { mark: `<${name}>`, isLong }
    this.#secrets.set(text, secret)
    const half = longestSecret / 2
    const parts = isLong ? [text.slice(0, half), text.slice(-half)] : [text]
    for (const form of parts.flatMap((part) => [...redactedForms(part)])) {
      if (form.length < shortestSecret || (this.#forms.has(form) && form !== text)) continue
      this.#addForm(form, secret)
    }
  }

  #addForm(form: string, secret: Secret): void {
    const head = form.slice(0, shortestSecret)
    const lengths = new Set([...(this.#lengths.get(head) ?? []), form.length])
    this.#forms.set(form, secret)
    this.#lengths.set(
      head,
      [...lengths].sort((left, right) => right - left),
    )
    this.#begins[hashBeginning(form, 0)] = 1
    this.#room -= form.length + formSize
  }

  /** Registers a string that is treated as a secret because of its place, unless it is known or the word of a path. */
  learn(text: string, name: string): void {
    const word = text.slice(text.lastIndexOf('/') + 1)
    if (!this.#secrets.has(text) && !words.has(word.toLowerCase())) this.add(text, name)
  }

  /**
   * Registers a changed credential, or a changed client id. A client id is public and stays as it is, even if the
   * changed one is its beginning.
   */
  addAltered(altered: string, credential: string, change: string): void {
    const known = this.#secrets.get(credential)
    if (!known && credential.length >= shortestSecret) this.#addForm(credential, { mark: credential, isLong: false })
    const { mark } = known ?? { mark: '<client_id>' }
    this.add(altered, `${mark.slice(1, -1)} ${change}`)
  }

  /** An external text without secrets, known ones and those next to the name of a secret. */
  text(text: string): string {
    return hideNamedValues(this.known(text).replace(longWord, (word) => cutWithLength(word, shownOfWord)))
  }

  /** A string without known secrets, also those in which any character is percent-encoded once or twice. */
  known(text: string): string {
    if (this.#room < 0) return unsearched
    let hidden = text
    for (let times = 0; times <= 2; times++) {
      const read = decodeEscapes(hidden, times)
      if (read) hidden = this.#hide(hidden, read)
    }
    return hidden
  }

  /** A string without the known secrets in its decoded form. */
  #hide(text: string, { decoded, placeOf }: DecodedText): string {
    let [hidden, from] = ['', 0]
    for (let at = 0; at + shortestSecret <= decoded.length; at++) {
      const found = this.#begins[hashBeginning(decoded, at)] === 1 ? this.#formAt(decoded, at) : undefined
      if (!found) continue
      hidden += text.slice(from, placeOf(at)) + found.mark
      at += found.length - 1
      from = placeOf(at + 1)
    }
    return hidden + text.slice(from)
  }

  /** An address without secrets. Its origin is kept: it is public. */
  address(url: string): string {
    const [origin] = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#@]*(?=[/?#]|$))?/i.exec(url)!
    return origin + this.known(url.slice(origin.length))
  }

  /**
   * A copy of a JSON value without secrets in its strings and names. Values nested deeper than `deepest` come from a
   * hostile target.
   * @param redacted Removes the secrets from a string. Default: `text`.
   */
  value<T>(value: T, redacted = (text: string): string => this.text(text), deepest = 200): T {
    if (typeof value === 'string') return redacted(value) as T
    if (typeof value !== 'object' || value === null) return value
    if (deepest === 0) return '(nested too deeply)' as T
    if (Array.isArray(value)) return value.map((item: unknown) => this.value(item, redacted, deepest - 1)) as T
    return withNames(
      Object.entries(value).map(([name, member]: [string, unknown]) => [
        words.has(name.toLowerCase()) ? name : redacted(name),
        this.value(typeof member === 'string' ? memberWithoutSecret(name, member) : member, redacted, deepest - 1),
      ]),
    ) as T
  }

  /** The longest form at a place, or the rest of the word if too many forms have the same beginning. */
  #formAt(text: string, at: number): { readonly mark: string; readonly length: number } | undefined {
    const lengths = this.#lengths.get(text.slice(at, at + shortestSecret)) ?? []
    if (lengths.length > mostLengths) return { mark: '<secret>', length: readWord(text, at).length }
    for (const length of lengths) {
      const secret = this.#forms.get(text.slice(at, at + length))
      if (!secret || isPartOfWord(text, at, at + length)) continue
      return { mark: secret.mark, length: secret.isLong ? readWord(text, at).length : length }
    }
    return undefined
  }
}

function readWord(text: string, at: number): string {
  const word = /[^\s"'<>&]*/y
  word.lastIndex = at
  return word.exec(text)![0]
}

/** A hash of the first six characters, from four of them. Different beginnings may have the same hash. */
function hashBeginning(text: string, at: number): number {
  const first = text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)
  const second = text.charCodeAt(at + 3) * 31 + text.charCodeAt(at + 5)
  return (first * 1021 + second) & 0x3ffff
}

/** Returns true if a part of a string belongs to a word that is not a secret. */
function isPartOfWord(text: string, start: number, end: number): boolean {
  const [before] = /[\w-]*$/.exec(text.slice(Math.max(0, start - 20), start))!
  const [after] = /^[\w-]*/.exec(text.slice(end, end + 20))!
  return before + after !== '' && words.has((before + text.slice(start, end) + after).toLowerCase())
}

/** An object of the given entries. A repeated name gets a number, as in `name (2)`. */
function withNames<T>(entries: readonly (readonly [name: string, value: T])[]): Readonly<Record<string, T>> {
  const members = new Map<string, T>()
  for (const [name, value] of entries) {
    let unique = name
    for (let count = 2; members.has(unique); count++) unique = `${name} (${count})`
    members.set(unique, value)
  }
  return Object.fromEntries(members)
}

type Headers = Exchange['request']['headers']

/**
 * Removes the currently known secrets from external values. An exchange that occurs in several of them is copied once.
 */
export function withoutSecrets(redactor: Redactor): PhraseChange {
  const copies = new Map<AnyExchange, AnyExchange>()
  return {
    text: (text) => redactor.text(text),
    json: (value) => redactor.value(value),
    exchange: (exchange) => {
      let copy = copies.get(exchange)
      if (!copy) copies.set(exchange, (copy = redactedExchange(exchange, redactor)))
      return copy as typeof exchange
    },
  }
}

/** A result of any judge without secrets, with its text. @param kinds The kinds of its fact. */
export function redactResult<Told extends AnyResult>(result: Told, kinds: Kinds, change: PhraseChange): Told {
  const redacted = changeResult(result, kinds, change)
  return { ...redacted, message: statementText(redacted) }
}

/** An exchange without secrets. */
export function redactedExchange<Response extends ReceivedResponse | undefined>(
  { request, response, ...rest }: Exchange<Response>,
  redactor: Redactor,
): Exchange<Response> {
  const { url, headers, body } = request
  return {
    ...rest,
    request: {
      ...request,
      url: redactor.address(url),
      ...redactor.value({ headers: headersWithoutCookies(headers), body }, (text) => redactor.known(text)),
    },
    response: (response && redactedResponse(response, redactor)) as Response,
  }
}

function redactedResponse(response: ReceivedResponse, redactor: Redactor): ReceivedResponse {
  const { headers, json, text, length = text.length } = response
  const isReadable = !isUnreadable(text)
  return {
    ...response,
    ...redactor.value({ headers: headersWithoutCookies(headers), json }),
    text: isReadable ? redactor.text(text) : `(not shown: ${length} characters that are not readable text)`,
    ...(isReadable ? {} : { length: undefined }),
  }
}

/** Headers without session cookies: a load balancer may send a different one with each answer. */
function headersWithoutCookies(headers: Headers): Headers {
  const redacted = Object.entries(headers).map(([name, value]) => [
    name,
    /^(?:set-)?cookie2?$/i.test(name) ? '<cookie>' : value,
  ])
  return Object.fromEntries(redacted) as Headers
}

/** The number of characters at the beginning of a body that are examined. */
const sample = 4096

/** Returns true if a body has many control characters. It is binary and may hide anything. */
function isUnreadable(text: string): boolean {
  const head = text.slice(0, sample)
  return (head.match(/\uFFFD|(?![\s\p{Zs}])\p{Cc}/gu)?.length ?? 0) * 10 > head.length
}
