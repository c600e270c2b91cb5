import Type, { type TObject, type TSchema } from 'typebox'
import type { Conventions } from '../dialect/conventions.ts'
import { bareIdPattern, idPattern } from './ids.ts'
import type { Identified } from '../store/sorted-list.ts'

/** A record as the store holds it. It never changes; an update replaces it. */
export interface StoredRecord extends Identified {
  readonly [member: string]: unknown
}

/** Clause 2.1: an id as responses carry it. */
export const BareId: TSchema = Type.String({
  pattern: bareIdPattern,
  description: 'A bare id: 27 characters from A-Z, a-z and 0-9.',
})

/** Clause 2.1: an id as requests carry it, bare or prefixed. Whoever reads it gets the bare id. */
export const RequestId: TSchema = Type.String({
  pattern: idPattern,
  description: 'An id, bare or prefixed.',
  'x-id': true,
})

/** The id of a record of another collection, or null. */
export function reference(collection: string): TSchema {
  return Type.Union([Type.String({ pattern: bareIdPattern }), Type.Null()], {
    'x-reference': collection,
    default: null,
  })
}

/** One of the listed values; the first is the default of a new record. */
export function oneOf(...values: readonly string[]): TSchema {
  return Type.Enum([...values], { default: values[0] })
}

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
  /** Records of this collection belong to one of that: deleting the parent deletes them. */
  readonly parent?: { readonly member: string; readonly collection: string }
  /** Members that are stored but not shown, or shown otherwise. */
  readonly show?: (record: StoredRecord, conventions: Conventions) => Readonly<Record<string, unknown>>
  /** The schema of what `show` makes of a record. */
  readonly shownSchema?: (conventions: Conventions) => TSchema
  /** The convention `recordMembers` does not apply. */
  readonly alwaysFull?: boolean
}

export interface Resource extends ResourceDefinition {
  /** `/1.13/{segment}`. */
  readonly segment: string
  /** The record as responses show it. */
  readonly schema: TObject
}

/** Declares a resource: its collection, its endpoints, its filters and its fixtures' shape all derive from this. */
export function defineResource(definition: ResourceDefinition): Resource {
  const schema = Type.Object(
    { id: BareId, name: Type.String(), ...definition.members, created_at: Type.String({ format: 'date-time' }) },
    { title: definition.name, additionalProperties: false },
  )
  return { segment: definition.plural.replaceAll('_', '-'), ...definition, schema }
}

/** The values that an enum member takes; undefined for any other member. */
export function enumValues(schema: TSchema | undefined): readonly string[] | undefined {
  return (schema as { enum?: readonly string[] } | undefined)?.enum
}

/** The collection that a member points into; undefined for any other member. */
export function referenceOf(schema: TSchema | undefined): string | undefined {
  return (schema as { 'x-reference'?: string } | undefined)?.['x-reference']
}
