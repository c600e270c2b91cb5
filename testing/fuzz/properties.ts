// The properties of every answer.
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { Setup } from './setups.ts'
import { type Operation, type Read } from './documented.ts'
import { canaryOf } from './fill-placeholders.ts'

/** The longest answer to a refused request, in bytes. */
export const longestRefusal = 65_536

/** An answer is no longer than this, plus `growth` bytes for each byte that came in or is kept. */
const shortestBound = 1_500_000
/** A control character that comes as one byte is shown as six, and MCP shows a result twice. */
const growth = 24

const types = /^(application\/json|application\/problem\+json|text\/html|text\/event-stream)(;|$)/
/** A case is a compressed file. */
const typeOfCases = 'application/gzip'

/** The state of an episode so far. */
export interface SoFar {
  /** Bytes that came in, all requests together. */
  bytesIn: number
  /** True if the conventions are those of the setup. The control API can change them. */
  sameConventions: boolean
  /** True if faults were pending when the request came, so that its answer may be anything. */
  faulty: boolean
  /** The worlds meant by requests that came to the default world: its journal has them. */
  readonly strays: Set<string>
}

/** Names what is wrong with an answer; undefined when nothing is. */
export function wrongWith(
  request: { readonly method: string; readonly world: string },
  answer: Read & { readonly headers: Headers },
  operation: Operation,
  setup: Setup,
  soFar: SoFar,
): string | undefined {
  const { status, type, text } = answer
  const deviates = setup.deviations.length > 0 && !operation.isControl
  const isFree = (soFar.faulty && !operation.isControl) || deviates
  if (status < 200 || status > 599) return `the status ${status}`
  if (status >= 500 && !wasAsked(status, setup, soFar))
    return `${status}, which nothing asked for: ${text.slice(0, 400)}`
  if (request.method === 'HEAD' && text !== '') return 'a body in answer to HEAD'
  const size = new TextEncoder().encode(text).length
  if (status >= 400 && size > longestRefusal) return `a refusal of ${size} bytes; at most ${longestRefusal} are allowed`
  if (size > shortestBound + growth * soFar.bytesIn)
    return `${size} bytes out for ${soFar.bytesIn} bytes in, all requests together`
  for (const world of ['default', 'blue', 'green'])
    if (
      world !== operation.world &&
      text.includes(canaryOf(world)) &&
      request.world !== world &&
      !(operation.world === 'default' && soFar.strays.has(world))
    )
      return `a text of the world ${world} in ${operation.world}`
  if (isFree) return undefined
  const isCase = type === typeOfCases && operation.isControl && operation.id === 'case'
  if (text !== '' && !types.test(type) && !isCase) return `the Content-Type ${JSON.stringify(type)}`
  if (/json/.test(type) && text !== '' && !isJson(text)) return `a body that is not JSON: ${text.slice(0, 200)}`
  if (status === 405 && !answer.headers.get('allow')?.endsWith('OPTIONS')) return '405 without Allow'
  if (request.method === 'OPTIONS' || request.method === 'HEAD') return undefined
  return soFar.sameConventions || operation.isControl ? operation.fault(answer) : undefined
}

function wasAsked(status: number, { deviations, options }: Setup, { faulty }: SoFar): boolean {
  if (faulty || deviations.some(({ description }) => description.includes(String(status)))) return true
  return (options.faults ?? []).some((fault) => fault.status === status)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The fault of the journals at the end; undefined when they stay within their bounds. */
export function wrongWithJournals({ worlds }: Emulator, { options }: Setup): string | undefined {
  const { entries = 10_000, bytes = 16_777_216 } = options.requests ?? {}
  for (const name of worlds.names) {
    const { requests } = worlds.use(name)
    const found = requests.find()
    if (requests.size > entries || found.length !== requests.size)
      return `${requests.size} requests in the journal of ${name}; at most ${entries} are allowed`
    requests.unread()
    let kept = 0
    for (const { path, query, headers, body, refusal } of found)
      kept += JSON.stringify([path, query, headers, body, refusal]).length
    // JSON writes a character as up to six, and a secret as ten.
    if (kept > 12 * bytes) return `${kept} characters in the journal of ${name}; it keeps about ${bytes} bytes`
  }
  return undefined
}
