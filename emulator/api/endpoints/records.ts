// Finds, creates and changes records for the endpoints of resources.
import { keyword } from '../../tools/json-schema.ts'
import { Type, type TObject, type TSchema } from 'typebox'
import type { ResourceRecords } from '../../model/resources/resource-records.ts'
import type { ResourceCollection } from '../../model/resources/resources.ts'
import type { Resource } from '../../model/contract/resource.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import { ApiError } from '../dialect/api-error.ts'
import { RequestId } from '../../model/resources/define-resource.ts'
import { referencedCollection } from '../../model/resources/resources.ts'
import { resourceByCollection, resourceSchema } from '../../model/resources/resources.ts'

type Members = Readonly<Record<string, unknown>>

/** The record with an id. @throws ApiError `unknown` for another id. */
export function findExisting<Name extends ResourceCollection>(
  world: WorldAccess,
  collection: Name,
  id: string,
): ResourceRecords[Name] {
  const record = world.get(collection, id)
  if (record) return record
  const { name } = resourceByCollection[collection]
  throw new ApiError('unknown', `There is no ${name.replaceAll('_', ' ')} with the id ${id}.`)
}

/**
 * Makes a record from members that match the schema of the resource, with defaults for the others.
 * @throws ApiError `refused` for a reference to an unknown record.
 */
export function newRecord<Name extends ResourceCollection>(
  world: WorldAccess,
  collection: Name,
  members: Members,
): ResourceRecords[Name] {
  const resource: Resource = resourceByCollection[collection]
  assertBodyReferences(world, resource, members)
  const { properties } = resourceSchema(resource, world.openMembers)
  const defaults = Object.fromEntries(
    Object.keys(resource.members).map((name) => [name, structuredClone(keyword(properties[name], 'default') ?? null)]),
  )
  const record = { id: world.nextId(), name: '', ...defaults, ...members, created_at: world.timestamp() }
  return record as ResourceRecords[Name]
}

/**
 * Copies a record with changed members, which match the schema of the resource.
 * @throws ApiError `refused` for a reference to an unknown record.
 */
export function changedRecord<Name extends ResourceCollection>(
  world: WorldAccess,
  collection: Name,
  record: ResourceRecords[Name],
  changes: Members,
): ResourceRecords[Name] {
  assertBodyReferences(world, resourceByCollection[collection], changes)
  return { ...record, ...changes }
}

function assertBodyReferences(world: WorldAccess, resource: Resource, members: Members): void {
  for (const [name, value] of Object.entries(members)) {
    const collection = referencedCollection(resource.members[name])
    if (!collection || typeof value !== 'string' || world.get(collection, value)) continue
    throw new ApiError('refused', `${name} must be the id of a record in ${collection}; got ${value}.`, {
      details: [{ at: `/${name}`, message: `is not the id of a record in ${collection}` }],
    })
  }
}

/** The schema of the body of a create or an update. In an update (`partial`), every member may be left out. */
export function recordBodySchema(
  resource: Resource,
  partial: boolean,
  without: readonly string[] = [],
): TObject<Record<string, TSchema>> {
  const members = Object.entries({ name: recordName, ...resource.members })
    .filter(([name]) => !without.includes(name))
    .map(([name, schema]): [string, TSchema] => [name, partial || name !== 'name' ? optionalMember(schema) : schema])
  return Type.Object(Object.fromEntries(members), { additionalProperties: false })
}

const recordName = Type.String({ minLength: 1, maxLength: 1000 })

/** The optional members made so far, by schema: creation and update share them. */
const optionals = new WeakMap<TSchema, TSchema>()

function optionalMember(schema: TSchema): TSchema {
  let made = optionals.get(schema)
  if (!made)
    optionals.set(schema, (made = Type.Optional(referencedCollection(schema) ? sentReferenceSchema(schema) : schema)))
  return made
}

const sentReferenceSchema = (schema: TSchema): TSchema =>
  Type.Union([RequestId, Type.Null()], { 'x-reference': referencedCollection(schema) })
