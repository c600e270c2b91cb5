import type { TObject, TSchema } from 'typebox'
import type { Identified } from '../store/sorted-list.ts'
import type { Conventions } from './conventions.ts'
import type { ResourceCollection } from './resource-records.ts'

/** A record of any collection, as the store holds it. It never changes; an update replaces it. */
export interface StoredRecord extends Identified {
  readonly [member: string]: unknown
}

/** What the records of a resource belong to. */
export interface Parent {
  /** The member that holds the parent's id. */
  readonly member: string
  readonly collection: ResourceCollection
  /** The last segment of the list below the parent, as `runs` of a flow, when it is not the resource's own segment. */
  readonly listedAs?: string
}

/** What defines a resource; `Resource` adds what follows from it. */
export interface ResourceDefinition {
  /** The singular, as `{ "flow": … }` and the operation ids write it. */
  readonly name: string
  /** The collection and the list: `flow_runs`. */
  readonly plural: string
  /** The last segment of the path when it is not the plural with hyphens. */
  readonly segment?: string
  /** The resource family that scopes are about. */
  readonly family: string
  /** What a record has beyond id, name and created_at. */
  readonly members: Readonly<Record<string, TSchema>>
  /** Members that lists filter on: enums by their values, the rest by exact match. */
  readonly filters: readonly string[]
  /** Members that `search` looks at. */
  readonly searched: readonly string[]
  /** The record that each record belongs to: deleting the parent deletes them. */
  readonly parent?: Parent
  /** Members that are stored but not shown, or shown otherwise. */
  readonly show?: (record: StoredRecord, conventions: Conventions) => Readonly<Record<string, unknown>>
  /** The schema of what `show` makes of a record. */
  readonly shownSchema?: (conventions: Conventions) => TSchema
  /** The convention `recordMembers` does not apply. */
  readonly alwaysFull?: boolean
}

/** A kind of object that the specification names, with all that follows from its definition. */
export interface Resource extends ResourceDefinition {
  /** `/1.13/{segment}`. */
  readonly segment: string
  /** The record as responses show it. */
  readonly schema: TObject
}
