import type { FetchWrapper } from './define-deviation.ts'
import { itemsOf, replaceItems } from './product-list.ts'

export interface LinkEntry {
  readonly url: string
  readonly rel: string
  /** Undefined: the attribute is left out. */
  readonly results: string | undefined
  readonly cursor: string | undefined
}

/** One page of a list with the Link header, as it was answered. */
export interface LinkedPage {
  /** The address of the request. */
  readonly url: URL
  readonly offset: number
  readonly items: readonly { readonly id: string }[]
  readonly previous: LinkEntry
  readonly next: LinkEntry
}

/** Requests for the two lists that are paged by the Link header (clause 4.10). */
export function isLinkList({ method, url }: { readonly method: string; readonly url: string }): boolean {
  return method === 'GET' && /\/0\/(?:issues\/[^/]+\/events|projects\/[^/]+\/groups)\/$/.test(new URL(url).pathname)
}

export const isEventList = (request: Request): boolean => isLinkList(request) && request.url.includes('/events/')
export const isGroupList = (request: Request): boolean => isLinkList(request) && request.url.includes('/groups/')

const form = /<([^>]*)>; rel="(\w+)"; results="(\w+)"; cursor="([^"]*)"/g

/** An answer read as a page; undefined when it is none. Its body is gone afterwards. */
export async function readPage(
  request: Request,
  response: Response,
): Promise<{ readonly page: LinkedPage; readonly body: unknown } | undefined> {
  const entries = [...(response.headers.get('link') ?? '').matchAll(form)].map(
    ([, url, rel, results, cursor]): LinkEntry => ({ url: url!, rel: rel!, results, cursor }),
  )
  const [previous, next] = entries
  if (!previous || !next) return undefined
  const body: unknown = JSON.parse(await response.text())
  const url = new URL(request.url)
  return {
    page: {
      url,
      offset: Number(url.searchParams.get('cursor')?.split(':')[1] ?? 0),
      items: itemsOf(body),
      previous,
      next,
    },
    body,
  }
}

function toEntry({ url, rel, results, cursor }: LinkEntry): string {
  const attributes = Object.entries({ rel, results, cursor }).filter(([, value]) => value !== undefined)
  return [`<${url}>`, ...attributes.map(([name, value]) => `${name}="${value}"`)].join('; ')
}

/** The response for a page with other entries or items; no entries leave the header out. */
export function writePage(
  body: unknown,
  entries: readonly LinkEntry[],
  items: readonly unknown[] = itemsOf(body),
): Response {
  const link = entries.map(toEntry).join(', ')
  return Response.json(replaceItems(body, items), { headers: link === '' ? {} : { link } })
}

/** A deviation that answers pages with other entries: `change` gets the page and returns the entries to send. */
export function rewriteLinks(
  change: (page: LinkedPage) => readonly LinkEntry[],
  applies: (request: Request) => boolean = isLinkList,
): FetchWrapper {
  return (next) => async (request) => {
    if (!applies(request)) return next(request)
    const response = await next(request.clone())
    if (response.status !== 200) return response
    const read = await readPage(request, response)
    return read ? writePage(read.body, change(read.page)) : response
  }
}

/** The entry with another cursor, in its URL and its attribute. */
export function withCursor(entry: LinkEntry, cursor: string): LinkEntry {
  const url = new URL(entry.url)
  url.searchParams.delete('cursor')
  const others = url.searchParams.toString()
  return { ...entry, cursor, url: `${url.origin}${url.pathname}?${others === '' ? '' : `${others}&`}cursor=${cursor}` }
}

/** The request with another cursor; undefined takes it away. */
export function askedWith(request: Request, cursor: string | undefined): Request {
  const url = new URL(request.url)
  if (cursor === undefined) url.searchParams.delete('cursor')
  else url.searchParams.set('cursor', cursor)
  return new Request(url, request)
}

export interface Cursor {
  readonly identifier: number
  readonly offset: number
  readonly isPrevious: string
}

/** The cursor that a request carries; undefined where there is none that can be read. */
export function cursorIn(request: { readonly url: string }): Cursor | undefined {
  const match = /^(\d+):(\d+):([01])$/.exec(new URL(request.url).searchParams.get('cursor') ?? '')
  return match ? { identifier: Number(match[1]), offset: Number(match[2]), isPrevious: match[3]! } : undefined
}

/** A deviation that writes cursors in a form of its own, and reads them back. */
export function otherCursors(write: (cursor: string) => string, read: (cursor: string) => string): FetchWrapper {
  return (next) => {
    const rewrite = rewriteLinks(({ previous, next: following }) => [
      withCursor(previous, write(previous.cursor!)),
      withCursor(following, write(following.cursor!)),
    ])
    return rewrite((request) => {
      const given = isLinkList(request) ? new URL(request.url).searchParams.get('cursor') : null
      return next(given === null ? request : askedWith(request, read(given)))
    })
  }
}

/** A deviation that serves another row than the cursor says. */
export function shiftedRows(
  shift: (cursor: Cursor) => number,
  applies: (request: Request) => boolean = isLinkList,
): FetchWrapper {
  return (next) => async (request) => {
    const cursor = applies(request) ? cursorIn(request) : undefined
    if (!cursor) return next(request)
    const { identifier, isPrevious } = cursor
    const asked = await readPage(request, await next(request.clone()))
    if (asked?.page.items.length === 0) return writePage(asked.body, [asked.page.previous, asked.page.next])
    const served = await next(askedWith(request, `${identifier}:${Math.max(0, shift(cursor))}:${isPrevious}`))
    const read = await readPage(request, served.clone())
    return asked && read ? writePage(read.body, [asked.page.previous, asked.page.next]) : served
  }
}
