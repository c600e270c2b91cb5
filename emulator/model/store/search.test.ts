import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BlockTexts, toPartialMatch } from './search.ts'

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

const folded = (text: string) => text.toLowerCase().toUpperCase().normalize('NFC')
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    'K',
    '\u212A',
    'Stra\u00DFe',
    'STRASSE',
    '\u039F\u0394\u039F\u03A3',
    '\u0130',
    'i',
    'Caf\u00E9',
    'Cafe\u0301',
    'a.b*c',
    '(x)[y]\\',
  ),
)

it('matches when the folded text contains the folded search, in ASCII and beyond', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, wanted, after) => {
      const text = before + wanted + after
      expect(toPartialMatch(['name'], wanted)({ name: text })).toBe(folded(text).includes(folded(wanted)))
      expect(toPartialMatch(['name'], wanted)({ name: before })).toBe(folded(before).includes(folded(wanted)))
    }),
    { numRuns: 500 },
  )
})

it('matches every character in lower case, in upper case and decomposed', () => {
  const missed: string[] = []
  for (let code = 0x80; code < 0x1_f000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue
    const letter = String.fromCodePoint(code)
    const forms = new Set([letter.toLowerCase(), letter.toUpperCase(), letter.normalize('NFD')])
    for (const form of forms) if (!toPartialMatch(['name'], form)({ name: letter })) missed.push(`${letter} ${form}`)
  }
  expect(missed).toEqual([])
})
