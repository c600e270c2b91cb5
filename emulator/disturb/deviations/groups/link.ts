import {
  type InterceptedRequest,
  type Operations,
  removeParameters,
  linkLists,
} from '../wrappers/intercepted-request.ts'
import { readJson, type ListedRecord, listedRecords, replaceRecords } from '../wrappers/messages.ts'
import type { FetchWrapper } from '../deviation.ts'
import { around, mapAnswer, mapQuery, on, remember } from '../wrappers/fetch-wrappers.ts'

/** An entry of the Link header. An attribute that is undefined is left out. */
export interface LinkEntry {
  readonly url: string
  readonly rel: string
  readonly results: string | undefined
  readonly cursor: string | undefined
}

/** One answered page of a list with the Link header. */
export interface LinkedPage {
  readonly intercepted: InterceptedRequest
  readonly body: unknown
  readonly items: readonly ListedRecord[]
  readonly offset: number
  readonly previous: LinkEntry
  readonly next: LinkEntry
}

export const isFirst = ({ intercepted }: LinkedPage): boolean => !intercepted.query.has('cursor')
export const isEmptyPage = ({ items }: LinkedPage): boolean => items.length === 0
/** The number of records from the start of a page to its next cursor. */
export const pageSize = ({ next, offset }: LinkedPage): number => cursorOffset(next.cursor) - offset
const cursorOffset = (cursor: string | null | undefined): number => Number(cursor?.split(':')[1] ?? 0)

const form = /<([^>]*)>; rel="(\w+)"; results="(\w+)"; cursor="([^"]*)"/g

/** Reads a successful answer as a page; undefined if it is not a page. */
async function readLinkedPage(intercepted: InterceptedRequest, response: Response): Promise<LinkedPage | undefined> {
  const [previous, next] = [...(response.headers.get('link') ?? '').matchAll(form)].map(
    ([, url, rel, results, cursor]): LinkEntry => ({ url: url!, rel: rel!, results, cursor }),
  )
  if (!response.ok || !previous || !next) return undefined
  const body = await readJson(response)
  return {
    intercepted,
    body,
    items: listedRecords(body),
    offset: cursorOffset(intercepted.query.get('cursor')),
    previous,
    next,
  }
}

function formatLinkEntry({ url, rel, results, cursor }: LinkEntry): string {
  const attributes = Object.entries({ rel, results, cursor }).filter(([, value]) => value !== undefined)
  return [`<${url}>`, ...attributes.map(([name, value]) => `${name}="${value}"`)].join('; ')
}

/** The answer for a page with other entries or items; without entries it has no Link header. */
export function writePage(
  { body, previous, next, items: visible }: Omit<LinkedPage, 'intercepted' | 'offset'>,
  entries: readonly LinkEntry[] = [previous, next],
  items: readonly unknown[] = visible,
): Response {
  const link = entries.map(formatLinkEntry).join(', ')
  return Response.json(replaceRecords(body, items), { headers: link === '' ? {} : { link } })
}

/** Changes pages; undefined leaves one unchanged. */
export const mapPages = (
  operations: Operations,
  change: (page: LinkedPage) => Response | undefined | Promise<Response | undefined>,
): FetchWrapper =>
  mapAnswer(operations, async (response, intercepted) => {
    const page = await readLinkedPage(intercepted, response)
    return (page && (await change(page))) ?? response
  })

type Edit = Partial<LinkEntry> | ((entry: LinkEntry, page: LinkedPage) => Partial<LinkEntry>)

/** Changes some entries of pages, or removes them if `edit` is undefined. */
function editEntries(names: readonly ('previous' | 'next')[]) {
  return (
    operations: Operations,
    edit: Edit | undefined,
    when: (page: LinkedPage) => boolean = () => true,
  ): FetchWrapper =>
    mapPages(operations, (page) => {
      const edited = (name: 'previous' | 'next'): readonly LinkEntry[] => {
        const changes = typeof edit === 'function' ? edit(page[name], page) : edit
        return names.includes(name) ? (changes ? [{ ...page[name], ...changes }] : []) : [page[name]]
      }
      return when(page) ? writePage(page, [...edited('previous'), ...edited('next')]) : undefined
    })
}

type EditEntries = ReturnType<typeof editEntries>
export const editPrevious: EditEntries = editEntries(['previous'])
export const editNext: EditEntries = editEntries(['next'])
export const editBoth: EditEntries = editEntries(['previous', 'next'])

/** An entry with another cursor, in its URL and its attribute. */
export function replaceLinkCursor({ url: address }: LinkEntry, cursor: string): Partial<LinkEntry> {
  const url = new URL(address)
  url.searchParams.delete('cursor')
  const others = url.searchParams.toString()
  return { cursor, url: `${url.origin}${url.pathname}?${others === '' ? '' : `${others}&`}cursor=${cursor}` }
}

/** Writes cursors in another form, and reads them back. */
export const rewriteCursors = (
  write: (cursor: string, page: LinkedPage) => string,
  read: (cursor: string) => string,
): FetchWrapper =>
  around(
    editBoth(linkLists, (entry, page) => replaceLinkCursor(entry, write(entry.cursor!, page))),
    mapQuery(linkLists, (query) => {
      const cursor = query.get('cursor')
      return cursor === null ? {} : { cursor: read(cursor) }
    }),
  )

/** Serves the records from a different row than the cursor's, with the entries of the right page. */
export const shiftRows = (operations: Operations, shift: (offset: number) => number): FetchWrapper =>
  mapPages(operations, async (page) => {
    const { intercepted, offset } = page
    const [identifier, , isPrevious] = (intercepted.query.get('cursor') ?? '').split(':')
    if (isPrevious === undefined || isEmptyPage(page)) return undefined
    const cursor = `${identifier}:${Math.max(0, shift(offset))}:${isPrevious}`
    const served = await intercepted.send({ query: { cursor } })
    return served.ok ? writePage(page, undefined, listedRecords(await readJson(served))) : served
  })

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
