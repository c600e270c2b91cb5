// The documented operations (clause 4), written here once for the whole kit.
import type { Profile } from './profiles.ts'

/** The parts of the API that a service may claim without the others. */
export type ApiPart = Extract<Profile, 'tokens' | 'versioned' | 'legacy' | 'services'>

/** The kinds of record that documented operations answer with. */
export type RecordKind = 'environment' | 'resource' | 'product' | 'access token' | 'project' | 'group' | 'event'

/** A sample of the target file that is an id. */
export type IdSample = 'catalogId' | 'scopeId' | 'adapterConnectionId' | 'projectId' | 'issueId'

/** An id in a path. */
export interface IdInPath {
  readonly parameter: string
  /** The sample that is such an id. Ids of tokens are those that the run made. */
  readonly sample?: IdSample
  /** Prefixes that it likely has, the most likely first. None where each id needs its own. */
  readonly prefixes: readonly string[]
}

/** A documented operation. */
interface DocumentedOperation {
  /** As descriptions and messages name it. */
  readonly title: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** After the base URL, in the specification's own words. */
  readonly path: string
  readonly part: ApiPart
  /**
   * The credential that it takes: a Bearer token, any credential of the legacy API, the OAuth client in its form, or
   * none.
   */
  readonly credentials: 'bearer' | 'legacy' | 'client' | 'none'
  /** The kind of the answer. Of a page nothing is stated; `json` is a value of any form. */
  readonly answer: 'list' | 'record' | 'json' | 'page'
  readonly record?: RecordKind
  /** The body that is stated. */
  readonly body?: 'json' | 'form'
  /** How a list is paged. With cursors, the query has ids, too. */
  readonly paging?: 'cursors' | 'link'
  /** The path parameters that are ids. */
  readonly inPath?: IdInPath
  /** Parameters that a request has in its query, and the sample that is the value of each. */
  readonly inQuery?: Readonly<Record<string, 'configurationPath'>>
  /** The part of the path that is not an id. */
  readonly names?: readonly ('adapter' | 'command')[]
}

/** The names of the documented operations. */
export const operationIds = [
  'oauth.token',
  'access-tokens.list',
  'access-tokens.create',
  'access-tokens.rename',
  'access-tokens.revoke',
  'connect.prepare',
  'connect.browser',
  'environments.list',
  'configurations.value',
  'resources.list',
  'products.list',
  'services.invoke',
  'services.capabilities',
  'mcp',
  'legacy.root',
  'legacy-projects.list',
  'groups.list',
  'groups.create',
  'events.list',
] as const

/** The name of a documented operation. */
export type OperationId = (typeof operationIds)[number]

