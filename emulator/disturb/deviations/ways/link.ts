import { type Place, without } from '../algebra/asked.ts'
import {
  editBoth,
  editNext,
  editPrevious,
  isEmpty,
  isFirst,
  isLast,
  type LinkedPage,
  mapPages,
  otherCursors,
  readPage,
  shiftRows,
  sizeOf,
  withCursor,
  writePage,
} from '../algebra/link-pages.ts'
import { notFound } from '../algebra/messages.ts'
import { events, linkLists } from '../algebra/places.ts'
import { answer, mapQuery, on, remember, type Way } from '../algebra/ways.ts'
import type { WaysOf } from '../deviation-groups.ts'

export const ignoreCursor = (place: Place): Way => mapQuery(place, () => without('cursor'))

export const refuseCursors = (isPrevious: '0' | '1'): Way =>
  answer(events, notFound, ({ query }) => query.get('cursor')?.endsWith(`:${isPrevious}`) === true)

/** rel=previous leads to another offset. */
export const previousAt = (offsetOf: (page: LinkedPage, size: number) => number, place: Place = events): Way =>
  editPrevious(place, (entry, page) => withCursor(entry, `0:${Math.max(0, offsetOf(page, sizeOf(page)))}:1`))

const endless: Way = mapPages(events, async (page) => {
  const { asked, previous, next } = page
  const isBehind = isEmpty(page) && !isFirst(page)
  const first = isBehind ? await readPage(asked, await asked.send({ query: without('cursor') })) : undefined
  return writePage(page, [previous, { ...next, results: 'true' }], first?.items)
})

const endsEarly: Way = mapPages(events, async (page) => {
  const { asked, previous, next } = page
  const behind = await readPage(asked, await asked.send({ query: { cursor: next.cursor } }))
  return behind?.next.results === 'false' ? writePage(page, [previous, { ...next, results: 'false' }]) : undefined
})

/** Keeps some pages as they first came. */
export const keepPages = (place: Place, isKept: (page: LinkedPage) => boolean): Way =>
  remember(() => {
    const kept = new Map<string, Response>()
    return on(place, async (asked) => {
      const { headers, url } = asked.request
      const key = [asked.authorization, headers.get('x-emulator-world'), url].join(' ')
      const known = kept.get(key)
      if (known) return known.clone()
      const response = await asked.send()
      const page = await readPage(asked, response)
      if (page && isKept(page)) kept.set(key, response.clone())
      return response
    })
  })

/** The behaviour of each deviation of "The Link header". */
export const linkWays: WaysOf<'link'> = {
  'link-missing-on-first-page': editBoth(events, undefined, isFirst),
  'link-missing-on-last-page': editBoth(events, undefined, isLast),
  'link-rel-prev': editPrevious(events, { rel: 'prev' }),
  'link-results-missing': editBoth(linkLists, { results: undefined }),
  'link-results-always-true': editNext(linkLists, { results: 'true' }),
  'link-cursor-opaque': otherCursors(
    (cursor) => btoa(cursor).replaceAll('=', ''),
    (cursor) => (/^[0-9A-Za-z+/]+$/.test(cursor) && cursor.length % 4 !== 1 ? atob(cursor) : cursor),
  ),
  'link-next-repeats-the-page': ignoreCursor(events),
  'link-next-refused': refuseCursors('0'),
  'link-pages-overlap': shiftRows(events, (offset) => offset - 1),
  'link-record-lost-between-pages': shiftRows(events, (offset) => (offset === 0 ? 0 : offset + 1)),
  'link-walk-never-ends': endless,
  'link-walk-ends-one-page-early': endsEarly,
  'link-previous-stays': previousAt(({ offset }) => offset),
  'link-empty-pages-stay-empty': keepPages(linkLists, isEmpty),
}
