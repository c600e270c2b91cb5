import { decodedSegments } from '../catalogue/operation-paths.ts'
import { stripPrefix, isBare } from './id-forms.ts'

/** The name of the list at an address. An array with this name in the answer takes precedence. */
export function addressListName(url: string): string | undefined {
  return decodedSegments(new URL(url).pathname).at(-1)
}

/** A record of a target, in any shape. */
export type Item = Readonly<Record<string, unknown>>

/** A list in an answer. */
export interface FoundList {
  /** The path to the array; empty for a bare array. */
  readonly path: readonly string[]
  readonly items: readonly Item[]
}

/** The longest path to a list or a record, since clause 4 does not show an envelope. */
const maxDepth = 8

interface Candidate {
  readonly path: readonly string[]
  readonly items: readonly unknown[]
}

/** Names of members that do not contain the records but accompany them, as in JSON:API. */
const besideNames = new Set([
  'included',
  'errors',
  'warnings',
  'links',
  'facets',
  'filters',
  'aggregations',
  'columns',
  'sort',
  'meta',
])
const usualNames = new Set([
  'data',
  'items',
  'results',
  'records',
  'entries',
  'edges',
  'nodes',
  'content',
  'value',
  'values',
  'list',
  'rows',
  'hits',
])

/** The records of an object whose keys are their ids; undefined for any other value. */
function keyedItems(value: unknown): readonly Item[] | undefined {
  if (!isObject(value)) return undefined
  const ids = Object.keys(value)
  if (ids.length === 0 || !ids.every((id) => isBare(id) && isObject(value[id]))) return undefined
  return ids.map((id) => ({ id, ...(value[id] as Item) }))
}

/**
 * Finds the list in an answer, whose envelope clause 4 does not show: a bare array, an array within objects, or an
 * object whose keys are the ids of the records. The shallowest array of objects with an id wins, then an empty array,
 * then one of objects without an id.
 * @param known The path to the list, if it is known. A null member is an empty list, and so is a missing one unless the
 * records are elsewhere.
 * @param name The name of the list: an array with that name takes precedence over others at its depth.
 */
export function findList(json: unknown, known?: readonly string[], name?: string): FoundList | undefined {
  if (known) {
    const value = readMemberPath(json, known)
    if (Array.isArray(value)) return { path: known, items: value.map(toItem) }
    const items = keyedItems(value)
    if (items) return { path: known, items }
    if (value === undefined || known.length === 0) {
      // Another query or credential may have another envelope.
      const other = findList(json, undefined, name)
      if (other && isMain(json, other)) return other
    }
    const isEmpty = value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0)
    return isObject(json) && isEmpty ? { path: known, items: [] } : undefined
  }
  const everything = candidateArrays(json)
  const central = everything.filter(({ path }) => !path.some((member) => besideNames.has(member)))
  const arrays = central.length > 0 ? central : everything
  const hasId = ({ items }: Candidate) => items.some((item) => itemId(item) !== undefined)
  const kinds = [hasId, ({ items }: Candidate) => items.length === 0, ({ items }: Candidate) => items.every(isObject)]
  for (const kind of kinds) {
    const found = arrays.filter(kind)
    const shallowest = found.filter(({ path }) => path.length === found[0]!.path.length)
    const best = shallowest.sort(
      (left, right) => rank(left, name) - rank(right, name) || right.items.length - left.items.length,
    )[0]
    if (best) return { path: best.path, items: best.items.map(toItem) }
  }
  return emptyList(json, name)
}

/**
 * Returns true if a list is neither next to the records nor part of one record, and is empty or has records with ids.
 */
function isMain(json: unknown, { path, items }: FoundList): boolean {
  const isBeside = path.some((member) => besideNames.has(member))
  const isEmptyOrOfRecords = items.length === 0 || items.some((item) => itemId(item) !== undefined)
  return isEmptyOrOfRecords && !isBeside && !isWithinRecord(json, path)
}

/** Returns true if a path goes through a record, so that its target is a list of that record. */
function isWithinRecord(json: unknown, path: readonly string[]): boolean {
  return path.some((_, depth) => {
    const above = path.slice(0, depth).reduce((value: unknown, member) => (value as Item)[member], json)
    return isObject(above) && typeof above['id'] === 'string' && isBare(stripPrefix(above['id']))
  })
}

/** The member at a path of names. */
export function readMemberPath(json: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), json)
}

/** A member of a list that is not an object, such as null, counts as a record without members. */
function toItem(item: unknown): Item {
  return isObject(item) ? item : {}
}

/**
 * An empty list in the form of some frameworks: null, or an empty object instead of records by id. Only a member with a
 * usual name of a list counts, since any other may be something else.
 */
function emptyList(json: unknown, name: string | undefined): FoundList | undefined {
  const isEmpty = (value: unknown) => value === null || (isObject(value) && Object.keys(value).length === 0)
  const isList = (member: string) =>
    usualNames.has(member) || (name !== undefined && normalizeName(member) === normalizeName(name))
  const within = (value: unknown, path: readonly string[]): FoundList | undefined => {
    if (!isObject(value)) return undefined
    const found = Object.keys(value).find((member) => isList(member) && isEmpty(value[member]))
    if (found !== undefined) return { path: [...path, found], items: [] }
    if (path.length > 0) return undefined
    return Object.entries(value)
      .map(([member, inner]) => (besideNames.has(member) ? undefined : within(inner, [member])))
      .find((found) => found !== undefined)
  }
  return within(json, [])
}

