import { because } from '../../conclusions/cause.ts'
import { fail, notApplicable } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck, type Observer } from '../../judge/define-check.ts'
import { bareOf } from '../../reading/id-forms.ts'
import { quotedQuery } from '../filters/filters-checks.ts'
import { type WatchedList, WatchedLists, type WatchedPage } from './watched-pages.ts'

/** Checks that ask for pages in every way. */
const reads = [
  'cursors.limit.size',
  'cursors.complete.walks',
  'cursors.starting-after.lists',
  'filters.exact.value',
  'filters.enum-filters.values',
  'filters.paged.strings',
  'filters.paged.enum',
  'filters.paged.search',
] as const

/** Watches the pages of lists that take `limit`. */
function watchPages(judge: (list: WatchedList, evidence: Exchange[]) => void): Observer {
  const watched = new WatchedLists()
  const evidence: Exchange[] = []
  return {
    evidence,
    record: (exchange) => watched.record(exchange),
    conclude() {
      const lists = [...watched.lists.values()].filter(({ takesLimit }) => takesLimit)
      if (lists.length === 0) notApplicable(because.data, phrase`no versioned list was seen to take limit`)
      for (const list of lists) judge(list, evidence)
      const pages = lists.reduce((sum, list) => sum + list.pages.length, 0)
      return { remark: phrase`${pages} pages` }
    },
  }
}

/**
 * Of two answers that were under way at the same time, the one that came last may be of before a record was deleted.
 */
const isAfter = ({ startedAt }: Exchange, before: Exchange): boolean =>
  startedAt >= before.startedAt + before.durationMs

/**
 * A page with too few records: behind its last one are others, which later pages show. Before the first one of a page
 * that ends before a cursor are others, which pages before and after it show, so that they were there.
 */
function isShort(list: WatchedList, place: number): boolean {
  const { ids, limit, cursor, filters, exchange } = list.pages[place]!
  if (ids.length === 0 || limit === undefined || ids.length >= limit || limit > list.longest) return false
  const { order } = list
  const alike = (page: WatchedPage) => page.filters === filters
  const later = list.pages.slice(place + 1).filter((page) => alike(page) && isAfter(page.exchange, exchange))
  if (cursor !== 'ending_before') return later.some((page) => page.ids.some((id) => order(id, ids.at(-1)!) < 0))
  const earlier = new Set(
    list.pages
      .slice(0, place)
      .filter((page) => alike(page) && isAfter(exchange, page.exchange))
      .flatMap((page) => page.ids),
  )
  return later.some((page) => page.ids.some((id) => earlier.has(id) && ids.every((other) => order(id, other) > 0)))
}

/** The number of parameters by which a page was asked for. */
const parametersOf = ({ exchange }: WatchedPage): number => new URL(exchange.request.url).searchParams.size

/** Completes a short page by a record that belongs on it, as other pages show; empty where none does. */
function skippedOn(list: WatchedList, place: number): Phrase | '' {
  const { ids, limit = Infinity, cursor, filters, exchange } = list.pages[place]!
  const { order } = list
  const from = new URL(exchange.request.url).searchParams.get('starting_after')
  if (ids.length >= limit || cursor === 'ending_before') return ''
  const skipped = list.pages
    .filter((page) => page.filters === filters)
    .flatMap((page) => page.ids)
    .find((id) => !ids.includes(id) && order(id, ids.at(-1)!) > 0 && (from === null || order(id, bareOf(from)) < 0))
  return skipped === undefined
    ? phrase`, although more follow`
    : phrase`, without ${skipped}, which stands before others of them`
}

/** Every page that a run asks for (clause 4.6). */
export const watchedPagesChecks: readonly Check[] = [
  defineCheck({
    id: 'cursors.limit.pages',
    reads,
    mayRepeat: true,
    description:
      'Reads every page of the versioned lists that take limit: none has more records than limit, and none has fewer where later pages show others behind it.',
    observe: () =>
      watchPages((list, evidence) => {
        const simplestFirst = [...list.pages.entries()].toSorted(
          ([, left], [, right]) => parametersOf(left) - parametersOf(right),
        )
        for (const [place, page] of simplestFirst) {
          const { limit, ids, exchange: at } = page
          if (limit === undefined) continue
          if (ids.length <= limit && !isShort(list, place)) continue
          evidence.push(at)
          const { pathname, searchParams } = new URL(at.request.url)
          fail({
            expected: phrase`${limit} records for ${quotedQuery(Object.fromEntries(searchParams))}`,
            got: phrase`${ids.length} at ${pathname}${skippedOn(list, place)}`,
            fact: { kind: 'count', wanted: limit, got: ids.length, at },
          })
        }
      }),
  }),
  defineCheck({
    id: 'cursors.newest-first.pages',
    reads,
    mayRepeat: true,
    description:
      'Reads every page of the versioned lists that take limit: the ids fall from record to record. Pages before a cursor may stand in either order, and a search without a cursor by relevance.',
    observe: () =>
      watchPages((list, evidence) => {
        const { order } = list
        for (const { ids, cursor, isSearch, exchange: at } of list.pages) {
          if (cursor === 'ending_before' || (isSearch && cursor === undefined)) continue
          const place = ids.findIndex((id, index) => index > 0 && order(id, ids[index - 1]!) >= 0)
          if (place < 0) continue
          const [second, first] = [ids[place - 1]!, ids[place]!]
          // That an id comes twice is ids.unique.
          if (first === second) continue
          evidence.push(at)
          fail({
            expected: phrase`ids that fall from record to record`,
            got: phrase`${first} after ${second} at ${new URL(at.request.url).pathname}`,
            fact: { kind: 'order', first, second, at },
          })
        }
      }),
  }),
]
