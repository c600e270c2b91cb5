import { expect, it } from 'vitest'
import { escapeUnseen, showUnseen } from './unseen.ts'

it.each([
  ['\u202ecod.exe', '⟨U+202E⟩cod.exe'],
  ['\u2066a\u2067b\u2068c\u2069', '⟨U+2066⟩a⟨U+2067⟩b⟨U+2068⟩c⟨U+2069⟩'],
  ['\u061c\u200e\u200f', '⟨U+061C⟩⟨U+200E⟩⟨U+200F⟩'],
  ['a\u200bb\u2060c\ufeffd\u00ade', 'a⟨U+200B⟩b⟨U+2060⟩c⟨U+FEFF⟩d⟨U+00AD⟩e'],
  ['\u{e0041}\0\u001b[0m\u0085\u2028', '⟨U+E0041⟩⟨U+0000⟩⟨U+001B⟩[0m⟨U+0085⟩⟨U+2028⟩'],
  ['two\nlines\tשלום · “x” 😀', 'two\nlines\tשלום · “x” 😀'],
])('shows %j as %j', (text, seen) => {
  expect(showUnseen(text)).toBe(seen)
})

it('escapes unseen characters in JSON without a change of its value', () => {
  const value = { 'a\u202e': ['\u{e0041}\u2066', 'שלום'] }
  const json = escapeUnseen(JSON.stringify(value, null, 2))
  expect([JSON.parse(json), showUnseen(json)]).toEqual([value, json])
})
