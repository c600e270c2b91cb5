// Writes a request of a run as a line of a script.
import { percentDecoded } from '../../percent-decoded.ts'
import { encode } from '../../reading/encode.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { toJson } from '../../wording/escaping/json.ts'
import { joinedWords, mapTexts, type WordPart, shellQuoted, type Word } from './shell-words.ts'

/** Returns a value as a script writes it; undefined for a plain text. */
export type Resolve = (value: string) => Word | undefined

/** Functions that hide the secrets of a run in a script. */
export interface Hiding {
  readonly hidden: (text: string) => string
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** Times of tokens are within a few years of the request. Others are data. */
const farthest = 20 * 365 * 86_400_000

/** The line that sends a request again. */
export function requestLine(
  { request, startedAt }: Exchange,
  baseUrl: string,
  { hidden }: Hiding,
  resolve: Resolve,
): string {
  const { method, url, headers, body } = request
  const redactedWord = (word: Word) => shellQuoted(mapTexts(joinedWords(word), hidden))
  const options = Object.entries(headers).map(([name, value]) =>
    headerOption(name, value, (text) => resolve(text) ?? [hidden(text)], redactedWord),
  )
  if (body !== undefined) {
    options.push(`--data-raw ${redactedWord(bodyWord(body, headers['content-type'], startedAt, resolve))}`)
    if (headers['content-type'] === undefined) options.push("-H 'content-type:'")
  }
  return [`request ${method} ${redactedWord(urlWord(url, baseUrl, resolve))}`, ...options].join(' \\\n  ')
}

function headerOption(
  name: string,
  value: string,
  wordOf: (value: string) => Word,
  redactedWord: (word: Word) => string,
): string {
  const [, scheme, rest] = /^(\S+) +(.+)$/.exec(value) ?? []
  if (name === 'authorization' && scheme !== undefined && rest !== undefined) {
    if (scheme.toLowerCase() === 'basic') {
      const [user, password] = decodedBasic(rest)
      if (user !== undefined) return `-u ${redactedWord([...wordOf(user), `:${password}`])}`
    }
    return `-H ${redactedWord([`${name}: ${scheme} `, ...wordOf(rest)])}`
  }
  return `-H ${redactedWord([`${name}: `, ...wordOf(value)])}`
}

function decodedBasic(encoded: string): readonly [string | undefined, string] {
  try {
    const [, user, password] = /^([^:]*):(.*)$/s.exec(atob(encoded)) ?? []
    return [user, password ?? '']
  } catch {
    return [undefined, '']
  }
}

/**
 * An address. Each segment and each parameter is a word of its own, so that a value of the shell replaces exactly one.
 */
function urlWord(url: string, baseUrl: string, resolve: Resolve): Word {
  const whole = resolve(url)
  if (whole) return whole
  const base: WordPart = { shell: '$PLATFORM_BASE_URL' }
  const isAtBase = url.startsWith(baseUrl)
  const { origin } = new URL(baseUrl)
  const start: Word = isAtBase ? [base] : url.startsWith(`${origin}/`) ? [{ shell: '$origin' }] : []
  const rest = url.slice(isAtBase ? baseUrl.length : start.length > 0 ? origin.length : 0)
  return [...start, ...rest.split(/([/?&=])/).flatMap((piece) => pieceOf(piece, resolve))]
}

function pieceOf(piece: string, resolve: Resolve): Word {
  const word = piece.length < 6 && !piece.includes(':') ? undefined : resolve(percentDecoded(piece))
  if (!word) return [asSent(piece)]
  return word.map((part) =>
    typeof part === 'string'
      ? encode(part)
      : /^\$\{?(?:link_cursor|[a-z_]*id)(?:_\d+)?\b/.test(part.shell)
        ? part
        : { shell: `$(encoded "${part.shell}")` },
  )
}

/** A part of an address as `fetch` sends it. */
function asSent(piece: string): string {
  return piece.replaceAll(/[^\u0021-\u007E]/gu, (character) => encode(character))
}

function bodyWord(body: string, type: string | undefined, startedAt: number, resolve: Resolve): Word {
  if (type?.startsWith('application/x-www-form-urlencoded'))
    return body.split(/([&=])/).flatMap((piece) => pieceOf(piece.replaceAll('+', ' '), resolve))
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return [body]
  }
  return jsonWord(parsed, startedAt, resolve)
}

function jsonWord(value: unknown, startedAt: number, resolve: Resolve): Word {
  if (Array.isArray(value))
    return ['[', ...value.flatMap((item, index) => [index > 0 ? ',' : '', ...jsonWord(item, startedAt, resolve)]), ']']
  if (typeof value === 'object' && value !== null)
    return [
      '{',
      ...Object.entries(value).flatMap(([name, member], index) => [
        `${index > 0 ? ',' : ''}${toJson(name)}:`,
        ...jsonWord(member, startedAt, resolve),
      ]),
      '}',
    ]
  const moment = timeWord(value, startedAt)
  if (moment) return moment
  const word = typeof value === 'string' ? resolve(value) : undefined
  if (!word) return [toJson(value)]
  return ['"', ...word.map((part) => (typeof part === 'string' ? toJson(part).slice(1, -1) : part)), '"']
}

/** A time near the request, relative to now: a script may run long after the kit. */
function timeWord(value: unknown, startedAt: number): Word | undefined {
  const ahead = (at: number) => Math.round((at - startedAt) / 1000)
  const isNear = (at: number) => Math.abs(at - startedAt) < farthest
  if (typeof value === 'string' && time.test(value) && isNear(Date.parse(value)))
    return ['"', { shell: `$(at ${ahead(Date.parse(value))})` }, `${/\.\d+/.exec(value)?.[0] ?? ''}Z"`]
  if (typeof value !== 'number') return undefined
  if (value > 1e9 && value < 1e10 && isNear(value * 1000))
    return [{ shell: `$(($(date +%s) + ${ahead(value * 1000)}))` }]
  if (value > 1e12 && value < 1e13 && isNear(value)) return [{ shell: `$(($(date +%s) + ${ahead(value)}))` }, '000']
  return undefined
}