const table = {
  'oauth.token': {
    title: 'the token endpoint',
    method: 'POST',
    path: '/oauth/token',
    part: 'tokens',
    credentials: 'client',
    answer: 'json',
    body: 'form',
  },
  'access-tokens.list': {
    title: 'the list of access tokens',
    method: 'GET',
    path: '/access-tokens',
    part: 'tokens',
    credentials: 'bearer',
    answer: 'list',
    record: 'access token',
  },
  'access-tokens.create': {
    title: 'the creation of an access token',
    method: 'POST',
    path: '/access-tokens',
    part: 'tokens',
    credentials: 'bearer',
    answer: 'record',
    record: 'access token',
    body: 'json',
  },
  'access-tokens.rename': {
    title: 'the renaming of an access token',
    method: 'POST',
    path: '/access-tokens/{id}',
    part: 'tokens',
    credentials: 'bearer',
    answer: 'record',
    record: 'access token',
    body: 'json',
    inPath: { parameter: 'id', prefixes: ['pat_', 'tok_', 'act_'] },
  },
  'access-tokens.revoke': {
    title: 'the revocation of an access token',
    method: 'DELETE',
    path: '/access-tokens/{id}',
    part: 'tokens',
    credentials: 'bearer',
    answer: 'record',
    record: 'access token',
    inPath: { parameter: 'id', prefixes: ['pat_', 'tok_', 'act_'] },
  },
  'connect.prepare': {
    title: 'prepare-connect',
    method: 'POST',
    path: '/app/{adapter}/prepare-connect',
    part: 'services',
    credentials: 'bearer',
    answer: 'json',
    names: ['adapter'],
  },
  'connect.browser': {
    title: 'the connection in a browser',
    method: 'GET',
    path: '/app/{adapter}/connect',
    part: 'services',
    credentials: 'none',
    answer: 'page',
    names: ['adapter'],
  },
  'environments.list': {
    title: 'the list of environments',
    method: 'GET',
    path: '/{version}/environments',
    part: 'versioned',
    credentials: 'bearer',
    answer: 'list',
    record: 'environment',
  },
  'configurations.value': {
    title: 'a configuration value',
    method: 'GET',
    path: '/{version}/configurations/{scope_id}',
    part: 'versioned',
    credentials: 'bearer',
    answer: 'json',
    inPath: { parameter: 'scope_id', sample: 'scopeId', prefixes: [] },
    inQuery: { path: 'configurationPath' },
  },
  'resources.list': {
    title: 'the list of resources',
    method: 'GET',
    path: '/{version}/resources',
    part: 'versioned',
    credentials: 'bearer',
    answer: 'list',
    record: 'resource',
  },
  'products.list': {
    title: 'the products of a catalog',
    method: 'GET',
    path: '/{version}/pulse/catalogs/{catalog_id}/products',
    part: 'versioned',
    credentials: 'bearer',
    answer: 'list',
    record: 'product',
    paging: 'cursors',
    inPath: { parameter: 'catalog_id', sample: 'catalogId', prefixes: ['cat_', 'ctl_', 'ctg_'] },
  },
  'services.invoke': {
    title: 'a command',
    method: 'POST',
    path: '/services/{adapterConnectionId}/{command}',
    part: 'services',
    credentials: 'bearer',
    answer: 'json',
    body: 'json',
    inPath: { parameter: 'adapterConnectionId', sample: 'adapterConnectionId', prefixes: ['adc_', 'con_'] },
    names: ['command'],
  },
  'services.capabilities': {
    title: 'the capabilities of an adapter connection',
    method: 'GET',
    path: '/services/{adapterConnectionId}/capabilities',
    part: 'services',
    credentials: 'bearer',
    answer: 'json',
    inPath: { parameter: 'adapterConnectionId', sample: 'adapterConnectionId', prefixes: ['adc_', 'con_'] },
  },
  mcp: {
    title: 'the MCP endpoint',
    method: 'POST',
    path: '/mcp',
    part: 'services',
    credentials: 'bearer',
    answer: 'page',
    body: 'json',
  },
  'legacy.root': { title: '/0/', method: 'GET', path: '/0/', part: 'legacy', credentials: 'none', answer: 'json' },
  'legacy-projects.list': {
    title: 'the legacy projects',
    method: 'GET',
    path: '/0/projects/',
    part: 'legacy',
    credentials: 'legacy',
    answer: 'list',
    record: 'project',
  },
  'groups.list': {
    title: 'the legacy groups',
    method: 'GET',
    path: '/0/projects/{project_id}/groups/',
    part: 'legacy',
    credentials: 'legacy',
    answer: 'list',
    record: 'group',
    paging: 'link',
    inPath: { parameter: 'project_id', sample: 'projectId', prefixes: ['prj_'] },
  },
  'groups.create': {
    title: 'a new legacy group',
    method: 'POST',
    path: '/0/projects/{project_id}/groups/',
    part: 'legacy',
    credentials: 'legacy',
    answer: 'record',
    record: 'group',
    body: 'json',
    inPath: { parameter: 'project_id', sample: 'projectId', prefixes: ['prj_'] },
  },
  'events.list': {
    title: 'the legacy events of an issue',
    method: 'GET',
    path: '/0/issues/{issue_id}/events/',
    part: 'legacy',
    credentials: 'legacy',
    answer: 'list',
    record: 'event',
    paging: 'link',
    inPath: { parameter: 'issue_id', sample: 'issueId', prefixes: ['iss_', 'isu_'] },
  },
} as const

type Table = typeof table

const documented: Readonly<Record<OperationId, DocumentedOperation>> = table

/** The path of an operation, in the specification's own words. */
export type PathTemplate<Id extends OperationId> = Table[Id]['path']

/** An operation with an id in its path. */
export type IdOperation = {
  [Id in OperationId]: Table[Id] extends { readonly inPath: IdInPath } ? Id : never
}[OperationId]

/** An operation that writes. What one does that answers with a page is not stated. */
export type WriteOperation = {
  [Id in OperationId]: Table[Id] extends { readonly method: 'GET' } | { readonly answer: 'page' } ? never : Id
}[OperationId]

/** An operation whose answer is stated. */
export type AnsweredOperation = {
  [Id in OperationId]: Table[Id] extends { readonly answer: 'page' } ? never : Id
}[OperationId]

/** An operation that serves nothing without a credential in the header. */
export type ProtectedOperation = {
  [Id in AnsweredOperation]: Table[Id] extends { readonly credentials: 'bearer' | 'legacy' } ? Id : never
}[AnsweredOperation]

/** A documented operation with its name. */
export interface Operation extends DocumentedOperation {
  readonly id: OperationId
}

/** The parameters of lists with cursors that are ids (clause 4.6). */
export const cursorParameters = ['starting_after', 'ending_before'] as const

/** The name of a parameter that is an id. */
export type CursorParameter = (typeof cursorParameters)[number]

/** The documented operations, in the order of the specification. */
export const operations: readonly Operation[] = operationIds.map((id) => ({ id, ...documented[id] }))

const operationsById = new Map(operations.map((operation) => [operation.id, operation]))

/** The operations with an id in their paths. */
export const idOperations: readonly IdOperation[] = operationIds.filter(
  (id): id is IdOperation => 'inPath' in table[id],
)

/** The operations that write, without those that answer with a page. */
export const writeOperations: readonly WriteOperation[] = operationIds.filter(
  (id): id is WriteOperation => table[id].method !== 'GET' && table[id].answer !== 'page',
)

/** A documented operation. */
export function findOperation(id: OperationId): Operation {
  return operationsById.get(id)!
}

/** The id in the path of an operation. */
export function findPathId(id: IdOperation): IdInPath {
  return table[id].inPath
}

/** The lists of the versioned API. */
export const versionedLists: readonly Operation[] = operations.filter(
  ({ part, answer }) => part === 'versioned' && answer === 'list',
)
