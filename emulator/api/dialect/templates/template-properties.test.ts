// Whatever a template looks like, its answers have the values where its holes are, and match its schema.
import fc from 'fast-check'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import type { Template, TemplatePart } from '../../../model/contract/template.ts'
import { findFaults } from '../../../tools/schema-validator.ts'
import { ApiError } from '../api-error.ts'
import { errorSchema, refusalBody } from '../error-body.ts'
import { AnswerTemplate } from './answer-template.ts'

const names = fc
  .string({ minLength: 1, maxLength: 6, unit: 'grapheme' })
  .filter((name) => !['id', '__proto__'].includes(name) && !name.startsWith('$') && !/^\d+$/.test(name))
const literals = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('$', '$$$$')),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.boolean(),
  fc.constant(null),
)
/** A template with each hole once, at a random place, and literals between. */
const arbitraryTemplate = (holes: readonly string[]): fc.Arbitrary<Template> =>
  fc
    .array(fc.tuple(fc.array(names, { maxLength: 3 }), fc.boolean(), literals), {
      minLength: holes.length,
      maxLength: holes.length,
    })
    .map((places) =>
      Object.fromEntries(
        holes.map((hole, index) => {
          const [path, isInList, literal] = places[index]!
          const filled: TemplatePart = isInList ? [literal, hole] : hole
          return [
            `at${index}`,
            path.reduceRight<TemplatePart>((inner, name) => ({ beside: literal, [name]: inner }), filled),
          ]
        }),
      ),
    )

/** Reads a hole back, by code that shares nothing with what filled it. */
function readHole(template: unknown, json: any, hole: string): unknown {
  if (template === hole) return json
  if (typeof template !== 'object' || template === null) return undefined
  for (const [name, part] of Object.entries(template)) {
    const found = json?.[name] === undefined ? undefined : readHole(part, json[name], hole)
    if (found !== undefined) return found
  }
  return undefined
}

const id = '0ujtsYcgvSTl8PAuAdqWYSMnLOv'
const text = Type.String()

it('reads items, paging and the id of the request back from any list', () => {
  const holes = ['$items', '$hasMore', '$next', '$requestId', '$kind']
  fc.assert(
    fc.property(arbitraryTemplate(holes), fc.boolean(), fc.nat(3), (form, hasMore, count) => {
      const template = new AnswerTemplate('listEnvelope', form)
      const items = Array.from({ length: count }, () => ({ id }))
      const others = { $hasMore: hasMore, $next: hasMore ? id : null, $requestId: 'req_7', $kind: 'flows' }
      const json: unknown = JSON.parse(template.write({ $items: JSON.stringify(items), ...others }))
      expect(holes.map((hole) => readHole(form, json, hole))).toEqual([items, ...Object.values(others)])
      const schemas = {
        $items: Type.Array(Type.Object({ id: text })),
        $hasMore: Type.Boolean(),
        $next: Type.Union([text, Type.Null()]),
        $requestId: text,
      }
      expect(findFaults(template.schema(schemas, { names: { $kind: 'flows' } }), json)).toEqual([])
    }),
    { numRuns: 20 },
  )
})

it('reads an object back from any envelope', () => {
  fc.assert(
    fc.property(arbitraryTemplate(['$item', '$requestId']), fc.jsonValue(), (form, value) => {
      const template = new AnswerTemplate('objectEnvelope', form)
      const json: unknown = JSON.parse(template.write({ $item: JSON.stringify(value), $requestId: 'req_7' }))
      expect(JSON.stringify(readHole(form, json, '$item'))).toBe(JSON.stringify(value))
      expect(findFaults(template.schema({ $item: Type.Unknown(), $requestId: text }), json)).toEqual([])
    }),
    { numRuns: 20 },
  )
})

it('reads the message, the code and the allowed values back from any error', () => {
  const holes = ['$message', '$code', '$allowed', '$status']
  fc.assert(
    fc.property(
      arbitraryTemplate(holes),
      fc.string({ minLength: 1 }),
      fc.array(fc.string()),
      (form, message, allowed) => {
        const template = new AnswerTemplate('errorBody', form)
        const details = allowed.length > 0 ? [{ at: 'status', message: 'is wrong', allowed }] : []
        const refusal = new ApiError('refused', message, { details })
        const json: unknown = JSON.parse(refusalBody(template, refusal, 422))
        const wanted = [refusal.message, 'invalid_request', allowed.length > 0 ? allowed : undefined, 422]
        expect(holes.map((hole) => readHole(form, json, hole))).toEqual(wanted)
        expect(findFaults(errorSchema(template), json)).toEqual([])
      },
    ),
    { numRuns: 20 },
  )
})
