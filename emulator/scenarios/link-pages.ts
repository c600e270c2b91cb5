import { parseSearch } from '../input/read-parameters.ts'
import type { Operation } from '../contract/intercept.ts'
import { defineScenario, replaced, type Scenario } from './scenario.ts'

const isLegacyList = ({ endpoint }: Operation): boolean => endpoint.answer.kind === 'legacyList'

/** Reorders the entries and attributes of the Link header. */
export const linkPreviousFirst: Scenario = defineScenario({
  name: 'link-previous-first',
  clause: '4.10',
  description:
    'In the Link header of a legacy list, rel="previous" comes before rel="next", and results comes before rel ' +
    'in each entry. The first page therefore begins with an entry that has results="false".',
  begin: () => async (operation, next) => {
    const response = await next()
    const link = isLegacyList(operation) ? response.headers.get('link') : null
    if (link === null) return response
    const entries = link
      .split(', ')
      .map((entry) => entry.replace(/; (rel="\w+"); (results="\w+"); (cursor="[^"]*")$/, '; $2; $3; $1'))
    const headers = new Headers(response.headers)
    headers.set('Link', entries.toSorted((left) => (left.includes('rel="previous"') ? -1 : 1)).join(', '))
    return new Response(response.body, { status: response.status, headers })
  },
})

/**
 * The identifier of cursors into the list with the empty page, where all later offsets are one page higher. Clause 4.10
 * calls the identifier an integer that is usually 0.
 */
const withEmptyPage = 1

/**
 * Empties a page in the middle of a walk. Clause 4.10 says that `results="true"` means records, but records can be
 * deleted before the client asks for the page, and a server may filter a page after cutting it.
 */
export const emptyPageMidWalk: Scenario = defineScenario({
  name: 'empty-page-mid-walk',
  clause: '4.10',
  description:
    'The second page of the first legacy list that a client walks is empty, as if its records had been deleted. ' +
    'Its next entry has results="true" and leads to the remaining records, so that none is lost.',
  begin: () => {
    let emptyAt: number | undefined
    return async (operation, next) => {
      const cursor = isLegacyList(operation) ? cursorOf(operation) : undefined
      if (!cursor) return next()
      const size = operation.dialect.conventions.legacyPageSize
      if (emptyAt === undefined) {
        const response = await next()
        if (cursor.isPrev || cursor.offset === 0 || !hasRecords(response, cursor)) return response
        emptyAt = cursor.offset
        return emptied(response, operation, cursor, size)
      }
      if (cursor.identifier !== withEmptyPage) return next()
      const shift = cursor.offset >= emptyAt + size ? size : 0
      const response = await next(withCursor(operation, { ...cursor, identifier: 0, offset: cursor.offset - shift }))
      return shift === 0 && cursor.offset >= emptyAt
        ? emptied(response, operation, cursor, size)
        : withLinks(response, (link) => ({ ...link, cursor: furtherOn(link.cursor, shift) }))
    }
  },
})

function emptied(response: Response, { dialect }: Operation, cursor: Cursor, size: number): Response {
  const links = withLinks(response, (link) =>
    link.rel === 'next'
      ? { rel: 'next', results: true, cursor: { ...furtherOn(cursor, size), isPrev: false } }
      : { ...link, cursor: furtherOn(link.cursor, 0) },
  )
  return replaced(links, dialect.legacyList([]))
}

interface Cursor {
  readonly identifier: number
  readonly offset: number
  readonly isPrev: boolean
}

interface Link {
  readonly rel: string
  readonly results: boolean
  readonly cursor: Cursor
}

function parseCursor(text: string): Cursor | undefined {
  const [, identifier, offset, isPrev] = /^(\d{1,15}):(\d{1,15}):([01])$/.exec(text) ?? []
  return identifier === undefined
    ? undefined
    : { identifier: Number(identifier), offset: Number(offset), isPrev: isPrev === '1' }
}

function toText({ identifier, offset, isPrev }: Cursor): string {
  return `${identifier}:${offset}:${isPrev ? 1 : 0}`
}

function cursorOf({ scope }: Operation): Cursor | undefined {
  return parseCursor(parseSearch(scope.search).get('cursor')?.[0] ?? '')
}

function furtherOn(cursor: Cursor, by: number): Cursor {
  return { ...cursor, identifier: withEmptyPage, offset: cursor.offset + by }
}

function withCursor({ scope }: Operation, cursor: Cursor): string {
  const parameters = new URLSearchParams(scope.search)
  parameters.set('cursor', toText(cursor))
  return `?${parameters.toString()}`
}

const entry = /cursor=([\d:]+)>; rel="(\w+)"; results="(true|false)"; cursor="[\d:]+"/g

function hasRecords(response: Response, { offset }: Cursor): boolean {
  return [...(response.headers.get('link') ?? '').matchAll(entry)].some(
    ([, cursor, rel]) => rel === 'next' && parseCursor(cursor!)!.offset > offset,
  )
}

/** Changes the links of a response in the format of the emulator's Link header. */
function withLinks(response: Response, change: (link: Link) => Link): Response {
  const link = response.headers.get('link')
  if (link === null) return response
  const headers = new Headers(response.headers)
  headers.set(
    'Link',
    link.replaceAll(entry, (_entry, cursor: string, rel: string, results: string) => {
      const changed = change({ rel, results: results === 'true', cursor: parseCursor(cursor)! })
      const text = toText(changed.cursor)
      return `cursor=${text}>; rel="${changed.rel}"; results="${changed.results}"; cursor="${text}"`
    }),
  )
  return new Response(response.body, { status: response.status, headers })
}
