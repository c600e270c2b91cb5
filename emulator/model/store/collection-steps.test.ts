import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Collection } from './collection.ts'

interface Item {
  readonly id: string
  readonly name: string
  readonly brand: string | null
}

const paddedId = (number: number) => String(number).padStart(8, '0')
const size = 10_000
const items = Array.from({ length: size }, (_, index): Item => ({
  id: paddedId(index * 10),
  name: index % 7 === 0 ? 'Chair' : `Lamp ${index}`,
  brand: index % 3 === 0 ? null : index % 3 === 1 ? 'Acme' : 'Brand',
}))
const collection = Collection.from<Item>({ indexed: ['brand'], searched: ['name'] }, items)

function drained<Result>(steps: Generator<void, Result>): { result: Result; turns: number } {
  for (let turns = 0; ; turns++) {
    const { done, value } = steps.next()
    if (done) return { result: value, turns }
  }
}

const selections = fc.record(
  {
    where: fc.record(
      { brand: fc.constantFrom('Acme', 'none'), name: fc.constantFrom('Chair', 'x') },
      { requiredKeys: [] },
    ),
    search: fc.constantFrom('', 'CHAIR', 'lamp 99', 'nothing'),
    nulls: fc.constantFrom([], ['brand']),
  },
  { requiredKeys: [] },
)
const cursors = fc.option(fc.nat({ max: size * 10 + 50 }).map(paddedId), { nil: undefined })

it('gives the page, the count and the rest that one walk over all records gives', () => {
  fc.assert(
    fc.property(
      selections,
      cursors,
      cursors,
      fc.integer({ min: 1, max: 600 }),
      fc.oneof(fc.constant(0), fc.nat({ max: size + 10 })),
      (selection, startingAfter, endingBefore, limit, offset) => {
        const request = { ...selection, startingAfter, endingBefore, limit }
        const { result } = drained(collection.pageInSteps(request, offset))
        const whole = collection.page({ ...request, limit: size + 1 }).items
        const walked = endingBefore === undefined ? whole : whole.toReversed()
        const expected = walked.slice(offset, offset + limit)
        expect(result).toEqual({
          items: endingBefore === undefined ? expected : expected.toReversed(),
          hasMore: walked.length > offset + limit,
          count: collection.all(selection).length,
        })
        expect(collection.count(selection)).toBe(result.count)
      },
    ),
    { numRuns: 60 },
  )
})
