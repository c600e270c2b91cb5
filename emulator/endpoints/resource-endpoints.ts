import Type, { type TSchema } from 'typebox'
import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { Conventions } from '../contract/conventions.ts'
import { bearerCredentials, type Context, defineEndpoint, type Endpoint } from './define-endpoint.ts'
import { ApiError } from '../dialect/api-error.ts'
import { enumValues, referenceOf, RequestId } from '../resources/define-resource.ts'
import type { Resource, StoredRecord } from '../contract/resource.ts'
import type { ResourceCollection } from '../resources/resources.ts'
import type { Page } from '../store/collection.ts'
import type { World } from '../world/world.ts'

type Members = Readonly<Record<string, TSchema>>
type Anything = Record<string, unknown>

const byGeneralRules = (conventions: Conventions) => conventions.versionedResources === 'on'

const pagingParameters = {
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Page size.' })),
  starting_after: Type.Optional(RequestId),
  ending_before: Type.Optional(RequestId),
}

/** The query parameters of a list: its filters, search and paging (clauses 4.5 and 4.6). */
export function listQuery(resource: Resource, without: readonly string[] = []): TSchema {
  const filters = Object.fromEntries(
    resource.filters
      .filter((name) => !without.includes(name))
      .map((name) => {
        const member = (resource.members as Members)[name]
        const allowed = enumValues(member)
        return [
          name,
          Type.Optional(referenceOf(member) ? RequestId : allowed ? Type.Enum([...allowed]) : Type.String()),
        ]
      }),
  )
  return Type.Object({ ...filters, search: Type.Optional(Type.String()), ...pagingParameters })
}

/** One page of a collection, as the query and the conventions ask for it. */
export function readPage(
  context: Context<unknown, Anything, unknown>,
  collection: ResourceCollection | 'access_tokens',
  where: Readonly<Record<string, string>> = {},
): Page<StoredRecord> {
  const {
    limit,
    starting_after: startingAfter,
    ending_before: endingBefore,
    search,
    ...filters
  } = context.query as Record<string, string> & { limit?: number }
  const { conventions, world } = context
  const wanted = {
    where: { ...filters, ...where },
    search,
    startingAfter,
    endingBefore: startingAfter === undefined || conventions.bothCursors === 'refuse' ? endingBefore : undefined,
  }
  if (startingAfter !== undefined && wanted.endingBefore !== undefined) {
    throw new ApiError('refused', 'Give starting_after or ending_before, not both.', {
      details: [{ at: 'ending_before', message: 'contradicts starting_after' }],
    })
  }
  const cursor = startingAfter ?? endingBefore
  if (cursor !== undefined && conventions.unknownCursor === 'refuse' && !world.get(collection, cursor)) {
    throw new ApiError('refused', `The cursor ${cursor} is the id of no object in this list.`, {
      details: [{ at: startingAfter === undefined ? 'ending_before' : 'starting_after', message: 'is unknown' }],
    })
  }
  return world.collection(collection).page({ ...wanted, limit: pageSize(limit, conventions) })
}

function pageSize(limit: number | undefined, { defaultLimit, maximumLimit, excessiveLimit }: Conventions): number {
  if (limit === undefined) return defaultLimit
  if (limit <= maximumLimit) return limit
  if (excessiveLimit === 'clamp') return maximumLimit
  throw new ApiError('refused', `limit must be from 1 to ${maximumLimit}; got ${limit}.`, {
    details: [{ at: 'limit', message: `must be at most ${maximumLimit}` }],
  })
}

/** The record of an id. @throws ApiError `unknown` when there is none. */
export function existing(world: World, collection: ResourceCollection, id: string, name: string): StoredRecord {
  const record = world.get(collection, id)
  if (!record) throw new ApiError('unknown', `There is no ${name.replaceAll('_', ' ')} with the id ${id}.`)
  return record
}

