import { isObject } from '../../../tools/is-object.ts'
import { tryParseJson } from '../../../tools/try-parse-json.ts'

export type Members = Readonly<Record<string, unknown>>

/**
 * The JSON of a message, whose body can be read again; undefined if it is not JSON. @throws the error of a broken
 * connection.
 */
export async function readJson(message: Request | Response): Promise<unknown> {
  return tryParseJson(await message.clone().text())
}

/** The members of the JSON object in a message; none if it is not an object. */
export async function readBodyMembers(message: Request | Response): Promise<Members> {
  const json = await readJson(message)
  return isObject(json) ? json : {}
}

/** A response with another JSON body, and perhaps another status. */
export function replaceJsonBody(
  { headers, status: previous }: Response,
  body: unknown,
  status: number = previous,
): Response {
  const response = Response.json(body, { status, headers: new Headers(headers) })
  response.headers.delete('content-length')
  return response
}

/** A refusal as the default conventions write it. */
export const problem = (status: number, code = 'refused', message = 'It is not served.'): Response =>
  Response.json({ error: { code, message } }, { status })

export const notFound = (): Response => problem(404, 'not_found', 'There is nothing here.')

/** A response with a text of some media type. */
export const textResponse = (body: string, type: string, status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': type } })

export const noContent = (): Response => new Response(null, { status: 204 })

export interface ListedRecord {
  readonly id: string
  readonly [member: string]: unknown
}

/** The records of a list, in any envelope; none if the body has no list. */
export function listedRecords(body: unknown): readonly ListedRecord[] {
  const list = Array.isArray(body)
    ? body
    : Object.values(isObject(body) ? body : {}).find((member) => Array.isArray(member))
  return ((list ?? []) as unknown[]).filter((element): element is ListedRecord => isObject(element))
}

/** The body of a list with other records in it. */
export function replaceRecords(body: unknown, records: readonly unknown[]): unknown {
  if (Array.isArray(body)) return records
  const members = Object.entries(isObject(body) ? body : {})
  return Object.fromEntries(members.map(([name, value]) => [name, Array.isArray(value) ? records : value]))
}
