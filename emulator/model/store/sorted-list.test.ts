import { expect, it } from 'vitest'
import { SortedList } from './sorted-list.ts'

interface Item {
  readonly id: string
  readonly key?: string
}

const field = (item: Item) => item.key
const contents = (list: SortedList<Item>) => list.blocks.flat()

/** Items in ascending order, whose ids leave room between them. */
const spaced = (count: number) => Array.from({ length: count }, (_, index) => ({ id: paddedId(index * 10), key: '' }))
const paddedId = (number: number) => String(number).padStart(8, '0')
const spacedList = (count: number) => SortedList.from<Item>(field, spaced(count))

it('splits a long row of blocks, and drops an empty one', () => {
  const list = spacedList(32 * 512 + 1)
  const grown = [...Array(34 * 512).keys()].reduce(
    (grows, index) => grows.insert({ id: `${paddedId(0)}-${paddedId(index)}`, key: '' }),
    list,
  )
  expect(grown.rows.parts.map(({ parts }) => parts.length)).toEqual([32, 33, 1])
  expect([grown.size, grown.rank('', paddedId(10))]).toEqual([66 * 512 + 1, 34 * 512 + 1])
  expect(contents(grown).every((item, index, all) => index === 0 || all[index - 1]!.id < item.id)).toBe(true)
  const last = contents(list)[32 * 512]!
  expect([list.rows.parts.length, list.remove(last).rows.parts.length]).toEqual([2, 1])
})
