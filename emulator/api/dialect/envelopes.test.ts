import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { faultsOf } from '../../tools/schema-validator.ts'
import { ApiError, refusals } from './api-error.ts'
import { legacyListEnvelopes, listEnvelopes, objectEnvelopes } from './envelopes.ts'
import type { Paging } from './templates/answer-forms.ts'
import { errorBodies, errorSchema } from './error-bodies.ts'

const errorForms = Object.keys(errorBodies) as (keyof typeof errorBodies)[]
const id = '0ujtsYcgvSTl8PAuAdqWYSMnLOv'
const record = `{"id":"${id}"}`
const Record = Type.Object({ id: Type.String() })

const pagings: readonly (Paging | undefined)[] = [
  undefined,
  { hasMore: false, nextCursor: null },
  { hasMore: true, nextCursor: id },
]

it.each(Object.entries(listEnvelopes))(
  'writes the list envelope %s as its schema says',
  (_name, { around, schema }) => {
    for (const paging of pagings)
      for (const items of ['[]', `[${record},${record}]`]) {
        const value: unknown = JSON.parse(around('products', paging, 'req_1').join(items))
        expect([value, faultsOf(schema(Type.Array(Record), 'products'), value)]).toEqual([value, []])
      }
  },
)

it.each(Object.entries(legacyListEnvelopes))(
  'writes the legacy list envelope %s as its schema says',
  (_name, { around, schema }) => {
    const value: unknown = JSON.parse(around('groups', undefined, 'req_1').join(`[${record}]`))
    expect(faultsOf(schema(Type.Array(Record), 'groups'), value)).toEqual([])
    expect(faultsOf(schema(Type.Array(Record), 'groups'), { groups: [] })).not.toEqual([])
  },
)

it.each(Object.entries(objectEnvelopes))(
  'writes the object envelope %s as its schema says',
  (_name, { write, schema }) => {
    expect(
      faultsOf(schema(Record, 'product', true), JSON.parse(write(record, 'product', { requestId: 'req_1' }))),
    ).toEqual([])
    expect(faultsOf(schema(Record, 'product', true), { item: { id } })).not.toEqual([])
  },
)

it.each(errorForms)('writes the error body %s as its schema says', (name) => {
  const { write } = errorBodies[name]
  const schema = errorSchema(errorBodies[name])
  const details = [
    { at: '/a', message: 'is not known' },
    { at: '/b', message: 'must be one of 1, 2', allowed: [1, 2] },
  ]
  for (const some of [[], details.slice(1), details])
    expect(faultsOf(schema, write(new ApiError('refused', 'No.', { details: some }), 400))).toEqual([])
  expect(faultsOf(schema, { error: 'no' })).not.toEqual([])
})

it('writes each envelope and each error body differently', () => {
  const refusal = new ApiError('conflict', 'No.')
  const texts = [
    Object.values(listEnvelopes).map(({ around }) =>
      around('products', { hasMore: false, nextCursor: null }, 'req_1').join('[]'),
    ),
    Object.values(legacyListEnvelopes).map(({ around }) => around('groups', undefined, 'req_1').join('[]')),
    Object.values(objectEnvelopes).map(({ write }) => write('{}', 'product', { requestId: 'req_1' })),
    Object.values(errorBodies).map(({ write }) => JSON.stringify(write(refusal, refusals.conflict.status))),
  ]
  for (const list of texts) expect(new Set(list).size).toBe(list.length)
})
