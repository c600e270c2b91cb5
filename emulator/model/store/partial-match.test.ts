import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toPartialMatch } from './partial-match.ts'

const folded = (text: string) => text.toLowerCase().toUpperCase().normalize('NFC')
const texts = fc.oneof(
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
    fc.property(texts, texts, texts, (before, wanted, after) => {
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
