import { expect, it } from 'vitest'
import { Conclusion } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { isPassive } from '../../judge/define-check.ts'
import { watchedPagesChecks } from './watched-pages-checks.ts'

/** A page of resources: when it was asked for and answered, how, and the records that it had, newest first. */
type Page = readonly [asked: number, answered: number, query: string, records: string]

function toExchange([asked, answered, query, records]: Page): Exchange {
  const json = { data: [...records].map((letter) => ({ id: letter.repeat(27) })) }
  return {
    request: {
      operation: 'resources.list',
      method: 'GET',
      url: `http://target.test/1.13/resources?${query}`,
      headers: {},
    },
    response: { status: 200, headers: {}, text: JSON.stringify(json), json },
    startedAt: asked,
    durationMs: answered - asked,
  }
}

/** Pages that show that the list takes limit. */
const taken: readonly Page[] = [
  [0, 1, 'limit=1', 'J'],
  [1, 2, 'limit=2', 'JI'],
  [2, 3, 'limit=9', 'JIHGFEDCB'],
]
const before = `ending_before=${'E'.repeat(27)}`
const after = `starting_after=${'G'.repeat(27)}`

it.each<[ends: string, what: string, pages: readonly Page[]]>([
  [
    'fail',
    'a short page, and one with older records that was asked for after its answer',
    [
      [10, 20, `limit=5&${after}`, 'FE'],
      [20, 30, 'limit=9', 'JIHGFEDCB'],
    ],
  ],
  [
    'pass',
    'a short page, and one with older records that was under way with it, as others delete',
    [
      [10, 20, `limit=5&${after}`, 'FE'],
      [19, 30, 'limit=9', 'JIHGFEDCB'],
    ],
  ],
  [
    'fail',
    'a short page before a cursor, and newer records on pages before and after it',
    [
      [10, 20, `limit=5&${before}`, 'HGF'],
      [20, 30, 'limit=9', 'JIHGFEDCB'],
    ],
  ],
  [
    'pass',
    'a short page before a cursor, and newer records on a page that was under way with it',
    [
      [10, 20, `limit=5&${before}`, 'HGF'],
      [19, 30, 'limit=9', 'JIHGFEDCB'],
    ],
  ],
  [
    'pass',
    'a short page before a cursor that was asked for before the newer records were seen',
    [
      [0, 20, `limit=5&${before}`, 'HGF'],
      [20, 30, 'limit=9', 'JIHGFEDCB'],
    ],
  ],
])('cursors.limit.pages ends with %s given %s', (ends, _what, pages) => {
  const check = watchedPagesChecks.find(({ id }) => id === 'cursors.limit.pages')!
  if (!isPassive(check)) throw new Error('It sends requests.')
  const observer = check.observe()
  for (const page of [...taken, ...pages]) observer.record(toExchange(page))
  const end = () => {
    try {
      observer.conclude()
      return 'pass'
    } catch (error) {
      if (error instanceof Conclusion) return error.verdict
      throw error
    }
  }
  expect(end()).toBe(ends)
})
