// A fault in a sentence, as a person would say it.
import type { Fault } from '../../disturb/faults/fault.ts'

/** Says which requests a fault strikes and what they get. */
export function faultText(fault: Fault): string {
  return `${requestsOf(fault)}: ${effectsOf(fault).join(', ')}.`
}

/** The requests that it strikes, from the next one on. */
function requestsOf({ times = 1, skip = 0, probability = 1, operation, world }: Fault): string {
  const where = `${operation === undefined ? '' : ` to ${operation}`}${world === undefined ? '' : ` in the world ${world}`}`
  const after = skip === 0 ? '' : `After ${skip === 1 ? 'one more request' : `${skip} more requests`}, `
  const all = times === 'always' ? 'every request' : times === 1 ? 'the next request' : `the next ${times} requests`
  const share = probability >= 1 ? all : `${percent(probability)} of ${times === 'always' ? 'all requests' : all}`
  const sentence = `${after}${share}`
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}${where}`
}

const percent = (share: number): string => `${Number((share * 100).toPrecision(3))} %`

/** The effects of a fault. */
function effectsOf({
  status,
  body,
  headers,
  retryAfter,
  delay,
  drop,
  truncate,
  breakJson,
  drip,
}: Fault): readonly string[] {
  const waits = delay === undefined ? [] : [`waits ${delayText(delay)}`]
  const answered =
    status === undefined && body === undefined
      ? []
      : [`answered with ${status ?? 200}${body === undefined ? '' : ` and ${bodyText(body)}`}`]
  return [
    ...waits,
    ...answered,
    ...(retryAfter === undefined ? [] : [`with Retry-After: ${retryAfter}`]),
    ...(drop === undefined
      ? []
      : [`${drop === 'before' ? 'not done and' : 'done, but'} not answered, as the connection closes`]),
    ...(truncate === undefined ? [] : ['answered with half of its body, as the connection closes']),
    ...(breakJson === undefined ? [] : ['answered with a body that is not JSON']),
    ...(drip === undefined ? [] : [`answered in pieces of ${drip.bytes} bytes, ${durationText(drip.interval)} apart`]),
    ...(headers === undefined ? [] : [`with the headers ${Object.keys(headers).join(', ')}`]),
  ]
}

function durationText(duration: number | string): string {
  return typeof duration === 'number' ? `${duration} ms` : duration
}

function delayText(delay: NonNullable<Fault['delay']>): string {
  return typeof delay === 'object'
    ? `${durationText(delay.p50)}, one of a hundred ${durationText(delay.p99)}`
    : durationText(delay)
}

/** The most characters of a body in the sentence. */
const longestBody = 60

function bodyText(body: unknown): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return text.length > longestBody ? `${text.slice(0, longestBody)}…` : text
}
