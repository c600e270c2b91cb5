import { RecordFromPattern, type TNull, type TRecord, type TSchema, type TUnion, Type } from 'typebox'

/**
 * An object whose members all fit one schema, with names that match a pattern. `Type.Record` also accepts other types
 * of keys, for which it loads most of TypeBox: a tenth of the code at start.
 */
export function patternRecord<Value extends TSchema>(
  value: Value,
  { pattern = '^.*$', ...options }: { readonly pattern?: string } & Readonly<Record<string, unknown>> = {},
): TRecord<string, Value> {
  return Object.assign(RecordFromPattern(pattern, value), options)
}

/** A schema of a value that may be null. */
export const nullable = <Schema extends TSchema>(schema: Schema, description: string): TUnion<[Schema, TNull]> =>
  Type.Union([schema, Type.Null()], { description })
