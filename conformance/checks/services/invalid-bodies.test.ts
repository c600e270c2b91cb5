import { expect, it } from 'vitest'
import { emulatorSubject } from '../../../testing/selftest/subject.ts'
import { listedSchema } from '../../reading/commands.ts'
import type { CommandSchema } from '../../reading/schemas.ts'
import { SeededRotation } from '../../judge/seeded-rotation.ts'
import { bodyValidator } from './body-validator.ts'
import { bodiesOfNoFormat, invalidBodies } from './invalid-bodies.ts'

const all = <T>(items: readonly T[]): readonly T[] => items
type Choose = <T>(items: readonly T[], count: number) => readonly T[]
/** Every kind, and nothing more. */
const none = <T>(items: readonly T[], count: number): readonly T[] => (count > 2 ? items : [])

const forbidden = (schema: CommandSchema, body: unknown, choose: Choose = all, dialect?: string) =>
  invalidBodies({ schema, forbids: bodyValidator(schema, dialect) }, body, choose)
const faultsOf = (schema: CommandSchema, body: unknown, choose: Choose = all, dialect?: string) =>
  forbidden(schema, body, choose, dialect).map(({ fault }) => fault)
/** As it is when no validator reads the schema. */
const plainFaults = (schema: CommandSchema, body: unknown) =>
  invalidBodies({ schema, forbids: undefined }, body, all).map(({ fault }) => fault)

const schema = {
  type: 'object',
  properties: { to: { type: 'string' }, copies: { type: 'integer' }, urgent: { type: 'boolean' } },
  required: ['to', 'copies'],
}
const body = { to: 'Ada', copies: 1 }

it('makes bodies that differ from the valid one in one thing', () => {
  expect(forbidden(schema, body)).toEqual([
    { body: { copies: 1 }, fault: 'the required member to missing' },
    { body: { to: 'Ada' }, fault: 'the required member copies missing' },
    { body: { to: { not: 'a text' }, copies: 1 }, fault: 'to of another type than string' },
    { body: { to: 'Ada', copies: 1.5 }, fault: 'copies with a fraction' },
    { body: [body], fault: 'an array around it' },
    { body: {}, fault: 'no members at all' },
    { body: null, fault: 'null in its place' },
    { body: 'no object', fault: 'a text in its place' },
    { body: 1, fault: 'a number in its place' },
    { body: true, fault: 'true in its place' },
    { body: { to: 'Ada', copies: 1, urgent: 'no boolean' }, fault: 'urgent of another type than boolean' },
    { body: { to: 'Ada', copies: 'no number' }, fault: 'copies of another type than integer' },
  ])
  expect(plainFaults(schema, body)).toEqual([
    'the required member to missing',
    'the required member copies missing',
    'to of another type than string',
    'an array around it',
    'no members at all',
    'null in its place',
    'a text in its place',
    'urgent of another type than boolean',
    'copies of another type than integer',
  ])
})

const withMember = (member: object, value: unknown): readonly [CommandSchema, unknown] => [
  { type: 'object', properties: { a: member } },
  { a: value },
]

it.each<[string, object, unknown, unknown]>([
  ['minimum', { type: 'number', minimum: 2 }, 2, 1],
  ['maximum', { type: 'number', maximum: 2 }, 2, 3],
  ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 2 }, 3, 2],
  ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 2 }, 1, 2],
  ['multipleOf of a number', { type: 'number', multipleOf: 0.5 }, 1, 1.25],
  ['multipleOf of an integer', { type: 'integer', multipleOf: 5 }, 10, 11],
  ['minLength', { type: 'string', minLength: 3 }, 'abc', 'ab'],
  ['maxLength', { type: 'string', maxLength: 4 }, 'abc', 'abccc'],
  ['maxLength of a text with a pattern', { type: 'string', maxLength: 4, pattern: '^[a-z]+1?a*$' }, 'b1', 'b1aaa'],
  ['pattern', { type: 'string', pattern: '^[a-z]+$' }, 'abc', 'abc!'],
  ['pattern without ends', { type: 'string', pattern: '[a-z]' }, 'abc', '!'],
  ['const', { const: 'a' }, 'a', 'no such value'],
  ['const that is a number', { const: 1 }, 1, 2],
  ['enum of texts', { enum: ['A', 'b'] }, 'A', 'not-A'],
  ['enum of numbers', { enum: [1, 5] }, 1, 6],
  ['minItems', { type: 'array', minItems: 2 }, [1, 2], [1]],
  ['maxItems', { type: 'array', maxItems: 2 }, [1], [1, 1, 1]],
  ['uniqueItems', { type: 'array', uniqueItems: true }, [1, 2], [1, 2, 1]],
  ['minProperties', { type: 'object', minProperties: 1 }, { b: 1 }, {}],
  ['maxProperties', { type: 'object', maxProperties: 1 }, { b: 1 }, { member0: 1, member1: 1, b: 1 }],
  ['propertyNames', { type: 'object', propertyNames: { pattern: '^[a-z]+$' } }, { b: 1 }, { b: 1, '!': 1 }],
  ['additionalProperties', { additionalProperties: false }, { b: 1 }, { b: 1, no_such_member: 1 }],
  [
    'a schema for other members',
    { additionalProperties: { type: 'string' } },
    { b: 'x' },
    { b: 'x', no_such_member: { not: 'expected' } },
  ],
  ['alternatives', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, 1, { not: 'expected' }],
  ['several types', { type: ['string', 'null'] }, 'x', { not: 'expected' }],
  ['the second item', { type: 'array', items: { type: 'object', required: ['b'] } }, [{ b: 1 }], [{ b: 1 }, {}]],
])('breaks %s once', (_keyword, member, value, broken) => {
  expect(forbidden(...withMember(member, value)).map(({ body: invalid }) => invalid)).toContainEqual({ a: broken })
})

