import { type Operations, removeParameters } from '../wrappers/intercepted-request.ts'
import {
  editBoth,
  editNext,
  editPrevious,
  isEmptyPage,
  isFirst,
  type LinkedPage,
  mapPages,
  rewriteCursors,
  readLinkedPage,
  shiftRows,
  pageSize,
  replaceLinkCursor,
  writePage,
} from '../wrappers/link-pages.ts'
import { linkLists } from '../wrappers/operations.ts'
import type { FetchWrapper } from '../deviation.ts'
import { mapQuery, on, remember } from '../wrappers/fetch-wrappers.ts'

/** rel=previous leads to another offset. */
export const movePrevious = (offsetOf: (page: LinkedPage, size: number) => number): FetchWrapper =>
  editPrevious('legacy.events.list', (entry, page) =>
    replaceLinkCursor(entry, `0:${Math.max(0, offsetOf(page, pageSize(page)))}:1`),
  )

const endless: FetchWrapper = mapPages('legacy.events.list', async (page) => {
  const { intercepted, previous, next } = page
  const isBehind = isEmptyPage(page) && !isFirst(page)
  const first = isBehind
    ? await readLinkedPage(intercepted, await intercepted.send({ query: removeParameters('cursor') }))
    : undefined
  return writePage(page, [previous, { ...next, results: 'true' }], first?.items)
})

/** Reports the end of a walk one page early. */
export const endEarly = (operations: Operations): FetchWrapper =>
  mapPages(operations, async (page) => {
    const { intercepted, previous, next } = page
    const behind = await readLinkedPage(intercepted, await intercepted.send({ query: { cursor: next.cursor } }))
    return behind?.next.results === 'false' ? writePage(page, [previous, { ...next, results: 'false' }]) : undefined
  })

/** Repeats empty pages in their first form. */
const keepEmptyPages: FetchWrapper = remember(() => {
  const kept = new Map<string, Response>()
  return on(linkLists, async (intercepted) => {
    const { headers, url } = intercepted.request
    const key = [intercepted.authorization, headers.get('x-emulator-world'), url].join(' ')
    const known = kept.get(key)
    if (known) return known.clone()
    const response = await intercepted.send()
    const page = await readLinkedPage(intercepted, response)
    if (page && isEmptyPage(page)) kept.set(key, response.clone())
    return response
  })
})

/** The deviations of "The Link header". */
export const linkDeviations = {
  title: 'The Link header',
  deviations: {
    'link-missing-on-first-page': [
      'link.both-entries.events',
      'The first page of events has no Link header.',
      editBoth('legacy.events.list', undefined, isFirst),
    ],
    'link-rel-prev': [
      'link.both-entries.events',
      'The entry is called rel=prev.',
      editPrevious('legacy.events.list', { rel: 'prev' }),
    ],
    'link-results-missing': [
      'link.results.values',
      'The entries have no attribute results.',
      editBoth(linkLists, { results: undefined }),
    ],
    'link-results-always-true': [
      'link.results.next-true',
      'rel=next always has results=true.',
      editNext(linkLists, { results: 'true' }),
    ],
    'link-cursor-opaque': [
      'link.cursor-format.three-values',
      'Cursors are opaque strings.',
      rewriteCursors(
        (cursor) => btoa(cursor).replaceAll('=', ''),
        (cursor) => (/^[0-9A-Za-z+/]+$/.test(cursor) && cursor.length % 4 !== 1 ? atob(cursor) : cursor),
      ),
    ],
    'link-next-repeats-the-page': [
      'link.next.continues',
      'A cursor answers the first page again.',
      mapQuery('legacy.events.list', () => removeParameters('cursor')),
    ],
    'link-pages-overlap': [
      'link.complete.once',
      'Each page begins with the last record of the one before.',
      shiftRows('legacy.events.list', (offset) => offset - 1),
    ],
    'link-walk-never-ends': ['link.complete.once', 'After the last page the walk begins again.', endless],
    'link-walk-ends-one-page-early': [
      'link.complete.nothing-left',
      'rel=next has results=false although it leads to the last page.',
      endEarly('legacy.events.list'),
    ],
    'link-previous-stays': [
      'link.previous.leads-back',
      'rel=previous leads to the same page.',
      movePrevious(({ offset }) => offset),
    ],
    'link-empty-pages-stay-empty': [
      'link.polling.new-event',
      'A cursor that once had no records never has any.',
      keepEmptyPages,
    ],
  },
} as const
