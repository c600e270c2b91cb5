import type { Exchange } from '../exchange.ts'
import { isObject } from './find-list.ts'

/** Whether an answer serves something: a success that is neither an error in the guise of one nor a page to sign in on. */
export function serves({ response }: Exchange): boolean {
  const { status, json, text, headers } = response
  if (status < 200 || status >= 300) return false
  if (json === undefined && text !== '' && /html/i.test(headers['content-type'] ?? '')) return false
  return !isError(json)
}

function isError(json: unknown): boolean {
  if (!isObject(json)) return false
  const told = ['error', 'errors'].some((name) => Boolean(json[name]) && !(Array.isArray(json[name]) && json[name].length === 0))
  return told || json['success'] === false || json['ok'] === false
}
