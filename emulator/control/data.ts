import { Type, type Static } from 'typebox'
import { type UntypedData, WorldData } from '../world/data/data.ts'
import {
  assertWritableCollection,
  dataCollections,
  readCollection,
  type DataCollection,
} from '../world/data/data-collections.ts'
import type { ResourceCollection } from '../model/resources/resources.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { listQuery, queryMembers, readPageRequest, readSort, sortedPage } from './data-query.ts'
import { largeBody } from '../api/input/read-body.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import type { World } from '../world/world.ts'
import { runInTurns } from '../tools/in-turns.ts'
import { patternRecord } from '../tools/record-of.ts'

const collectionParams = Type.Object({
  collection: Type.String({ description: `With hyphens or underscores: ${dataCollections.join(', ')}.` }),
})
const recordParams = Type.Object({
  ...collectionParams.properties,
  id: Type.String({ description: 'Bare or prefixed.' }),
})
const Members = patternRecord(Type.Unknown())
const MembersOrList = Type.Union([Members, Type.Array(Members)])
const RecordSchema = Type.Object({ id: Type.String() }, { title: 'StoredRecord' })

/** The data of a world, and the collection that the path names. */
function pathCollection(
  world: World,
  { collection }: Static<typeof collectionParams>,
): { readonly data: UntypedData; readonly collection: DataCollection } {
  return { data: new WorldData(world), collection: readCollection(collection) }
}

/** The data of a collection that a request changes. @throws EmulatorError for a collection that is only read. */
function writableCollection(
  world: World,
  params: Static<typeof collectionParams>,
): { readonly data: UntypedData; readonly collection: ResourceCollection } {
  const { data, collection } = pathCollection(world, params)
  assertWritableCollection(collection)
  return { data, collection }
}

const unknownRecord = (id: string, collection: DataCollection) =>
  `There is no record with the id ${JSON.stringify(id.slice(0, 100))} in ${collection}. GET /_emulator/data/${collection} lists them.`

/** Members of a record in the query. */
const memberQuery = Type.Object({}, { additionalProperties: Type.String({ description: 'Members of the record.' }) })

/** Arranges and inspects records. */
export const dataEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'data.collections',
    method: 'GET',
    path: '/data',
    summary: 'Lists the collections with the number of their records.',
    answers: [
      {
        status: 200,
        description: 'The number of records by collection.',
        schema: patternRecord(Type.Integer()),
      },
    ],
    handle: ({ world }) => ({
      body: Object.fromEntries(dataCollections.map((name) => [name, new WorldData(world).count(name)])),
    }),
  }),
  defineControl({
    id: 'data.list',
    method: 'GET',
    path: '/data/{collection}',
    summary: 'Lists records as stored in pages, newest first. Other parameters filter by the members of the same name.',
    params: collectionParams,
    query: listQuery,
    answers: [
      {
        status: 200,
        description: 'The records of the page, and the number of all matching records.',
        schema: Type.Object(
          {
            data: Type.Array(RecordSchema),
            count: Type.Integer(),
            has_more: Type.Boolean({ description: 'Whether more follow in the direction of the walk.' }),
          },
          { additionalProperties: false },
        ),
      },
    ],
    handle: async ({ world, query, params, ...asked }) => {
      const collection = readCollection(params.collection)
      const request = readPageRequest({ world, query, ...asked }, collection)
      const { offset = 0 } = query
      const sort = readSort(query.sort, collection)
      const { items, count, hasMore } = await runInTurns(
        sort === undefined
          ? world.collection(collection).pageInSteps(request, offset)
          : sortedPage(world.collection(collection), { ...request, sort }, offset),
      )
      return { text: pageText(items, count, hasMore) }
    },
  }),
  defineControl({
    id: 'data.create',
    method: 'POST',
    path: '/data/{collection}',
    summary:
      'Creates one record, or several from an array. Members may also be given in the query; others are filled in.',
    params: collectionParams,
    query: memberQuery,
    body: MembersOrList,
    bodyOptional: true,
    bodyLimit: 268_435_456,
    answers: [
      {
        status: 201,
        description: 'The record or records as stored.',
        schema: Type.Union([RecordSchema, Type.Array(RecordSchema)]),
      },
    ],
    handle: ({ world, params, body, ...asked }) => {
      const { data, collection } = writableCollection(world, params)
      const common = queryMembers(asked, collection)
      const merged = (members: Static<typeof Members>) => {
        assertNoConflict(common, members)
        return { ...common, ...members }
      }
      const stored = Array.isArray(body)
        ? data.insertAll(collection, body.map(merged))
        : data.insert(collection, merged(body))
      return { body: stored }
    },
  }),
  defineControl({
    id: 'data.clear',
    method: 'DELETE',
    path: '/data/{collection}',
    summary: 'Removes every record of a collection and the records that belong to them.',
    params: collectionParams,
    answers: [{ status: 204, description: 'Removed.' }],
    handle: ({ world, params }) => {
      const { data, collection } = writableCollection(world, params)
      data.removeAll(collection)
    },
  }),
  defineControl({
    id: 'data.retrieve',
    method: 'GET',
    path: '/data/{collection}/{id}',
    summary: 'Shows one record as stored.',
    params: recordParams,
    answers: [{ status: 200, description: 'The record.', schema: RecordSchema }],
    handle: ({ world, params }) => {
      const { data, collection } = pathCollection(world, params)
      const record = data.get(collection, params.id)
      if (record) return { body: record }
      throw new ApiError('unknown', unknownRecord(params.id, collection), { code: 'unknown_record' })
    },
  }),
  defineControl({
    id: 'data.update',
    method: 'PUT',
    path: '/data/{collection}/{id}',
    summary: 'Changes the given members. They may also be given in the query.',
    params: recordParams,
    query: memberQuery,
    body: Members,
    bodyOptional: true,
    bodyLimit: largeBody,
    answers: [{ status: 200, description: 'The record as stored.', schema: RecordSchema }],
    handle: ({ world, params, body, ...asked }) => {
      const { data, collection } = writableCollection(world, params)
      const common = queryMembers(asked, collection)
      assertNoConflict(common, body)
      return { body: data.update(collection, params.id, { ...common, ...body }) }
    },
  }),
  defineControl({
    id: 'data.remove',
    method: 'DELETE',
    path: '/data/{collection}/{id}',
    summary: 'Removes a record and the records that belong to it.',
    params: recordParams,
    answers: [{ status: 204, description: 'Removed.' }],
    handle: ({ world, params }) => {
      const { data, collection } = writableCollection(world, params)
      data.remove(collection, params.id)
    },
  }),
]

function assertNoConflict(query: Readonly<Record<string, unknown>>, body: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(query)) {
    if (Object.hasOwn(body, name) && JSON.stringify(body[name]) !== JSON.stringify(query[name]))
      throw new ApiError('refused', `${name} has different values in the body and in the query. Give it once.`)
  }
}

/** The JSON of a page, one record at a time: their texts may be of any length. */
function* pageText(items: readonly object[], count: number, hasMore: boolean): Generator<string, void> {
  yield '{"data":['
  for (const [index, item] of items.entries()) yield (index === 0 ? '' : ',') + JSON.stringify(item)
  yield `],"count":${count},"has_more":${hasMore}}`
}
