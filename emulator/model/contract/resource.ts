import type { TObject, TSchema } from 'typebox'
import type { Identified } from '../store/sorted-list.ts'
import type { Conventions } from './conventions.ts'
import type { ResourceCollection } from './resource-records.ts'

/** A record of any collection, as it is stored. Records never change; an update replaces them. */
export interface StoredRecord extends Identified {
  readonly [member: string]: unknown
}

/** The values that the members of a resource's records have, by their names: the first is the default. */
export type MemberValues = Readonly<Record<string, readonly string[]>>

/**
 * Whether records may have members that their resource does not have. As values by collection: they may, and these
 * members have those values, whatever their resource says.
 */
export type OpenMembers = boolean | Readonly<Partial<Record<ResourceCollection, MemberValues>>>

/** The parent of a resource's records. */
export interface Parent {
  /** The member that holds the parent's id. */
  readonly member: string
  readonly collection: ResourceCollection
  /** The last segment of the list below the parent, for example `runs` of a flow. Default: the resource's segment. */
  readonly listedAs?: string
}

/** The declaration of a resource. */
export interface ResourceDefinition {
  /** The singular, for example `flow`: in `{"flow": …}` and in path parameters. */
  readonly name: string
  /** The plural, for example `flow_runs`: in `{"flow_runs": […]}`. */
  readonly plural: string
  /** The last segment of the list's path. Default: the plural with hyphens. */
  readonly segment?: string
  /** The resource family that scopes name. */
  readonly family: string
  /** The members of a record apart from `id`, `name` and `created_at`. */
  readonly members: Readonly<Record<string, TSchema>>
  /** The members that lists filter by. */
  readonly filters: readonly string[]
  /** The members that `search` looks at. */
  readonly searched: readonly string[]
  /** Where the parent of a record is. Deleting a parent deletes its children. */
  readonly parent?: Parent
  /** Makes what answers show of a record. Default: the record. */
  readonly show?: (record: StoredRecord, conventions: Conventions) => Readonly<Record<string, unknown>>
  /** The schema of what `show` returns. */
  readonly answerSchema?: (conventions: Conventions) => TSchema
  /** True if answers show all members whatever the convention `recordMembers` says. */
  readonly alwaysFull?: boolean
}

/** A resource with what follows from its declaration. */
export interface Resource extends ResourceDefinition {
  /** `/1.13/{segment}`. */
  readonly segment: string
  /** The schema of a record. */
  readonly schema: TObject
}
