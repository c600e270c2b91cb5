import { type TObject, Type } from 'typebox'
import type { ResourceCollection } from '../contract/resource-records.ts'
import { configurationScopes } from './configuration-scopes.ts'
import { defineResource, oneOf, openSchema, reference, withValues } from './define-resource.ts'
import type { MemberValues, OpenMembers, Resource } from '../contract/resource.ts'

// The specification shows only id, name and the filters of clause 4.5 (clause 2.4). The emulator adds the others.

const workspaces = defineResource({
  name: 'workspace',
  plural: 'workspaces',
  family: 'workspaces',
  members: { status: oneOf('active', 'archived') },
  filters: ['status'],
  searched: ['name'],
})

const projects = defineResource({
  name: 'project',
  plural: 'projects',
  family: 'projects',
  members: {
    slug: Type.String({ default: '' }),
    workspace_id: reference('workspaces'),
    status: oneOf('active', 'archived'),
  },
  filters: ['workspace_id', 'slug', 'status'],
  searched: ['name', 'slug'],
  parent: { member: 'workspace_id', collection: 'workspaces' },
})

const environments = defineResource({
  name: 'environment',
  plural: 'environments',
  family: 'environments',
  members: { project_id: reference('projects'), kind: oneOf('production', 'staging', 'development') },
  filters: ['project_id', 'kind'],
  searched: ['name'],
  parent: { member: 'project_id', collection: 'projects' },
})

const flows = defineResource({
  name: 'flow',
  plural: 'flows',
  family: 'flows',
  members: { project_id: reference('projects'), status: oneOf('draft', 'active', 'paused') },
  filters: ['project_id', 'status'],
  searched: ['name'],
  parent: { member: 'project_id', collection: 'projects' },
})

const flowRuns = defineResource({
  name: 'flow_run',
  plural: 'flow_runs',
  family: 'flows',
  members: { flow_id: reference('flows'), status: oneOf('queued', 'running', 'succeeded', 'failed') },
  filters: ['flow_id', 'status'],
  searched: ['name'],
  parent: { member: 'flow_id', collection: 'flows', listedAs: 'runs' },
})

const connections = defineResource({
  name: 'connection',
  plural: 'connections',
  family: 'connections',
  members: {
    project_id: reference('projects'),
    provider: Type.String({ default: '' }),
    status: oneOf('active', 'disabled', 'failed'),
  },
  filters: ['project_id', 'provider', 'status'],
  searched: ['name', 'provider'],
  parent: { member: 'project_id', collection: 'projects' },
})

const catalogs = defineResource({
  name: 'catalog',
  plural: 'catalogs',
  family: 'catalogs',
  members: { project_id: reference('projects'), status: oneOf('active', 'archived') },
  filters: ['project_id', 'status'],
  searched: ['name'],
  parent: { member: 'project_id', collection: 'projects' },
})

const catalogProducts = defineResource({
  name: 'product',
  plural: 'products',
  segment: 'catalog-products',
  family: 'catalogs',
  members: {
    catalog_id: reference('catalogs'),
    brand: Type.String({ default: '' }),
    category: Type.String({ default: '' }),
    status: oneOf('active', 'draft', 'archived'),
    sku: Type.String({ default: '' }),
    price: Type.Number({ default: 0, minimum: 0 }),
    currency: Type.String({ default: 'EUR' }),
    description: Type.String({ default: '' }),
  },
  filters: ['catalog_id', 'brand', 'category', 'status'],
  searched: ['name', 'brand', 'category', 'description', 'sku'],
  parent: { member: 'catalog_id', collection: 'catalogs' },
})

const configurations = defineResource({
  name: 'configuration',
  plural: 'configurations',
  family: 'configurations',
  members: {
    scope_type: oneOf(...configurationScopes.map(({ type }) => type)),
    scope_id: Type.String(),
    value: Type.Unknown(),
  },
  filters: ['scope_type', 'scope_id'],
  searched: ['name'],
})

const resources = defineResource({
  name: 'resource',
  plural: 'resources',
  family: 'resources',
  members: { type: Type.String({ default: '' }), status: oneOf('active', 'inactive', 'archived') },
  filters: ['status', 'type'],
  searched: ['name', 'type'],
})

const adapters = defineResource({
  name: 'adapter',
  plural: 'adapters',
  family: 'adapters',
  members: { title: Type.String({ default: '' }), kind: Type.String({ default: '' }) },
  filters: ['kind'],
  searched: ['name', 'title'],
})

const adapterConnections = defineResource({
  name: 'adapter_connection',
  plural: 'adapter_connections',
  family: 'adapters',
  members: {
    adapter_id: reference('adapters'),
    adapter: Type.String({ default: '' }),
    status: oneOf('active', 'disabled'),
  },
  filters: ['adapter_id', 'adapter', 'status'],
  searched: ['name', 'adapter'],
  parent: { member: 'adapter_id', collection: 'adapters', listedAs: 'connections' },
})

const issues = defineResource({
  name: 'issue',
  plural: 'issues',
  family: 'issues',
  members: {
    project_id: reference('projects'),
    status: oneOf('unresolved', 'resolved', 'ignored'),
    level: oneOf('error', 'warning', 'info'),
  },
  filters: ['project_id', 'status', 'level'],
  searched: ['name'],
  parent: { member: 'project_id', collection: 'projects' },
})

const issueEvents = defineResource({
  name: 'event',
  plural: 'events',
  segment: 'issue-events',
  family: 'issues',
  members: {
    issue_id: reference('issues'),
    message: Type.String({ default: '' }),
    level: oneOf('error', 'warning', 'info'),
  },
  filters: ['issue_id', 'level'],
  searched: ['name', 'message'],
  parent: { member: 'issue_id', collection: 'issues', listedAs: 'events' },
})

const groups = defineResource({
  name: 'group',
  plural: 'groups',
  family: 'groups',
  members: { project_id: reference('projects'), status: oneOf('unresolved', 'resolved', 'ignored') },
  filters: ['project_id', 'status'],
  searched: ['name'],
  parent: { member: 'project_id', collection: 'projects' },
})

/** Every resource by its collection: those that clause 2.4 names, and `resources` of clause 4.4. */
export const resourceByCollection: Readonly<Record<ResourceCollection, Resource>> = {
  workspaces,
  projects,
  environments,
  flows,
  flow_runs: flowRuns,
  connections,
  catalogs,
  catalog_products: catalogProducts,
  configurations,
  resources,
  adapters,
  adapter_connections: adapterConnections,
  issues,
  issue_events: issueEvents,
  groups,
}

/** The names of the collections of resources, each parent before its children. */
export const resourceCollections: readonly ResourceCollection[] = Object.keys(
  resourceByCollection,
) as ResourceCollection[]

/** Returns true if a name is the name of a resource's collection. */
export function isResourceCollection(name: string): name is ResourceCollection {
  return Object.hasOwn(resourceByCollection, name)
}

/** The values that members of a resource's records have in place of those of the resource; undefined without any. */
export function valuesOf(resource: Resource, openMembers: OpenMembers): MemberValues | undefined {
  if (typeof openMembers === 'boolean') return undefined
  const collection = resourceCollections.find((name) => resourceByCollection[name] === resource)
  return collection && openMembers[collection]
}

/** The schema of the records of a resource. */
export function schemaOf(resource: Resource, openMembers: OpenMembers): TObject {
  return openMembers ? withValues(openSchema(resource.schema), valuesOf(resource, openMembers)) : resource.schema
}
