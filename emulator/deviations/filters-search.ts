import { defineDeviation, type Deviation, type FetchWrapper } from './define-deviation.ts'
import { matchesRight, matchProducts, searched } from './product-list.ts'

/** Search that matches a member otherwise. */
function matchingSearch(test: (shown: string, wanted: string) => boolean): FetchWrapper {
  return matchProducts((record, filter) => {
    const [name, wanted] = filter
    return name === 'search'
      ? searched.some((member) => test(String(record[member] ?? ''), wanted))
      : matchesRight(record, filter)
  })
}

const words = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** Violations of clause 4.5 by search. */
export const searchDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'search-case-sensitive',
    requirement: 'filters.search-case',
    caughtBy: 'filters.search-case.name',
    description: 'search tells upper case from lower case.',
    wrap: matchingSearch((shown, wanted) => shown.includes(wanted)),
  }),
  defineDeviation({
    name: 'search-folds-query-only',
    requirement: 'filters.search-case',
    caughtBy: 'filters.search-case.name',
    description: 'search finds what is written in lower case or as it was asked for.',
    wrap: matchingSearch((shown, wanted) => shown.includes(wanted) || shown.includes(wanted.toLowerCase())),
  }),
  defineDeviation({
    name: 'search-case-sensitive-in-words',
    requirement: 'filters.search-case',
    caughtBy: 'filters.search-case.middle',
    description: 'search tells upper case from lower case where it is a part of a text.',
    wrap: matchingSearch((shown, wanted) => shown.includes(wanted) || shown.toLowerCase() === wanted.toLowerCase()),
  }),
  defineDeviation({
    name: 'search-at-word-starts',
    requirement: 'filters.search-partial',
    caughtBy: 'filters.search-partial.middle',
    description: 'search finds words that begin with it.',
    wrap: matchingSearch(
      (shown, wanted) =>
        shown.toLowerCase().startsWith(wanted.toLowerCase()) ||
        words(shown).some((word) => word.startsWith(wanted.toLowerCase())),
    ),
  }),
  defineDeviation({
    name: 'search-whole-words',
    requirement: 'filters.search-partial',
    caughtBy: 'filters.search-partial.middle',
    description: 'search finds whole words.',
    wrap: matchingSearch((shown, wanted) => ` ${words(shown).join(' ')} `.includes(` ${words(wanted).join(' ')} `)),
  }),
]