/** A new record from the members that came, the rest by their defaults. @throws ApiError `refused` for a reference to nothing. */
export function newRecord(world: World, resource: Resource, members: Readonly<Anything>): StoredRecord {
  assertReferences(world, resource, members)
  const defaults = Object.fromEntries(
    Object.entries(resource.members as Members).map(([name, schema]) => [
      name,
      structuredClone((schema as { default?: unknown }).default ?? null),
    ]),
  )
  return { id: world.nextId(), name: '', ...defaults, ...members, created_at: world.timestamp() }
}

function assertReferences(world: World, resource: Resource, members: Readonly<Anything>): void {
  for (const [name, value] of Object.entries(members)) {
    const collection = referenceOf((resource.members as Members)[name]) as ResourceCollection | undefined
    if (!collection || typeof value !== 'string' || world.get(collection, value)) continue
    throw new ApiError('refused', `${name} is ${value}, which is the id of nothing in ${collection}.`, {
      details: [{ at: `/${name}`, message: 'is the id of nothing' }],
    })
  }
}

/** The body of a create or an update: what a client may give. */
function bodySchema(resource: Resource, partial: boolean, without: readonly string[] = []): TSchema {
  const members = Object.entries({
    name: Type.String({ minLength: 1, maxLength: 1000 }),
    ...(resource.members as Members),
  })
    .filter(([name]) => !without.includes(name))
    .map(([name, schema]): [string, TSchema] => [
      name,
      partial || name !== 'name' ? Type.Optional(referenceOf(schema) ? withRequestId(schema) : schema) : schema,
    ])
  return Type.Object(Object.fromEntries(members), { additionalProperties: false })
}

const withRequestId = (schema: TSchema): TSchema =>
  Type.Union([RequestId, Type.Null()], { 'x-reference': referenceOf(schema) })

interface Place {
  readonly collection: ResourceCollection
  readonly resource: Resource
  /** The path of the list. */
  readonly path: string
  /** What operation ids begin with. */
  readonly operations: string
  /** The member that the path fixes, as `catalog_id`. */
  readonly fixed?: string
  readonly documented?: { readonly list: readonly RequirementId[] }
}

const noParams = Type.Object({})

/** The list of a resource (clauses 4.4 to 4.6). */
export function listEndpoint({ collection, resource, path, operations, fixed, documented }: Place): Endpoint {
  return defineEndpoint({
    id: `${operations}.list`,
    method: 'GET',
    path,
    summary: `Lists ${resource.plural.replaceAll('_', ' ')}, newest first.`,
    credentials: bearerCredentials,
    family: resource.family,
    params: fixed ? Type.Object({ [fixed]: RequestId }) : noParams,
    query: listQuery(resource, fixed ? [fixed] : []),
    answer: { kind: 'list', resource },
    requirements: [
      ...(documented?.list ?? []),
      'filters.exact',
      'filters.and',
      'filters.absent',
      'filters.paged',
      'filters.search-case',
      'filters.search-partial',
      'filters.enum-filters',
      'filters.enum-invalid',
      'filters.enum-options',
      'cursors.limit',
      'cursors.starting-after',
      'cursors.ending-before',
      'cursors.newest-first',
      'cursors.complete',
      'cursors.stable',
      'ids.malformed-cursor',
      'ids.prefixed-cursor',
    ],
    conventions: [
      'listEnvelope',
      'defaultLimit',
      'maximumLimit',
      'excessiveLimit',
      'unknownCursor',
      'bothCursors',
      'recordMembers',
    ],
    ...(documented ? {} : { served: byGeneralRules }),
    handle: (context) => {
      const params = context.params as Record<string, string>
      if (fixed)
        existing(
          context.world,
          resource.parent!.collection as ResourceCollection,
          params[fixed]!,
          fixed.replace(/_id$/, ''),
        )
      const page = readPage(
        context as Context<unknown, Anything, unknown>,
        collection,
        fixed ? { [fixed]: params[fixed]! } : {},
      )
      return { kind: 'list', resource, page, paged: true }
    },
  })
}

