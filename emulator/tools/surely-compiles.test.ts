import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compile, metaSchemaFault } from './late/ajv.ts'
import { linearPattern } from './linear-pattern.ts'
import { surelyCompiles } from './surely-compiles.ts'

/** Values of each keyword. */
function keywordValues(schema: fc.Arbitrary<unknown>): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  const [list, flag, count] = [fc.array(schema, { minLength: 1, maxLength: 2 }), fc.boolean(), fc.nat(3)]
  const text = fc.constantFrom('a', 'b', 'id', '$ref', 'properties')
  const texts = fc.uniqueArray(text, { maxLength: 2 })
  const data = fc.constantFrom<unknown>('a', 1, null, { id: 1, $ref: 'x' }, ['b'])
  const named = fc.dictionary(text, schema, { maxKeys: 2 })
  const pattern = fc.constantFrom('^a+$', '^(?:[a-z]{3}_)?\\d{27}$', '[', '(?=a)', '((a{1,100}){1,100}){1,100}')
  const reference = fc.constantFrom('#', '#/$defs/a', '#/definitions/b', '#/properties/a', '#a', '#/$defs/toString')
  const date = fc.constantFrom('2026-01-01', 'x')
  const values: readonly (readonly [value: fc.Arbitrary<unknown>, keywords: string])[] = [
    [schema, 'additionalProperties contains contentSchema else if items not propertyNames then'],
    [schema, 'unevaluatedItems unevaluatedProperties'],
    [list, 'allOf anyOf oneOf prefixItems'],
    [named, '$defs definitions dependencies dependentSchemas discriminator properties x-note'],
    [fc.dictionary(pattern, schema, { maxKeys: 1 }), 'patternProperties'],
    [fc.dictionary(text, texts, { maxKeys: 2 }), 'dependentRequired'],
    [count, 'exclusiveMaximum exclusiveMinimum maxContains maxItems maxLength maxProperties maximum'],
    [count, 'minContains minItems minLength minProperties minimum multipleOf'],
    [flag, '$async $recursiveAnchor deprecated nullable readOnly uniqueItems writeOnly'],
    [text, '$anchor $comment $dynamicAnchor contentEncoding contentMediaType description id title'],
    [reference, '$dynamicRef $id $ref'],
    [fc.constant('#'), '$recursiveRef'],
    [fc.constant({}), '$vocabulary'],
    [pattern, 'pattern'],
    [texts, 'required'],
    [data, 'const default'],
    [fc.array(data, { maxLength: 2 }), 'enum examples'],
    [fc.constantFrom('object', 'string', 'null', ['string', 'null']), 'type'],
    [fc.constantFrom('date', 'email'), 'format'],
    [date, 'formatExclusiveMaximum formatExclusiveMinimum formatMaximum formatMinimum'],
  ]
  return Object.fromEntries(values.flatMap(([value, keywords]) => keywords.split(' ').map((name) => [name, value])))
}

const schemas = fc.letrec<{ schema: unknown }>((tie) => {
  const values = Object.entries(keywordValues(tie('schema')))
  const members = fc.subarray(values, { minLength: 1, maxLength: 4 })
  const object = members.chain((chosen) => fc.record(Object.fromEntries(chosen)))
  return { schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, fc.boolean(), object) }
}).schema as fc.Arbitrary<object>

it('is right about each keyword that Ajv knows', () => {
  const ajv = addFormats.default(new Ajv2020())
  const tried = Object.keys(keywordValues(fc.boolean()))
  expect(Object.keys(ajv.RULES.keywords).filter((name) => !tried.includes(name))).toEqual(['$schema'])
})

it('promises only for schemas that Ajv compiles, with patterns that RE2 runs', () => {
  const seen = { sure: 0, accepted: 0, refused: 0 }
  const holds = fc.property(schemas, (schema) => {
    if (typeof schema === 'boolean' || metaSchemaFault(schema) !== undefined) return
    const isSure = surelyCompiles(schema, () => {})
    try {
      compile(schema, true, linearPattern)
      seen[isSure ? 'sure' : 'accepted']++
    } catch (error) {
      seen.refused++
      if (isSure) throw error
    }
  })
  fc.assert(holds, { numRuns: 1500 })
  expect(Math.min(seen.sure, seen.accepted, seen.refused)).toBeGreaterThan(50)
})

const nested = (levels: number): object => (levels === 0 ? {} : { items: nested(levels - 1) })
const wide = (alternatives: number) => ({ anyOf: Array.from({ length: alternatives }, () => ({})) })

it.each<[schema: object, patterns: readonly string[]]>([
  [{ type: 'object', properties: { id: { type: 'string' }, $ref: {}, pattern: {} }, required: ['id'] }, []],
  [{ $defs: { a: { items: { $ref: '#' } } }, items: { $ref: '#/$defs/a' } }, []],
  [{ default: { id: 1 }, examples: [{ $ref: 'x' }], const: { enum: [] }, enum: [{ pattern: '[' }] }, []],
  [{ pattern: '^a$', patternProperties: { '^b': { items: { pattern: '^[^c]{2}$' } } } }, ['^a$', '^b', '^[^c]{2}$']],
  [nested(100), []],
  [wide(1998), []],
])('promises for %j, and names its patterns', (schema, expected) => {
  const patterns: string[] = []
  expect(surelyCompiles(schema, (source) => patterns.push(source))).toBe(true)
  expect(patterns).toEqual(expected)
})

it.each([nested(101), wide(1999)])('promises nothing for a large schema', (schema) => {
  expect(surelyCompiles(schema, () => {})).toBe(false)
})
