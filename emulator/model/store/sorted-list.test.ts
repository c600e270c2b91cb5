import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SortedList } from './sorted-list.ts'

interface Item {
  readonly id: string
  readonly key?: string
}

const field = (item: Item) => item.key
const byKeyAndId = (left: Item, right: Item) =>
  left.key! < right.key! ? -1 : left.key! > right.key! ? 1 : left.id < right.id ? -1 : 1
const itemOf = (number: number): Item => ({
  id: String(number).padStart(6, '0'),
  key: ['', 'a', 'ab', 'b'][number % 4]!,
})
const contents = (list: SortedList<Item>) => list.blocks.flat()
const numbers = fc.uniqueArray(fc.nat({ max: 9_999 }), { maxLength: 200 })
const sizes = fc.constantFrom(0, 1, 511, 512, 513, 2500)
const listOf = (size: number) =>
  SortedList.from(field, Array.from({ length: size }, (_, index) => itemOf(10_000 + index)).sort(byKeyAndId))

it('stays sorted under any insertions and removals', () => {
  fc.assert(
    fc.property(sizes, numbers, numbers, (size, inserted, removed) => {
      let list = listOf(size)
      const model = new Map(contents(list).map((item) => [item.id, item]))
      for (const number of inserted) {
        list = list.insert(itemOf(number))
        model.set(itemOf(number).id, itemOf(number))
      }
      for (const number of [...removed, ...inserted.slice(0, 20)]) {
        list = list.remove(itemOf(number))
        model.delete(itemOf(number).id)
      }
      const expected = [...model.values()].sort(byKeyAndId)
      expect(contents(list)).toEqual(expected)
      expect(list.size).toBe(expected.length)
      for (let rank = 0; rank < list.size; rank += 97) {
        expect(list.at(rank)).toEqual(expected[rank])
        const { records, start } = list.blockAt(rank)
        expect(records[rank - start]).toEqual(expected[rank])
        expect(list.rank(expected[rank]!.key!, expected[rank]!.id)).toBe(rank)
      }
      expect([list.at(-1), list.at(list.size)]).toEqual([undefined, undefined])
    }),
    { numRuns: 80 },
  )
})

/** Items in ascending order, whose ids leave room between them. */
const spaced = (count: number) => Array.from({ length: count }, (_, index) => ({ id: idOf(index * 10), key: '' }))
const idOf = (number: number) => String(number).padStart(8, '0')
const spacedList = (count: number) => SortedList.from<Item>(field, spaced(count))

it('splits a long row of blocks, and drops an empty one', () => {
  const list = spacedList(32 * 512 + 1)
  const grown = [...Array(34 * 512).keys()].reduce(
    (grows, index) => grows.insert({ id: `${idOf(0)}-${idOf(index)}`, key: '' }),
    list,
  )
  expect(grown.rows.parts.map(({ parts }) => parts.length)).toEqual([32, 33, 1])
  expect([grown.size, grown.rank('', idOf(10))]).toEqual([66 * 512 + 1, 34 * 512 + 1])
  expect(contents(grown).every((item, index, all) => index === 0 || all[index - 1]!.id < item.id)).toBe(true)
  const last = list.at(32 * 512)!
  expect([list.rows.parts.length, list.remove(last).rows.parts.length]).toEqual([2, 1])
})
