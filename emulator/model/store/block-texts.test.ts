import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BlockTexts } from './block-texts.ts'
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
