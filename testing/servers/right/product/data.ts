// Factors of the data, of its lists and its other writers, and of time (clauses 2.1, 4.5, 4.6, 4.10 and 8).
import { base62 } from '../service/usual-policy.ts'
import type { Factor } from './factor.ts'

const many = (count: number) => ({
  counts: { product: count, environment: count, resource: count, event: count, group: count },
})

/** No size and no value of data is stated. */
export const data: Factor = {
  usual: {},
  'three of each': { choices: { data: many(3) } },
  'one of each': { choices: { data: many(1) } },
  'a hundred and fifty of each, with values that are parts of others': {
    choices: {
      data: {
        ...many(150),
        brands: ['Acme', 'acme', 'ACME', 'Acme ', 'Acme Inc', 'Ac'],
        statuses: ['active', 'active-soon', 'inactive'],
      },
    },
  },
  'four hundred of each': { choices: { data: many(400) } },
  'one status for all groups': { choices: { data: { groupStatuses: ['unresolved'] } } },
  'names in other scripts': {
    choices: {
      data: {
        names: ['木製テーブル', 'מנורה כחולה', 'Стул красный', '🪑 Chair', 'café ẞtraße', 'e\u0301te\u0301'],
        brands: ['アクメ', 'Нордвинд', 'Ωmega', 'naïve'],
        categories: ['Лампы', 'ΟΔΟΣ', 'ǅungla', 'a,b & c=d'],
        statuses: ['1', '2', '10'],
      },
    },
  },
  'names and values with signs': {
    choices: {
      data: {
        names: ['Desk, Small', '100% Wool Rug', 'lamp_v2', 'Größe L, "Extra"', "O'Neil & Söhne", 'a+b=c?'],
        brands: ['Müller, Sohn & Co', 'İstanbul', '50%', 'x_y', 'Łódź'],
        categories: ['a,b', 'c&d=e', '100% cotton', 'x;y'],
        statuses: ['in-stock', 'sold out', 'n/a', 'on (order)', 'UPPER', 'active'],
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
  'ten at least, at most 25': { choices: { limit: { usual: 10, least: 10, most: 25, above: 422 } } },
  'a hundred, at most a hundred': { choices: { limit: { usual: 100, most: 100, above: 'clamp' } } },
  'twenty, at most a thousand': { choices: { limit: { usual: 20, most: 1000, above: 400 } } },
}

/** Clause 4.6 does not say which lists are paged; clause 8: the legacy page size is no contract. */
export const lists: Factor = {
  'three paged, five a page': {},
  'two paged, one a page': { choices: { paged: ['product', 'resource'], linkPageSize: 1 } },
  'one paged, three a page': { choices: { paged: ['product'], linkPageSize: 3 } },
  'search in what no answer shows': { choices: { search: ['name', 'brand', '_keywords'] } },
  'a group that needs its status, the oldest events first': {
    choices: { groupNeedsStatus: true, events: 'oldest first' },
  },
  'a hundred a page, no search': { choices: { search: undefined, linkPageSize: 100 } },
  'unknown parameters refused': { choices: { unknownParameter: 422, linkPageSize: 7 } },
}

/** Clause 4.6 does not say what these cursors do. */
export const cursors: Factor = {
  usual: {},
  'of what is gone are refused': { choices: { cursors: { deleted: 'refused' } } },
  'before which pages rise, and of two the first is read': {
    choices: { cursors: { before: 'rises', both: 'the first is read' } },
  },
  'of what is gone, and behind the last record, are unknown': {
    choices: { cursors: { deleted: 'unknown', behindLast: 'unknown' } },
  },
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
  'create at every third request': { choices: { moods: { createsEvery: 3 } } },
  'delete at every tenth request': { choices: { moods: { deletesEvery: 10 } } },
  'create and delete': { choices: { moods: { createsEvery: 4, deletesEvery: 5 } } },
}

/** Nothing is stated about how soon an answer comes, or how soon it shows a change. */
export const paces: Factor = {
  'at once': {},
  '30 ms': { latency: 30 },
  'a second': { latency: 1000 },
  'lists half a second late': { latency: 20, choices: { moods: { listLag: 500 } } },
  'lists three seconds late': { latency: 20, choices: { moods: { listLag: 3000 } } },
}

/** Nor about any clock. */
export const clocks: Factor = {
  exact: {},
  'seven minutes ahead': { choices: { moods: { skew: 420_000 } } },
  'twelve minutes behind': { choices: { moods: { skew: -720_000 } } },
  'fifty seconds behind, and no Date': { choices: { moods: { skew: -50_000, dated: false } } },
  'twenty minutes ahead, and no Date': { choices: { moods: { skew: 1_200_000, dated: false } } },
}
