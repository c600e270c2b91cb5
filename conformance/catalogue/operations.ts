// The documented operations (clause 4), written here once for the whole kit.
import { percentDecoded } from '../percent-decoded.ts'
import type { Profile } from './profiles.ts'

/** The parts of the paths that a service may claim alone. */
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
interface Documented {
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
  /** How a list is paged. With cursors, ids stand in the query as well. */
  readonly paging?: 'cursors' | 'link'
  /** Where an id stands in the path. */
  readonly inPath?: IdInPath
  /** Parameters that a request has in its query, and the sample that is the value of each. */
  readonly inQuery?: Readonly<Record<string, 'configurationPath'>>
  /** Where the path has what is not an id. */
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
    method: 'POST',
    path: '/oauth/token',
    part: 'tokens',
    credentials: 'client',
    answer: 'json',
    body: 'form',
  },
  'access-tokens.list': {
    method: 'GET',
    path: '/access-tokens',
    part: 'tokens',
    credentials: 'bearer',
    answer: 'list',
    record: 'access token',
  },
  'access-tokens.create': {
    method: 'POST',
    path: '/access-tokens',
    part: 'tokens',
    credentials: 'bearer',
    answer: 'record',
    record: 'access token',
    body: 'json',
  },
  'access-tokens.rename': {
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
    method: 'DELETE',
    path: '/access-tokens/{id}',
    part: 'tokens',
    credentials: 'bearer',
    answer: 'record',
    record: 'access token',
    inPath: { parameter: 'id', prefixes: ['pat_', 'tok_', 'act_'] },
  },
  'connect.prepare': {
    method: 'POST',
    path: '/app/{adapter}/prepare-connect',
    part: 'services',
    credentials: 'bearer',
    answer: 'json',
    names: ['adapter'],
  },
  'connect.browser': {
    method: 'GET',
    path: '/app/{adapter}/connect',
    part: 'services',
    credentials: 'none',
    answer: 'page',
    names: ['adapter'],
  },
  'environments.list': {
    method: 'GET',
    path: '/{version}/environments',
    part: 'versioned',
    credentials: 'bearer',
    answer: 'list',
    record: 'environment',
  },
  'configurations.value': {
    method: 'GET',
    path: '/{version}/configurations/{scope_id}',
    part: 'versioned',
    credentials: 'bearer',
    answer: 'json',
    inPath: { parameter: 'scope_id', sample: 'scopeId', prefixes: [] },
    inQuery: { path: 'configurationPath' },
  },
  'resources.list': {
    method: 'GET',
    path: '/{version}/resources',
    part: 'versioned',
    credentials: 'bearer',
    answer: 'list',
    record: 'resource',
  },
  'products.list': {
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
    method: 'GET',
    path: '/services/{adapterConnectionId}/capabilities',
    part: 'services',
    credentials: 'bearer',
    answer: 'json',
    inPath: { parameter: 'adapterConnectionId', sample: 'adapterConnectionId', prefixes: ['adc_', 'con_'] },
  },
  mcp: { method: 'POST', path: '/mcp', part: 'services', credentials: 'bearer', answer: 'page', body: 'json' },
  'legacy.root': { method: 'GET', path: '/0/', part: 'legacy', credentials: 'none', answer: 'json' },
  'legacy-projects.list': {
    method: 'GET',
    path: '/0/projects/',
    part: 'legacy',
    credentials: 'legacy',
    answer: 'list',
    record: 'project',
  },
  'groups.list': {
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

const documented: Readonly<Record<OperationId, Documented>> = table

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

/** An operation with a JSON body. */
export type JsonBodyOperation = {
  [Id in AnsweredOperation]: Table[Id] extends { readonly body: 'json' } ? Id : never
}[AnsweredOperation]

/** An operation of the legacy API. */
export type LegacyOperation = {
  [Id in OperationId]: Table[Id] extends { readonly part: 'legacy' } ? Id : never
}[OperationId]

/** A documented operation with its name. */
export interface Operation extends Documented {
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
export function operationOf(id: OperationId): Operation {
  return operationsById.get(id)!
}

/** The id in the path of an operation. */
export function idInPathOf(id: IdOperation): IdInPath {
  return table[id].inPath
}

/** The lists of the versioned API. */
export const versionedLists: readonly Operation[] = operations.filter(
  ({ part, answer }) => part === 'versioned' && answer === 'list',
)

/** Returns true if a path is one of the legacy API, documented or not (clause 9). */
export function isLegacyPath(path: string): boolean {
  return segmentsOf(path)[0] === '0'
}

/** The parts of paths that the target declares. */
export interface PathNames {
  readonly version: string
  readonly accessTokens: string
  readonly mcp: string
}

/** The path of an operation, in which the target's own names stand; its ids do not. */
function templateOf({ path, part }: Operation, { version, accessTokens, mcp }: PathNames): string {
  if (part === 'tokens') return path.replace('/access-tokens', accessTokens)
  return path === '/mcp' ? mcp : path.replace('{version}', version)
}

const templateParts = new WeakMap<PathNames, readonly (readonly string[])[]>()

/** The parts of the paths of all operations, made once for the names of a target: each exchange asks for them. */
function templatePartsOf(names: PathNames): readonly (readonly string[])[] {
  const known = templateParts.get(names) ?? operations.map((operation) => partsOf(templateOf(operation, names)))
  templateParts.set(names, known)
  return known
}

/** The path of an operation with these values, each encoded. */
export function pathOf(id: OperationId, names: PathNames, values: Readonly<Record<string, string>> = {}): string {
  return templateOf(operationOf(id), names)
    .split('/')
    .map((segment) =>
      isParameter(segment) ? encodeURIComponent((values[segment.slice(1, -1)] ?? '').toWellFormed()) : segment,
    )
    .join('/')
}

/** The names of the parameters in a template. The version is the target's to say. */
type ParametersIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'version'> | ParametersIn<Rest>
  : never

/** The values of the parameters in the path of an operation. */
type ValuesOf<Id extends OperationId> = Readonly<Record<ParametersIn<Table[Id]['path']>, string>>

/** The path of a documented operation. */
export interface DocumentedPath {
  readonly operation: OperationId
  readonly values: Readonly<Record<string, string>>
}

/** An address that is documented nowhere. */
export interface UndocumentedPath {
  readonly operation: undefined
  /** After the base URL, with its leading slash; or absolute. */
  readonly address: string
}

/**
 * Where a request goes. A text is an address that the target gave, in its file or in an answer: whether it is a
 * documented one is found out by the table.
 */
export type Path = DocumentedPath | UndocumentedPath | string

/** The path of an operation with these values in it. */
export function at<Id extends OperationId>(
  operation: Id,
  ...[values]: [ParametersIn<Table[Id]['path']>] extends [never] ? [] : [values: ValuesOf<Id>]
): DocumentedPath {
  return documentedPath(operation, values)
}

/** The path of an operation with those of these values that stand in it. */
export function documentedPath(operation: OperationId, values: Readonly<Record<string, string>> = {}): DocumentedPath {
  const names = parameterNames(operationOf(operation)).filter((name) => name !== 'version')
  return { operation, values: Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) }
}

/** An address that the kit made up, or that is documented nowhere. It is sent unchanged. */
export function undocumented(address: string): UndocumentedPath {
  return { operation: undefined, address }
}

/** The path of the operation for a method at an address, if the address is written as documented. */
export function pathAt(method: string, address: string, names: PathNames): Path {
  const operation = operationAt(method, address, names)
  if (operation === undefined) return address
  const path = documentedPath(operation, parametersOf(operation, address, names))
  return addressOf(path, names) === address ? path : address
}

/** The path as text: after the base URL, or absolute. */
export function addressOf(path: Path, names: PathNames): string {
  if (typeof path === 'string') return path
  return path.operation === undefined ? path.address : pathOf(path.operation, names, path.values)
}

/** The path of an operation without the values in it, for a reader: each id as `{id}`. */
export function printedPath(id: OperationId, names: PathNames): string {
  return templateOf(operationOf(id), names)
    .split('/')
    .map((segment) => (isParameter(segment) ? '{id}' : segment))
    .join('/')
}

/** The operation that a request asks for; undefined where nothing is documented. */
export function operationAt(method: string, path: string, names: PathNames): OperationId | undefined {
  const parts = partsOf(path)
  const templates = templatePartsOf(names)
  const there = operations.filter((_, index) => matches(templates[index]!, parts))
  // A name such as `capabilities` is no parameter.
  const exact = there.toSorted((left, right) => parameterNames(left).length - parameterNames(right).length)
  const isOther = method === 'HEAD' || method === 'OPTIONS'
  return exact.find((operation) => isOther || operation.method === method)?.id
}

/**
 * The path that an address seems to mean which ends as one of these operations does, behind another version or none.
 * Undefined where it ends as none of them.
 */
export function pathMeant(path: string, ids: readonly OperationId[], names: PathNames): string | undefined {
  const parts = partsOf(path)
  const endOf = (id: OperationId) => {
    const { path: template, part } = operationOf(id)
    return partsOf(template).slice(part === 'versioned' || part === 'legacy' ? 1 : 0)
  }
  const longest = ids.toSorted((left, right) => endOf(right).length - endOf(left).length)
  const id = longest.find(
    (candidate) => endOf(candidate).length > 0 && matches(endOf(candidate), parts.slice(-endOf(candidate).length)),
  )
  if (id === undefined) return undefined
  const end = parts.slice(-endOf(id).length)
  const values = endOf(id).flatMap((part, index) =>
    isParameter(part) ? [[part.slice(1, -1), percentDecoded(end[index]!)]] : [],
  )
  return pathOf(id, names, Object.fromEntries(values))
}

/** The values of the parameters in a path, decoded. */
export function parametersOf(id: OperationId, path: string, names: PathNames): Readonly<Record<string, string>> {
  const segments = segmentsOf(path)
  return Object.fromEntries(
    partsOf(templateOf(operationOf(id), names)).flatMap((segment, index) =>
      isParameter(segment) ? [[segment.slice(1, -1), segments[index] ?? '']] : [],
    ),
  )
}

/** The parts of a path between its slashes, percent-decoded. A slash at the end makes no other path. */
export function segmentsOf(path: string): readonly string[] {
  return partsOf(path).map(percentDecoded)
}

/** The parts of a path that follow those of another one; undefined where it does not begin with them. */
export function partsBehind(path: string, beginning: string): readonly string[] | undefined {
  const [parts, before] = [segmentsOf(path), segmentsOf(beginning)]
  return before.every((part, index) => part === parts[index]) ? parts.slice(before.length) : undefined
}

/** The parts of a path between its slashes, as they stand. */
function partsOf(path: string): readonly string[] {
  const segments = path.split(/[?#]/, 1)[0]!.split('/')
  const isText = (segment: string) => segment !== ''
  return segments.slice(segments.findIndex(isText), segments.findLastIndex(isText) + 1)
}

function matches(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((segment, index) => (isParameter(segment) ? segments[index] !== '' : segment === segments[index]))
  )
}

const isParameter = (segment: string): boolean => segment.startsWith('{') && segment.endsWith('}')

const parameterNames = ({ path }: Operation): readonly string[] =>
  partsOf(path).flatMap((part) => (isParameter(part) ? [part.slice(1, -1)] : []))
