// The form of a JSON Schema 2020-12, in words of draft-07: editors do not follow the references of the newer one.
import draft07 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' }
import type { Schema } from './schema.ts'

const schemaReference = { $ref: '#/definitions/schema' }
const byName = { type: 'object', additionalProperties: schemaReference }
const count = { type: 'integer', minimum: 0 }

/** Look-around and back-references: the emulator runs patterns in linear time, which these do not allow. */
const notLinear = { pattern: String.raw`(?:^|[^\\])(?:\(\?(?:[=!]|<[=!])|\\[1-9])` }
const pattern = { type: 'string', format: 'regex', not: notLinear }

/** The keywords that JSON Schema 2020-12 has and draft-07 does not, or has in another form. */
const newer: Schema = {
  items: schemaReference,
  prefixItems: { type: 'array', minItems: 1, items: schemaReference },
  $defs: byName,
  $anchor: { type: 'string', pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' },
  $dynamicAnchor: { type: 'string', pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' },
  $dynamicRef: { type: 'string', format: 'uri-reference' },
  $vocabulary: { type: 'object', additionalProperties: { type: 'boolean' } },
  dependentRequired: { type: 'object', additionalProperties: { $ref: '#/definitions/stringArray' } },
  dependentSchemas: byName,
  unevaluatedItems: schemaReference,
  unevaluatedProperties: schemaReference,
  minContains: count,
  maxContains: count,
  contentSchema: schemaReference,
  deprecated: { type: 'boolean' },
  writeOnly: { type: 'boolean' },
  enum: { type: 'array', minItems: 1 },
  pattern,
  patternProperties: { ...byName, propertyNames: pattern },
}

const { definitions, properties } = atDefinitions(draft07) as { definitions: Schema; properties: Schema }
const { additionalItems: _older, ...kept } = properties

/** The definitions of `schema`, which is a JSON Schema 2020-12, and of what it refers to. */
export const jsonSchema: Schema = {
  ...definitions,
  schema: { type: ['object', 'boolean'], properties: { ...kept, ...newer } },
}

/** The meta-schema refers to itself as the whole document. */
function atDefinitions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(atDefinitions)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => name !== 'default')
      .map(([name, part]) => [name, name === '$ref' && part === '#' ? schemaReference.$ref : atDefinitions(part)]),
  )
}
