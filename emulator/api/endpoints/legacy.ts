import { Type } from 'typebox'
import { defineEndpoint, definePublicEndpoint, legacyCredentials } from './define-endpoint.ts'
import type { Answer } from '../../model/contract/answer.ts'
import type { Context } from '../../model/contract/context.ts'
import type { AcceptedCredentials, Endpoint } from '../../model/contract/endpoint.ts'
import { ApiError } from '../dialect/api-error.ts'
import { linkAddress } from '../dialect/link-address.ts'
import { BareId, enumValues, RequestId } from '../../model/resources/define-resource.ts'
import type { Resource } from '../../model/contract/resource.ts'
import { resourceByCollection, type ResourceCollection } from '../../model/resources/resources.ts'
import { findExisting, newRecord } from './records.ts'
import { textEnum } from '../../tools/text-enum.ts'

const { projects, groups, issue_events: events } = resourceByCollection

/** The credentials of endpoints that also accept a DSN (clause 5.5). */
const withDsn: AcceptedCredentials = [...legacyCredentials, 'dsn']

const Version = Type.Object(
  { version: Type.String(), user: Type.Null(), auth: Type.Null() },
  { additionalProperties: false },
)

const root = definePublicEndpoint({
  id: 'legacy.root',
  method: 'GET',
  path: '/0/',
  summary: 'Answers the version of the legacy API.',
  credentials: [],
  answer: { kind: 'json', schema: () => Version, description: 'The version.', status: 200 },
  requirements: ['legacy.root', 'legacy.root-content-type', 'legacy.root-allow', 'versions.side-by-side'],
  handle: () => ({
    kind: 'json',
    value: { version: '0', user: null, auth: null },
    status: 200,
    headers: { Allow: 'GET, HEAD, OPTIONS' },
  }),
})

const projectsList = defineEndpoint({
  id: 'legacy.projects',
  method: 'GET',
  path: '/0/projects/',
  summary: 'Lists the project of the API key or DSN, or all projects for other credentials. Accepts a DSN.',
  credentials: withDsn,
  family: 'projects',
  answer: {
    kind: 'json',
    schema: ({ legacyProjects }) =>
      legacyProjects === 'list' ? Type.Array(Project) : Type.Union([Project, Type.Array(Project)]),
    description: 'Projects.',
  },
  requirements: [
    'legacy.projects',
    'legacy.projects-key',
    'auth.legacy-required',
    'auth.api-key',
    'auth.api-key-verified',
    'auth.integration-token',
    'auth.dsn',
    'auth.dsn-verified',
  ],
  conventions: ['legacyProjects'],
  handle: ({ world, caller, conventions, dialect }) => {
    const visible = (id: string) => dialect.visible(projects, findExisting(world, 'projects', id))
    if (caller.projectId !== undefined) {
      const ofProject = visible(caller.projectId)
      return { kind: 'json', value: conventions.legacyProjects === 'object' ? ofProject : [ofProject] }
    }
    return {
      kind: 'json',
      value: world
        .collection('projects')
        .all()
        .map((project) => dialect.visible(projects, project)),
    }
  },
})

const Project = Type.Object({ id: BareId, name: Type.String() })

/** Clause 5.6: an API key is bound to its project, and a DSN is the client key of one. */
function assertProject({ caller }: Pick<Context<unknown, unknown, unknown>, 'caller'>, projectId: string): void {
  if (caller.projectId === undefined || caller.projectId === projectId) return
  throw new ApiError(
    'forbidden',
    `The ${caller.kind === 'dsn' ? 'DSN' : 'API key'} is bound to the project ${caller.projectId}; this belongs to ${projectId}.`,
    { requirement: 'legacy.projects-key' },
  )
}

/**
 * A page with a Link header (clause 4.10). The oldest records come first, so that new ones appear after the last page.
 */
function legacyPage(
  context: Context<unknown, { readonly cursor?: string }, unknown>,
  collection: ResourceCollection,
  resource: Resource,
  where: Readonly<Record<string, string>>,
): Answer {
  const size = context.conventions.legacyPageSize
  const asked = parseCursor(context.query.cursor).offset
  const records = context.world.collection(collection)
  const found = records.slice({ where }, asked, size + 1)
  // A cursor may point past the end, for example after a deletion. The entries lead to records that exist or will be
  // created.
  const offset = found.length > 0 ? asked : Math.min(asked, records.count({ where }))
  const items = found.slice(0, size)
  const hasMore = found.length > size
  const link = toLinkHeader({
    url: linkAddress(context, context.path),
    search: context.search,
    offset,
    size,
    count: items.length,
    hasMore,
  })
  const paging = { hasMore, nextCursor: hasMore ? `0:${offset + items.length}:0` : null }
  return { kind: 'legacyList', resource, items, headers: { Link: link }, paging }
}

function parseCursor(cursor: string | undefined): { readonly offset: number } {
  const match = cursor === undefined ? ['', '0', '0', '0'] : /^(-?\d{1,15}):(\d{1,15}):([01])$/.exec(cursor)
  if (match) return { offset: Number(match[2]) }
  throw new ApiError(
    'refused',
    `cursor must be an identifier, a row offset and is_prev (0 or 1) with colons between them, such as 0:100:0; got ${JSON.stringify(cursor)}.`,
    { requirement: 'link.cursor-format', details: [{ at: 'cursor', message: 'is not a cursor' }] },
  )
}

