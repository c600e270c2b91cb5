// Guards the speed of a page by a count: how often it reads a record, whatever the size of the collection.
import { expect, it } from 'vitest'
import { Collection } from './collection.ts'
import type { Selection } from './selection-plan.ts'

const brands = ['a', 'b', 'c', 'd']
const limit = 20

/** A collection that counts how often something in its records is read. */
function counted(size: number) {
  let reads = 0
  class Product {
    readonly #index: number

    constructor(index: number) {
      this.#index = index
    }
    get id(): string {
      reads++
      return `id-${String(this.#index).padStart(6, '0')}`
    }
    get brand(): string {
      reads++
      return brands[this.#index % 4]!
    }
    get status(): string {
      reads++
      return this.#index % 3 === 0 ? 'active' : 'draft'
    }
  }
  const records = Array.from({ length: size }, (_, index) => new Product(index))
  const collection = Collection.from({ indexed: ['brand', 'status'], searched: [] }, records)
  return function readsOf(selection: Selection, startingAfter?: string): number {
    reads = 0
    expect(collection.page({ ...selection, limit, startingAfter }).items).toHaveLength(limit)
    return reads
  }
}

const few = counted(8_000)
const many = counted(64_000)

it.each<[string, Selection]>([
  ['no filter', {}],
  ['one filter', { where: { brand: 'a' } }],
  ['two filters', { where: { brand: 'a', status: 'active' } }],
])('reads hardly more records for a page of 64,000 than of 8,000, given %s', (_what, selection) => {
  // Three more halvings, each with a look at both fields, for the block and the place of both ends of a range.
  const more = 3 * 2 * 2 * 2
  expect(many(selection)).toBeLessThanOrEqual(few(selection) + more)
  expect(many(selection, 'id-000900')).toBeLessThanOrEqual(few(selection, 'id-000900') + more)
})
