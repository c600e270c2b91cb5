// Reads the members by which callers of `emulator.data` choose records.
import type { WorldAccess } from '../../model/contract/world-access.ts'
import { parseId } from '../../model/resources/ids.ts'
import type { Selection } from '../../model/store/selection-plan.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { isObject } from '../../tools/is-object.ts'
import type { JsonSchema } from '../../tools/json-schema.ts'
import { findFaults } from '../../tools/schema-validator.ts'
import { findCandidates, didYouMean } from '../../tools/nearest.ts'
import { shortJson } from '../../tools/short-text.ts'
import { storedRecordSchema } from '../read-records.ts'
import { type Members, unknownRecordMember } from './data-checks.ts'
import type { DataCollection } from './data-collections.ts'

/**
 * Reads the members that records must equal.
 * @throws EmulatorError `invalid_record` for a member that no record has, or for a value that none can have.
 */
export function readFilters(
  world: WorldAccess,
  collection: DataCollection,
  where: Members,
): Required<Pick<Selection, 'where' | 'nulls'>> {
  // A Map has no own members, so it would match any record.
  if (!isObject(where) || Symbol.iterator in where)
    throw new EmulatorError(
      'invalid_record',
      `where must be an object with the members that records must equal, such as { name: 'Mine' }; got ${shortJson(where)}.`,
    )
  const { properties } = storedRecordSchema(collection, world.openMembers) as {
    readonly properties: Readonly<Record<string, JsonSchema>>
  }
  const entries = Object.entries(where)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, unknown] => [name, isIdName(name) ? bareId(value) : value])
  for (const [name, value] of entries) {
    const schema = Object.hasOwn(properties, name) ? properties[name]! : undefined
    if (!schema) assertMaybe(world, collection, name, Object.keys(properties))
    assertComparable(collection, name, value, schema)
  }
  return {
    where: Object.fromEntries(entries.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))),
    nulls: entries.filter(([, value]) => value === null).map(([name]) => name),
  }
}

const isIdName = (name: string): boolean => name === 'id' || name.endsWith('_id')

const bareId = (value: unknown): unknown => (typeof value === 'string' ? (parseId(value)?.bare ?? value) : value)

/**
 * Refuses a member that no resource has. If members are open, a record may have or have had it, so only a near match of
 * a known name is refused.
 * @throws EmulatorError `invalid_record`.
 */
function assertMaybe(world: WorldAccess, collection: DataCollection, name: string, known: readonly string[]): void {
  const names = new Set(known)
  if (world.openMembers)
    for (const record of world.collection(collection).all()) {
      if (Object.hasOwn(record, name)) return
      for (const member of Object.keys(record)) names.add(member)
    }
  const all = [...names]
  if (!world.openMembers || findCandidates(name, all).length > 0) throw unknownRecordMember(name, collection, all)
}

/** @throws EmulatorError `invalid_record` for a value that no record can have. */
function assertComparable(collection: string, name: string, value: unknown, schema: JsonSchema | undefined): void {
  const reason = unfilterableReason(name, value, schema)
  if (reason === undefined) return
  throw new EmulatorError('invalid_record', `No record of ${collection} can match: ${name} ${reason}`, {
    details: [{ at: `/${name}`, message: reason }],
  })
}

function unfilterableReason(name: string, value: unknown, schema: JsonSchema | undefined): string | undefined {
  if (typeof value === 'object' && value !== null)
    return `must be a string, a number, true, false or null; got ${shortJson(value)}. Filter the found records instead.`
  const [fault] = schema === undefined ? [] : findFaults(schema, value)
  if (!fault) return undefined
  if (fault.allowed) {
    const allowed = fault.allowed.map(String)
    const hint = didYouMean(String(value), allowed)
    return `must be one of ${allowed.join(', ')}; got ${shortJson(value)}${hint}`
  }
  if (isIdName(name)) return `must be an id, bare or prefixed; got ${shortJson(value)}.`
  return `${fault.message}.`
}
