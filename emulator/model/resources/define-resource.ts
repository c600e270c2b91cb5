import { type Static, type TObject, Type, type TSchema, type TString } from 'typebox'
import { bareIdPattern, idPattern } from './ids.ts'
import { once } from '../../tools/once.ts'
import { textEnum } from '../../tools/text-enum.ts'
import type { Member } from '../../tools/typed-members.ts'

/** Clause 2.1: an id in a response. */
export const BareId: TString = Type.String({
  pattern: bareIdPattern,
  description: 'A bare id: 27 characters from A-Z, a-z and 0-9.',
})

/** Clause 2.1: an id in a request, bare or prefixed. Handlers receive the bare id. */
export const RequestId: TString = Type.String({
  pattern: idPattern,
  description: 'An id, bare or prefixed.',
  'x-id': true,
})

// Shared, since every resource has several of these.
const text = Type.String()
const moment = Type.String({ format: 'date-time' })
const idOrNull = [Type.String({ pattern: bareIdPattern }), Type.Null()]

/** The values of a resource's members, by name: the first is the default. */
export type MemberValues = Readonly<Record<string, readonly string[]>>

/** The schema of a member with a default in new records. */
export type DefaultedMember<Value> = Member<Value> & { readonly default: unknown }

export function defaultedMember<Schema extends TSchema>(schema: Schema): DefaultedMember<Static<Schema>> {
  return schema as unknown as DefaultedMember<Static<Schema>>
}

/** The id of a record of another collection, or null. */
export function referenceMember<const Collection extends string>(
  collection: Collection,
): DefaultedMember<string | null> & { readonly 'x-reference': Collection } {
  const schema = Type.Union(idOrNull, { 'x-reference': collection, default: null })
  return schema as unknown as ReturnType<typeof referenceMember<Collection>>
}

/** An enum. The first value is the default of a new record. */
export function enumMember<Values extends string[]>(...values: readonly [...Values]): DefaultedMember<Values[number]> {
  return defaultedMember(textEnum(values, { default: values[0] }))
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
  readonly members: Readonly<Record<string, TSchema & { readonly 'x-reference'?: string }>>
  /** The members that lists filter by. */
  readonly filters: readonly string[]
  /** The members that `search` looks at. */
  readonly searched: readonly string[]
  /** The last segment of the list below the parent, for example `runs` of a flow. Default: the resource's segment. */
  readonly listedAs?: string
}

/** The parent of a resource: the one that its records refer to. Deleting a parent deletes its children. */
export interface Parent<Collection = string> {
  /** The member that holds the parent's id. */
  readonly member: string
  readonly collection: Collection
  /** The last segment of the list below the parent. */
  readonly listedAs: string
}

/** The collection that records with these members refer to. */
export type ReferredTo<Members> = {
  [Name in keyof Members]: Members[Name] extends { readonly 'x-reference': infer Collection } ? Collection : never
}[keyof Members]

type HyphenatedName<Text extends string> = Text extends `${infer Word}_${infer Rest}`
  ? `${Word}-${HyphenatedName<Rest>}`
  : Text

/** A resource with everything that follows from its declaration. */
export type DefinedResource<Definition extends ResourceDefinition> = Definition & {
  /** `/1.13/{segment}`. */
  readonly segment: Definition extends { readonly segment: infer Segment }
    ? Segment
    : HyphenatedName<Definition['plural']>
  readonly parent: Parent<ReferredTo<Definition['members']>> | undefined
  /**
   * The schema of a record.
   * @internal
   */
  readonly schema: TObject
}

/** Declares a resource. Its collection, endpoints, filters and the shape of its fixtures derive from this. */
export function defineResource<const Definition extends ResourceDefinition>(
  definition: Definition,
): DefinedResource<Definition> {
  const schema = once(() =>
    Type.Object(
      { id: BareId, name: text, ...definition.members, created_at: moment },
      { title: definition.name, additionalProperties: false },
    ),
  )
  const segment = definition.segment ?? definition.plural.replaceAll('_', '-')
  const [parent] = Object.entries(definition.members).flatMap(([member, { 'x-reference': collection }]) =>
    collection === undefined ? [] : [{ member, collection, listedAs: definition.listedAs ?? segment }],
  )
  return {
    ...definition,
    segment: segment as DefinedResource<Definition>['segment'],
    parent: parent as DefinedResource<Definition>['parent'],
    get schema() {
      return schema()
    },
  }
}

const openSchemas = new WeakMap<TObject, TObject>()

/** The schema of records that may have additional members. */
export function openSchema(schema: TObject): TObject {
  let open = openSchemas.get(schema)
  const { title } = schema as { readonly title?: string }
  if (!open)
    openSchemas.set(schema, (open = Type.Object(schema.properties, { title: title!, additionalProperties: true })))
  return open
}

const changedSchemas = new WeakMap<MemberValues, WeakMap<TSchema, TSchema>>()

/** A copy of an object's schema whose members have these values. Without values, the same schema. */
export function setMemberValues<Schema extends TSchema | undefined>(
  schema: Schema,
  values: MemberValues | undefined,
): Schema {
  const { properties } = (schema ?? {}) as { readonly properties?: Readonly<Record<string, TSchema>> }
  if (!values || !schema || !properties) return schema
  let changed = changedSchemas.get(values)
  if (!changed) changedSchemas.set(values, (changed = new WeakMap()))
  let made = changed.get(schema)
  if (!made) {
    const members = Object.entries(properties).map(([name, member]) => {
      if (!Object.hasOwn(values, name)) return [name, member]
      const usual = 'default' in member ? { default: values[name]![0] } : {}
      return [name, { ...member, ...usual, type: 'string', enum: values[name] }]
    })
    changed.set(schema, (made = { ...schema, properties: Object.fromEntries(members) }))
  }
  return made as Schema
}

/** The values of an enum member; undefined for any other member. */
export function enumValues(schema: TSchema | undefined): readonly string[] | undefined {
  return (schema as { enum?: readonly string[] } | undefined)?.enum
}
