import { expect, it } from 'vitest'
import { countPhrase, phrase } from '../conclusions/phrase.ts'
import { phraseText } from './text.ts'

it.each([
  [0, 'a page with no records'],
  [1, 'a page with 1 record'],
  [2, 'a page with 2 records'],
])('counts %i in words', (count, text) => {
  expect(phraseText(phrase`a page with ${countPhrase(count, 'record')}`)).toBe(text)
})

it('shows equal phrases of a list once, and equal values as often as they come', () => {
  const about = (text: string) => phrase`for ${text}`
  expect(phraseText(phrase`${{ list: [about('a'), about('b'), about('a')], between: '; ' }}`)).toBe('for a; for b')
  expect(phraseText(phrase`${{ list: ['a', 'a'] }}`)).toBe('a, a')
})
