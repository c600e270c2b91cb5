// The rule of a wrong filter, by texts that it takes.
import { expect, it } from 'vitest'
import { phraseText } from '../../wording/text.ts'
import { sentRules, findRule, toRules } from './matching-rules.ts'
import { valueGroups } from './near-texts.ts'

const value = 'Acme Desk Kits'
const list = `${value},Bolt,${value}`
const rules = toRules(Object.values(valueGroups({ name: 'brand', value, list, isKnown: () => false })), () => false)

/** The result for the first text that a run sends and a filter takes. */
function tell(takes: (text: string) => boolean | undefined) {
  const wrong = sentRules(rules).find(({ text }) => takes(text) === true)!.text
  return findRule({ name: 'brand', value, rules, wrong }, (text) => Promise.resolve(takes(text)))
}

const lower = (text: string) => text.toLowerCase()
const plain = (text: string) => lower(text.normalize('NFD').replaceAll(/\p{M}/gu, ''))

it.each<[words: string, text: string, takes: (text: string) => boolean]>([
  ['brand ignores case', 'ACME DESK KITS', (text) => lower(text) === lower(value)],
  ['brand also matches a value that is sent in lower case', 'acme desk kits', (text) => text === lower(value)],
  ['brand matches values that contain it', 'Acme', (text) => value.includes(text)],
  ['brand matches values that begin with it', 'Acme', (text) => value.startsWith(text)],
  ['brand matches values that end with it', 'Kits', (text) => value.endsWith(text)],
  ['brand matches values that contain it as a word', 'Acme', (text) => value.split(' ').includes(text)],
  ['brand ignores any text after a value', `${value}x`, (text) => text.startsWith(value)],
  ['brand ignores any text in front of a value', `x${value}`, (text) => text.endsWith(value)],
  ['brand ignores white space around a value', `${value} `, (text) => text.trim() === value],
  ['brand ignores spaces around a value', `${value} `, (text) => text.replaceAll(/^ +| +$/g, '') === value],
  ['brand ignores white space after a value', `${value} `, (text) => text.trimEnd() === value],
  ['brand ignores a line break after a value', `${value}\n`, (text) => text === `${value}\n`],
  ['brand=A,B is read as A or B', `${value},qzxjv`, (text) => text.split(',').includes(value)],
  ['brand ignores what follows a comma', `${value},qzxjv`, (text) => text.split(',')[0] === value],
  ['_ in brand matches any character', 'Acme De_k Kits', (text) => text === 'Acme De_k Kits'],
  [
    'brand takes \u017F (U+017F) for s and similar letters',
    'Acme De\u017Fk Kits',
    (text) => /[\u017F\u0131\u212A]/.test(text),
  ],
  // Two mistakes: the plainer one is named, as are the texts of the other.
  ['brand ignores case', 'ACME DESK KITS', (text) => plain(text).trim() === lower(value)],
])('reports that %s', async (words, text, takes) => {
  const told = await tell(takes)
  expect([phraseText(told.rule?.words), told.text]).toEqual([words, text])
})

it('quotes refused texts like the wrong one, and names the kinds of the others', async () => {
  const { right, wrong } = await tell((text) => text.split(',')[0] === value)
  expect(right.map(phraseText)).toEqual([
    'with brand="qzxjv,Acme Desk Kits"',
    'with brand="Acme Desk Kits" with other text around it, with white space around it, in another case, only in part, with %, *, _ or . as a wildcard, with letters beyond ASCII, percent-encoded twice or with + for a space, in quotation marks and after !',
  ])
  expect(wrong.map(phraseText)).toEqual([`with brand=${JSON.stringify(list)}`])
})

it('names a special rule where a text of the general one has no answer', async () => {
  const { rule } = await tell((text) =>
    text === value.toUpperCase() ? true : text === lower(value) ? undefined : false,
  )
  expect(phraseText(rule?.words)).toBe('brand also matches a value that is sent in upper case')
})
