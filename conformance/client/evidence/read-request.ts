// Reads what a client sent. It is written apart from the emulator's own reading, so that no fault hides in both.
import { isSuccessStatus } from '../../reading/success.ts'
import type { ReceivedAnswer, ReceivedRequest } from './transcript.ts'

/** The value of a header, by its name in any case; the values of a repeated one are joined with a comma. */
export function headerOf({ headers }: Pick<ReceivedRequest, 'headers'>, name: string): string | undefined {
  const values = headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(', ')
}

/** The parameters of the query, decoded, in the order in which they came. */
export function queryOf({ search }: Pick<ReceivedRequest, 'search'>): URLSearchParams {
  return new URLSearchParams(search)
}

/** The values of one parameter, decoded; undefined where one has a % that begins no escape: servers differ there. */
export function valuesOf({ search }: Pick<ReceivedRequest, 'search'>, name: string): readonly string[] | undefined {
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => new URLSearchParams(pair).has(name))
  if (pairs.some((pair) => /%(?![0-9a-f]{2})/i.test(pair))) return undefined
  return new URLSearchParams(pairs.join('&')).getAll(name)
}

/** The parameters of a form; empty for any other body. */
export function formOf({ body }: Pick<ReceivedRequest, 'body'>): URLSearchParams {
  return new URLSearchParams(body ?? '')
}

/** The value of a JSON body; undefined for any other body. */
export function jsonOf({ body }: { readonly body: string | undefined }): unknown {
  try {
    return body === undefined || body === '' ? undefined : JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Returns true if a request was answered with success. */
export function isAnswered({ answer }: Pick<ReceivedRequest, 'answer'>): boolean {
  return answer !== undefined && isSuccessStatus(answer.status)
}

const parsed = new WeakMap<ReceivedAnswer, unknown>()

/** The JSON of an answer, parsed once; undefined without one. */
export function answerJson({ answer }: Pick<ReceivedRequest, 'answer'>): unknown {
  if (!answer) return undefined
  if (!parsed.has(answer)) parsed.set(answer, jsonOf(answer))
  return parsed.get(answer)
}

/** The path and the query of a request. */
export function addressOf({ path, search }: Pick<ReceivedRequest, 'path' | 'search'>): string {
  return `${path}${search}`
}
