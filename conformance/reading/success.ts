import type { Exchange } from '../conclusions/exchange.ts'
import { findList, itemId, isObject } from './find-list.ts'
import { isBare } from './id-forms.ts'

/** Returns true for any status of success. Only that of `/0/` is stated (clauses 4.9 and 7). */
export const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300

/** True for a status that refuses a request. */
export function isRefusalStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500
}

/** Returns true if an answer has a status of success. `serves` also reads its body. */
export const hasSuccessStatus = ({ response }: Exchange): boolean => isSuccessStatus(response.status)

/**
 * Returns true if an answer is a success, and neither an error with status 200 nor a sign-in page. The same function
 * judges the request that must succeed and its counterpart that must not. Otherwise a server that always answers the
 * same could pass both.
 */
export function serves({ response }: Exchange): boolean {
  const { status, json, text, headers } = response
  if (!isSuccessStatus(status)) return false
  if (json === undefined && text !== '' && /html/i.test(headers['content-type'] ?? '')) return false
  return !isError(json) || hasRecords(json)
}

/**
 * Returns true if an answer refuses a write, so that it was not carried out. After a 5xx or a redirect, the server may
 * have carried it out.
 */
export function isUndone(exchange: Exchange): boolean {
  const { status } = exchange.response
  return status < 300 ? !serves(exchange) : isRefusalStatus(status)
}

/** Names of members whose values describe an error. */
const toldBy = ['error', 'errors']

/** Clause 7 shows only status 400, so a refusal may have status 200 and its code in the body. */
function isError(json: unknown): boolean {
  if (!isObject(json)) return false
  const told = toldBy.some((name) => Boolean(json[name]) && !(Array.isArray(json[name]) && json[name].length === 0))
  if (told || json['success'] === false || json['ok'] === false) return true
  // A record may have its own member `status`.
  return (
    json['id'] === undefined &&
    ['code', 'status', 'statusCode', 'status_code', 'errorCode', 'error_code'].some((name) => isErrorCode(json[name]))
  )
}

/** Returns true if an answer has records in addition to an error. An id elsewhere may be that of the request. */
function hasRecords(json: unknown): boolean {
  if (!isObject(json)) return false
  const rest = Object.fromEntries(Object.entries(json).filter(([name]) => !toldBy.includes(name)))
  const hasBareId = (item: unknown) => isBare(itemId(item) ?? '')
  return hasBareId(json['data']) || findList(rest)?.items.some(hasBareId) === true
}

function isErrorCode(code: unknown): boolean {
  return (
    (/^[45]\d\d$/.test(String(code)) && typeof code !== 'object') ||
    (typeof code === 'string' &&
      /^(?:error|un_?auth(?:ori[sz]ed|enticated)|forbidden|(?:access_?)?denied|not_?authenticated)$/i.test(code))
  )
}
