import { RecordFromPattern, type TRecord, type TSchema } from 'typebox'

/**
 * An object whose members all fit one schema, with names that match a pattern. `Type.Record` makes the same of a key of
 * any type, for which it needs most of TypeBox: a tenth of what a start would load.
 */
export function recordOf<Value extends TSchema>(
  value: Value,
  { pattern = '^.*$', ...options }: { readonly pattern?: string } & Readonly<Record<string, unknown>> = {},
): TRecord<string, Value> {
  return Object.assign(RecordFromPattern(pattern, value), options)
}
