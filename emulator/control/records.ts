// Describes the records of a world and their parents, for programs that show them without knowing them.
import { Type, type Static } from 'typebox'
import type { StoredRecord } from '../model/contract/resource.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { setMemberValues } from '../model/resources/define-resource.ts'
import { holdsReference, memberReferences } from '../model/resources/resources.ts'
import { parseId } from '../model/resources/ids.ts'
import {
  isResourceCollection,
  resourceByCollection,
  resourceCollections,
  memberValues,
} from '../model/resources/resources.ts'
import { shortJson } from '../tools/short-text.ts'
import type { DeepReadonly } from '../tools/deep-readonly.ts'
import { dataCollections, type DataCollection } from '../world/data/data-collections.ts'
import type { World } from '../world/world.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'

const CollectionSchema = Type.Object(
  {
    name: Type.String(),
    count: Type.Integer({ description: 'The number of its records.' }),
    writable: Type.Boolean({ description: 'Whether records can be created, changed and removed here.' }),
    filters: Type.Array(Type.String(), { description: 'The members that have an index.' }),
    searched: Type.Array(Type.String(), { description: 'The members that search looks at.' }),
    schema: Type.Unknown({ description: 'The JSON Schema of a record; null for a collection that is only read.' }),
  },
  { title: 'Collection', additionalProperties: false },
)

const RecordWithRelations = Type.Object(
  {
    collection: Type.String(),
    record: Type.Object({ id: Type.String() }, { title: 'StoredRecord' }),
    references: Type.Array(
      Type.Object(
        {
          member: Type.String(),
          collection: Type.String(),
          id: Type.String(),
          name: Type.Union([Type.String(), Type.Null()]),
        },
        { additionalProperties: false },
      ),
      { description: 'The records that it refers to.' },
    ),
    referrers: Type.Array(
      Type.Object(
        { collection: Type.String(), member: Type.String(), count: Type.Integer() },
        { additionalProperties: false },
      ),
      { description: 'The collections whose records refer to it by a member.' },
    ),
  },
  { title: 'FoundRecord', additionalProperties: false },
)

/** A collection as the control API lists it. */
export type ListedCollection = DeepReadonly<Static<typeof CollectionSchema>>

/** A record as the control API finds it. */
export type FoundRecord = DeepReadonly<Static<typeof RecordWithRelations>>

interface Relation {
  readonly from: DataCollection
  readonly member: string
  readonly to: DataCollection
  /** True if the member of a record refers to that collection. */
  readonly holds: (record: StoredRecord) => boolean
}

/** Every member that holds the id of another record. */
const links: readonly Relation[] = [
  ...resourceCollections.flatMap((from) =>
    Object.entries(resourceByCollection[from].members).flatMap(([member, schema]) =>
      memberReferences(schema).map((reference): Relation => ({
        from,
        member,
        to: reference.collection,
        holds: (record) => holdsReference(reference, record),
      })),
    ),
  ),
  { from: 'adapter_records', member: 'connection_id', to: 'adapter_connections', holds: () => true },
]

const params = Type.Object({ id: Type.String({ description: 'Bare or prefixed.' }) })

/** Describes collections, and finds a record with its related records. */
export const recordEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'collections.list',
    method: 'GET',
    path: '/collections',
    summary: 'Describes the collections: the number of records, the filters, and the schema of a record.',
    answers: [{ status: 200, description: 'The collections.', schema: Type.Array(CollectionSchema) }],
    handle: ({ world }) => ({ body: dataCollections.map((name) => describeCollection(world, name)) }),
  }),
  defineControl({
    id: 'records.find',
    method: 'GET',
    path: '/records/{id}',
    summary: 'Finds a record of any collection by its id, with the records that it refers to and that refer to it.',
    params,
    answers: [{ status: 200, description: 'The record and its relations.', schema: RecordWithRelations }],
    handle: ({ world, params: { id } }) => {
      const bare = parseId(id)?.bare ?? id
      for (const collection of dataCollections) {
        const record = world.get(collection, bare) as StoredRecord | undefined
        if (record) return { body: { collection, record, ...findRelations(world, collection, record) } }
      }
      throw new ApiError('unknown', `No record has the id ${shortJson(id)}.`, { code: 'unknown_record' })
    },
  }),
]

function describeCollection(world: World, name: DataCollection): ListedCollection {
  const { size, definition } = world.collection(name)
  const resource = isResourceCollection(name) ? resourceByCollection[name] : undefined
  return {
    name,
    count: size,
    writable: resource !== undefined,
    filters: [...definition.indexed],
    searched: [...definition.searched],
    schema: resource ? setMemberValues(resource.schema, memberValues(resource, world.openMembers)) : null,
  }
}

function findRelations(
  world: World,
  collection: DataCollection,
  record: StoredRecord,
): Pick<FoundRecord, 'references' | 'referrers'> {
  const references = links
    .filter((link) => link.from === collection && link.holds(record))
    .flatMap(({ member, to }) => {
      const id = record[member]
      if (typeof id !== 'string') return []
      const name = (world.get(to, id) as StoredRecord | undefined)?.['name']
      return [{ member, collection: to, id, name: typeof name === 'string' ? name : null }]
    })
  const referrers = links
    .filter((link) => link.to === collection)
    .map(({ from, member }) => ({
      collection: from,
      member,
      count: world.collection(from).count({ where: { [member]: record.id } }),
    }))
  return { references, referrers }
}
