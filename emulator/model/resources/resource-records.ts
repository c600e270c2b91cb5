// The types of records, by the schemas of their resources. Types instead of interfaces: an interface is not assignable
// to StoredRecord, which has an index signature.
import type { MembersOf } from '../../tools/typed-members.ts'
import type { DeclaredResources, ResourceCollection } from './resources.ts'

/** The members of every record. */
export type CommonRecord = {
  /** A bare id: 27 characters from A-Z, a-z and 0-9. */
  readonly id: string
  /** The name that people see. */
  readonly name: string
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** The type of a collection's records, by the collection's name. */
export type ResourceRecords = {
  readonly [Name in keyof DeclaredResources]: CommonRecord & MembersOf<DeclaredResources[Name]['members']>
}

/** The members whose schema has a default, by the collection's name. */
export type DefaultedMembers = {
  readonly [Name in ResourceCollection]: WithDefault<DeclaredResources[Name]['members']>
}

type WithDefault<Members> = {
  [Name in keyof Members]: Members[Name] extends { readonly default: unknown } ? Name : never
}[keyof Members]

/** A record of `workspaces`. */
export type WorkspaceRecord = ResourceRecords['workspaces']

/** A record of `projects`. */
export type ProjectRecord = ResourceRecords['projects']

/** A record of `environments`. */
export type EnvironmentRecord = ResourceRecords['environments']

/** A record of `flows`. */
export type FlowRecord = ResourceRecords['flows']

/** A record of `flow_runs`. */
export type FlowRunRecord = ResourceRecords['flow_runs']

/** A record of `connections`. */
export type ConnectionRecord = ResourceRecords['connections']

/** A record of `catalogs`. */
export type CatalogRecord = ResourceRecords['catalogs']

/** A record of `catalog_products`. */
export type CatalogProductRecord = ResourceRecords['catalog_products']

/** A record of `configurations`. */
export type ConfigurationRecord = ResourceRecords['configurations']

/** A record of `resources`. */
export type ResourceRecord = ResourceRecords['resources']

/** A record of `adapters`. */
export type AdapterRecord = ResourceRecords['adapters']

/** A record of `adapter_connections`. */
export type AdapterConnectionRecord = ResourceRecords['adapter_connections']

/** A record of `issues`. */
export type IssueRecord = ResourceRecords['issues']

/** A record of `issue_events`. */
export type IssueEventRecord = ResourceRecords['issue_events']

/** A record of `groups`. */
export type GroupRecord = ResourceRecords['groups']
