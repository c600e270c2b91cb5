// Reads the parameters of requests for records.
import { Type, type Static, type TObject, type TSchema } from 'typebox'
import { ApiError } from '../api/dialect/api-error.ts'
import { fromText } from '../api/input/read-parameters.ts'
import type { WorldAccess } from '../model/contract/world-access.ts'
import { parseId } from '../model/resources/ids.ts'
import { isResourceCollection, resourceByCollection } from '../model/resources/resources.ts'
import type { PageRequest } from '../model/store/collection.ts'
import { shortJson } from '../tools/short-text.ts'
import { readFilters } from '../world/data/read-filters.ts'
import type { DataCollection } from '../world/data/data-collections.ts'
import { recordSchema } from '../world/read-records.ts'
import { limited, limitParameter, wholeNumber } from './read-control.ts'

/** The parameters of a list. */
export const listQuery = Type.Object({
  search: Type.Optional(Type.String({ description: 'A part of a searched member, in any case.' })),
  limit: limitParameter,
  sort: Type.Optional(
    Type.String({
      description: `A member, or a member after a minus for the largest first. Default: newest first. At most ${100_000} matching records are sorted.`,
    }),
  ),
  offset: wholeNumber(0, 'How many records to leave out first.'),
  starting_after: Type.Optional(Type.String({ description: 'An id: the page of older records.' })),
  ending_before: Type.Optional(Type.String({ description: 'An id: the page of newer records.' })),
})

/** Reads members with the types of the collection's schema. An untyped value is JSON, or else text. */
export function queryMembers(
  members: ReadonlyMap<string, string>,
  collection: DataCollection,
): Record<string, unknown> {
  const { properties } = recordSchema(collection) as TObject
  return Object.fromEntries(
    [...members].map(([name, text]) => [name, Object.hasOwn(properties, name) ? typed(text, properties[name]!) : text]),
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

/** Reads the member that a list is sorted by. @throws ApiError for an unknown one. */
export function readSort(sort: string | undefined, collection: DataCollection): string | undefined {
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
 * Reads the selection of records for a list.
 * @throws ApiError for an invalid limit or cursor; EmulatorError `invalid_record` as `emulator.data.find` does.
 */
export function readPageRequest(
  world: WorldAccess,
  query: Static<typeof listQuery>,
  members: ReadonlyMap<string, string>,
  collection: DataCollection,
): PageRequest {
  return {
    ...readFilters(world, collection, queryMembers(members, collection)),
    search: query.search,
    limit: limited(query.limit),
    startingAfter: readCursor('starting_after', query.starting_after),
    endingBefore: readCursor('ending_before', query.ending_before),
  }
}
