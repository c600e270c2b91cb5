import type { ReceivedResponse } from '../conclusions/exchange.ts'
import { splitCookies } from '../conclusions/cookies-in.ts'
import { parseMethods } from '../reading/headers.ts'
import { isId } from '../reading/id-forms.ts'
import { findRelation, parseLinkHeader } from '../reading/link-header.ts'
import { pathStep } from './member-paths.ts'

/** The JSON types of values. A member may have several. */
export const jsonTypes = ['string', 'number', 'boolean', 'null', 'array', 'object'] as const
export type JsonType = (typeof jsonTypes)[number]

/**
 * The form of an answer, without its values. Two services that answer alike have the same form, whatever data they
 * hold. `emulator learn` keeps only this of an answer.
 */
export interface AnswerShape {
  readonly status: number
  /** In lower case, without parameters; empty without a body. */
  readonly mediaType: string
  /**
   * The types of each member, by its path: names with dots between them, `[]` for the items of an array and `{}` for
   * the members of a map by id. The path of the whole body is empty. Sorted by path.
   */
  readonly members: Readonly<Record<string, readonly JsonType[]>>
  /** The relations of the Link header with the names of their attributes, such as `next cursor results`. Sorted. */
  readonly relations: readonly string[]
  /** The names of the other headers that an application sets, and of its cookies. Sorted. */
  readonly headers: readonly string[]
  /** The methods of the Allow header. Sorted. */
  readonly allow: readonly string[]
  /** The redirect that led to the answer, or that the answer itself is: `308 slash`, `307 via=edge` or `302 elsewhere`. */
  readonly redirect?: string
}

/** True for a status that shows only that the service did not answer: an outage or a quota. */
export function isOutage(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501)
}

/** The most members that are compared, since a hostile body may have any number. */
const mostPaths = 2000
const mostLevels = 12
/** The most items of a list that are read. */
const mostItems = 500

/** The form of a response. */
export function toAnswerShape(response: Pick<ReceivedResponse, 'status' | 'headers' | 'json' | 'text'>): AnswerShape {
  const { status, headers, json, text } = response
  return {
    status,
    mediaType: text === '' ? '' : (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase().slice(0, 100),
    members: json === undefined ? {} : memberTypes(json),
    relations: parseRelations(headers['link']),
    headers: headerNames(headers).toSorted(),
    allow: [...parseMethods(headers['allow'])].toSorted(),
  }
}

const headerName = /^[a-z0-9-]{1,100}$/

/** Headers of the message and of what it passes, and those that have their own member. */
const ofTransport =
  /^(?:date|via|server|connection|keep-alive|proxy-connection|transfer-encoding|trailer|upgrade|content-(?:length|encoding|type)|link|allow|vary|(?:access-control|x-emulator)-.*)$/

/** The names of the headers that an application sets: a cookie by its own, as in `set-cookie session`. */
function headerNames(headers: ReceivedResponse['headers']): readonly string[] {
  return Object.entries(headers)
    .filter(([name]) => headerName.test(name) && !ofTransport.test(name))
    .flatMap(([name, value]) => (name === 'set-cookie' ? splitCookies(value).map(cookieEntry) : [name]))
}

const cookieEntry = (cookie: string): string => `set-cookie ${/^[\w.-]{1,40}(?==)/.exec(cookie)?.[0] ?? ''}`.trim()

/** The types of each member of a JSON value, by its path. */
export function memberTypes(json: unknown): AnswerShape['members'] {
  const members = new Map<string, Set<JsonType>>()
  collectMembers(json, '', 0, members)
  const sorted = [...members].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(sorted.map(([path, types]) => [path, [...types].toSorted()]))
}

function collectMembers(value: unknown, path: string, level: number, members: Map<string, Set<JsonType>>): void {
  let types = members.get(path)
  if (!types) {
    if (members.size >= mostPaths) return
    members.set(path, (types = new Set()))
  }
  types.add(jsonType(value))
  if (level >= mostLevels || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value.slice(0, mostItems)) collectMembers(item, `${path}[]`, level + 1, members)
    return
  }
  for (const [name, member] of Object.entries(value).slice(0, mostItems)) {
    const step = isId(name) ? '{}' : pathStep(name)
    collectMembers(member, path === '' ? step : `${path}.${step}`, level + 1, members)
  }
}

/** The JSON type of a value. */
export function jsonType(value: unknown): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as JsonType
}

function parseRelations(header: string | undefined): readonly string[] {
  const entries = header === undefined ? [] : (parseLinkHeader(header) ?? [])
  return ['previous', 'prev', 'next', 'first', 'last'].flatMap((relation) => {
    const entry = findRelation(entries, relation)
    if (!entry) return []
    const attributes = Object.keys(entry.parameters).filter((name) => /^[\w-]{1,40}$/.test(name) && name !== 'rel')
    return [[relation, ...attributes.toSorted()].join(' ')]
  })
}
