import { expect, it } from 'vitest'
import { invalidBodies } from './invalid-bodies.ts'

const schema = {
  type: 'object',
  properties: { to: { type: 'string' }, copies: { type: 'integer' }, urgent: { type: 'boolean' } },
  required: ['to', 'copies'],
}
const body = { to: 'Ada', copies: 1 }

it('makes bodies that differ from the valid one in one thing', () => {
  expect(invalidBodies(schema, body)).toEqual([
    { body: { copies: 1 }, fault: 'the required member to missing' },
    { body: { to: 'Ada' }, fault: 'the required member copies missing' },
    { body: { to: { not: 'a text' }, copies: 1 }, fault: 'to of another type than string' },
    { body: { to: 'Ada', copies: 'no number' }, fault: 'copies of another type than integer' },
    { body: { to: 'Ada', copies: 1, urgent: 'no boolean' }, fault: 'urgent of another type than boolean' },
    { body: [body], fault: 'an array around it' },
  ])
})

it('makes bodies that are wrong at a deeper level, out of bounds, or have an unknown member', () => {
  const lines = {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      properties: { sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
      required: ['sku'],
    },
  }
  const faults = invalidBodies(
    { type: 'object', properties: { kind: { type: 'string', enum: ['a', 'b'] }, lines }, additionalProperties: false },
    { kind: 'a', lines: [{ sku: 's', quantity: 2 }] },
  )
  expect(faults).toEqual([
    {
      body: { kind: { not: 'a text' }, lines: [{ sku: 's', quantity: 2 }] },
      fault: 'kind of another type than string',
    },
    { body: { kind: 'a', lines: { not: 'an array' } }, fault: 'lines of another type than array' },
    { body: { kind: 'not-a', lines: [{ sku: 's', quantity: 2 }] }, fault: 'kind that is none of ["a","b"]' },
    { body: { kind: 'a', lines: [] }, fault: 'lines with fewer than 1 items' },
    {
      body: { kind: 'a', lines: [{ sku: 's', quantity: 2 }], no_such_member: 1 },
      fault: 'the member no_such_member, where no others are allowed',
    },
    { body: { kind: 'a', lines: [{ quantity: 2 }] }, fault: 'the required member lines[0].sku missing' },
    {
      body: { kind: 'a', lines: [{ sku: { not: 'a text' }, quantity: 2 }] },
      fault: 'lines[0].sku of another type than string',
    },
    { body: { kind: 'a', lines: [{ sku: 's', quantity: 0 }] }, fault: 'lines[0].quantity below 1' },
    { body: [{ kind: 'a', lines: [{ sku: 's', quantity: 2 }] }], fault: 'an array around it' },
  ])
})

it('makes none if the schema forbids nothing', () => {
  expect(invalidBodies({ type: 'object', properties: { to: {} } }, body)).toEqual([])
  expect(
    invalidBodies({ type: 'object', properties: { to: { type: ['string', 'null'] } }, required: ['from'] }, body),
  ).toEqual([])
  expect(
    invalidBodies(
      {
        type: 'object',
        properties: {
          to: { default: 'Ada' },
          copies: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }] },
        },
        required: ['to'],
      },
      body,
    ),
  ).toEqual([])
  expect(invalidBodies(schema, 'text')).toEqual([])
})
