// Reads the data of an emulator's world into the plain facts that the judge compares with.
import type {
  ClientCredentials,
  DialectFacts,
  ProductFacts,
  WorldFacts,
} from '../../../conformance/client/evidence/world-facts.ts'
import type { TaskReport } from '../../../conformance/client/tasks/task.ts'
import { refusalStatuses } from './refusals.ts'
import { vocabularyName, showScope } from '../../../emulator/api/auth/scopes.ts'
import { Dialect } from '../../../emulator/api/dialect/dialect.ts'
import { operationConventions, namedOperations } from '../../../emulator/api/dialect/per-operation.ts'
import type { CatalogProductRecord } from '../../../emulator/model/resources/resource-records.ts'
import type { CollectionName, CollectionRecords } from '../../../emulator/model/contract/stored-records.ts'
import type { Emulator } from '../../../emulator/create-emulator.ts'
import { credentialId } from '../../../emulator/api/auth/sent-credential.ts'
import type { World } from '../../../emulator/world/world.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { isTemplate } from '../../../emulator/model/contract/template.ts'
import { isObject } from '../../../emulator/tools/is-object.ts'

/** @param secrets The known secrets of personal access tokens, by the ids of the tokens. */
export function readWorld(
  world: World,
  { conventions, adapters, credentials }: Emulator,
  secrets: ReadonlyMap<string, string> = new Map(),
): WorldFacts {
  const prefixes: Readonly<Record<string, string>> = {
    project: 'prj_',
    environment: conventions.environmentPrefix,
    flow: 'flw_',
  }
  return {
    now: world.clock.now(),
    environments: world.collection('environments').all().map(toId).toReversed(),
    catalogs: catalogContents(world),
    configurations: new Map(
      world
        .collection('configurations')
        .all()
        .map(({ scope_type, scope_id, value }) => [`${prefixes[scope_type]}${scope_id}`, value]),
    ),
    accessTokens: world
      .collection('access_tokens')
      .all()
      .map(({ id, name, scopes, expires_at }) => ({
        id,
        name,
        scopes,
        expiresAt: expires_at,
        secret: secrets.get(id),
      })),
    adapters: [...adapters.keys()],
    adapterConnections: world
      .collection('adapter_connections')
      .all()
      .map(({ id, adapter }) => ({
        id,
        adapter,
        commands: (adapters.get(adapter)?.commands ?? []).map(({ name }) => name),
      })),
    projects: world.collection('projects').all().map(toId),
    boundProject: credentials.apiKeyProjectId,
    groups: projectGroups(world),
    events: groupedIssueEvents(world),
  }
}

/** The secret that a client reported, by the id of its token. The world itself stores no secrets. */
export function reportedSecrets(world: World, reported: TaskReport): ReadonlyMap<string, string> {
  const { secret } = ((reported.kind === 'value' && reported.value) || {}) as { readonly secret?: unknown }
  const owner =
    typeof secret === 'string' ? world.get('credentials', credentialId(world, 'bearer', secret))?.owner_id : undefined
  return new Map(owner === undefined ? [] : [[owner, String(secret)]])
}

/** The conventions that inputs depend on. */
export function readDialect(emulator: Emulator): DialectFacts {
  const conventions = operationConventions(emulator.conventions)
  // Every task with a page size walks products.
  const { defaultLimit, maximumLimit } = operationConventions(emulator.conventions, 'products.list')
  const tokens = new Dialect(emulator.conventions).of('oauth.token')
  const tellsLifetime = ['$expires_in', '$expires_at'].some((hole) => tokens.shows('tokenResponse', hole))
  return {
    pageSize: { default: defaultLimit, largest: maximumLimit },
    legacyPageSize: conventions.legacyPageSize,
    accessTokensPath: conventions.accessTokensPath,
    expiresAt: conventions.expiresAtFormat,
    toScope: (scope) => showScope(vocabularyName(scope, conventions) ?? scope, conventions),
    issuesRefreshToken: tokens.shows('tokenResponse', '$refresh_token'),
    refusals: refusalStatuses(emulator.conventions),
    toldLifetime: tellsLifetime ? conventions.accessTokenLifetime : undefined,
    isLastPage: listEndsOf(emulator.conventions),
    versions: conventions.versions,
    mcpPath: conventions.mcpPath,
  }
}

/** The credentials that a client is given. */
export function readCredentials({ credentials }: Emulator): ClientCredentials {
  const { clientId, clientSecret, token, integrationToken, apiKey, dsn } = credentials
  return { clientId, clientSecret, token, integrationToken, apiKey, dsn }
}

const toId = ({ id }: { readonly id: string }): string => id

function toProduct({ id, name, brand, category, status, description, sku }: CatalogProductRecord): ProductFacts {
  return { id, brand, category, status, searched: [name, brand, category, description, sku] }
}

const catalogContents = groupByParent('catalogs', 'catalog_products', ({ catalog_id }) => catalog_id, toProduct, true)
const projectGroups = groupByParent('projects', 'groups', ({ project_id }) => project_id, toId)
const groupedIssueEvents = groupByParent('issues', 'issue_events', ({ issue_id }) => issue_id, toId)

/**
 * Groups records by parent, including parents without any. Collections are immutable, so one that many worlds share is
 * read once.
 */
function groupByParent<Name extends CollectionName, V>(
  parents: 'catalogs' | 'projects' | 'issues',
  name: Name,
  parentOf: (record: CollectionRecords[Name]) => string | null,
  toValue: (record: CollectionRecords[Name]) => V,
  isNewestFirst = false,
): (world: World) => ReadonlyMap<string, readonly V[]> {
  const known = new WeakMap<object, { readonly of: object; readonly groups: ReadonlyMap<string, readonly V[]> }>()
  return (world) => {
    const of = world.collection(parents)
    const collection = world.collection(name)
    const before = known.get(collection)
    if (before?.of === of) return before.groups
    const groups = new Map<string, V[]>(of.all().map(({ id }) => [id, []]))
    const records = collection.all()
    for (const record of isNewestFirst ? records.toReversed() : records)
      groups.get(parentOf(record) ?? '')?.push(toValue(record))
    known.set(collection, { of, groups })
    return groups
  }
}

/** Finds out by the template of a list whether a page is the last one. Shorthands have members with fixed names. */
function listEndsOf(all: Conventions): DialectFacts['isLastPage'] {
  const { listEnvelope: usual } = operationConventions(all)
  const named = new Map<string, unknown>(
    namedOperations(all).map((id) => [id, operationConventions(all, id).listEnvelope] as const),
  )
  return (servedAs = '', json) => {
    const envelope = named.get(servedAs) ?? usual
    return isTemplate(envelope as typeof usual) ? endAt(envelope, json) : undefined
  }
}

function endAt(template: unknown, json: unknown): boolean | undefined {
  if (template === '$hasMore') return typeof json === 'boolean' ? !json : undefined
  if (typeof template === 'string') return template.includes('$next') ? json === null || json === undefined : undefined
  if (!isObject(template) || Object.hasOwn(template, '$each')) return undefined
  if (template['$when'] === '$next') return json === undefined
  const members = isObject(json) ? json : {}
  // A list has one member with the name of its records.
  const ofKind = Object.keys(members).find((name) => !Object.hasOwn(template, name))
  return Object.entries(template)
    .map(([name, part]) => endAt(part, members[name === '$kind' ? (ofKind ?? '') : name]))
    .find((end) => end !== undefined)
}
