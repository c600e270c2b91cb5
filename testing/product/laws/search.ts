import { type ConditionName, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'
import { type DocumentedList, documentedLists, type Matches, serveList } from '../listed.ts'

const lower = (text: string) => text.toLowerCase()
const lowerAscii = (text: string) => text.replaceAll(/[A-Z]/g, lower)
const splitLowerWords = (text: string) => lower(text).split(/[^\p{L}\p{N}]+/u)
const containsLower: Matches = (text, wanted) => lower(text).includes(lower(wanted))
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const lowerPattern =
  (mark: string, meaning: string): Matches =>
  (text, wanted) =>
    new RegExp(lower(wanted).split(mark).map(escaped).join(meaning), 's').test(lower(text))

type SearchRequirement = 'filters.search-partial' | 'filters.search-case'

/** How a server searches that does not search for parts, in any case. */
const searches: Readonly<Record<string, readonly [requirement: SearchRequirement, breaks: string, matches: Matches]>> =
  {
    whole: [
      'filters.search-partial',
      'search finds only whole texts.',
      (text, wanted) => lower(text) === lower(wanted),
    ],
    front: [
      'filters.search-partial',
      'search finds only the beginnings of texts.',
      (text, wanted) => lower(text).startsWith(lower(wanted)),
    ],
    end: [
      'filters.search-partial',
      'search finds only the ends of texts.',
      (text, wanted) => lower(text).endsWith(lower(wanted)),
    ],
    'word-starts': [
      'filters.search-partial',
      'search finds only the beginnings of words.',
      (text, wanted) => [lower(text), ...splitLowerWords(text)].some((word) => word.startsWith(lower(wanted))),
    ],
    'word-ends': [
      'filters.search-partial',
      'search finds only the ends of words.',
      (text, wanted) => [lower(text), ...splitLowerWords(text)].some((word) => word.endsWith(lower(wanted))),
    ],
    'whole-words': [
      'filters.search-partial',
      'search finds only whole words.',
      (text, wanted) => ` ${splitLowerWords(text).join(' ')} `.includes(` ${splitLowerWords(wanted).join(' ')} `),
    ],
    'any-word': [
      'filters.search-partial',
      'search finds what has one of its words.',
      (text, wanted) => wanted.split(' ').some((word) => containsLower(text, word)),
    ],
    'first-letters': [
      'filters.search-partial',
      'A search of more than twelve letters uses only the first six.',
      (text, wanted) => containsLower(text, wanted.length > 12 ? wanted.slice(0, 6) : wanted),
    ],
    percent: ['filters.search-partial', 'A % in search matches any text.', lowerPattern('%', '.*')],
    underscore: ['filters.search-partial', 'A _ in search matches any character.', lowerPattern('_', '.')],
    asterisk: ['filters.search-partial', 'A * in search matches any text.', lowerPattern('*', '.*')],
    'case-sensitive-within': [
      'filters.search-case',
      'search is case-sensitive, unless its value is the whole text.',
      (text, wanted) => text.includes(wanted) || lower(text) === lower(wanted),
    ],
    'case-sensitive': ['filters.search-case', 'search is case-sensitive.', (text, wanted) => text.includes(wanted)],
    'lower-only': [
      'filters.search-case',
      'search looks for its value as it is in texts in lower case.',
      (text, wanted) => text.includes(wanted) || lower(text).includes(wanted),
    ],
    'upper-only': [
      'filters.search-case',
      'search looks for its value in lower case in texts as they are.',
      (text, wanted) => text.includes(wanted) || text.includes(lower(wanted)),
    ],
    'ascii-case': [
      'filters.search-case',
      'search is case-sensitive beyond ASCII.',
      (text, wanted) => lowerAscii(text).includes(lowerAscii(wanted)),
    ],
  }

const conditions = [
  'always',
  'with-limit',
  'with-starting-after',
  'with-ending-before',
  'with-brand',
  'with-category',
  'with-enum',
] as const satisfies readonly ConditionName[]
type When = (typeof conditions)[number]

/** search is a case-insensitive partial match (clause 4.5, rule 3). */
export const search: readonly Fault[] = Object.entries(searches).flatMap(([kind, [requirement, breaks, matches]]) =>
  lawFaults<DocumentedList, When>({
    id: 'search',
    way: kind,
    requirement,
    breaks,
    places: documentedLists,
    conditions,
    fault(list, condition) {
      if (list !== 'products.list' && (condition === 'with-brand' || condition === 'with-category')) return undefined
      return during(list, condition, (intercepted) =>
        intercepted.query.has('search')
          ? serveList(list, intercepted, { matches: { search: matches } })
          : intercepted.send(),
      )
    },
  }),
)
