// Legacy lists in which one page shows fewer records than fit on it, and the next page continues with the rest.
import { parseSearch } from '../../api/input/read-parameters.ts'
import type { Middleware, RoutedContext } from '../../model/contract/request-context.ts'
import { changeLink, findAttribute, type LinkEntry, parseLink } from './link-text.ts'
import { isAuthenticated, setQueryParameter } from './scenario.ts'

/**
 * The identifier of cursors into the list with the shorter page, where all later offsets are higher. Clause 4.10 calls
 * the identifier an integer that is usually 0.
 */
const shifted = 1

/** Shows fewer records on the second page of the first list. @param kept The number of records that it shows. */
function fewerOnSecondPage(kept: (size: number) => number | undefined): Middleware {
  let start: number | undefined
  return async (context, next) => {
    const cursor = isAuthenticated(context) ? readRequestCursor(context) : undefined
    const size = context.conventions.legacyPageSize
    const keptCount = kept(size)
    if (!cursor || keptCount === undefined) return next(context)
    if (start === undefined) {
      const response = await next(context)
      if (cursor.isPrev || cursor.offset === 0 || countPageRecords(response, cursor) <= keptCount) return response
      start = cursor.offset
      return shortenPage(await next(changePageSize(context, keptCount)), cursor, size)
    }
    if (cursor.identifier !== shifted) return next(context)
    const shift = cursor.offset >= start + size ? size - keptCount : 0
    const unshifted = changeRequestCursor(context, { ...cursor, identifier: 0, offset: cursor.offset - shift })
    return shift === 0 && cursor.offset >= start
      ? shortenPage(await next(changePageSize(unshifted, keptCount)), cursor, size)
      : changeLinks(await next(unshifted), (link) => ({ ...link, cursor: moveCursor(link.cursor, shift) }))
  }
}

/** A copy of a context with another page size. */
function changePageSize(context: RoutedContext, legacyPageSize: number): RoutedContext {
  return { ...context, conventions: { ...context.conventions, legacyPageSize } }
}

/** A shorter page with the links of a page of the usual size. */
function shortenPage(response: Response, cursor: Cursor, size: number): Response {
  return changeLinks(response, ({ rel, results }) =>
    rel === 'next'
      ? { rel, results: true, cursor: { ...moveCursor(cursor, size), isPrev: false } }
      : { rel, results, cursor: { ...moveCursor(cursor, -Math.min(size, cursor.offset)), isPrev: true } },
  )
}

interface Cursor {
  readonly identifier: number
  readonly offset: number
  readonly isPrev: boolean
}

interface PageLink {
  readonly rel: string
  readonly results: boolean
  readonly cursor: Cursor
}

function parsePageCursor(text: string): Cursor | undefined {
  const [, identifier, offset, isPrev] = /^(\d{1,15}):(\d{1,15}):([01])$/.exec(text) ?? []
  return identifier === undefined
    ? undefined
    : { identifier: Number(identifier), offset: Number(offset), isPrev: isPrev === '1' }
}

function toCursorText({ identifier, offset, isPrev }: Cursor): string {
  return `${identifier}:${offset}:${isPrev ? 1 : 0}`
}

function readRequestCursor({ endpoint, request, search }: RoutedContext): Cursor | undefined {
  return request.method === 'GET' && endpoint.answer.kind === 'legacyList'
    ? parsePageCursor(parseSearch(search).get('cursor')?.[0] ?? '')
    : undefined
}

function moveCursor(cursor: Cursor, by: number): Cursor {
  return { ...cursor, identifier: shifted, offset: cursor.offset + by }
}

function changeRequestCursor(context: RoutedContext, cursor: Cursor): RoutedContext {
  return setQueryParameter(context, 'cursor', toCursorText(cursor))
}

/** The number of records of a page, from the offset of its next cursor. */
function countPageRecords(response: Response, { offset }: Cursor): number {
  const next = parseLink(response.headers.get('link') ?? '').find((entry) => findAttribute(entry, 'rel') === 'next')
  return next ? (parsePageCursor(findAttribute(next, 'cursor'))?.offset ?? offset) - offset : 0
}

function changeLinks(response: Response, change: (link: PageLink) => PageLink): Response {
  return changeLink(response, (entries) => entries.map((entry) => changeEntry(entry, change)))
}

function changeEntry(entry: LinkEntry, change: (link: PageLink) => PageLink): LinkEntry {
  const parsed = parsePageCursor(findAttribute(entry, 'cursor'))
  if (!parsed) return entry
  const rel = findAttribute(entry, 'rel')
  const { results, cursor } = change({ rel, results: findAttribute(entry, 'results') === 'true', cursor: parsed })
  const values: Readonly<Record<string, string>> = { results: String(results), cursor: toCursorText(cursor) }
  return {
    url: entry.url.replace(/([?&]cursor=)[^&]*/, `$1${toCursorText(cursor)}`),
    attributes: entry.attributes.map((attribute) => ({
      ...attribute,
      value: values[attribute.name] ?? attribute.value,
    })),
  }
}

/**
 * Scenarios in which a page in the middle of a legacy list has fewer records, and the next page continues with the
 * rest.
 */
export const fewerRecords = {
  // Clause 4.10 says that `results="true"` means records, but records can be deleted before the client asks for the
  // page, and a server may filter a page after cutting it.
  'empty-page-mid-walk': {
    clause: '4.10',
    description:
      'The second page of the first legacy list that a client walks is empty, as if its records had been deleted. Its next entry has results="true" and leads to the remaining records, so that none is lost.',
    begin: (): Middleware => fewerOnSecondPage(() => 0),
  },
  'link-short-page': {
    clause: '4.10',
    description:
      'The second page of the first legacy list that a client walks shows half of its records. Its next entry has results="true" and leads to the remaining ones, so that none is lost.',
    begin: (): Middleware => fewerOnSecondPage((size) => (size < 2 ? undefined : Math.floor(size / 2))),
  },
}
