// Checks the records and members that callers give to `emulator.data`.
import {
  bareReference,
  holdsReference,
  memberReferences,
  type ResourceCollection,
  resourceByCollection,
  resourceSchema,
} from '../../model/resources/resources.ts'
import type { Resource, StoredRecord } from '../../model/contract/resource.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import { highestId, parseId } from '../../model/resources/ids.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { describeFaults, type Faults } from '../../tools/json-schema.ts'
import { findFaults } from '../../tools/schema-validator.ts'
import { collectionNames } from '../collections.ts'
import { isObject } from '../../tools/is-object.ts'
import { deepestNesting, nestsTooDeep } from '../../tools/json-bounds.ts'
import { shortJson } from '../../tools/short-text.ts'
import { didYouMean } from '../../tools/nearest.ts'

/** The error for an invalid record, member or selection of records. */
export function invalidRecord(message: string, details: Faults = []): EmulatorError {
  return new EmulatorError('invalid_record', message, { details })
}

/** Adds the index of a record to its error. */
export function addRecordIndex({ code, message, details }: EmulatorError, index: number): EmulatorError {
  return new EmulatorError(code, `Record ${index}: ${message} Nothing was created.`, {
    details: details.map((detail) => ({ ...detail, at: `/${index}${detail.at}` })),
  })
}

/** The error for a member that the records of a collection do not have. */
export function unknownRecordMember(name: string, collection: string, known: readonly string[]): EmulatorError {
  const hint = didYouMean(name, known)
  return invalidRecord(`${collection} has no member ${shortJson(name)}${hint} The members are ${known.join(', ')}.`, [
    { at: `/${name}`, message: 'is not known' },
  ])
}

/** The members of a record, by name. */
export type Members = Readonly<Record<string, unknown>>

/** @throws EmulatorError `invalid_record` when the members are not an object, or the records have no such member. */
function assertRecordMembers(collection: ResourceCollection, members: Members): void {
  if (!isObject(members))
    throw invalidRecord(
      Array.isArray(members)
        ? 'The members of a record must be an object; got a list: insertAll takes several records.'
        : `The members of a record must be an object; got ${shortJson(members)}.`,
    )
  for (const name in members) if (Object.hasOwn(members, name)) assertMemberName(collection, name)
}

/** @throws EmulatorError `invalid_record` when the records of a collection have no such member. */
function assertMemberName(collection: ResourceCollection, name: string): void {
  const { properties } = resourceByCollection[collection].schema
  if (!Object.hasOwn(properties, name)) throw unknownRecordMember(name, collection, Object.keys(properties))
}

/** Converts members to their stored form. @throws EmulatorError `invalid_record` for an unknown member. */
export function readMembers(collection: ResourceCollection, members: Members): Members {
  const resource: Resource = resourceByCollection[collection]
  assertRecordMembers(collection, members)
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, bareReference(resource.members[name], toJsonCopy(name, value))]),
  )
}

/** A JSON copy of a value. @throws EmulatorError `invalid_record` for a value that JSON cannot represent. */
function toJsonCopy(name: string, value: unknown): unknown {
  try {
    const text = JSON.stringify(value, (_, part: unknown) => {
      if (typeof part === 'function' || (typeof part === 'number' && !Number.isFinite(part))) throw part
      return part
    })
    if (!nestsTooDeep(text)) return JSON.parse(text)
  } catch {
    // JSON cannot represent NaN, a bigint, a function or a cycle.
  }
  throw invalidRecord(`${name} must be JSON, at most ${deepestNesting} levels deep; got ${shortJson(value)}.`)
}

/**
 * Checks the id of a new record.
 * @throws EmulatorError `invalid_record` when it is not a bare id; `record_conflict` when it is taken.
 */
export function readFreeId(world: WorldAccess, id: unknown): string {
  if (typeof id !== 'string' || parseId(id)?.prefix !== '' || id > highestId) {
    throw invalidRecord(
      `id must be a bare id, 27 characters from A-Z, a-z and 0-9 and at most ${highestId}; got ${shortJson(id)}. Leave it out to get one.`,
    )
  }
  const owner = collectionNames.find((name) => world.get(name, id))
  if (owner !== undefined)
    throw new EmulatorError(
      'record_conflict',
      `The id ${id} is taken by a record in ${owner}. Use another, or leave id out to get one.`,
    )
  return id
}

/**
 * Checks a record against the schema of its collection, and its references.
 * @throws EmulatorError `invalid_record`; `record_conflict` when its scope already has a configuration.
 */
export function assertFits(world: WorldAccess, collection: ResourceCollection, record: StoredRecord): void {
  const resource: Resource = resourceByCollection[collection]
  const faults = findFaults(resourceSchema(resource, world.openMembers), record)
  if (faults.length > 0) throw unfitRecordError(collection, faults)
  for (const [name, schema] of Object.entries(resource.members)) {
    const target = memberReferences(schema).find((reference) => holdsReference(reference, record))
    assertReference(world, name, record[name], target?.collection)
  }
  if (collection === 'configurations') assertFreeScope(world, record)
}

function assertFreeScope(world: WorldAccess, record: StoredRecord): void {
  const { scope_id: scopeId, scope_type: scopeType } = record
  const other = world
    .collection('configurations')
    .all({ where: { scope_id: String(scopeId) } })
    .find(({ id }) => id !== record.id)
  if (other)
    throw new EmulatorError(
      'record_conflict',
      `The ${String(scopeType)} ${String(scopeId)} already has the configuration ${other.id}; update that one.`,
    )
}

function assertReference(
  world: WorldAccess,
  name: string,
  value: unknown,
  target: ResourceCollection | undefined,
): void {
  if (!target || value === null || (typeof value === 'string' && world.get(target, value))) return
  throw invalidRecord(
    `${name} must be the id of a record in ${target}; got ${shortJson(value)}. Create that record first.`,
    [{ at: `/${name}`, message: `is not the id of a record in ${target}` }],
  )
}

function unfitRecordError(collection: ResourceCollection, faults: Faults): EmulatorError {
  const list = describeFaults(faults)
  return invalidRecord(`The record does not fit ${collection}: ${list}.`, faults)
}
