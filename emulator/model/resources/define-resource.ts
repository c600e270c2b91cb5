import { type TObject, Type, type TSchema, type TString } from 'typebox'
import type { MemberValues, Resource, ResourceDefinition } from '../contract/resource.ts'
import type { ResourceCollection } from '../contract/resource-records.ts'
import { bareIdPattern, idPattern } from './ids.ts'
import { once } from '../../tools/once.ts'
import { textEnum } from '../../tools/text-enum.ts'

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

// Every resource has several of these, so that making them anew would take a hundredth of what a test file pays.
const text = Type.String()
const moment = Type.String({ format: 'date-time' })
const idOrNull = [Type.String({ pattern: bareIdPattern }), Type.Null()]

/** The id of a record of another collection, or null. */
export function reference(collection: ResourceCollection): TSchema {
  return Type.Union(idOrNull, {
    'x-reference': collection,
    default: null,
  })
}

/** An enum. The first value is the default of a new record. */
export function oneOf(...values: readonly string[]): TSchema {
  return textEnum([...values], { default: values[0] })
}

/** Declares a resource. Its collection, endpoints, filters and the shape of its fixtures derive from this. */
export function defineResource(definition: ResourceDefinition): Resource {
  const schema = once(() =>
    Type.Object(
      { id: BareId, name: text, ...definition.members, created_at: moment },
      { title: definition.name, additionalProperties: false },
    ),
  )
  return {
    segment: definition.plural.replaceAll('_', '-'),
    ...definition,
    get schema() {
      return schema()
    },
  }
}

const openSchemas = new WeakMap<TObject, TObject>()

/** The schema of records that may have members that their resource does not have. */
export function openSchema(schema: TObject): TObject {
  let open = openSchemas.get(schema)
  const { title } = schema as { readonly title?: string }
  if (!open)
    openSchemas.set(schema, (open = Type.Object(schema.properties, { title: title!, additionalProperties: true })))
  return open
}

const changedSchemas = new WeakMap<MemberValues, WeakMap<TSchema, TSchema>>()

/** A schema of an object whose members have these values. Without any, it is the same schema. */
export function withValues<Schema extends TSchema | undefined>(
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

/** The collection that a member refers to; undefined for any other member. */
export function referenceOf(schema: TSchema | undefined): ResourceCollection | undefined {
  return (schema as { 'x-reference'?: ResourceCollection } | undefined)?.['x-reference']
}
