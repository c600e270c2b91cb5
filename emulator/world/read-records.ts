import { collectionNames } from './collections.ts'
import type { CollectionName } from '../model/contract/stored-records.ts'
import type { JsonSchema } from '../tools/json-schema.ts'
import { findFaults } from '../tools/schema-validator.ts'
import type { StoredRecord } from '../model/contract/resource.ts'
import {
  type OpenMembers,
  isResourceCollection,
  resourceByCollection,
  resourceSchema,
  referencedCollection,
} from '../model/resources/resources.ts'
import { didYouMean } from '../tools/nearest.ts'
import { highestId, parseId } from '../model/resources/ids.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { isObject } from '../tools/is-object.ts'
import { shortJson, shortPath } from '../tools/short-text.ts'

export type Records = Readonly<Partial<Record<CollectionName, readonly StoredRecord[]>>>

const text = { type: 'string' }
const texts = { type: 'array', items: text }
const textOrNull = { type: ['string', 'null'] }
const numberOrNull = { type: ['number', 'null'] }
const requiredObject = (
  members: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema => ({
  type: 'object',
  required: Object.keys(members),
  properties: { ...members, ...optional },
})

/** The members that the emulator relies on, in collections that no endpoint lists. */
const hiddenSchemas: Readonly<Partial<Record<CollectionName, JsonSchema>>> = {
  access_tokens: requiredObject({
    id: text,
    name: text,
    scopes: texts,
    expires_at: { type: 'number' },
    user_id: text,
    created_at: text,
  }),
  credentials: requiredObject({
    id: text,
    kind: text,
    user_id: text,
    scopes: texts,
    expires_at: numberOrNull,
    owner_id: text,
    project_id: textOrNull,
  }),
  connect_codes: requiredObject(
    {
      id: text,
      adapter: text,
      user_id: text,
      expires_at: { type: 'number' },
      used: { type: 'boolean' },
    },
    { application: text },
  ),
  adapter_records: requiredObject({ id: text, shelf: text, connection_id: text, kept: requiredObject({ id: text }) }),
}

const anyRecord = requiredObject({ id: text })

/** The schema of the records of a collection. */
export function storedRecordSchema(collection: CollectionName, openMembers: OpenMembers = false): JsonSchema {
  if (!isResourceCollection(collection)) return hiddenSchemas[collection] ?? anyRecord
  return resourceSchema(resourceByCollection[collection], openMembers)
}

/** The members of a resource whose values a fixture file can name: those by which lists filter. */
export function valuedMembers(name: string): readonly string[] {
  // The scopes of configurations are those of the specification.
  if (!isResourceCollection(name) || name === 'configurations') return []
  const { filters, members } = resourceByCollection[name]
  return filters.filter((member) => referencedCollection(members[member]) === undefined)
}

/**
 * Reads the member `members` of a fixture file, a snapshot or a case. @returns true for `open`.
 * @throws EmulatorError `invalid_seed`
 */
export function readMembersOption(value: unknown): OpenMembers {
  if (value === undefined || value === 'closed') return false
  if (value === 'open') return true
  if (!isObject(value))
    throw new EmulatorError(
      'invalid_seed',
      `members must be open or closed, or values such as {"resources": {"status": ["active"]}}; got ${shortJson(value)}.`,
    )
  for (const [collection, members] of Object.entries(value))
    for (const [name, values] of isObject(members) ? Object.entries(members) : [['', members] as const]) {
      const known = valuedMembers(collection)
      const place = shortPath(`members/${collection}/${name}`)
      if (!known.includes(name))
        throw new EmulatorError(
          'invalid_seed',
          `${place} is not a member whose values can be chosen; in ${shortPath(collection)} these are: ${known.join(', ') || 'none'}.`,
        )
      const isList = Array.isArray(values) && values.length > 0 && new Set(values).size === values.length
      if (!isList || !values.every((text) => typeof text === 'string' && text !== ''))
        throw new EmulatorError(
          'invalid_seed',
          `${place} must be a list of different strings; got ${shortJson(values)}.`,
        )
    }
  return value as OpenMembers
}

/** The member `members` of a file, as `readMembersOption` reads it; none if members are closed. */
export function membersOption(openMembers: OpenMembers): { readonly members?: MembersOption } {
  return openMembers === false ? {} : { members: openMembers === true ? 'open' : openMembers }
}

/** The member `members` of a file whose records are not closed. */
export type MembersOption = 'open' | Exclude<OpenMembers, boolean>

/** @throws EmulatorError `invalid_seed` for an unknown collection. */
function assertCollectionName(name: string | number): asserts name is CollectionName {
  if (collectionNames.includes(name as CollectionName)) return
  const hint = didYouMean(String(name), collectionNames)
  throw new EmulatorError(
    'invalid_seed',
    `there is no collection ${shortJson(name)}${hint} The collections are ${collectionNames.join(', ')}.`,
  )
}

/**
 * Checks lists of records and sorts each by id.
 * @throws EmulatorError `invalid_seed` for an unknown collection, an unknown, missing or malformed member, or a
 * repeated id.
 */
export function readRecords(collections: Readonly<Record<string, unknown>>, openMembers: OpenMembers = false): Records {
  const records: Partial<Record<CollectionName, readonly StoredRecord[]>> = {}
  const ids = new Set<string>()
  for (const [name, list] of Object.entries(collections)) {
    assertCollectionName(name)
    if (!Array.isArray(list))
      throw new EmulatorError(
        'invalid_seed',
        `${name} must be a list of records; got ${list === null ? 'null' : typeof list}.`,
      )
    for (const [index, record] of (list as StoredRecord[]).entries()) {
      assertRecord(name, index, record, openMembers)
      if (ids.has(record.id))
        throw new EmulatorError(
          'invalid_seed',
          `${name}[${index}] has the id ${shortPath(record.id)}, which ${locateRecord(record.id, collections)} already has; use another.`,
        )
      ids.add(record.id)
    }
    records[name] = (list as StoredRecord[]).toSorted((left, right) => (left.id < right.id ? -1 : 1))
  }
  return records
}

/** @throws EmulatorError `invalid_seed` for an unknown, missing or malformed member. */
function assertRecord(name: CollectionName, index: number, record: StoredRecord, openMembers: OpenMembers): void {
  const place = `${name}[${index}]`
  const [fault] = findFaults(storedRecordSchema(name, openMembers), record)
  if (fault) throw new EmulatorError('invalid_seed', `${place}${fault.at} ${fault.message}.`)
  if (Object.hasOwn(record, '__proto__'))
    throw new EmulatorError('invalid_seed', `${place} has a member __proto__; leave it out.`)
  const { id } = record
  if (parseId(id) && id > highestId)
    throw new EmulatorError(
      'invalid_seed',
      `${place} has the id ${id}, which is above ${highestId}, the highest in the KSUID layout; use a lower one.`,
    )
}

/** The place of the first record with an id. */
function locateRecord(id: string, collections: Readonly<Record<string, unknown>>): string {
  const [name, list] = Object.entries(collections as Readonly<Record<string, readonly StoredRecord[]>>).find(
    ([, records]) => records.some((record) => record.id === id),
  )!
  return `${name}[${list.findIndex((record) => record.id === id)}]`
}
