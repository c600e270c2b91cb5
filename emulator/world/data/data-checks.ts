// Checks the records and members that callers give to `emulator.data`.
import type { ResourceCollection } from '../../model/contract/resource-records.ts'
import type { Resource, StoredRecord } from '../../model/contract/resource.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import { configurationScopes } from '../../model/resources/configuration-scopes.ts'
import { referenceOf } from '../../model/resources/define-resource.ts'
import { highestId, parseId } from '../../model/resources/ids.ts'
import { isResourceCollection, resourceByCollection } from '../../model/resources/resources.ts'
import type { Selection } from '../../model/store/selection-plan.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { describeFaults, faultsOf } from '../../tools/json-schema.ts'
import { collectionNames } from '../collections.ts'
import { assertKnown } from './data-collections.ts'
import { unknownMember } from './data-errors.ts'
import { isObject } from '../../tools/is-object.ts'

/** The members of a record, by name. */
export type Members = Readonly<Record<string, unknown>>

/** Converts members to their stored form. @throws EmulatorError `invalid_record` for an unknown member. */
export function readMembers(collection: ResourceCollection, members: Members): Members {
  const resource: Resource = resourceByCollection[collection]
  const known = Object.keys(resource.schema.properties)
  if (!isObject(members))
    throw new EmulatorError(
      'invalid_record',
      Array.isArray(members)
        ? 'The members of a record must be an object; got a list: insertAll takes several records.'
        : `The members of a record must be an object; got ${JSON.stringify(members)}.`,
    )
  for (const name of Object.keys(members)) if (!known.includes(name)) throw unknownMember(name, collection, known)
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const isReference = referenceOf(resource.members[name]) !== undefined || name === 'scope_id'
        return [
          name,
          isReference && typeof value === 'string' ? (parseId(value)?.bare ?? value) : structuredClone(value),
        ]
      }),
  )
}

/**
 * Checks the id of a new record.
 * @throws EmulatorError `invalid_record` when it is not a bare id; `record_conflict` when it is taken.
 */
export function readFreeId(world: WorldAccess, id: unknown): string {
  if (typeof id !== 'string' || parseId(id)?.prefix !== '' || id > highestId) {
    throw new EmulatorError(
      'invalid_record',
      `id must be a bare id, 27 characters from A-Z, a-z and 0-9 and at most ${highestId}; got ${JSON.stringify(id)}. Leave it out to get one.`,
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
  const faults = faultsOf(resource.schema, record)
  if (faults.length > 0) {
    const list = describeFaults(faults)
    throw new EmulatorError('invalid_record', `The record does not fit ${collection}: ${list}.`, { details: faults })
  }
  for (const [name, schema] of Object.entries(resource.members))
    assertReference(world, name, record[name], referenceOf(schema))
  if (collection === 'configurations') assertScope(world, record)
}

function assertScope(world: WorldAccess, record: StoredRecord): void {
  const { scope_id: scopeId, scope_type: scopeType } = record
  const scope = configurationScopes.find(({ type }) => type === scopeType)
  assertReference(world, 'scope_id', scopeId, scope?.collection)
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
  throw new EmulatorError(
    'invalid_record',
    `${name} must be the id of a record in ${target}; got ${JSON.stringify(value)}. Create that record first.`,
    { details: [{ at: `/${name}`, message: `is not the id of a record in ${target}` }] },
  )
}

/** @throws EmulatorError `unknown_collection`; `invalid_record` for an unknown member. */
export function readFilters(collection: string, where: Members): Required<Pick<Selection, 'where' | 'nulls'>> {
  assertKnown(collection)
  const known = isResourceCollection(collection)
    ? Object.keys(resourceByCollection[collection].schema.properties)
    : undefined
  for (const name of Object.keys(where))
    if (known && !known.includes(name)) throw unknownMember(name, collection, known)
  const entries = Object.entries(where).filter(([, value]) => value !== undefined)
  const texts = entries
    .filter(([, value]) => value !== null)
    .map(([name, value]): [string, string] => [
      name,
      name.endsWith('_id') ? (parseId(String(value))?.bare ?? String(value)) : String(value),
    ])
  return {
    where: Object.fromEntries(texts),
    nulls: entries.filter(([, value]) => value === null).map(([name]) => name),
  }
}
