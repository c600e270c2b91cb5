import type { Verdict } from '../conclusions/conclusion.ts'
import { cutAt, headOf } from '../conclusions/cut-text.ts'

/** The most characters of a body in a report. */
const bodyLimit = 4096

/** A body, or the head of one with the length of the whole. */
export interface BodyHead {
  /** The text of the body, or its head. */
  readonly body: string
  /** The characters of the whole body, where only its head is here. */
  readonly length?: number | undefined
}

/**
 * The head of a long text, with a mark that says how long it was.
 * @param length The characters of the whole text, where the text is only its head.
 */
export function cut(text: string, limit: number = bodyLimit, length?: number): string {
  return cutAt(text, limit, length)
}

/** A body as text: the head of a long one, with a mark that says how long it was. */
export const bodyText = ({ body, length }: BodyHead, limit?: number): string => cut(body, limit, length)

/** The head of a long body, with its length. Each format writes the mark that it was cut. */
export function toBodyHead(text: string, length?: number): BodyHead {
  const body = headOf(text, bodyLimit)
  const whole = length ?? text.length
  return body === text && length === undefined ? { body } : { body, length: whole }
}

/** A text in lines of a width, broken between words. A longer word has a line to itself. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Verdicts in words for people. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  pass: 'passed',
  fail: 'failed',
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

/** Names in a list, the first ones of many: "a, b and 3 more". */
export function named(names: readonly string[], most: number): string {
  // "and 1 more" would be no shorter than the name.
  const rest = names.length - most
  return rest > 1 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ')
}

/** Milliseconds as seconds, for people. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`
}

/** Milliseconds since 1970 as RFC 3339 in UTC. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** A finding as text: a string as it is, other values as JSON. */
export function findingText(value: unknown): string {
  return cut(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 600)
}
