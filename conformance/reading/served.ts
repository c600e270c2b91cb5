import type { Exchange } from '../wire/exchange.ts'
import { isObject } from './find-list.ts'

/** Whether an answer serves something: a success that is not an error with status 200, and not a page to sign in. */
export function serves({ response }: Exchange): boolean {
  const { status, json, text, headers } = response
  if (status < 200 || status >= 300) return false
  if (json === undefined && text !== '' && /html/i.test(headers['content-type'] ?? '')) return false
  return !isError(json)
}

/** Statuses other than 400 are not shown (clause 7), so a refusal may come with 200 and its code in the body. */
function isError(json: unknown): boolean {
  if (!isObject(json)) return false
  const told = ['error', 'errors'].some(
    (name) => Boolean(json[name]) && !(Array.isArray(json[name]) && json[name].length === 0),
  )
  if (told || json['success'] === false || json['ok'] === false) return true
  // A record may have a status of its own.
  return (
    json['id'] === undefined &&
    ['code', 'status', 'statusCode', 'status_code', 'errorCode', 'error_code'].some((name) => isErrorCode(json[name]))
  )
}

function isErrorCode(code: unknown): boolean {
  return (
    (/^[45]\d\d$/.test(String(code)) && typeof code !== 'object') ||
    (typeof code === 'string' &&
      /^(?:error|un_?auth(?:ori[sz]ed|enticated)|forbidden|(?:access_?)?denied|not_?authenticated)$/i.test(code))
  )
}
