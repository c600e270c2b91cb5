import { targetSchema } from '../../conformance/target/target-schema.ts'
import type { Schema } from './schema.ts'

const variable = { type: 'string', pattern: String.raw`\$\{[A-Za-z_][A-Za-z0-9_]*\}` }

/** A target file as it is written: a string with a variable gets its form by the variable. */
export const target: Schema = withVariables({
  ...targetSchema,
  properties: {
    ...(targetSchema['properties'] as Schema),
    // The command line also refuses a query, a fragment and a user name.
    baseUrl: {
      ...(targetSchema['properties'] as Readonly<Record<string, Schema>>)['baseUrl'],
      pattern: '^https?://[^/?#@]+(?:/[^?#]*)?$',
    },
  },
}) as Schema

function withVariables(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withVariables)
  if (typeof schema !== 'object' || schema === null) return schema
  const { description, ...rest } = schema as Schema
  if (typeof rest['pattern'] === 'string' || Array.isArray(rest['enum']))
    return { ...(description === undefined ? {} : { description }), anyOf: [rest, variable] }
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, withVariables(part)]))
}
