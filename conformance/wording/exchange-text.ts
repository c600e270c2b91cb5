import { type Exchange, wholeWords } from '../conclusions/exchange.ts'

/** The most characters of a body that a message repeats. */
const repeated = 120

/** A response in a few words, for a message. */
export function answerText({ response }: Pick<Exchange, 'response'>): string {
  const whole = response.text.replaceAll(/\s+/g, ' ')
  const body = whole.length <= repeated ? whole : `${wholeWords(whole, repeated)}…`
  const { location } = response.headers
  const details = [response.trouble, location === undefined ? undefined : `Location: ${location}`]
  const note = details.filter((detail) => detail !== undefined).join(', ')
  return `${response.status}${note === '' ? '' : ` (${note})`}${body === '' ? '' : ` ${body}`}`
}

/** An exchange as one line, without its bodies. */
export function exchangeLine({ request, response, durationMs }: Exchange): string {
  const trouble = response.trouble === undefined ? '' : ` (${response.trouble})`
  return `${request.method} ${request.url} ${response.status}${trouble} ${Math.round(durationMs)} ms`
}
