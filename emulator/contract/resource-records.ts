// Written by `node .ci/generate.ts`.
// Types and not interfaces: only those are accepted where any record is, such as StoredRecord.

/** A record of `workspaces`. */
export type WorkspaceRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  readonly status: 'active' | 'archived'
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `projects`. */
export type ProjectRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  readonly slug: string
  /** The bare id of a record in `workspaces`. */
  readonly workspace_id: string | null
  readonly status: 'active' | 'archived'
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `environments`. */
export type EnvironmentRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  /** The bare id of a record in `projects`. */
  readonly project_id: string | null
  readonly kind: 'production' | 'staging' | 'development'
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `flows`. */
export type FlowRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  /** The bare id of a record in `projects`. */
  readonly project_id: string | null
  readonly status: 'draft' | 'active' | 'paused'
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `flow_runs`. */
export type FlowRunRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  /** The bare id of a record in `flows`. */
  readonly flow_id: string | null
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed'
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `connections`. */
export type ConnectionRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  /** The bare id of a record in `projects`. */
  readonly project_id: string | null
  readonly provider: string
  readonly status: 'active' | 'disabled' | 'failed'
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `catalogs`. */
export type CatalogRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  /** The bare id of a record in `projects`. */
  readonly project_id: string | null
  readonly status: 'active' | 'archived'
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `catalog_products`. */
export type CatalogProductRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  /** The bare id of a record in `catalogs`. */
  readonly catalog_id: string | null
  readonly brand: string
  readonly category: string
  readonly status: 'active' | 'draft' | 'archived'
  readonly sku: string
  readonly price: number
  readonly currency: string
  readonly description: string
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `configurations`. */
export type ConfigurationRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  readonly scope_type: 'project' | 'environment' | 'flow'
  /** The bare id of the project, environment or flow. */
  readonly scope_id: string
  /** Any JSON. */
  readonly value: unknown
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `resources`. */
export type ResourceRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  readonly type: string
  readonly status: 'active' | 'inactive' | 'archived'
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `adapters`. */
export type AdapterRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  readonly title: string
  readonly kind: string
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `adapter_connections`. */
export type AdapterConnectionRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  /** The bare id of a record in `adapters`. */
  readonly adapter_id: string | null
  readonly adapter: string
  readonly status: 'active' | 'disabled'
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `issues`. */
export type IssueRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  /** The bare id of a record in `projects`. */
  readonly project_id: string | null
  readonly status: 'unresolved' | 'resolved' | 'ignored'
  readonly level: 'error' | 'warning' | 'info'
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `issue_events`. */
export type IssueEventRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  /** The bare id of a record in `issues`. */
  readonly issue_id: string | null
  readonly message: string
  readonly level: 'error' | 'warning' | 'info'
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** A record of `groups`. */
export type GroupRecord = {
  /** Clause 2.1: bare. */
  readonly id: string
  readonly name: string
  /** The bare id of a record in `projects`. */
  readonly project_id: string | null
  readonly status: 'unresolved' | 'resolved' | 'ignored'
  /** RFC 3339, UTC. */
  readonly created_at: string
}

/** The type of a collection's records, by the collection's name. */
export interface ResourceRecords {
  readonly workspaces: WorkspaceRecord
  readonly projects: ProjectRecord
  readonly environments: EnvironmentRecord
  readonly flows: FlowRecord
  readonly flow_runs: FlowRunRecord
  readonly connections: ConnectionRecord
  readonly catalogs: CatalogRecord
  readonly catalog_products: CatalogProductRecord
  readonly configurations: ConfigurationRecord
  readonly resources: ResourceRecord
  readonly adapters: AdapterRecord
  readonly adapter_connections: AdapterConnectionRecord
  readonly issues: IssueRecord
  readonly issue_events: IssueEventRecord
  readonly groups: GroupRecord
}

/** The name of a resource's collection. */
export type ResourceCollection = keyof ResourceRecords

/** The members whose schema has a default, by the collection's name. */
export interface DefaultedMembers {
  readonly workspaces: 'status'
  readonly projects: 'slug' | 'workspace_id' | 'status'
  readonly environments: 'project_id' | 'kind'
  readonly flows: 'project_id' | 'status'
  readonly flow_runs: 'flow_id' | 'status'
  readonly connections: 'project_id' | 'provider' | 'status'
  readonly catalogs: 'project_id' | 'status'
  readonly catalog_products:
    | 'catalog_id'
    | 'brand'
    | 'category'
    | 'status'
    | 'sku'
    | 'price'
    | 'currency'
    | 'description'
  readonly configurations: 'scope_type'
  readonly resources: 'type' | 'status'
  readonly adapters: 'title' | 'kind'
  readonly adapter_connections: 'adapter_id' | 'adapter' | 'status'
  readonly issues: 'project_id' | 'status' | 'level'
  readonly issue_events: 'issue_id' | 'message' | 'level'
  readonly groups: 'project_id' | 'status'
}
