import type { Verdict } from '../conclusions/conclusion.ts'
import type { ReceivedResponse } from '../conclusions/exchange.ts'
import { cutWithLength, startOfText } from '../conclusions/cut-text.ts'

/** The most characters of a body in a report. */
const bodyLimit = 4096

/**
 * The beginning of a long text, with its length.
 * @param length The length of the whole text in characters, if `text` is only its beginning.
 */
export function cutBody(text: string, limit: number = bodyLimit, length?: number): string {
  return cutWithLength(text, limit, length)
}

/** The body of a response. A long one is cut to its beginning, with its length. */
export const responseBodyText = ({ text, length }: Pick<ReceivedResponse, 'text' | 'length'>, limit?: number): string =>
  cutBody(text, limit, length)

/** A response with only the beginning of its body, and the length of the whole body. */
export function cutResponse(response: ReceivedResponse): ReceivedResponse {
  const { text, length = text.length } = response
  const head = startOfText(text, bodyLimit)
  return { ...response, json: undefined, text: head, ...(head === text ? {} : { length }) }
}

/** A text in lines of a given width, broken between words. A longer word gets its own line. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Verdicts in words. */
export const verdictWords: Readonly<Record<Verdict | 'advice', string>> = {
  pass: 'passed',
  fail: 'failed',
  advice: 'advice',
  error: 'error of the kit',
  blocked: 'could not be decided',
  insufficientEvidence: 'could not be decided',
  notApplicable: 'not claimed',
  observed: 'observed',
}

/** "1 check", "2 checks". */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** Names in a sentence: a, b and c. */
export function joinNames(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ')
}

/** Milliseconds as text in seconds. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`
}

/** Milliseconds since 1970 as RFC 3339 in UTC. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** The minute of a time in milliseconds since 1970, for a person. */
export function minuteText(milliseconds: number): string {
  return `${isoTime(milliseconds).slice(0, 16).replace('T', ' ')} UTC`
}

/** A text with its first letter in upper case. */
export function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** A finding as text: a string unchanged, other values as JSON. */
export function findingText(value: unknown): string {
  return cutBody(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 600)
}
