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

it.each([
  ['a part in another case', 'CHAI', 'armchair'],
  ['the whole text', 'armchair', 'armchair'],
  ['composed and decomposed letters', 'caf\u00E9', 'CAFE\u0301'],
  ['a final sigma', '\u03BF\u03B4\u03BF\u03C2', '\u039F\u0394\u039F\u03A3\u0391'],
  ['a sharp s', 'strasse', 'Stra\u00DFe'],
  ['a capital sharp s', 'stra\u00DFe', 'STRA\u1E9EE'],
  ['the lower case of a dotted capital i', '\u0130stanbul'.toLowerCase(), '\u0130STANBUL'],
  ['characters with a meaning in regular expressions', 'a.b*', 'xA.B*x'],
])('matches %s', (_name, search, text) => {
  expect(toPartialMatch(['name'], search)({ name: text })).toBe(true)
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

it('does not treat the search as a regular expression', () => {
  expect(toPartialMatch(['name'], '.*')({ name: 'anything' })).toBe(false)
})

it('looks only at the given fields and skips missing ones', () => {
  const test = toPartialMatch(['name', 'title', 'size'], '7')
  expect([test({ name: null }), test({}), test({ other: '7' }), test({ title: 'x7' }), test({ size: 170 })]).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
})

it('gives the same answers after more texts than it remembers', () => {
  const test = toPartialMatch(['name'], '77')
  const seen = Array.from({ length: 300 }, (_, index) => test({ name: `n${index}` }))
  expect(Array.from({ length: 300 }, (_, index) => test({ name: `n${index}` }))).toEqual(seen)
  expect(seen.filter(Boolean)).toHaveLength(3)
})
