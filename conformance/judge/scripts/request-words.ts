// Writes a request of a run as words of a shell.
import { percentDecoded } from '../../percent-decoded.ts'
import { encode } from '../../reading/encode.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Word } from './shell-words.ts'

/** A value as a script writes it. */
export type ValueWord = (value: string) => Word

/** Times of tokens are within a few years of the request. Others are data. */
const farthest = 20 * 365 * 86_400

/** The words behind `request`: the method, the address, and options of curl. The address is on the target's origin. */
export function requestWords({ request, startedAt }: Exchange, baseUrl: string, wordOf: ValueWord): readonly Word[] {
  const { method, headers, body } = request
  const words: Word[] = [[method], urlWord(new URL(request.url).href, baseUrl, wordOf)]
  for (const [name, value] of Object.entries(headers)) words.push(...headerWords(name, value, wordOf))
  if (body === undefined) return words
  if (headers['content-type'] === undefined) words.push(['-H'], ['content-type:'])
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  return [...words, ['--data-raw'], isForm ? partsWord(body, wordOf) : jsonWord(body, startedAt, wordOf)]
}

function headerWords(name: string, value: string, wordOf: ValueWord): readonly Word[] {
  const [, scheme, rest] = /^(\S+) +(.+)$/.exec(value) ?? []
  if (name !== 'authorization' || scheme === undefined || rest === undefined)
    return [['-H'], value === '' ? [`${name};`] : [`${name}: `, ...wordOf(value)]]
  const [, user, password] = /^([^:]*):(.*)$/s.exec(scheme.toLowerCase() === 'basic' ? decoded(rest) : '') ?? []
  if (user !== undefined) return [['-u'], [...wordOf(user), ':', ...wordOf(password ?? '')]]
  return [['-H'], [`${name}: ${scheme} `, ...wordOf(rest)]]
}

function decoded(base64: string): string {
  try {
    return atob(base64)
  } catch {
    return ''
  }
}

function urlWord(url: string, baseUrl: string, wordOf: ValueWord): Word {
  const { origin } = new URL(baseUrl)
  const isAtBase = url.startsWith(baseUrl)
  return [
    { shell: isAtBase ? '$PLATFORM_BASE_URL' : '$origin' },
    ...partsWord(url.slice(isAtBase ? baseUrl.length : origin.length), wordOf),
  ]
}

/** An address or a form. Each segment, name and value is a word of its own. */
function partsWord(text: string, wordOf: ValueWord): Word {
  return text.split(/([/?&=])/).flatMap((piece): Word => {
    const plain = percentDecoded(piece.replaceAll('+', ' '))
    const word = wordOf(plain)
    if (word.length === 1 && word[0] === plain) return [piece]
    return word.map((part) =>
      typeof part === 'string'
        ? encode(part)
        : part.shell.startsWith('$id_')
          ? part
          : { shell: `$(encoded "${part.shell}")` },
    )
  })
}

/** A JSON body with its texts as words, and with times near the request relative to now. */
function jsonWord(body: string, startedAt: number, wordOf: ValueWord): Word {
  return body.split(/("(?:[^"\\]|\\.)*"|(?<![\d.])\d{10}(?:\d{3})?(?![\d.]))/).flatMap((piece, index): Word => {
    if (index % 2 === 0) return [piece]
    const ahead = (seconds: number) => Math.round(seconds - startedAt / 1000)
    if (!piece.startsWith('"')) {
      const seconds = Number(piece.slice(0, 10))
      return Math.abs(ahead(seconds)) > farthest
        ? [piece]
        : [{ shell: `$(($(date +%s) + ${ahead(seconds)}))` }, piece.slice(10)]
    }
    const [, fraction] = /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d((?:\.\d+)?Z)"$/.exec(piece) ?? []
    const time = Date.parse(piece.slice(1, -1)) / 1000
    if (fraction !== undefined && Math.abs(ahead(time)) <= farthest)
      return ['"', { shell: `$(at ${ahead(time)})` }, `${fraction}"`]
    return ['"', ...wordOf(piece.slice(1, -1)), '"']
  })
}
