import { RecordFromPattern, type TRecord, type TSchema } from 'typebox'

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
