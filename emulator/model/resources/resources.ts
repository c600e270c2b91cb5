import { type TObject, Type, type TSchema } from 'typebox'
import { configurationScopes } from './configuration-scopes.ts'
import {
  defaultedMember,
  defineResource,
  type MemberValues,
  enumMember,
  openSchema,
  type Parent,
  referenceMember,
  type ResourceDefinition,
  setMemberValues,
} from './define-resource.ts'
import { parseId } from './ids.ts'
import { member } from '../../tools/typed-members.ts'

// The specification shows only id, name and the filters of clause 4.5 (clause 2.4). The emulator adds the others.

/** The objects that a configuration can belong to. */
const scopeReferences = configurationScopes.map(({ type, collection }) => ({ collection, if: { scope_type: type } }))

const declared = {
  /** A record of `workspaces`. */
  workspaces: defineResource({
    name: 'workspace',
    plural: 'workspaces',
    family: 'workspaces',
    members: {
      /** Its state. */
      status: enumMember('active', 'archived'),
    },
    filters: ['status'],
    searched: ['name'],
  }),
  /** A record of `projects`. */
  projects: defineResource({
    name: 'project',
    plural: 'projects',
    family: 'projects',
    members: {
      /** The name in addresses. */
      slug: defaultedMember(Type.String({ default: '' })),
      /** The bare id of a record in `workspaces`. */
      workspace_id: referenceMember('workspaces'),
      /** Its state. */
      status: enumMember('active', 'archived'),
    },
    filters: ['workspace_id', 'slug', 'status'],
    searched: ['name', 'slug'],
  }),
  /** A record of `environments`. */
  environments: defineResource({
    name: 'environment',
    plural: 'environments',
    family: 'environments',
    members: {
      /** The bare id of a record in `projects`. */
      project_id: referenceMember('projects'),
      /** The sort of the record. */
      kind: enumMember('production', 'staging', 'development'),
    },
    filters: ['project_id', 'kind'],
    searched: ['name'],
  }),
  /** A record of `flows`. */
  flows: defineResource({
    name: 'flow',
    plural: 'flows',
    family: 'flows',
    members: {
      /** The bare id of a record in `projects`. */
      project_id: referenceMember('projects'),
      /** Its state. */
      status: enumMember('draft', 'active', 'paused'),
    },
    filters: ['project_id', 'status'],
    searched: ['name'],
  }),
  /** A record of `flow_runs`. */
  flow_runs: defineResource({
    name: 'flow_run',
    plural: 'flow_runs',
    family: 'flows',
    members: {
      /** The bare id of a record in `flows`. */
      flow_id: referenceMember('flows'),
      /** Its state. */
      status: enumMember('queued', 'running', 'succeeded', 'failed'),
    },
    filters: ['flow_id', 'status'],
    searched: ['name'],
    listedAs: 'runs',
  }),
  /** A record of `connections`. */
  connections: defineResource({
    name: 'connection',
    plural: 'connections',
    family: 'connections',
    members: {
      /** The bare id of a record in `projects`. */
      project_id: referenceMember('projects'),
      /** The service that it connects to. */
      provider: defaultedMember(Type.String({ default: '' })),
      /** Its state. */
      status: enumMember('active', 'disabled', 'failed'),
    },
    filters: ['project_id', 'provider', 'status'],
    searched: ['name', 'provider'],
  }),
  /** A record of `catalogs`. */
  catalogs: defineResource({
    name: 'catalog',
    plural: 'catalogs',
    family: 'catalogs',
    members: {
      /** The bare id of a record in `projects`. */
      project_id: referenceMember('projects'),
      /** Its state. */
      status: enumMember('active', 'archived'),
    },
    filters: ['project_id', 'status'],
    searched: ['name'],
  }),
  /** A record of `catalog_products`. */
  catalog_products: defineResource({
    name: 'product',
    plural: 'products',
    segment: 'catalog-products',
    family: 'catalogs',
    members: {
      /** The bare id of a record in `catalogs`. */
      catalog_id: referenceMember('catalogs'),
      /** The brand of the product. */
      brand: defaultedMember(Type.String({ default: '' })),
      /** The category of the product. */
      category: defaultedMember(Type.String({ default: '' })),
      /** Its state. */
      status: enumMember('active', 'draft', 'archived'),
      /** The stock keeping unit. */
      sku: defaultedMember(Type.String({ default: '' })),
      /** The price, in `currency`. */
      price: defaultedMember(Type.Number({ default: 0, minimum: 0 })),
      /** The currency of `price`. */
      currency: defaultedMember(Type.String({ default: 'EUR' })),
      /** A text for people. */
      description: defaultedMember(Type.String({ default: '' })),
    },
    filters: ['catalog_id', 'brand', 'category', 'status'],
    searched: ['name', 'brand', 'category', 'description', 'sku'],
  }),
  /** A record of `configurations`. */
  configurations: defineResource({
    name: 'configuration',
    plural: 'configurations',
    family: 'configurations',
    members: {
      /** The kind of record that the configuration belongs to. */
      scope_type: enumMember(...configurationScopes.map(({ type }) => type)),
      /** The bare id of the project, environment or flow. */
      scope_id: member(Type.String({ 'x-references': scopeReferences })),
      /** Any JSON. */
      value: member(Type.Unknown()),
    },
    filters: ['scope_type', 'scope_id'],
    searched: ['name'],
  }),
  /** A record of `resources`. */
  resources: defineResource({
    name: 'resource',
    plural: 'resources',
    family: 'resources',
    members: {
      /** The sort of the resource. */
      type: defaultedMember(Type.String({ default: '' })),
      /** Its state. */
      status: enumMember('active', 'inactive', 'archived'),
    },
    filters: ['status', 'type'],
    searched: ['name', 'type'],
  }),
  /** A record of `adapters`. */
  adapters: defineResource({
    name: 'adapter',
    plural: 'adapters',
    family: 'adapters',
    members: {
      /** The name in full. */
      title: defaultedMember(Type.String({ default: '' })),
      /** The sort of the record. */
      kind: defaultedMember(Type.String({ default: '' })),
    },
    filters: ['kind'],
    searched: ['name', 'title'],
  }),
  /** A record of `adapter_connections`. */
  adapter_connections: defineResource({
    name: 'adapter_connection',
    plural: 'adapter_connections',
    family: 'adapters',
    members: {
      /** The bare id of a record in `adapters`. */
      adapter_id: referenceMember('adapters'),
      /** The name of the adapter. */
      adapter: defaultedMember(Type.String({ default: '' })),
      /** Its state. */
      status: enumMember('active', 'disabled'),
    },
    filters: ['adapter_id', 'adapter', 'status'],
    searched: ['name', 'adapter'],
    listedAs: 'connections',
  }),
  /** A record of `issues`. */
  issues: defineResource({
    name: 'issue',
    plural: 'issues',
    family: 'issues',
    members: {
      /** The bare id of a record in `projects`. */
      project_id: referenceMember('projects'),
      /** Its state. */
      status: enumMember('unresolved', 'resolved', 'ignored'),
      /** The severity. */
      level: enumMember('error', 'warning', 'info'),
    },
    filters: ['project_id', 'status', 'level'],
    searched: ['name'],
  }),
  /** A record of `issue_events`. */
  issue_events: defineResource({
    name: 'event',
    plural: 'events',
    segment: 'issue-events',
    family: 'issues',
    members: {
      /** The bare id of a record in `issues`. */
      issue_id: referenceMember('issues'),
      /** A description of the event. */
      message: defaultedMember(Type.String({ default: '' })),
      /** The severity. */
      level: enumMember('error', 'warning', 'info'),
    },
    filters: ['issue_id', 'level'],
    searched: ['name', 'message'],
    listedAs: 'events',
  }),
  /** A record of `groups`. */
  groups: defineResource({
    name: 'group',
    plural: 'groups',
    family: 'groups',
    members: {
      /** The bare id of a record in `projects`. */
      project_id: referenceMember('projects'),
      /** Its state. */
      status: enumMember('unresolved', 'resolved', 'ignored'),
    },
    filters: ['project_id', 'status'],
    searched: ['name'],
  }),
}

