// Recognizes an answer, for faults that show only as a whole answer.
import type { Exchange } from '../../conclusions/exchange.ts'
import { idTextsIn } from './id-texts.ts'
import type { Quote, Word } from './shell-words.ts'

/** The number of characters of a body that identify an answer. */
const recognized = 600

const time = /(\d{4}-\d\d-\d\dT\d\d):\d\d:[\d.]*Z?/g

/**
 * A condition of the shell: answer `number` is the same as in the run, by its status, its headers and its body.
 *
 * @param about The id of the only record in a list that matters.
 */
export function sameAnswer(
  exchange: Exchange,
  number: number,
  wordOf: (text: string, exchange: Exchange, isAfter?: boolean) => Word,
  quoted: Quote,
  about: readonly string[] = [],
): string {
  const { response, request } = exchange
  const { origin } = new URL(request.url)
  const exact = response.text.replaceAll(origin, '').replaceAll(/\s+/g, ' ').trimEnd()
  const whole = exact.replaceAll(time, '$1')
  const times = exact.match(time) ?? []
  const words = (text: string): Word => {
    // Two times of an answer may be within one hour, so each is taken from its own place.
    let next = (exactBefore(exact, whole.indexOf(text)).match(time) ?? []).length
    return text.split(/((?<!\d)\d{4}-\d\d-\d\dT\d\d(?![\d:])|[\w.~+-]{16,})/).flatMap((piece, index) => {
      if (index % 2 === 0) return [piece]
      if (!/^\d{4}-/.test(piece) || piece.length !== 13) return wordOf(piece, exchange, true)
      const at = times[next]?.startsWith(piece) ? times[next++] : undefined
      return hourWord(piece, at ?? `${piece}:00Z`, exchange)
    })
  }
  const records = about.flatMap((id) => {
    const record = recordOf(whole, id)
    return record === undefined
      ? []
      : [`[ "$(record_of ${number} ${quoted(wordOf(id, exchange))})" = ${quoted(words(record))} ]`]
  })
  if (records.length > 0) return records.join(' && ')
  const { allow } = response.headers
  const pattern =
    whole.length <= recognized ? `${quoted(words(whole))}` : `${quoted(words(whole.slice(0, recognized)))}*`
  const count = idTextsIn(response.text).length
  return [
    `[ "$(status ${number})" -eq ${response.status} ]`,
    sameLink(exchange, number, quoted),
    ...(allow === undefined ? [] : [`[ "$(header ${number} allow)" = ${quoted([allow])} ]`]),
    ...(whole === '' ? [] : [`case "$(text_of ${number})" in ${pattern}) true ;; *) false ;; esac`]),
    ...(whole.length <= recognized || count === 0 || response.length !== undefined
      ? []
      : [`[ "$(members ${number} id | grep -c .)" -eq ${scriptedIds(response.text).length} ]`]),
  ].join(' && ')
}

/** A condition of the shell: answer `number` has the same Link header, or none, as before. */
export function sameLink({ request, response }: Exchange, number: number, quoted: Quote): string {
  const link = (response.headers['link'] ?? '').replaceAll(new URL(request.url).origin, '')
  return `[ "$(header ${number} link | sed "s,$origin,,g")" = ${quoted([link])} ]`
}

/** The part of a text with whole times that is before a position in the same text with hours for times. */
function exactBefore(exact: string, place: number): string {
  let length = place
  for (const { 0: whole, 1: hour, index } of exact.matchAll(time)) {
    if (index >= length) break
    length += whole.length - hour!.length
  }
  return exact.slice(0, length)
}

/** An hour: relative to now if it is near the request or later, as those of tokens are. */
function hourWord(hour: string, exact: string, { startedAt }: Exchange): Word {
  const ahead = Math.round((Date.parse(exact) - startedAt) / 1000)
  return ahead > -86_400 ? [{ shell: `$(hour ${ahead})` }] : [hour]
}

/**
 * The record with an id, as the function `record_of` of a script reads it; undefined for one that holds other objects,
 * of which that would read a part.
 */
function recordOf(text: string, id: string): string | undefined {
  const piece = text.split('}').find((candidate) => candidate.includes(`"${id}"`))
  const record = piece?.replace(/.*\{/, '')
  return piece?.includes('{') && record?.includes(`"${id}"`) ? record : undefined
}

/** The ids of an answer, as the function `members` of a script reads them. */
export function scriptedIds(text: string): readonly string[] {
  return text.split(/[{}[\],\n]/).flatMap((piece) => /^\s*"id"\s*:\s*"([^"]+)"\s*$/.exec(piece)?.[1] ?? [])
}
