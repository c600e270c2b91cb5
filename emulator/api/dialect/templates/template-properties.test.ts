// Whatever a template looks like, its answers have the values where its holes are, and match its schema.
import fc from 'fast-check'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import type { Template, TemplatePart } from '../../../model/contract/template.ts'
import { faultsOf } from '../../../tools/schema-validator.ts'
import { ApiError } from '../api-error.ts'
import { errorBodyOf, errorSchema } from '../error-bodies.ts'
import { listTemplate, objectTemplate } from './envelope-templates.ts'

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
const templateOf = (holes: readonly string[]): fc.Arbitrary<Template> =>
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
function valueAt(template: unknown, json: any, hole: string): unknown {
  if (template === hole) return json
  if (typeof template !== 'object' || template === null) return undefined
  for (const [name, part] of Object.entries(template)) {
    const found = json?.[name] === undefined ? undefined : valueAt(part, json[name], hole)
    if (found !== undefined) return found
  }
  return undefined
}

const id = '0ujtsYcgvSTl8PAuAdqWYSMnLOv'
const Items = Type.Array(Type.Object({ id: Type.String() }))

it('reads items, paging and the id of the request back from any list', () => {
  const holes = ['$items', '$hasMore', '$next', '$requestId', '$kind']
  fc.assert(
    fc.property(templateOf(holes), fc.boolean(), fc.nat(3), (template, hasMore, count) => {
      const envelope = listTemplate('listEnvelope', template, Type.String())
      const items = Array.from({ length: count }, () => ({ id }))
      const paging = { hasMore, nextCursor: hasMore ? id : null }
      const json: unknown = JSON.parse(envelope.around('flows', paging, 'req_7').join(JSON.stringify(items)))
      expect(holes.map((hole) => valueAt(template, json, hole))).toEqual([
        items,
        hasMore,
        paging.nextCursor,
        'req_7',
        'flows',
      ])
      expect(envelope.itemTextsOf(json, 'flows')).toEqual(items.map((item) => JSON.stringify(item)))
      expect(faultsOf(envelope.schema(Items, 'flows'), json)).toEqual([])
    }),
    { numRuns: 20 },
  )
})

it('reads an object back from any envelope', () => {
  fc.assert(
    fc.property(templateOf(['$item', '$requestId']), fc.jsonValue(), (template, value) => {
      const envelope = objectTemplate(template)
      const json: unknown = JSON.parse(envelope.write(JSON.stringify(value), 'flow', { requestId: 'req_7' }))
      expect(JSON.stringify(valueAt(template, json, '$item'))).toBe(JSON.stringify(value))
      expect(faultsOf(envelope.schema(Type.Unknown(), 'flow', true), json)).toEqual([])
    }),
    { numRuns: 20 },
  )
})

it('reads the message, the code and the allowed values back from any error', () => {
  const holes = ['$message', '$code', '$allowed', '$status']
  fc.assert(
    fc.property(templateOf(holes), fc.string({ minLength: 1 }), fc.array(fc.string()), (template, message, allowed) => {
      const body = errorBodyOf(template)
      const details = allowed.length > 0 ? [{ at: 'status', message: 'is wrong', allowed }] : []
      const refusal = new ApiError('refused', message, { details })
      const json: unknown = JSON.parse(JSON.stringify(body.write(refusal, 422)))
      const wanted = [refusal.message, 'invalid_request', allowed.length > 0 ? allowed : undefined, 422]
      expect(holes.map((hole) => valueAt(template, json, hole))).toEqual(wanted)
      expect(faultsOf(errorSchema(body), json)).toEqual([])
    }),
    { numRuns: 20 },
  )
})