/** Every resource by its collection, with the types of its members. */
export type DeclaredResources = typeof declared

/** The name of a resource's collection. */
export type ResourceCollection = keyof DeclaredResources

/** A resource with everything that follows from its declaration. */
export interface DeclaredResource extends ResourceDefinition {
  /** `/1.13/{segment}`. */
  readonly segment: string
  /** The schema of a record. */
  readonly schema: TObject
  readonly members: Readonly<Record<string, TSchema & { readonly 'x-reference'?: ResourceCollection }>>
  readonly parent: Parent<ResourceCollection> | undefined
}

/** Every resource by its collection: those that clause 2.4 names, and `resources` of clause 4.4. */
export const resourceByCollection: Readonly<Record<ResourceCollection, DeclaredResource>> = declared

/** The names of the collections of resources, each parent before its children. */
export const resourceCollections: readonly ResourceCollection[] = Object.keys(
  resourceByCollection,
) as ResourceCollection[]

/** Returns true if a name is the name of a resource's collection. */
export function isResourceCollection(name: string): name is ResourceCollection {
  return Object.hasOwn(resourceByCollection, name)
}

/** The collection that a member refers to in every record; undefined for any other member. */
export function referencedCollection(schema: TSchema | undefined): ResourceCollection | undefined {
  return (schema as { 'x-reference'?: ResourceCollection } | undefined)?.['x-reference']
}

/** A collection that a member refers to, if the record has these members. */
export interface Reference {
  readonly collection: ResourceCollection
  readonly if: Readonly<Record<string, unknown>>
}

/** The collections that a member can refer to. None for a member that is not the id of a record. */
export function memberReferences(schema: TSchema | undefined): readonly Reference[] {
  const collection = referencedCollection(schema)
  if (collection !== undefined) return [{ collection, if: {} }]
  return (schema as { 'x-references'?: readonly Reference[] } | undefined)?.['x-references'] ?? []
}

/** Returns true if a record refers to the collection of a reference. */
export function holdsReference(reference: Reference, record: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(reference.if).every(([name, value]) => record[name] === value)
}

/** A member as records have it: the bare id, if it is the id of a record. */
export function bareReference(schema: TSchema | undefined, value: unknown): unknown {
  if (typeof value !== 'string' || memberReferences(schema).length === 0) return value
  return parseId(value)?.bare ?? value
}

/**
 * Whether records may have members that their resource does not have. Values by collection also allow them, and replace
 * the values of these members.
 */
export type OpenMembers = boolean | Readonly<Partial<Record<ResourceCollection, MemberValues>>>

/** The values that replace those of a resource's members; undefined if there are none. */
export function memberValues(resource: DeclaredResource, openMembers: OpenMembers): MemberValues | undefined {
  if (typeof openMembers === 'boolean') return undefined
  const collection = resourceCollections.find((name) => resourceByCollection[name] === resource)
  return collection && openMembers[collection]
}

/** The schema of the records of a resource. */
export function resourceSchema(resource: DeclaredResource, openMembers: OpenMembers): TObject {
  return openMembers
    ? setMemberValues(openSchema(resource.schema), memberValues(resource, openMembers))
    : resource.schema
}
