// Factors of the data, of its lists and its other writers, and of time (clauses 2.1, 4.5, 4.6, 4.10 and 8).
import { base62 } from '../service/usual-policy.ts'
import type { Factor } from './factor.ts'

const many = (count: number) => ({ product: count, environment: count, resource: count, event: count, group: count })

/** No size and no value of data is stated. */
export const data: Factor = {
  usual: {},
  'three of each': { choices: { data: { counts: many(3) } } },
  'one of each': { choices: { data: { counts: many(1) } } },
  'a hundred of each': { choices: { data: { counts: many(100) } } },
  'one status for all groups': { choices: { data: { groupStatuses: ['unresolved'] } } },
  'names in other scripts': {
    choices: {
      data: {
        names: ['木製テーブル', 'מנורה כחולה', 'Стул красный', '🪑 Chair', 'café ẞtraße', 'e\u0301te\u0301'],
        brands: ['アクメ', 'Нордвинд', 'Ωmega', 'naïve'],
        categories: ['Лампы', 'ΟΔΟΣ', 'ǅungla', 'a,b & c=d'],
        statuses: ['in-stock', 'sold out', 'n/a'],
      },
    },
  },
  'one brand, category and status': {
    choices: { data: { brands: ['Acme'], categories: ['Lamps'], statuses: ['active'] } },
  },
}

/** Clause 8: the default and the maximum of limit are not shown. */
export const limits: Factor = {
  'ten, at most fifty': {},
  'one, at most a hundred': { choices: { limit: { usual: 1, most: 100, above: 400 } } },
  'two, at most five': { choices: { limit: { usual: 2, most: 5, above: 'clamp' } } },
  'three, at most three': { choices: { limit: { usual: 3, most: 3, above: 422 } } },
  'a hundred, at most a hundred': { choices: { limit: { usual: 100, most: 100, above: 'clamp' } } },
  'twenty, at most a thousand': { choices: { limit: { usual: 20, most: 1000, above: 400 } } },
}

/** Clause 4.6 does not say which lists are paged; clause 8: the legacy page size is no contract. */
export const lists: Factor = {
  'three paged, five a page': {},
  'two paged, one a page': { choices: { paged: ['product', 'resource'], linkPageSize: 1 } },
  'one paged, three a page': { choices: { paged: ['product'], linkPageSize: 3 } },
  'search in what no answer shows': { choices: { search: ['name', 'brand', '_keywords'] } },
  'a group that needs its status': { choices: { groupNeedsStatus: true } },
  'a hundred a page, no search': { choices: { search: undefined, linkPageSize: 100 } },
  'unknown parameters refused': { choices: { unknownParameter: 422, linkPageSize: 7 } },
}

/** Clause 2.1: the encoding of the timestamp is not shown. */
export const ids: Factor = {
  milliseconds: {},
  'seconds that jump': {
    choices: {
      id: (now, serial) => base62(Math.floor(now / 1000), 6) + base62(serial * serial * 13 + 7, 8) + base62(serial, 13),
    },
  },
  'days, near the end of their range': {
    choices: {
      id: (now, serial) => `zz${base62(Math.floor(now / 86_400_000), 3)}${'z'.repeat(16)}${base62(serial, 6)}`,
    },
  },
}

/** Other clients of a shared account. */
export const writers: Factor = {
  none: {},
  'create at every fourth request': { choices: { moods: { createsEvery: 4 } } },
  'delete at every fifth request': { choices: { moods: { deletesEvery: 5 } } },
  'create and delete': { choices: { moods: { createsEvery: 4, deletesEvery: 5 } } },
}

/** Nothing is stated about how soon an answer comes, how soon a list shows a change, or about any clock. */
export const paces: Factor = {
  'at once': {},
  '30 ms': { latency: 30 },
  '700 ms': { latency: 700 },
  'sixty requests in ten seconds': { choices: { moods: { rate: 60 } } },
  'lists half a second late': { latency: 20, choices: { moods: { listLag: 500 } } },
  'a clock four minutes ahead': { choices: { moods: { skew: 240_000 } } },
  'a clock fifty seconds behind, and no Date': { choices: { moods: { skew: -50_000, dated: false } } },
}