/** The creation of a resource, by the general rules of clause 4. */
export function createEndpoint({ collection, resource, path, operations, fixed }: Place): Endpoint {
  return defineEndpoint({
    id: `${operations}.create`,
    method: 'POST',
    path,
    summary: `Creates one of the ${resource.plural.replaceAll('_', ' ')}.`,
    credentials: bearerCredentials,
    family: resource.family,
    params: fixed ? Type.Object({ [fixed]: RequestId }) : noParams,
    body: bodySchema(resource, false, fixed ? [fixed] : []),
    answer: { kind: 'object', resource, created: true },
    requirements: ['http.json-body', 'http.query-on-writes', 'ids.order', 'ids.unique', 'ids.prefixed-body'],
    conventions: ['objectEnvelope', 'createdStatus', 'unknownMembers'],
    served: byGeneralRules,
    handle: ({ world, params, body }) => {
      const parent = fixed
        ? {
            [fixed]: existing(
              world,
              resource.parent!.collection as ResourceCollection,
              (params as Record<string, string>)[fixed]!,
              fixed.replace(/_id$/, ''),
            ).id,
          }
        : {}
      return {
        kind: 'object',
        resource,
        record: world.insert(collection, newRecord(world, resource, { ...(body as Anything), ...parent })),
        created: true,
      }
    },
  })
}

/** Retrieve, update and delete, by the general rules of clause 4. */
export function itemEndpoints({ collection, resource, path, operations }: Place): readonly Endpoint[] {
  const idName = `${resource.name}_id`
  const common = {
    path: `${path}/{${idName}}`,
    credentials: bearerCredentials,
    family: resource.family,
    params: Type.Object({ [idName]: RequestId }),
    served: byGeneralRules,
  }
  const requirements: readonly RequirementId[] = [
    'ids.prefixed-form',
    'ids.prefix-ignored',
    'ids.malformed-path',
    'ids.malformed-prefixed',
    'ids.never-prefixed',
  ]
  const recordOf = ({ world, params }: Context<unknown, unknown, unknown>) =>
    existing(world, collection, (params as Record<string, string>)[idName]!, resource.name)
  return [
    defineEndpoint({
      ...common,
      id: `${operations}.retrieve`,
      method: 'GET',
      summary: `Retrieves one of the ${resource.plural.replaceAll('_', ' ')}.`,
      answer: { kind: 'object', resource },
      requirements,
      conventions: ['objectEnvelope', 'recordMembers', 'unknownIdStatus'],
      handle: (context) => ({ kind: 'object', resource, record: recordOf(context) }),
    }),
    defineEndpoint({
      ...common,
      id: `${operations}.update`,
      method: 'PUT',
      summary: `Updates one of the ${resource.plural.replaceAll('_', ' ')}; members that are left out stay.`,
      body: bodySchema(resource, true),
      answer: { kind: 'object', resource },
      requirements: [...requirements, 'http.json-body', 'http.query-on-writes'],
      conventions: ['objectEnvelope', 'unknownMembers', 'unknownIdStatus'],
      handle: (context) => {
        const record = recordOf(context)
        assertReferences(context.world, resource, context.body as Anything)
        return {
          kind: 'object',
          resource,
          record: context.world.replace(collection, { ...record, ...(context.body as Anything) }),
        }
      },
    }),
    defineEndpoint({
      ...common,
      id: `${operations}.delete`,
      method: 'DELETE',
      summary: `Deletes one of the ${resource.plural.replaceAll('_', ' ')} and what belongs to it.`,
      answer: { kind: 'deleted', resource },
      requirements,
      conventions: ['deletedStatus', 'unknownIdStatus'],
      handle: (context) => {
        const record = recordOf(context)
        context.world.remove(collection, record.id)
        return { kind: 'deleted', resource, record }
      },
    }),
  ]
}
