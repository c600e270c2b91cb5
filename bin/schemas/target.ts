import { targetSchema } from '../../conformance/target/target-schema.ts'
import type { Schema } from './schema.ts'

const variable = { type: 'string', pattern: String.raw`\$\{[A-Za-z_][A-Za-z0-9_]*\}` }

/** A target file before its variables are replaced. A string with a pattern or an enum may also contain a variable. */
export const target: Schema = allowVariables({
  ...targetSchema,
  properties: {
    ...(targetSchema['properties'] as Schema),
    // Without a query, a fragment or a user name, as on the command line.
    baseUrl: {
      ...(targetSchema['properties'] as Readonly<Record<string, Schema>>)['baseUrl'],
      pattern: '^https?://[^/?#@]+(?:/[^?#]*)?$',
    },
  },
}) as Schema

function allowVariables(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(allowVariables)
  if (typeof schema !== 'object' || schema === null) return schema
  const { description, ...rest } = schema as Schema
  if (typeof rest['pattern'] === 'string' || Array.isArray(rest['enum']))
    return { ...(description === undefined ? {} : { description }), anyOf: [rest, variable] }
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, allowVariables(part)]))
}
