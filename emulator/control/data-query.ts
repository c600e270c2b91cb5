// Reads the parameters of requests for records, and sorts them for people who look at them.
import { Type, type Static, type TObject, type TSchema } from 'typebox'
import { ApiError } from '../api/dialect/api-error.ts'
import { onlyValue, parseParameter, parseSearch } from '../api/input/read-parameters.ts'
import type { WorldAccess } from '../model/contract/world-access.ts'
import { parseId } from '../model/resources/ids.ts'
import { isResourceCollection, resourceByCollection } from '../model/resources/resources.ts'
import type { Collection, CountedPage, PageRequest } from '../model/store/collection.ts'
import { shortJson } from '../tools/short-text.ts'
import { readFilters } from '../world/data/read-filters.ts'
import type { DataCollection } from '../world/data/data-collections.ts'
import { storedRecordSchema } from '../world/read-records.ts'
import type { ControlContext } from './define-control.ts'
import { limitItems, limitParameter, wholeNumber } from './list-limits.ts'

/** The most records that are sorted: more would take too long, and nobody reads so many. */
const mostSorted = 100_000

/** The parameters of a list. */
export const listQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ description: 'A part of a searched member, in any case.' })),
    limit: limitParameter,
    sort: Type.Optional(
      Type.String({
        description: `A member, or a member after a minus for the largest first. Default: newest first. At most ${mostSorted} matching records are sorted.`,
      }),
    ),
    offset: wholeNumber(0, 'The number of records to skip.'),
    starting_after: Type.Optional(Type.String({ description: 'An id: the page of older records.' })),
    ending_before: Type.Optional(Type.String({ description: 'An id: the page of newer records.' })),
  },
  { additionalProperties: Type.String({ description: 'Filters: exact values of members.' }) },
)

type DataRequest = Pick<ControlContext, 'search' | 'conventions'>

/**
 * Reads members from the query with the types of the collection's schema. An untyped value is JSON, or else text.
 * @param others Parameters that are not members.
 * @throws ApiError for a repeated member.
 */
export function queryMembers(
  { search, conventions }: DataRequest,
  collection: DataCollection,
  others: object = {},
): Record<string, unknown> {
  const { properties } = storedRecordSchema(collection) as TObject
  const members = [...parseSearch(search)].filter(([name]) => !Object.hasOwn(others, name))
  return Object.fromEntries(
    members.map(([name, values]) => {
      const text = onlyValue(name, values, conventions)
      return [name, Object.hasOwn(properties, name) ? parseFilterValue(text, properties[name]!) : text]
    }),
  )
}

function parseFilterValue(text: string, schema: TSchema): unknown {
  if ('anyOf' in schema && text === 'null') return null
  if (Object.keys(schema).length > 0) return parseParameter(text, schema)
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
  asked: DataRequest & { readonly world: WorldAccess; readonly query: Static<typeof listQuery> },
  collection: DataCollection,
): PageRequest {
  const { world, query } = asked
  return {
    ...readFilters(world, collection, queryMembers(asked, collection, listQuery.properties)),
    search: query.search,
    limit: limitItems(query.limit),
    startingAfter: readCursor('starting_after', query.starting_after),
    endingBefore: readCursor('ending_before', query.ending_before),
  }
}

/**
 * A page of the matching records, sorted by a member. A minus before its name puts the largest value first. @throws
 * ApiError
 */
export function* sortedPage<Row extends { readonly id: string }>(
  collection: Collection<Row>,
  { sort, limit, ...selection }: PageRequest & { readonly sort: string },
  offset: number,
): Generator<void, CountedPage<Row>> {
  const records = yield* sortRows(collection, sort, selection)
  const items = records.slice(offset, offset + limit)
  return { items, count: records.length, hasMore: offset + items.length < records.length }
}

function* sortRows<Row extends { readonly id: string }>(
  collection: Collection<Row>,
  sort: string,
  selection: Omit<PageRequest, 'limit'>,
): Generator<void, readonly Row[]> {
  const { items, hasMore } = yield* collection.pageInSteps({ ...selection, limit: mostSorted })
  if (hasMore)
    throw new ApiError(
      'refused',
      `More than ${mostSorted} records match, which is too many to sort. Filter or search first.`,
    )
  const isDown = sort.startsWith('-')
  const member = isDown ? sort.slice(1) : sort
  const sortedValue = (record: Row) => (record as Readonly<Record<string, unknown>>)[member]
  return items.toSorted((left, right) => {
    const [first, second] = [sortedValue(left), sortedValue(right)]
    // Records without a value come last in both directions.
    if (first === null || first === undefined) return second === null || second === undefined ? 0 : 1
    if (second === null || second === undefined) return -1
    return compareValues(first, second) * (isDown ? -1 : 1)
  })
}

function compareValues(left: unknown, right: unknown): number {
  const [first, second] = [left, right].map((value) => (typeof value === 'number' ? value : String(value)))
  return first === second ? 0 : first! < second! ? -1 : 1
}
