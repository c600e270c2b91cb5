// Reads the parameters of requests for records.
import { Type, type TObject, type TSchema } from 'typebox'
import { ApiError } from '../api/dialect/api-error.ts'
import { fromText } from '../api/input/read-parameters.ts'
import type { WorldAccess } from '../model/contract/world-access.ts'
import { parseId } from '../model/resources/ids.ts'
import { isResourceCollection, resourceByCollection } from '../model/resources/resources.ts'
import type { PageRequest } from '../model/store/collection.ts'
import { shortJson } from '../tools/short-text.ts'
import { readFilters } from '../world/data/read-filters.ts'
import type { DataCollection } from '../world/data/data-records.ts'
import { recordSchema } from '../world/read-records.ts'
import { limitParameter, readLimit, wholeNumber } from './read-control.ts'

/** The parameters of a list. */
export const listQuery: TObject = Type.Object({
  search: Type.Optional(Type.String({ description: 'A part of a searched member, in any case.' })),
  limit: limitParameter,
  sort: Type.Optional(
    Type.String({
      description: `A member, or a member after a minus for the largest first. Default: newest first. At most ${100_000} matching records are sorted.`,
    }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, description: 'How many records to leave out first.' })),
  starting_after: Type.Optional(Type.String({ description: 'An id: the page of older records.' })),
  ending_before: Type.Optional(Type.String({ description: 'An id: the page of newer records.' })),
})

/** Reads members from the query with the types of the collection's schema. An untyped value is JSON, or else text. */
export function queryMembers(query: ReadonlyMap<string, string>, collection: DataCollection): Record<string, unknown> {
  const { properties } = recordSchema(collection) as TObject
  return Object.fromEntries(
    [...query].map(([name, text]) => [name, Object.hasOwn(properties, name) ? typed(text, properties[name]!) : text]),
  )
}

function typed(text: string, schema: TSchema): unknown {
  if ('anyOf' in schema && text === 'null') return null
  if (Object.keys(schema).length > 0) return fromText(text, schema)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** @throws ApiError unless it is an id, bare or prefixed. */
function readCursor(name: string, text: string | undefined): string | undefined {
  const id = text === undefined ? undefined : parseId(text)
  if (text === undefined || id) return id?.bare
  throw new ApiError('refused', `${name} must be an id, bare or prefixed; got ${shortJson(text)}.`, {
    details: [{ at: `/${name}`, message: 'is not an id' }],
  })
}

/** Reads how many records a list shall leave out. @throws ApiError unless it is a whole number. */
export function readOffset(query: ReadonlyMap<string, string>): number {
  return wholeNumber('offset', query.get('offset'), 0) ?? 0
}

/** Reads by which member a list shall be sorted. @throws ApiError for an unknown one. */
export function readSort(query: ReadonlyMap<string, string>, collection: DataCollection): string | undefined {
  const sort = query.get('sort')
  if (sort === undefined || !isResourceCollection(collection)) return sort
  const members = Object.keys(resourceByCollection[collection].schema.properties)
  if (members.includes(sort.replace(/^-/, ''))) return sort
  throw new ApiError(
    'refused',
    `sort must be one of ${members.join(', ')}, or one after a minus; got ${shortJson(sort)}.`,
    {
      details: [{ at: '/sort', message: 'is not a member' }],
    },
  )
}

/**
 * Reads which records a list shall show.
 * @throws ApiError for an invalid limit or cursor; EmulatorError `invalid_record` as `emulator.data.find` does.
 */
export function readPageRequest(
  world: WorldAccess,
  query: ReadonlyMap<string, string>,
  collection: DataCollection,
): PageRequest {
  const filters = new Map([...query].filter(([name]) => !Object.hasOwn(listQuery.properties, name)))
  return {
    ...readFilters(world, collection, queryMembers(filters, collection)),
    search: query.get('search'),
    limit: readLimit(query),
    startingAfter: readCursor('starting_after', query.get('starting_after')),
    endingBefore: readCursor('ending_before', query.get('ending_before')),
  }
}
