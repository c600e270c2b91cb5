import { expect, it } from 'vitest'
import { mutantsOf } from '../../testing/mutants.ts'
import { schemaFault } from './schema-validator.ts'
import { isSurelySchema } from './surely-schema.ts'

const plain = {
  type: 'object',
  title: 'Order',
  properties: {
    to: {
      type: ['object', 'null'],
      properties: { city: { type: 'string', minLength: 1, maxLength: 9 } },
      minProperties: 1,
    },
    speed: { enum: ['slow', 'fast', 1, null], default: 'slow' },
    at: { type: 'string', description: 'When.', 'x-id': true },
    sizes: {
      type: 'array',
      items: { type: 'number', minimum: 0, exclusiveMaximum: 7, multipleOf: 0.5 },
      uniqueItems: true,
    },
    either: { anyOf: [{ const: 1 }, true], not: { type: 'boolean' }, prefixItems: [{}] },
  },
  required: ['to', 'speed'],
  additionalProperties: false,
}

it('knows a plain schema without Ajv, and takes none that Ajv refuses', () => {
  expect([plain, { format: 'date-time' }, { pattern: '^[A-Z]{3}$' }].map(isSurelySchema)).toEqual([true, true, true])
  let refused = 0
  const wrong = [...mutantsOf(plain)].filter(({ value }) => {
    const fault = typeof value === 'object' && value !== null ? schemaFault(value) : undefined
    if (fault !== undefined) refused++
    return fault !== undefined && isSurelySchema(value)
  })
  expect(wrong.map(({ change }) => change)).toEqual([])
  expect(refused).toBeGreaterThan(40)
})
