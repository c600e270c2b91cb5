import { Type, type TInteger, type TObject, type TOptional, type TSchema, type TString } from 'typebox'
import type { AnswerShape } from '../../model/contract/answer.ts'
import type { Conventions, OperationConventions } from '../../model/contract/conventions.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { Resource } from '../../model/contract/resource.ts'
import type { CollectionName, CollectionRecords } from '../../model/contract/stored-records.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import { ApiError } from '../dialect/api-error.ts'
import { enumValues, RequestId, setMemberValues } from '../../model/resources/define-resource.ts'
import { memberReferences, memberValues, type OpenMembers } from '../../model/resources/resources.ts'
import type { Page } from '../../model/store/collection.ts'
import { textEnum } from '../../tools/text-enum.ts'

/** The schema of the parameters that lists share. */
type ListParameters = {
  readonly search: TOptional<TString>
  readonly limit: TOptional<TInteger>
  readonly starting_after: TOptional<TString>
  readonly ending_before: TOptional<TString>
}

/** The values of the parameters that lists share. */
export interface ListQuery {
  readonly search?: string
  readonly limit?: number
  readonly starting_after?: string
  readonly ending_before?: string
}

/** The page size. The endpoint checks the largest one, which the conventions decide. */
const Limit = Type.Integer({ minimum: 1, description: 'Page size.', 'x-limit': true })

/**
 * Describes a parameter under the conventions: `limit` gets its default and its maximum; all others stay as declared.
 */
export function underConventions(parameter: TSchema, conventions: OperationConventions): TSchema {
  if (!('x-limit' in parameter)) return parameter
  const { defaultLimit, minimumLimit, maximumLimit, excessiveLimit } = conventions
  const common = { minimum: minimumLimit, default: defaultLimit }
  return excessiveLimit === 'refuse'
    ? Type.Integer({ ...common, maximum: maximumLimit, description: 'Page size.' })
    : Type.Integer({ ...common, description: `Page size. More than ${maximumLimit} counts as ${maximumLimit}.` })
}

// Shared by all lists: making these for each list would take a twentieth of the time to load the package.
const optionalText = Type.Optional(Type.String())
const optionalId = Type.Optional(RequestId)

/** The parameters that choose a page (clause 4.6). */
export const pageQuery: Pick<ListParameters, 'limit' | 'starting_after' | 'ending_before'> = {
  limit: Type.Optional(Limit),
  starting_after: optionalId,
  ending_before: optionalId,
}

/** The query parameters of a list: its filters, search and paging (clauses 4.5 and 4.6). */
export function listQuery(resource: Resource, without: readonly string[] = []): TObject<ListParameters> {
  const filters = Object.fromEntries(
    resource.filters
      .filter((name) => !without.includes(name))
      .map((name) => {
        const member = resource.members[name]
        const allowed = enumValues(member)
        return [
          name,
          memberReferences(member).length > 0
            ? optionalId
            : allowed
              ? Type.Optional(textEnum([...allowed]))
              : optionalText,
        ]
      }),
  )
  return Type.Object({
    ...filters,
    search: optionalText,
    ...pageQuery,
  })
}

/** Returns true for a list that shows all records at once under the conventions. */
export function isPageless(
  { answer, alwaysPaged = false }: Partial<Pick<Endpoint, 'answer' | 'alwaysPaged'>>,
  { pagedLists }: Pick<OperationConventions, 'pagedLists'>,
): boolean {
  return answer?.kind === 'list' && !alwaysPaged && !pagedLists
}

const pageless = new WeakMap<TObject, TObject>()

/** The query parameters of a list without those of pages. The same object each time, since Ajv compiles every new one. */
export function withoutPages<Query extends TSchema>(query: Query): Query {
  const schema = query as unknown as TObject
  let made = pageless.get(schema)
  if (!made) {
    const { properties, ...rest } = schema
    const others = Object.entries(properties).filter(([name]) => !Object.hasOwn(pageQuery, name))
    pageless.set(schema, (made = { ...rest, properties: Object.fromEntries(others) } as TObject))
  }
  return made as unknown as Query
}

/** The part of an endpoint's declaration that describes its input. */
interface Input<Query extends TSchema, Body extends TSchema> {
  readonly query?: Query
  readonly body?: Body | ((conventions: Conventions) => Body)
  readonly answer?: AnswerShape
  readonly alwaysPaged?: boolean
}

