import { type Operations, without } from '../wrappers/intercepted-request.ts'
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
} from '../wrappers/link-pages.ts'
import { notFound } from '../wrappers/messages.ts'
import { events, linkLists } from '../wrappers/operations.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { answer, mapQuery, on, remember } from '../wrappers/fetch-wrappers.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

/** rel=previous leads to another offset. */
export const previousAt = (offsetOf: (page: LinkedPage, size: number) => number): FetchWrapper =>
  editPrevious(events, (entry, page) => withCursor(entry, `0:${Math.max(0, offsetOf(page, sizeOf(page)))}:1`))

const endless: FetchWrapper = mapPages(events, async (page) => {
  const { intercepted, previous, next } = page
  const isBehind = isEmpty(page) && !isFirst(page)
  const first = isBehind ? await readPage(intercepted, await intercepted.send({ query: without('cursor') })) : undefined
  return writePage(page, [previous, { ...next, results: 'true' }], first?.items)
})

/** A walk says that it ends one page early. */
export const endEarly = (operations: Operations): FetchWrapper =>
  mapPages(operations, async (page) => {
    const { intercepted, previous, next } = page
    const behind = await readPage(intercepted, await intercepted.send({ query: { cursor: next.cursor } }))
    return behind?.next.results === 'false' ? writePage(page, [previous, { ...next, results: 'false' }]) : undefined
  })

/** Keeps empty pages as they first came. */
const keepEmptyPages: FetchWrapper = remember(() => {
  const kept = new Map<string, Response>()
  return on(linkLists, async (intercepted) => {
    const { headers, url } = intercepted.request
    const key = [intercepted.authorization, headers.get('x-emulator-world'), url].join(' ')
    const known = kept.get(key)
    if (known) return known.clone()
    const response = await intercepted.send()
    const page = await readPage(intercepted, response)
    if (page && isEmpty(page)) kept.set(key, response.clone())
    return response
  })
})

/** The behaviour of each deviation of "The Link header". */
export const linkBehaviours: BehavioursOf<'link'> = {
  'link-missing-on-first-page': editBoth(events, undefined, isFirst),
  'link-missing-on-last-page': editBoth(events, undefined, isLast),
  'link-rel-prev': editPrevious(events, { rel: 'prev' }),
  'link-results-missing': editBoth(linkLists, { results: undefined }),
  'link-results-always-true': editNext(linkLists, { results: 'true' }),
  'link-cursor-opaque': otherCursors(
    (cursor) => btoa(cursor).replaceAll('=', ''),
    (cursor) => (/^[0-9A-Za-z+/]+$/.test(cursor) && cursor.length % 4 !== 1 ? atob(cursor) : cursor),
  ),
  'link-next-repeats-the-page': mapQuery(events, () => without('cursor')),
  'link-next-refused': answer(events, notFound, ({ query }) => query.get('cursor')?.endsWith(':0') === true),
  'link-pages-overlap': shiftRows(events, (offset) => offset - 1),
  'link-record-lost-between-pages': shiftRows(events, (offset) => (offset === 0 ? 0 : offset + 1)),
  'link-walk-never-ends': endless,
  'link-walk-ends-one-page-early': endEarly(events),
  'link-previous-stays': previousAt(({ offset }) => offset),
  'link-empty-pages-stay-empty': keepEmptyPages,
}
