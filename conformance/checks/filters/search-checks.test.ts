// Each condition before a verdict of these checks decides it on one of these shops.
import { expect, it } from 'vitest'
import { records, refusing, type Row, searchElsewhere } from '../../../testing/servers/mixed-shop.ts'
import { judgeShop, type Shop } from '../../../testing/servers/shop.ts'
import { searchChecks } from './search-checks.ts'

const long = records(40, (index) => ({ name: `Walnut Table ${index}` }))
/** Pages of one record, the oldest first for some searches: more pages than are walked. */
const oldestFirst = (when: (search: string) => boolean): Shop => ({
  products: long,
  largest: 1,
  select: (right, { query, all }) => (when(query.get('search') ?? '') ? all.toReversed() : right),
})
const named = (...names: readonly string[]): Shop => ({ products: names.map((name) => ({ name })) })

const searches: readonly Row[] = [
  [
    'filters.search-case.name',
    /^insufficientEvidence: .*more pages/,
    'many records for a name in upper case',
    oldestFirst((search) => search.startsWith('WALNUT')),
  ],
  ['filters.search-case.name', /^insufficientEvidence: .*no letters/, 'names without letters', named('12345', '6789')],
  ['filters.search-partial.middle', /^insufficientEvidence: no name/, 'short words', named('Oak Bed', 'Elm Bed')],
  ['filters.search-case.middle', /^insufficientEvidence: no name/, 'short words', named('Oak Bed', 'Elm Bed')],
  ['filters.search-partial.excess', /^notApplicable/, 'short words', named('Oak Bed', 'Elm Bed')],
  ['filters.search-partial.two-letters', /^notApplicable/, 'short words', named('Oak Bed', 'Elm Bed')],
  [
    'filters.search-partial.two-letters',
    /^insufficientEvidence: .*more pages/,
    'many records for two letters',
    oldestFirst((search) => /^[a-z]{2}$/.test(search)),
  ],
  [
    'filters.search-partial.two-letters',
    /^insufficientEvidence: .*422/,
    'a refusal of two letters',
    { ...named('Walnut', 'Copper'), answer: refusing(({ query }) => query.get('search')?.length === 2, 422) },
  ],
  [
    'filters.search-partial.two-letters',
    /^pass/,
    'two letters in texts that are not shown',
    { products: long, select: (right, { query, all }) => (query.get('search') === 'qz' ? all.slice(3, 12) : right) },
  ],
  [
    'filters.search-partial.two-letters',
    /^fail: .*few records or none/,
    'two letters that are ignored',
    { products: long, select: (right, { query, all }) => (query.get('search') === 'qz' ? all : right) },
  ],
  [
    'filters.search-partial.every',
    /^notApplicable: the products do not/,
    'search in another list alone',
    searchElsewhere,
  ],
  [
    'filters.search-partial.every',
    /^pass/,
    'an index that finds nothing by the words that several names have',
    {
      products: long,
      select: (right, { query }) => (/^(?:walnut|table)$/i.test(query.get('search') ?? '') ? [] : right),
    },
  ],
  [
    'filters.search-partial.excess',
    /^fail: expected no .*ending_before/,
    'a search for any of its words before a cursor',
    {
      ...named('Walnut table', 'Walnut chair', 'Marble desk', 'Marble shelf', 'Steel lamp'),
      answer: (asked) =>
        asked.query.has('ending_before') && asked.query.get('search')?.includes(' ') === true
          ? Response.json({ data: asked.all })
          : undefined,
    },
  ],
  [
    'filters.search-partial.every',
    /^fail: .*a list without/,
    'a word that leaves out one record',
    {
      products: long,
      select: (right, { query }) => (/^(?:walnut|table)$/i.test(query.get('search') ?? '') ? right.slice(1) : right),
    },
  ],
  [
    'filters.search-case.beyond-ascii',
    /^notApplicable: search does not find Émaillé/,
    'search without accents',
    {
      ...named('Émaillé table', 'Marble table'),
      select: (right, { query }) => (/[^ -~]/.test(query.get('search') ?? '') ? [] : right),
    },
  ],
  [
    'filters.search-case.beyond-ascii',
    /^pass/,
    'a word of two cases beyond ASCII',
    named('Émaillé table', 'Marble table'),
  ],
  [
    'filters.search-case.beyond-ascii',
    /^fail: .*ÉMAILLÉ/,
    'search that is case-sensitive beyond ASCII',
    {
      ...named('Émaillé table', 'Marble table'),
      select: (right, { query }) => (/É/.test(query.get('search')?.slice(1) ?? '') ? [] : right),
    },
  ],
  [
    'filters.and.search',
    /^insufficientEvidence: the products do not take search/,
    'search of the resources alone',
    searchElsewhere,
  ],
]

it.each(searches)('%s: %s given %s', async (check, verdict, _what, row) => {
  expect(await judgeShop(row, searchChecks, check)).toMatch(verdict)
})
