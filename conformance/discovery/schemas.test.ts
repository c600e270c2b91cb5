import { expect, it } from 'vitest'
import { invalidBodies, schemaOfCommand, schemasIn } from './schemas.ts'

const schema = { type: 'object', properties: { to: { type: 'string' }, copies: { type: 'integer' }, urgent: { type: 'boolean' } }, required: ['to', 'copies'] }
const body = { to: 'Ada', copies: 1 }

it.each<[string, unknown]>([
  ['a list of named commands', { commands: [{ name: 'other', inputSchema: { type: 'object', properties: {} } }, { name: 'send', inputSchema: schema, outputSchema: { type: 'object', properties: { id: {} } } }] }],
  ['a map', { send: schema, other: { type: 'object', properties: {} } }],
  ['a map of inputs and outputs', { data: { send: { output: { type: 'object', properties: {} }, input: schema } } }],
  ['text', [{ command: 'send', schema: JSON.stringify(schema) }]],
  ['a path', { paths: { '/services/{id}/send': { post: { schema } } } }],
  ['a tool', { tools: [{ name: 'mailer.send', inputSchema: schema }] }],
])('finds the schema of a command in %s', (_shape, capabilities) => {
  expect(schemaOfCommand(capabilities, 'send', body)).toEqual(schema)
  expect(schemasIn(capabilities).length).toBeGreaterThan(0)
})

it('follows a reference and joins allOf', () => {
  const capabilities = { commands: [{ name: 'send', body: { $ref: '#/$defs/a~1b' } }], $defs: { 'a/b': { allOf: [{ properties: schema.properties }, { $ref: '#/$defs/rest' }] }, rest: { required: schema.required } } }
  expect(schemaOfCommand(capabilities, 'send', body)).toMatchObject({ properties: schema.properties, required: schema.required })
})

it('finds none for another command, for other members, and in a reference to itself', () => {
  expect(schemaOfCommand({ commands: [{ name: 'send', inputSchema: schema }] }, 'sen', body)).toBeUndefined()
  expect(schemaOfCommand({ commands: [{ name: 'send', inputSchema: schema }] }, 'send', { from: 'Ada' })).toBeUndefined()
  expect(schemaOfCommand({ send: { $ref: '#/send' } }, 'send', body)).toBeUndefined()
  expect(schemasIn({ commands: [{ name: 'send' }] })).toEqual([])
})

it('makes bodies that differ from the valid one in one thing', () => {
  expect(invalidBodies(schema, body)).toEqual([
    { body: { copies: 1 }, fault: 'the required member to missing' },
    { body: { to: 'Ada' }, fault: 'the required member copies missing' },
    { body: { to: { not: 'a text' }, copies: 1 }, fault: 'to of another type than string' },
    { body: { to: 'Ada', copies: 'no number' }, fault: 'copies of another type than integer' },
  ])
})

it('makes none where the schema forbids nothing of the valid body', () => {
  expect(invalidBodies({ type: 'object', properties: { to: {} } }, body)).toEqual([])
  expect(invalidBodies({ type: 'object', properties: { to: { type: ['string', 'null'] } }, required: ['from'] }, body)).toEqual([])
  expect(invalidBodies(schema, 'text')).toEqual([])
})
