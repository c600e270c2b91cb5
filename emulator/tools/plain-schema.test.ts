import { expect, it, vi } from 'vitest'
import { late } from './late.ts'
import { linearPattern } from './linear-pattern.ts'
import { plainPatterns } from './plain-schema.ts'
import { findFaults, schemaFault } from './schema-validator.ts'

const plain = {
  type: 'object',
  properties: {
    reference: { type: 'string', minLength: 3, maxLength: 40 },
    parcels: { type: 'array', minItems: 1, items: { type: 'number', exclusiveMinimum: 0, maximum: 70 } },
    country: { type: 'string', pattern: '^[A-Z]{2}-plain$' },
    service: { enum: ['standard', 'express'] },
  },
  required: ['reference'],
  additionalProperties: false,
}

it('takes a plain schema without loading Ajv and RE2, and loads them for the first value', () => {
  const [ajv, re2] = [vi.spyOn(late, 'ajv'), vi.spyOn(late, 're2')]
  expect(schemaFault(plain, linearPattern)).toBeUndefined()
  expect([ajv, re2].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  expect(findFaults(plain, { reference: 'abc', country: 'de' })).toEqual([expect.objectContaining({ at: '/country' })])
  expect(re2).toHaveBeenCalled()
  vi.restoreAllMocks()
})

it.each([
  { type: 'text' },
  { type: ['string', 'string'] },
  { enum: [] },
  { required: ['a', 'a'] },
  { required: [1] },
  { minLength: -1 },
  { minLength: 1.5 },
  { maximum: '1' },
  { multipleOf: 0 },
  { properties: [] },
  { properties: { a: 7 } },
  { items: [{ type: 'string' }] },
  { $ref: '#/nowhere' },
  { pattern: 7 },
  { pattern: '(' },
  { pattern: '(?=a)b' },
  { properties: { a: { pattern: '[' } } },
  'text',
  null,
])('refuses %j as before', (schema) => {
  expect(schemaFault(schema as never, linearPattern)).toEqual(expect.any(String))
})

it('lists the patterns at each depth, and nothing of schemas with other keywords', () => {
  expect(plainPatterns(plain)).toEqual(['^[A-Z]{2}-plain$'])
  expect(plainPatterns({ properties: { a: { items: { pattern: 'b' } } }, pattern: 'c' })).toEqual(['b', 'c'])
  expect(plainPatterns({ oneOf: [{}] })).toBeUndefined()
  expect(plainPatterns({ constructor: 1 })).toBeUndefined()
})