it('breaks members that the body leaves out, and what is in them', () => {
  const place = {
    type: 'object',
    properties: { kind: { enum: ['A'] }, zip: { type: 'string', pattern: '^[0-9]{5}$' } },
    required: ['kind', 'zip'],
  }
  expect(forbidden({ type: 'object', properties: { place } }, {}).map(({ body: invalid }) => invalid)).toEqual([
    [{}],
    { place: 'no object' },
    { place: { zip: '12345' } },
    { place: { kind: 'not-A', zip: '12345' } },
    { place: { kind: 'a', zip: '12345' } },
    { place: { kind: 'A', zip: { not: 'a text' } } },
    { place: { kind: 'A', zip: '12345!' } },
    { place: { kind: 'A' } },
  ])
})

it('tries one of each kind, every required member, and few others', () => {
  const text = { type: 'string', minLength: 1, maxLength: 9 }
  const many = { type: 'object', properties: { a: text, b: text, c: text }, required: ['a', 'b', 'c'] }
  expect(faultsOf(many, { a: 'x', b: 'y', c: 'z' }, none)).toEqual([
    'the required member a missing',
    'the required member b missing',
    'the required member c missing',
    'a of another type than string',
    'a shorter than 1',
    'a longer than 9',
    'an array around it',
    'no members at all',
    'null in its place',
    'a text in its place',
    'a number in its place',
    'true in its place',
  ])
})

it('tries everything that the emulator forbids in twenty runs with seeds that follow one another', async () => {
  const { target, fetch } = emulatorSubject()
  const { adapterConnectionId, command } = target.samples!
  const headers = { authorization: `Bearer ${target.credentials!.token!}` }
  const url = `${target.baseUrl}/services/${adapterConnectionId!}/capabilities`
  const capabilities = (await (await fetch(new Request(url, { headers }))).json()) as object
  const { schema: original } = listedSchema(capabilities, command!.name, command!.validBody)!
  const inRun = (seed: number, quick = true) => {
    const rotation = new SeededRotation(seed, quick)
    return faultsOf(original, command!.validBody, (items, count) => rotation.some(items, count))
  }
  const tried = new Set(Array.from({ length: 20 }, (_, seed) => inRun(seed)).flat())
  expect(tried).toEqual(new Set(inRun(1, false)))
})

it.each<[string, CommandSchema, unknown]>([
  ['no more than an object', { type: 'object', properties: { to: {} } }, body],
  ['a default for what is missing', { properties: { to: { default: 'Ada' } }, required: ['to'] }, body],
  ['other members where nothing forbids them', { properties: { to: {} }, additionalProperties: true }, body],
  ['what another pattern allows', { patternProperties: { '^no_': {} }, additionalProperties: false }, {}],
  [
    'a text for a number that the other draft would convert',
    { properties: { to: { type: 'string' } }, anyOf: [{}] },
    5,
  ],
])('makes none of %s', (_what, object, value) => {
  expect(
    faultsOf(object, value).filter((fault) => fault !== 'an array around it' && !fault.startsWith('to of')),
  ).toEqual([])
})

it('makes only what every dialect forbids in which the schema may be written', () => {
  const tuple = { type: 'object', properties: { a: { type: 'array', items: [{ type: 'string' }], maxItems: 1 } } }
  const modern = { type: 'object', properties: { a: { type: 'array', prefixItems: [{ enum: ['x'] }] } } }
  expect(faultsOf(tuple, { a: ['x'] }, none, 'http://json-schema.org/draft-07/schema#')).toContain(
    'a with more than 1 items',
  )
  expect(faultsOf(modern, { a: ['x'] }, none, 'https://json-schema.org/draft/2020-12/schema')).toEqual([
    'a of another type than array',
    'an array around it',
  ])
})

it('breaks what only the newer drafts know where the schema names its draft', () => {
  const dependent = { type: 'object', dependentRequired: { b: ['c'] } }
  expect(faultsOf(dependent, { b: 1, c: 2 }, all, 'https://json-schema.org/draft/2019-09/schema')).toContain(
    'with b and without c',
  )
  expect(faultsOf(dependent, { b: 1, c: 2 })).not.toContain('with b and without c')
})

it('makes only the plainest of a schema that no validator reads', () => {
  const odd = {
    type: 'object',
    properties: { a: { type: 'number', minimum: 1, exclusiveMinimum: true } },
    required: ['a'],
  }
  expect(bodyValidator(odd, undefined)).toBeUndefined()
  expect(faultsOf(odd, { a: 3 })).toEqual([
    'the required member a missing',
    'a of another type than number',
    'a below 1',
    'an array around it',
    'null in its place',
    'a text in its place',
  ])
  const alternatives = { ...odd, properties: { a: { anyOf: [{ type: 'number' }, {}] } } }
  expect(plainFaults(alternatives, { a: 3 })).toEqual([])
})

it('makes bodies of no format, which the rest of the schema allows', () => {
  const formats = {
    type: 'object',
    properties: {
      mail: { type: 'string', format: 'email' },
      day: { type: 'string', format: 'date', maxLength: 10 },
      color: { type: 'string', format: 'color' },
    },
  }
  expect(bodiesOfNoFormat({ schema: formats, forbids: bodyValidator(formats, undefined) }, { mail: 'a@b.c' })).toEqual([
    { body: { mail: 'no such value' }, fault: 'mail that is no email' },
  ])
  expect(faultsOf(formats, { mail: 'a@b.c' }).filter((fault) => fault.includes('that is no'))).toEqual([])
})
