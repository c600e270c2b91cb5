import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BlockTexts } from './block-texts.ts'
import { Collection } from './collection.ts'
import { toPartialMatch } from './partial-match.ts'

const fields = ['name', 'sku']
const letters = fc.constantFrom(...'aBßſKſﬁÉe\u0301σςΣİıµ\n-1 ')
const texts = fc.string({ unit: letters, maxLength: 6 })
const value = fc.oneof(texts, fc.constant(null), fc.integer({ min: 0, max: 20 }))

it('misses no block that has a match', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ name: value, sku: value })), texts, (block, search) => {
      const isMatch = block.some(toPartialMatch(fields, search))
      if (isMatch) expect(new BlockTexts(fields).toBlockTest(search)(block)).toBe(true)
    }),
  )
})

it('leaves out a block without a match', () => {
  const block = Array.from({ length: 500 }, (_, index) => ({ name: index % 2 ? 'Größe' : 'Acme', sku: `S-${index}` }))
  const texts = new BlockTexts(fields)
  const mayMatch = (search: string) => texts.toBlockTest(search)(block)
  expect(['acme', 'GRÖSSE', 's-499', 's-0\n'].map(mayMatch)).toEqual([true, true, true, true])
  expect(['acmes', 'GROSSE', 's-500', 'acmegrö'].map(mayMatch)).toEqual([false, false, false, false])
})

it('looks at no record of a block without a match', () => {
  let read = 0
  const records = Array.from({ length: 20_000 }, (_, index) => ({
    id: `i${String(index).padStart(5, '0')}`,
    brand: 'b',
    get name() {
      read++
      return `name ${index}`
    },
  }))
  const collection = Collection.from({ indexed: ['brand'], searched: ['name'] }, records)
  collection.prepareSearch()
  read = 0
  expect(collection.page({ limit: 20, where: { brand: 'b' }, search: 'nothing' }).items).toEqual([])
  expect(read).toBe(0)
  expect(collection.page({ limit: 20, where: { brand: 'b' }, search: 'E 12345' }).items).toHaveLength(1)
  expect(read).toBeLessThanOrEqual(1024)
})
