import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endpoints } from '../api/endpoints/endpoints.ts'
import { createEmulator } from '../create-emulator.ts'
import { faultSchema } from '../disturb/faults/fault-schema.ts'
import { resourceByCollection, resourceCollections } from '../model/resources/resources.ts'
import { faultsOf } from './schema-validator.ts'
import { surelyMatches } from './surely-matches.ts'

const emulator = createEmulator()
const records = resourceCollections.flatMap((collection) =>
  emulator.data.find(collection).map((record) => [resourceByCollection[collection].schema, record] as const),
)

const schemas = [
  faultSchema(),
  ...endpoints.flatMap(({ query, body }) => [query, body]).filter((schema) => schema !== undefined),
  ...resourceCollections.map((collection) => resourceByCollection[collection].schema),
  // Keywords that no schema of the emulator has.
  {
    type: 'object',
    properties: { name: { type: 'array', minItems: 1, maxItems: 2, items: { minLength: 2, maxLength: 3 } } },
  },
  { type: 'object', properties: { name: { type: ['string', 'null'] }, status: { not: { const: 1 } } } },
  { properties: { name: { pattern: '^(a+)+$' }, status: { oneOf: [{ type: 'number' }, { type: 'integer' }] } } },
  { type: 'object', properties: { status: { $ref: '#/$defs/One' } }, $defs: { One: { const: 1 } } },
  { type: 'object', patternProperties: { '^s': { type: 'string' } }, additionalProperties: false },
]
const scalars: readonly unknown[] = ([null, true, false, 0, -1, 1, 1.5, 200, 503, 1e21] as unknown[]).concat(
  ['', 'a', 'ab', 'é', '😀', '😀😀', 'aaab', 'active', 'draft', 'always', 'workspaces'],
  ['2025-01-06T09:00:00Z', '2025-02-30T09:00:00Z', '2025-01-06T24:00:00Z', '2025-01-06'],
  ['2vVLwuk9DIOzVLfPPeGjk05Cuzz', 'wsp_2vVLwuk9DIOzVLfPPeGjk05Cuzz', '2vVLwuk9DIOzVLfPPeGjk05Cuz'],
)
const values = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...scalars) },
    { weight: 1, arbitrary: fc.array(tie('any'), { maxLength: 3 }) },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.constantFrom('status', 'name', 'id', 'x', '__proto__', 'toString'), tie('any')),
    },
  ),
})).any

/** A schema, and a value that has some of the members that it names. */
const cases = fc.constantFrom<object>(...schemas).chain((schema) => {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, unknown>> }
  const members = fc
    .subarray([...Object.keys(properties), 'unknown'])
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, values] as const))))
  const [, known] = records.find(([of]) => of === schema) ?? []
  const near = known ? members.map((changes) => ({ ...known, ...changes })) : members
  return fc.tuple(fc.constant(schema), fc.oneof({ weight: 9, arbitrary: near }, { weight: 1, arbitrary: values }))
})

it('is sure of no value that Ajv refuses', () => {
  let sure = 0
  fc.assert(
    fc.property(cases, ([schema, value]) => {
      if (!surelyMatches(schema, value)) return
      sure++
      expect(faultsOf(schema, value)).toEqual([])
    }),
    { numRuns: 5000 },
  )
  expect(sure).toBeGreaterThan(500)
})