/** The schemas of an endpoint's input under the conventions, with the values of the records in a world. */
export function declaredInput<Query extends TSchema, Body extends TSchema>(
  endpoint: Input<Query, Body>,
  openMembers: OpenMembers,
  conventions: OperationConventions,
): { readonly query?: Query | undefined; readonly body?: Body | undefined } {
  const { query: whole, body: declared, answer } = endpoint
  const query = whole && isPageless(endpoint, conventions) ? withoutPages(whole) : whole
  const body = typeof declared === 'function' ? declared(conventions) : declared
  if (typeof openMembers === 'boolean' || !answer || !('resource' in answer)) return { query, body }
  const values = memberValues(answer.resource, openMembers)
  return { query: setMemberValues(query, values), body: setMemberValues(body, values) }
}

/** Selects the filters among the parameters of a list. */
export function selectFilters(
  { filters }: Resource,
  query: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const where: Record<string, string> = {}
  for (const name of filters) {
    const value = query[name]
    if (typeof value === 'string') where[name] = value
  }
  return where
}

interface ReadingContext {
  readonly world: WorldAccess
  readonly conventions: OperationConventions
}

/** Reads all records of a collection that the query asks for, as one page. */
export function readWholeCollection<Name extends CollectionName>(
  { world }: ReadingContext,
  collection: Name,
  { search }: ListQuery,
  where: Readonly<Record<string, string>>,
): Page<CollectionRecords[Name]> {
  const all = world.collection(collection)
  return all.page({ where, search, limit: all.size + 1 })
}

/**
 * Reads the page of a collection that the query asks for.
 * @throws ApiError `refused` for both cursors at once, an unknown cursor or an excessive limit, and `unknown` for the last
 * cursor, unless the conventions allow it.
 */
export function readCollectionPage<Name extends CollectionName>(
  { world, conventions }: ReadingContext,
  collection: Name,
  { search, limit, starting_after: startingAfter, ending_before: endingBefore }: ListQuery,
  where: Readonly<Record<string, string>>,
): Page<CollectionRecords[Name]> {
  if (startingAfter !== undefined && endingBefore !== undefined && conventions.bothCursors === 'refuse') {
    throw new ApiError('refused', 'Give starting_after or ending_before, not both.', {
      details: [{ at: 'ending_before', message: 'contradicts starting_after' }],
    })
  }
  const cursor = startingAfter ?? endingBefore
  if (cursor !== undefined && conventions.unknownCursor === 'refuse' && !world.get(collection, cursor)) {
    throw new ApiError(
      'refused',
      `The cursor ${cursor} is not the id of an object in this list. Start again without a cursor.`,
      {
        details: [{ at: startingAfter === undefined ? 'ending_before' : 'starting_after', message: 'is unknown' }],
      },
    )
  }
  const page = world.collection(collection).page({
    where,
    search,
    startingAfter,
    endingBefore: startingAfter === undefined ? endingBefore : undefined,
    limit: effectiveLimit(limit, conventions),
  })
  if (startingAfter !== undefined && page.items.length === 0 && conventions.lastCursor !== 200)
    throw new ApiError('unknown', `No object in this list comes after ${startingAfter}.`, {
      status: conventions.lastCursor,
      details: [{ at: 'starting_after', message: 'is the last one' }],
    })
  return page
}

function effectiveLimit(limit: number | undefined, conventions: OperationConventions): number {
  const { defaultLimit, minimumLimit, maximumLimit, excessiveLimit } = conventions
  if (limit === undefined) return defaultLimit
  const isSmall = limit < minimumLimit
  if (!isSmall && limit <= maximumLimit) return limit
  if (!isSmall && excessiveLimit === 'clamp') return maximumLimit
  throw new ApiError('refused', `limit must be from ${minimumLimit} to ${maximumLimit}; got ${limit}.`, {
    details: [
      { at: 'limit', message: isSmall ? `must be at least ${minimumLimit}` : `must be at most ${maximumLimit}` },
    ],
    // Services that count in 32 bits do not read longer numbers as numbers.
    mistake: isSmall ? 'limit below' : limit > 999_999_999 ? 'limit of ten digits' : 'limit above',
  })
}
