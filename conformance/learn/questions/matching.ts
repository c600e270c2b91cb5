// Finds the recorded exchange that answers a question: one like its call, with an answer that shows something.
import { decodedSegments } from '../../catalogue/operation-paths.ts'
import type { Call } from '../../judge/call.ts'
import { isObject } from '../../reading/find-list.ts'
import { isId } from '../../reading/id-forms.ts'
import { parseJson } from '../../send/parse-json.ts'
import { isRefusalStatus } from '../../reading/success.ts'
import type { Matches, RecordedCall } from './question.ts'

/** A value in a call that means any value in recorded traffic. It has the form of an id. */
export const anyValue = 'AnyValueInRecordedTraffic00'

/**
 * Returns true if a recorded request is like a call: the same operation with the same parameters, and in each place a
 * value of the same kind. An address that the service gave must be the same. Parameters do not matter to a request
 * without credentials.
 */
export function matchesCall({ method = 'GET', path, query = {}, as }: Call, recorded: RecordedCall): boolean {
  if (recorded.method !== method) return false
  if (typeof path === 'string')
    return path === anyValue || sortedAddress(path) === sortedAddress(recorded.exchange.request.url)
  const parameters = Object.entries(query)
  return (
    (path.operation === undefined
      ? isAddressLike(path.address, recorded.path)
      : path.operation === recorded.operation &&
        Object.entries(path.values).every(([name, value]) => isValueLike(value, recorded.values[name] ?? ''))) &&
    (as === 'none' || recorded.query.size === parameters.length) &&
    parameters.every(([name, value]) => isValueLike(String(value), recorded.query.get(name)))
  )
}

function sortedAddress(address: string): string {
  const url = new URL(address)
  url.searchParams.sort()
  return url.href
}

function isAddressLike(address: string, path: string): boolean {
  const [asked, sent] = [decodedSegments(address), decodedSegments(path)]
  return (
    address.endsWith('/') === path.endsWith('/') &&
    asked.length === sent.length &&
    asked.every((part, index) => part === sent[index] || (isId(part) && isId(sent[index]!)))
  )
}

/** A limit that exceeds every page size. */
export const hugeLimit = 1_000_000

/** Returns true for a value of the same kind: an id, a huge number, or any other text; and for the same value. */
function isValueLike(asked: string, sent: string | null): boolean {
  if (sent === null || asked === sent || asked === anyValue) return sent !== null
  if (isId(asked)) return isId(sent)
  const number = Number(asked)
  return Number.isNaN(number) ? sent !== '' && !isId(sent) : number >= hugeLimit && Number(sent) >= hugeLimit
}

export const matchesBoth =
  (...conditions: readonly Matches[]): Matches =>
  (recorded, asking) =>
    conditions.every((matches) => matches(recorded, asking))

export const anything: Matches = () => true

/** An answer with one of these statuses, or with one that begins with such a digit. */
export const hasStatus =
  (...statuses: readonly number[]): Matches =>
  ({ status }) =>
    statuses.includes(status) || statuses.includes(Math.trunc(status / 100))

export const succeeded: Matches = hasStatus(2)
/** Accepted or refused input. Other refusals, such as 401, have other causes. */
export const judged: Matches = hasStatus(2, 400, 422)
export const refused: Matches = hasStatus(400, 404, 409, 410, 422)
/** An address that is served, or is not found. */
export const isKnownAddress: Matches = hasStatus(2, 404, 405)
/** The statuses of missing objects. Other statuses may be about permissions. */
export const notThere: Matches = hasStatus(404, 410)
export const isAnonymousRefusal: Matches = ({ authorization, status }, { keepsCredentials }) =>
  keepsCredentials && authorization === undefined && isRefusalStatus(status) && status !== 400 && status !== 429

/** Another request like the one that answered a question. */
export const again =
  (question: string): Matches =>
  ({ exchange }, { answers }) => {
    const first = answers.get(question)
    return first !== undefined && first !== exchange && first.request.url === exchange.request.url
  }

/** The members of a recorded body in JSON. */
export function recordedMembers({ exchange }: RecordedCall): Readonly<Record<string, unknown>> {
  const json = parseJson(exchange.request.body ?? '')
  return isObject(json) ? json : {}
}
