// Schemas with the types of their values. The declarations of the package use no other types of TypeBox, which fail in
// a strict project.
import { type Static, Type, type TSchema, type TUnsafe } from 'typebox'
import { nullable } from './record-of.ts'

/** The schema of a value. */
export type Member<Value> = TUnsafe<Value>

/** The values of members by their schemas. */
export type MembersOf<Members> = {
  readonly [Name in keyof Members]: Members[Name] extends { readonly '~unsafe': infer Value } ? Value : never
}

/** Gives a schema the type of its values. */
export function member<Schema extends TSchema>(schema: Schema): Member<Static<Schema>> {
  return schema as unknown as Member<Static<Schema>>
}

/** The schema of an object with exactly these members. */
export function objectMember<Members extends Readonly<Record<string, TSchema>>>(
  members: Members,
  options: Readonly<Record<string, unknown>> = {},
): Member<MembersOf<Members>> {
  return Type.Unsafe(Type.Object(members, { ...options, additionalProperties: false }))
}

/** The schema of a list. */
export function listMember<Value>(items: Member<Value>, description?: string): Member<readonly Value[]> {
  return Type.Unsafe(Type.Array(items, description === undefined ? {} : { description }))
}

/** The schema of a value that may be null. */
export function nullMember<Value>(schema: Member<Value>, description: string): Member<Value | null> {
  return Type.Unsafe(nullable(schema, description))
}
