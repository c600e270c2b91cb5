// The rule of a search that finds too little, by texts that find a name and texts that do not.
import { expect, it } from 'vitest'
import { phraseText } from '../../wording/text.ts'
import { searchSymptom } from './search-terms.ts'

const name = 'Walnut Desk'
const texts = ['Walnut Desk', 'walnut desk', 'Walnut', 'walnut', 'ALNU', 'alnu', 'WALNUT', 'Desk', 'esk', 'Wal']
const lower = (text: string) => text.toLowerCase()

it.each<[words: string, finds: (text: string) => boolean]>([
  ['search is case-sensitive', (text) => name.includes(text)],
  [
    'search is case-sensitive for a text with a capital letter',
    (text) => (text === lower(text) ? lower(name) : name).includes(text),
  ],
  [
    'search is case-sensitive for a text with a small letter',
    (text) => (text === text.toUpperCase() ? name.toUpperCase() : name).includes(text),
  ],
  ['search finds only whole words', (text) => ` ${lower(name)} `.includes(` ${lower(text)} `)],
  ['search finds only whole texts', (text) => lower(name) === lower(text)],
])('reports that %s', (words, finds) => {
  const found = texts.filter((text) => finds(text))
  const lost = texts.filter((text) => !finds(text))
  expect(phraseText(searchSymptom(name, found, lost)!)).toBe(words)
})