const normalizeName = (text: string): string => text.replaceAll(/[-_]/g, '').toLowerCase()

/** The candidates in an answer. Each observer of a run looks for the list in the same answers. */
const candidatesIn = new WeakMap<object, readonly Candidate[]>()

/** All arrays within objects, and all objects of records by id, shallowest first. */
function candidateArrays(json: unknown): readonly Candidate[] {
  if (typeof json !== 'object' || json === null) return []
  const known = candidatesIn.get(json)
  if (known) return known
  const arrays: Candidate[] = []
  let level: { path: readonly string[]; value: unknown }[] = [{ path: [], value: json }]
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    const next: typeof level = []
    for (const { path, value } of level) {
      const items = Array.isArray(value) ? value : keyedItems(value)
      if (items) arrays.push({ path, items })
      else if (isObject(value))
        for (const [member, inner] of Object.entries(value))
          if (typeof inner === 'object') next.push({ path: [...path, member], value: inner })
    }
    level = next
  }
  candidatesIn.set(json, arrays)
  return arrays
}

function rank({ path }: Candidate, name: string | undefined): number {
  const last = path.at(-1) ?? ''
  return last === name ? 0 : usualNames.has(last) ? 1 : 2
}

/** The id of a record: its own `id`, or that of the only object in it, as in `{ cursor, node: { id } }`. */
export function itemId(item: unknown): string | undefined {
  const record = findRecord(item)
  return typeof record?.['id'] === 'string' ? record['id'] : undefined
}

/** The record in a value: the object with a member `id`, or the only inner object with one. */
export function findRecord(item: unknown, depth = 2): Item | undefined {
  if (!isObject(item)) return undefined
  if (Object.hasOwn(item, 'id')) return item
  // An object with a name is a record without an id. Its inner objects are others that it refers to.
  if (depth === 0 || Object.hasOwn(item, 'name')) return undefined
  const inner = Object.values(item)
    .map((member) => findRecord(member, depth - 1))
    .filter((record) => record !== undefined)
  return inner.length === 1 ? inner[0] : undefined
}

/** The members that identify objects. */
const identities = ['id', 'name'] as const

/** Names of inner objects with the members of a record that itself has an id and a name, as in JSON:API. */
const partNames: ReadonlySet<string> = new Set(['attributes', 'data', 'details', 'fields', 'properties', 'values'])

/**
 * The value of a named member of a record, or of an inner object such as `attributes`; undefined if there is none. An
 * inner object that also has an id or a name is another object that the record refers to.
 */
export function findMember(item: unknown, name: string): unknown {
  return searchMember(item, name, () => true)
}

/**
 * Like `memberOf`, but ignores inner objects of a record with an id and a name that may be about something else, such
 * as `billing`.
 */
export function findOwnMember(item: unknown, name: string): unknown {
  return searchMember(item, name, (member) => partNames.has(member))
}

function searchMember(
  item: unknown,
  name: string,
  isPart: (member: string) => boolean,
  depth = 3,
  outer: readonly string[] = [],
): unknown {
  if (!isObject(item)) return undefined
  if (Object.hasOwn(item, name)) return item[name]
  if (depth === 0) return undefined
  const has = (object: unknown, key: string) => isObject(object) && Object.hasOwn(object, key)
  const known = identities.filter((key) => outer.includes(key) || has(item, key))
  const nested = Object.entries(item).filter(([, object]) => !known.some((key) => has(object, key)))
  const parts = nested.filter(([member, object]) => isPart(member) || identities.some((key) => has(object, key)))
  for (const [, object] of parts.length > 0 || known.length === identities.length ? parts : nested) {
    const found = searchMember(object, name, isPart, depth - 1, known)
    if (found !== undefined) return found
  }
  return undefined
}

/** The record in an answer about one object: the shallowest object with an id, or with the wanted id. */
export function findObject(json: unknown, wantedId?: string): Item | undefined {
  let level: unknown[] = [json]
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    for (const value of level)
      if (isObject(value) && typeof value['id'] === 'string' && (wantedId === undefined || value['id'] === wantedId))
        return value
    level = level.flatMap((value) => (isObject(value) ? Object.values(value) : []))
  }
  return undefined
}

/** All texts in a JSON value, with their paths. */
export function collectTexts(
  json: unknown,
  path: readonly string[] = [],
): readonly { readonly path: readonly string[]; readonly text: string }[] {
  if (typeof json === 'string') return [{ path, text: json }]
  if (Array.isArray(json)) return json.flatMap((item, index) => collectTexts(item, [...path, String(index)]))
  if (isObject(json)) return Object.entries(json).flatMap(([name, member]) => collectTexts(member, [...path, name]))
  return []
}

/** All names and values in a JSON value as texts, since another JSON text may escape them differently. */
export function collectWords(json: unknown): readonly string[] {
  if (Array.isArray(json)) return json.flatMap((item) => collectWords(item))
  if (isObject(json)) return Object.entries(json).flatMap(([name, member]) => [name, ...collectWords(member)])
  return [String(json)]
}

/** Returns true if a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
