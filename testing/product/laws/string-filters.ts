import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import { type ConditionName, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'
import { type Matches, serveList } from '../listed.ts'

type StringFilter = 'brand' | 'category'

const removeAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Matches with a wildcard. */
const wildcardPattern =
  (mark: string, meaning: string): Matches =>
  (text, wanted) =>
    new RegExp(`^${wanted.split(mark).map(escaped).join(meaning)}$`, 's').test(text)

/** Letters beyond ASCII that some ways of folding case turn into letters of ASCII. */
const foldsToAscii = (text: string) => text.replaceAll('ſ', 's').replaceAll('ı', 'i').replaceAll('\u212A', 'k')

/** How a server compares that does not compare exactly: each also finds what is equal. */
const matchings: Readonly<Record<string, readonly [breaks: string, matches: Matches]>> = {
  prefix: ['The beginning of a value matches.', (text, wanted) => text.startsWith(wanted)],
  suffix: ['The end of a value matches.', (text, wanted) => text.endsWith(wanted)],
  part: ['A part of a value matches.', (text, wanted) => text.includes(wanted)],
  middle: [
    'The middle of a value matches.',
    (text, wanted) => text === wanted || (wanted.length > 1 && text.slice(1, -1).includes(wanted)),
  ],
  word: ['A word of a value matches.', (text, wanted) => text === wanted || text.split(/\s+/).includes(wanted)],
  longer: ['A value with letters behind it matches.', (text, wanted) => wanted.startsWith(text)],
  'other-case': ['Case does not count.', (text, wanted) => text.toLowerCase() === wanted.toLowerCase()],
  'lower-case': ['A value also matches in lower case.', (text, wanted) => [text, text.toLowerCase()].includes(wanted)],
  'upper-case': ['A value also matches in upper case.', (text, wanted) => [text, text.toUpperCase()].includes(wanted)],
  accents: ['Accents do not count.', (text, wanted) => removeAccents(text) === removeAccents(wanted)],
  'folded-letters': [
    'Letters beyond ASCII match the letters of ASCII that they fold to.',
    (text, wanted) => [wanted, foldsToAscii(wanted)].includes(text),
  ],
  'compatible-forms': ['Values match in any compatible form.', (text, wanted) => text === wanted.normalize('NFKC')],
  trimmed: ['Spaces around a value do not count.', (text, wanted) => text === wanted.trim()],
  'trimmed-start': ['Spaces before a value do not count.', (text, wanted) => text === wanted.trimStart()],
  'trimmed-end': ['Spaces behind a value do not count.', (text, wanted) => text === wanted.trimEnd()],
  newline: ['A line break behind a value does not count.', (text, wanted) => text === wanted.replace(/\n$/, '')],
  percent: ['A % matches any text.', wildcardPattern('%', '.*')],
  underscore: ['A _ matches any character.', wildcardPattern('_', '.')],
  asterisk: ['A * matches any text.', wildcardPattern('*', '.*')],
  dot: ['A dot matches any character.', wildcardPattern('.', '.')],
  'list-any': [
    'A value with commas means several.',
    (text, wanted) => text === wanted || wanted.split(',').includes(text),
  ],
  'list-first': [
    'The server ignores the text after a comma.',
    (text, wanted) => [wanted, wanted.split(',')[0]].includes(text),
  ],
  'list-last': [
    'The server ignores the text in front of a comma.',
    (text, wanted) => [wanted, wanted.split(',').at(-1)].includes(text),
  ],
  empty: ['An empty value counts as none.', (text, wanted) => wanted === '' || text === wanted],
}

const conditions = [
  'always',
  'with-limit',
  'with-starting-after',
  'with-ending-before',
  'with-brand',
  'with-category',
  'with-enum',
  'with-search',
] as const satisfies readonly ConditionName[]

/** A filter is beside another one, not beside itself. */
const canMeetString = (filter: StringFilter, condition: (typeof conditions)[number]) => condition !== `with-${filter}`

const matching = (filter: StringFilter, matches: Matches, condition: ConditionName): FetchWrapper =>
  during('products.list', condition, (intercepted) =>
    serveList('products.list', intercepted, { matches: { [filter]: matches } }),
  )

/** A plain string filter is an exact match (clause 4.5, rule 2). */
export const stringFilters: readonly Fault[] = Object.entries(matchings).flatMap(([kind, [breaks, matches]]) =>
  lawFaults<StringFilter, (typeof conditions)[number]>({
    id: 'string-filter-exact',
    way: kind,
    requirement: 'filters.exact',
    breaks,
    places: ['brand', 'category'],
    conditions,
    fault: (filter, condition) => (canMeetString(filter, condition) ? matching(filter, matches, condition) : undefined),
  }),
)
