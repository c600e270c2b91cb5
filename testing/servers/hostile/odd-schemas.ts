// Commands whose schemas never end, or cost too much to check.
import { type HostileServer, nested, schema, writtenSchema } from './hostile-server.ts'

const properties = (count: number): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string', minLength: 1 }]))

/** Servers with odd schemas. */
export const oddSchemaServers: readonly HostileServer[] = [
  { name: 'a schema that refers to itself', wrap: schema(() => ({ $ref: '#' })) },
  {
    name: 'two schemas that refer to each other',
    wrap: schema((original) => ({
      ...original,
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
      $ref: '#/$defs/a',
    })),
  },
  {
    name: 'a schema with itself in all of its parts',
    wrap: schema((original) => ({
      ...original,
      allOf: [{ $ref: '#' }, { anyOf: [{ $ref: '#' }] }],
      not: { $ref: '#' },
    })),
  },
  {
    name: 'a property that holds the schema again and is required',
    wrap: schema(() => ({ type: 'object', required: ['a', 'b'], properties: { a: { $ref: '#' }, b: { $ref: '#' } } })),
  },
  { name: 'a schema elsewhere', wrap: schema(() => ({ $ref: 'http://127.0.0.1:1/schema.json#/a' })) },
  { name: 'a reference that leads nowhere', wrap: schema(() => ({ $ref: '#/$defs/~2~%zz/__proto__' })) },
  { name: 'a dialect that does not exist', wrap: schema((original) => ({ ...original, $schema: 'urn:never' })) },
  {
    name: 'a pattern that takes for ever',
    wrap: schema((original) => ({
      ...original,
      propertyNames: { pattern: '^(a+)+$' },
      properties: { customer: { type: 'string', pattern: '^(([a-zA-Z ])+.)+[A-Z]([a-z])+$' } },
      patternProperties: { '^(([a-z])+.)+[A-Z]$': { type: 'string' } },
    })),
  },
  {
    name: 'a pattern that takes for ever and is required',
    wrap: schema(() => ({
      type: 'object',
      required: ['x'],
      properties: { x: { type: 'string', pattern: '^(a+)+$', minLength: 40, examples: [`${'a'.repeat(60)}!`] } },
    })),
  },
  {
    name: 'patterns that are not regular expressions',
    wrap: schema((original) => ({ ...original, patternProperties: { '(': {}, '[z-a]': true } })),
  },
  {
    name: '10,000 properties',
    wrap: schema(() => ({ type: 'object', required: Object.keys(properties(10_000)), properties: properties(10_000) })),
  },
  {
    name: 'an enum of 50,000 values',
    wrap: schema(() => ({
      type: 'object',
      properties: { a: { enum: Array.from({ length: 50_000 }, (_, at) => at) } },
    })),
  },
  {
    name: 'texts, lists and objects that must be huge',
    wrap: schema(() => ({
      type: 'object',
      required: ['a', 'b', 'c'],
      minProperties: 1e12,
      properties: {
        a: { type: 'string', minLength: 1e12 },
        b: { type: 'array', minItems: 1e12, items: { type: 'array', minItems: 1e9 } },
        c: { type: 'number', minimum: 1e308, exclusiveMaximum: -1e308, multipleOf: 1e-300 },
      },
    })),
  },
  {
    name: 'keywords of the wrong types',
    wrap: schema(() => ({ type: 7, required: 'a', properties: [], items: null, enum: {}, allOf: {}, $defs: 1, if: 3 })),
  },
  { name: 'a schema that is null', wrap: schema(() => null) },
  { name: 'a schema that is a list', wrap: schema(() => [{ type: 'object' }]) },
  { name: 'a schema 5,000 levels deep', wrap: writtenSchema(nested('{"properties":{"a":', 5000, '}}', '{}')) },
  { name: 'a schema 50,000 levels deep', wrap: writtenSchema(nested('{"allOf":[', 50_000, ']}', '{}')) },
  { name: 'nots 20,000 levels deep', wrap: writtenSchema(nested('{"not":', 20_000, '}', '{}')) },
  {
    name: 'a tree of references that doubles on each of 60 levels',
    wrap: schema(() => ({
      $ref: '#/$defs/d0',
      $defs: Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [
          `d${at}`,
          at === 59 ? {} : { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
        ]),
      ),
    })),
  },
  {
    name: 'properties named __proto__',
    wrap: writtenSchema(
      '{"type":"object","required":["__proto__"],' +
        '"properties":{"__proto__":{"type":"object"},"constructor":{"$ref":"#"}}}',
    ),
  },
]