const cursorQuery = {
  cursor: Type.Optional(Type.String({ description: 'identifier:offset:is_prev, from the Link header.' })),
}
const linkRequirements = [
  'link.both-entries',
  'link.results',
  'link.cursor',
  'link.cursor-format',
  'link.next',
  'link.complete',
  'link.offset',
  'link.previous',
  'link.polling',
] as const
const groupStatus = textEnum([...enumValues(groups.members['status'])!])

const groupsList = defineEndpoint({
  id: 'legacy.groups.list',
  method: 'GET',
  path: '/0/projects/{project_id}/groups/',
  summary: 'Lists the groups of a project, oldest first, with a Link header. Accepts a DSN.',
  credentials: withDsn,
  family: 'groups',
  params: Type.Object({ project_id: RequestId }),
  query: Type.Object({ ...cursorQuery, status: Type.Optional(groupStatus) }),
  answer: { kind: 'legacyList', resource: groups },
  requirements: ['legacy.groups', 'ids.malformed-legacy', 'auth.legacy-required', ...linkRequirements],
  conventions: ['legacyPageSize', 'legacyListEnvelope'],
  handle: (context) => {
    const { project_id: id } = context.params
    const { status } = context.query
    findExisting(context.world, 'projects', id)
    assertProject(context, id)
    return legacyPage(context, 'groups', groups, status === undefined ? { project_id: id } : { project_id: id, status })
  },
})

const groupName = Type.Optional(Type.String({ maxLength: 1000 }))

/** The bodies of a new group. They may be any JSON object (clause 4.9). */
const newGroups = {
  optional: Type.Object({ status: Type.Optional(groupStatus), name: groupName }, { additionalProperties: true }),
  required: Type.Object({ status: groupStatus, name: groupName }, { additionalProperties: true }),
}

const groupsCreate = defineEndpoint({
  id: 'legacy.groups.create',
  method: 'POST',
  path: '/0/projects/{project_id}/groups/',
  summary: 'Creates a group. status is in the body or the query. Accepts a DSN.',
  credentials: withDsn,
  family: 'groups',
  params: Type.Object({ project_id: RequestId }),
  body: ({ groupStatus: rule }) => newGroups[rule],
  answer: { kind: 'object', resource: groups, created: true },
  requirements: [
    'legacy.groups-post',
    'legacy.groups-post-query',
    'http.query-on-writes',
    'ids.malformed-legacy',
    'auth.legacy-required',
  ],
  conventions: ['createdStatus', 'objectEnvelope', 'groupStatus'],
  handle: (context) => {
    const { world } = context
    const { project_id: id } = context.params
    findExisting(world, 'projects', id)
    assertProject(context, id)
    // Members that a group does not have are ignored.
    const { name = 'New group', status } = context.body
    return {
      kind: 'object',
      resource: groups,
      record: world.insert(
        'groups',
        newRecord(world, 'groups', { name, ...(status === undefined ? {} : { status }), project_id: id }),
      ),
      created: true,
    }
  },
})

const eventsList = defineEndpoint({
  id: 'legacy.events.list',
  method: 'GET',
  path: '/0/issues/{issue_id}/events/',
  summary: 'Lists the events of an issue, oldest first, with a Link header.',
  credentials: legacyCredentials,
  family: 'issues',
  params: Type.Object({ issue_id: RequestId }),
  query: Type.Object(cursorQuery),
  answer: { kind: 'legacyList', resource: events },
  requirements: ['legacy.events', 'ids.malformed-legacy', 'auth.legacy-required', ...linkRequirements],
  conventions: ['legacyPageSize', 'legacyListEnvelope'],
  handle: (context) => {
    const { issue_id: id } = context.params
    const issue = findExisting(context.world, 'issues', id)
    if (issue.project_id !== null) assertProject(context, issue.project_id)
    return legacyPage(context, 'issue_events', events, { issue_id: id })
  },
})

/** The legacy API (clauses 4.9 and 4.10). */
export const legacyEndpoints: readonly Endpoint[] = [root, projectsList, groupsList, groupsCreate, eventsList]

interface LinkPage {
  /** The absolute URL of the list, without a query. */
  readonly url: string
  /** The query as received. */
  readonly search: string
  readonly offset: number
  /** The number of records on a full page. */
  readonly size: number
  /** The number of records on this page. */
  readonly count: number
  readonly hasMore: boolean
}

/**
 * The Link header of clause 4.10, in the form that Sentry's parsers expect: previous comes first, URLs are absolute and
 * keep the other query parameters, and `rel`, `results` and `cursor` are quoted and in that order. Both entries are
 * always present.
 *
 * The next offset is the one after the last shown record, also on a last page that is not full. A client that polls the
 * last next cursor therefore sees records that are created later.
 */
function toLinkHeader({ url, search, offset, size, count, hasMore }: LinkPage): string {
  const previous = { rel: 'previous', results: offset > 0, cursor: `0:${Math.max(0, offset - size)}:1` }
  const next = { rel: 'next', results: hasMore, cursor: `0:${offset + count}:0` }
  return [previous, next]
    .map(
      ({ rel, results, cursor }) =>
        `<${url}?${setCursorParameter(search, cursor)}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`,
    )
    .join(', ')
}

function setCursorParameter(search: string, cursor: string): string {
  const parameters = new URLSearchParams(search)
  parameters.delete('cursor')
  const others = parameters.toString()
  return `${others === '' ? '' : `${others}&`}cursor=${cursor}`
}
