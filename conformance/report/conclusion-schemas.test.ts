import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { causeSchema, factSchema } from './conclusion-schemas.ts'

const ajv = new Ajv({ strict: true })

it.each([
  [factSchema, { kind: 'status', at: 0, wanted: 400 }, { kind: 'status', at: 0, works: true }],
  [factSchema, { kind: 'missing', at: 1, ids: ['a'], pages: [0, null] }, { kind: 'missing', at: 1, secret: 'a' }],
  [factSchema, { kind: 'token', at: null, others: [0] }, { kind: 'tokens', at: null }],
  [factSchema, { kind: 'count', at: 0, wanted: 1, got: 2 }, { kind: 'count', at: 0, wanted: 1 }],
  [causeSchema, { kind: 'check', check: 'a' }, { kind: 'check', requirement: 'a' }],
  [
    causeSchema,
    { kind: 'credential', credential: 'dsn', member: 'credentials.dsn' },
    { kind: 'credential', of: 'dsn' },
  ],
  [causeSchema, { kind: 'data' }, { kind: 'data', why: 'none' }],
])('takes the members of a kind and no others %#', (schema, right, wrong) => {
  expect([right, wrong].map((value) => ajv.validate(schema, value))).toEqual([true, false])
})
