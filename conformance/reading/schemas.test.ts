import { expect, it } from 'vitest'
import { listedSchema } from './commands.ts'
import { findSchemas } from './schemas.ts'

const schema = {
  type: 'object',
  properties: { to: { type: 'string' }, copies: { type: 'integer' }, urgent: { type: 'boolean' } },
  required: ['to', 'copies'],
}
const body = { to: 'Ada', copies: 1 }

const schemaOfCommand = (json: unknown, command: string, validBody: unknown) =>
  listedSchema(json, command, validBody)?.schema

it.each<[string, unknown]>([
  [
    'a list of named commands',
    {
      commands: [
        { name: 'other', inputSchema: { type: 'object', properties: {} } },
        { name: 'send', inputSchema: schema, outputSchema: { type: 'object', properties: { id: {} } } },
      ],
    },
  ],
  ['a map', { send: schema, other: { type: 'object', properties: {} } }],
  ['a map of inputs and outputs', { data: { send: { output: { type: 'object', properties: {} }, input: schema } } }],
  ['text', [{ command: 'send', schema: JSON.stringify(schema) }]],
  ['a path', { paths: { '/services/{id}/send': { post: { schema } } } }],
  ['a tool', { tools: [{ name: 'mailer.send', inputSchema: schema }] }],
])('finds the schema of a command in %s', (_shape, capabilities) => {
  expect(schemaOfCommand(capabilities, 'send', body)).toEqual(schema)
  expect(findSchemas(capabilities).length).toBeGreaterThan(0)
})

it('follows a reference and joins allOf', () => {
  const capabilities = {
    commands: [{ name: 'send', body: { $ref: '#/$defs/a~1b' } }],
    $defs: {
      'a/b': { allOf: [{ properties: schema.properties }, { $ref: '#/$defs/rest' }] },
      rest: { required: schema.required },
    },
  }
  expect(schemaOfCommand(capabilities, 'send', body)).toMatchObject({
    properties: schema.properties,
    required: schema.required,
  })
})

it('finds no schema for another command, for other members, and in a reference to itself', () => {
  expect(schemaOfCommand({ commands: [{ name: 'send', inputSchema: schema }] }, 'sen', body)).toBeUndefined()
  expect(
    schemaOfCommand({ commands: [{ name: 'send', inputSchema: schema }] }, 'send', { from: 'Ada' }),
  ).toBeUndefined()
  expect(schemaOfCommand({ send: { $ref: '#/send' } }, 'send', body)).toBeUndefined()
  expect(findSchemas({ commands: [{ name: 'send' }] })).toEqual([])
})

it('does not mistake the schema of a result for that of a body', () => {
  const output = { ...schema, properties: { ...schema.properties, to: { type: 'number' } } }
  expect(schemaOfCommand({ commands: [{ name: 'send', output, input: schema }] }, 'send', body)).toEqual(schema)
  expect(
    schemaOfCommand({ paths: { '/send': { post: { responses: { 200: { schema: output } } } } } }, 'send', body),
  ).toBeUndefined()
})
