import { Type, type TObject, type TString } from 'typebox'
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { Context } from '../../model/contract/context.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import type { ResourceCollection } from '../../model/resources/resources.ts'
import type { Resource } from '../../model/contract/resource.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import { selectFilters, listQuery, readCollectionPage, readWholeCollection } from '../input/list-query.ts'
import { RequestId } from '../../model/resources/define-resource.ts'
import { bearerCredentials, defineEndpoint } from './define-endpoint.ts'
import { once } from '../../tools/once.ts'
import { recordBodySchema, changedRecord, findExisting, newRecord } from './records.ts'

const followsGeneralRules = (conventions: Conventions) => conventions.versionedResources === 'on'

interface ServedResource {
  readonly collection: ResourceCollection
  readonly resource: Resource
  /** The path of the list. */
  readonly path: string
  /** The beginning of its operation ids. */
  readonly operations: string
  /** The member that the path fixes, for example `catalog_id`. */
  readonly fixed?: string
  readonly documented?: { readonly list: readonly RequirementId[]; readonly alwaysPaged?: true }
}

const noParams: TObject<Record<string, TString>> = Type.Object({})

/** The schema of the path parameter that fixes a member. */
function fixedParams(fixed: string | undefined): TObject<Record<string, TString>> {
  return fixed === undefined ? noParams : Type.Object({ [fixed]: RequestId })
}

/** The member that the path fixes, with its value. @throws ApiError `unknown` when no record has that id. */
function pathMember(
  world: WorldAccess,
  { fixed, resource }: ServedResource,
  params: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (fixed === undefined) return {}
  return { [fixed]: findExisting(world, resource.parent!.collection, params[fixed]!).id }
}

/** The compiler cannot check these ids: a test compares them with operation-ids.ts. */
const resourceOperationId = (operations: string, action: string): OperationId =>
  `${operations}.${action}` as OperationId

/** The requirements of every list. */
const listRequirements: readonly RequirementId[] = [
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
]

/** The endpoint that lists a resource (clauses 4.4 to 4.6). */
export function listEndpoint(place: ServedResource): Endpoint {
  const { collection, resource, path, operations, fixed, documented } = place
  const query = once(() => listQuery(resource, fixed ? [fixed] : []))
  return defineEndpoint({
    id: resourceOperationId(operations, 'list'),
    method: 'GET',
    path,
    summary: `Lists ${resource.plural.replaceAll('_', ' ')}, newest first.`,
    credentials: bearerCredentials,
    family: resource.family,
    params: fixedParams(fixed),
    get query() {
      return query()
    },
    answer: { kind: 'list', resource },
    alwaysPaged: documented?.alwaysPaged ?? false,
    requirements: documented ? [...documented.list, ...listRequirements] : listRequirements,
    conventions: [
      'listEnvelope',
      'pagedLists',
      'defaultLimit',
      'minimumLimit',
      'maximumLimit',
      'excessiveLimit',
      'unknownCursor',
      'lastCursor',
      'bothCursors',
      'recordMembers',
    ],
    ...(documented ? {} : { served: followsGeneralRules }),
    handle: (context) => {
      const { world, params, query } = context
      const where = { ...selectFilters(resource, query), ...pathMember(world, place, params) }
      const hasPages = documented?.alwaysPaged || context.conventions.pagedLists
      const read = hasPages ? readCollectionPage : readWholeCollection
      return { kind: 'list', resource, page: read(context, collection, query, where) }
    },
  })
}

/** The endpoint that creates a resource, by the general rules of clause 4. */
export function createEndpoint(place: ServedResource): Endpoint {
  const { collection, resource, path, operations, fixed } = place
  const body = once(() => recordBodySchema(resource, false, fixed ? [fixed] : []))
  return defineEndpoint({
    id: resourceOperationId(operations, 'create'),
    method: 'POST',
    path,
    summary: `Creates one of the ${resource.plural.replaceAll('_', ' ')}.`,
    credentials: bearerCredentials,
    family: resource.family,
    params: fixedParams(fixed),
    get body() {
      return body()
    },
    answer: { kind: 'object', resource, created: true },
    requirements: ['http.json-body', 'http.query-on-writes', 'ids.order', 'ids.unique', 'ids.prefixed-body'],
    conventions: ['objectEnvelope', 'createdStatus', 'unknownMembers'],
    served: followsGeneralRules,
    handle: ({ world, params, body }) => {
      const record = newRecord(world, collection, { ...body, ...pathMember(world, place, params) })
      return { kind: 'object', resource, record: world.insert(collection, record), created: true }
    },
  })
}

/** The endpoints that retrieve, update and delete a resource, by the general rules of clause 4. */
export function itemEndpoints({ collection, resource, path, operations }: ServedResource): readonly Endpoint[] {
  const idName = `${resource.name}_id`
  const common = {
    path: `${path}/{${idName}}`,
    credentials: bearerCredentials,
    family: resource.family,
    params: fixedParams(idName),
    served: followsGeneralRules,
  }
  const body = once(() => recordBodySchema(resource, true))
  const requirements: readonly RequirementId[] = [
    'ids.prefixed-form',
    'ids.prefix-ignored',
    'ids.malformed-path',
    'ids.malformed-prefixed',
    'ids.never-prefixed',
  ]
  const recordOf = ({ world, params }: Context<Readonly<Record<string, string>>, unknown, unknown>) =>
    findExisting(world, collection, params[idName]!)
  return [
    defineEndpoint({
      ...common,
      id: resourceOperationId(operations, 'retrieve'),
      method: 'GET',
      summary: `Retrieves one of the ${resource.plural.replaceAll('_', ' ')}.`,
      answer: { kind: 'object', resource },
      requirements,
      conventions: ['objectEnvelope', 'recordMembers', 'unknownIdStatus'],
      handle: (context) => ({ kind: 'object', resource, record: recordOf(context) }),
    }),
    defineEndpoint({
      ...common,
      id: resourceOperationId(operations, 'update'),
      method: 'PUT',
      summary: `Updates one of the ${resource.plural.replaceAll('_', ' ')}. Members that are left out do not change.`,
      get body() {
        return body()
      },
      answer: { kind: 'object', resource },
      requirements: [...requirements, 'http.json-body', 'http.query-on-writes'],
      conventions: ['objectEnvelope', 'unknownMembers', 'unknownIdStatus'],
      handle: (context) => {
        const { world, body } = context
        const changed = changedRecord(world, collection, recordOf(context), body)
        return { kind: 'object', resource, record: world.replace(collection, changed) }
      },
    }),
    defineEndpoint({
      ...common,
      id: resourceOperationId(operations, 'delete'),
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
