import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Collection, type PageRequest } from './collection.ts'
import type { Selection } from './selection-plan.ts'

interface Item {
  readonly id: string
  readonly name: string
  readonly brand: string | null
  readonly size: number
}

const definition = { indexed: ['brand', 'size'], searched: ['name'] }
// A prefix of another, one that differs in case, an empty one, and one with the character that sorts lowest.
const brands = ['Acme', 'Acme Pro', 'acme', '', 'Acme\0', null]
const names = ['Chair', 'armchair', 'LAMP', 'Caf\u00E9', 'Cafe\u0301']
const paddedId = (number: number) => String(number).padStart(8, '0')
const sampleItem = (number: number, variant: number): Item => ({
  id: paddedId(number),
  name: names[variant % names.length]!,
  brand: brands[variant % brands.length]!,
  size: variant % 3,
})

/** Every tenth number, so that the tests can insert records in between. */
const initial = (count: number) =>
  Array.from({ length: count }, (_, index) => sampleItem(index * 10, (index * 7919) % 97))

const matches =
  ({ where = {}, search }: Selection) =>
  (item: Item) =>
    Object.entries(where).every(
      ([name, value]) => (item[name as keyof Item] ?? null) !== null && String(item[name as keyof Item]) === value,
    ) &&
    (!search || item.name.normalize('NFC').toUpperCase().includes(search.normalize('NFC').toUpperCase()))

/** The expected page, computed by filtering and sorting all records. */
function naivePage(
  items: ReadonlyMap<string, Item>,
  { limit, startingAfter, endingBefore, ...selection }: PageRequest,
): { items: Item[]; hasMore: boolean } {
  const found = [...items.values()].filter(matches(selection)).sort((left, right) => (left.id < right.id ? 1 : -1))
  const range = found.filter(
    ({ id }) =>
      (startingAfter === undefined || id < startingAfter) && (endingBefore === undefined || id > endingBefore),
  )
  return {
    items: endingBefore === undefined ? range.slice(0, limit) : range.slice(-limit),
    hasMore: range.length > limit,
  }
}

const selections: fc.Arbitrary<Selection> = fc.record({
  where: fc.record(
    {
      brand: fc.constantFrom('Acme', 'Acme Pro', 'acme', '', 'Acme\0', 'none'),
      size: fc.constantFrom('0', '1', '2', '3'),
      name: fc.constantFrom(...names),
    },
    { requiredKeys: [] },
  ),
  search: fc.option(fc.constantFrom('', 'chair', 'ARM', 'caf\u00E9', 'x', 'a'), { nil: undefined }),
})
const cursors = fc.option(
  fc.integer({ min: -1, max: 33_000 }).map((number) => paddedId(Math.max(number, 0))),
  { nil: undefined },
)
const changes = fc.array(
  fc.record({
    kind: fc.constantFrom('insert', 'insert', 'replace', 'remove'),
    number: fc.oneof(fc.nat({ max: 33_000 }), fc.integer({ min: 5_000, max: 5_040 })),
    variant: fc.nat({ max: 96 }),
  }),
  { maxLength: 40 },
)

function changed(
  count: number,
  list: readonly { kind: string; number: number; variant: number }[],
): { collection: Collection<Item>; model: Map<string, Item> } {
  const records = initial(count)
  const model = new Map(records.map((item) => [item.id, item]))
  let collection = Collection.from<Item>(definition, records)
  for (const { kind, number, variant } of list) {
    const item = sampleItem(number, variant)
    if (model.has(item.id) === (kind === 'insert')) continue
    collection =
      kind === 'insert'
        ? collection.insert(item)
        : kind === 'replace'
          ? collection.replace(item)
          : collection.remove(item.id)
    if (kind === 'remove') model.delete(item.id)
    else model.set(item.id, item)
  }
  return { collection, model }
}

const counts = fc.constantFrom(0, 1, 20, 512, 513, 1500, 3000)

it('returns the page that filtering and sorting all records gives, after any changes', () => {
  fc.assert(
    fc.property(
      counts,
      changes,
      fc.array(
        fc.record({
          selection: selections,
          limit: fc.integer({ min: 1, max: 120 }),
          startingAfter: cursors,
          endingBefore: cursors,
        }),
        { minLength: 1, maxLength: 8 },
      ),
      (count, list, requests) => {
        const { collection, model } = changed(count, list)
        expect(collection.size).toBe(model.size)
        for (const { selection, ...rest } of requests) {
          const request = { ...selection, ...rest }
          expect(collection.page(request)).toEqual(naivePage(model, request))
        }
      },
    ),
    { numRuns: 150 },
  )
})

it('does not change an older collection when records change after it', () => {
  fc.assert(
    fc.property(counts, changes, selections, (count, list, selection) => {
      const before = Collection.from<Item>(definition, initial(count))
      const expected = initial(count).filter(matches(selection))
      let after = before
      for (const { number, variant, kind } of list) {
        const item = sampleItem(number, variant)
        const known = after.get(item.id)
        after = !known ? after.insert(item) : kind === 'remove' ? after.remove(item.id) : after.replace(item)
      }
      expect(before.size).toBe(count)
      expect(before.all(selection)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

it.each([true, false])('visits each record once while others are created, forwards: %s', (forwards) => {
  fc.assert(
    fc.property(
      counts.filter((count) => count > 0),
      selections,
      fc.integer({ min: 37, max: 120 }),
      (count, selection, limit) => {
        let collection = Collection.from<Item>(definition, initial(count))
        const expected = collection.all(selection).map(({ id }) => id)
        const oldest = expected[0]
        const seen: string[] = !forwards && oldest !== undefined ? [oldest] : []
        let cursor = forwards ? undefined : oldest
        let created = 40_000
        if (expected.length === 0) return
        for (let more = true; more;) {
          const page = collection.page({
            ...selection,
            limit,
            ...(forwards ? { startingAfter: cursor } : { endingBefore: cursor }),
          })
          seen.push(...(forwards ? page.items : page.items.toReversed()).map(({ id }) => id))
          cursor = seen.at(-1)
          more = page.hasMore
          // Records created during the walk have higher ids than all that existed when it began.
          if (created < 40_200)
            for (let extra = 0; extra < 3; extra++) collection = collection.insert(sampleItem(created++, created % 97))
        }
        expect(new Set(seen).size).toBe(seen.length)
        const walked = seen.filter((id) => id < paddedId(40_000))
        expect(forwards ? walked.toReversed() : walked).toEqual(expected)
      },
    ),
    { numRuns: 60 },
  )
})
