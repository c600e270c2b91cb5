import { defineDeviation, type Deviation, type FetchLike, type FetchWrapper } from './define-deviation.ts'
import { linkHeaderDeviations } from './link-header.ts'
import {
  askedWith,
  cursorIn,
  isEventList,
  isGroupList,
  isLinkList,
  type LinkedPage,
  readPage,
  rewriteLinks,
  shiftedRows,
  withCursor,
  writePage,
} from './link-lists.ts'

/** The entries lead to another path. */
function elsewhere(path: (url: URL) => string): FetchWrapper {
  return rewriteLinks(
    ({ previous, next }) => [
      previous,
      { ...next, url: next.url.replace(new URL(next.url).pathname, path(new URL(next.url))) },
    ],
    isEventList,
  )
}

/** Requests with a cursor are answered as those without. */
function cursorIgnored(applies: (request: Request) => boolean): FetchWrapper {
  return (next) => (request) => next(applies(request) ? askedWith(request, undefined) : request)
}

const refused = () =>
  Response.json({ error: { code: 'not_found', message: 'There is no such page.' } }, { status: 404 })

/** The rel=previous of each page, with an offset of its own. */
function previousAt(
  offset: (page: LinkedPage, size: number) => number,
  applies: (request: Request) => boolean = isEventList,
): FetchWrapper {
  return rewriteLinks((page) => {
    const size = Number(page.next.cursor!.split(':')[1]) - page.offset
    return [withCursor(page.previous, `0:${Math.max(0, offset(page, size))}:1`), page.next]
  }, applies)
}

const nextDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'link-next-loses-the-issue',
    requirement: 'link.next',
    caughtBy: 'link.next.same-resource',
    description: 'The URL of rel=next has lost the path of the issue.',
    wrap: elsewhere(() => '/0/events/'),
  }),
  defineDeviation({
    name: 'link-next-on-another-resource',
    requirement: 'link.next',
    caughtBy: 'link.next.same-resource',
    description: 'The URL of rel=next leads to the projects.',
    wrap: elsewhere(() => '/0/projects/'),
  }),
  defineDeviation({
    name: 'link-next-without-path',
    requirement: 'link.next',
    caughtBy: 'link.next.same-resource',
    description: 'The URL of rel=next is that of the root.',
    wrap: elsewhere(() => '/'),
  }),
  defineDeviation({
    name: 'link-next-repeats-the-page',
    requirement: 'link.next',
    caughtBy: 'link.next.continues',
    description: 'A cursor answers the first page again.',
    wrap: cursorIgnored(isEventList),
  }),
  defineDeviation({
    name: 'link-next-refused',
    requirement: 'link.next',
    caughtBy: 'link.next.continues',
    description: 'A next cursor is answered with 404.',
    wrap: (next) => async (request) =>
      isEventList(request) && cursorIn(request)?.isPrevious === '0' ? refused() : next(request),
  }),
  defineDeviation({
    name: 'link-next-of-groups-repeats',
    requirement: 'link.next',
    caughtBy: 'link.next.groups',
    description: 'The groups answer their first page for each cursor.',
    wrap: cursorIgnored(isGroupList),
  }),
]

/** The walk comes back to the first page when it has reached the end. */
function endless(next: FetchLike): FetchLike {
  return async (request) => {
    const response = await next(request.clone())
    const cursor = isEventList(request) ? cursorIn(request) : undefined
    if (!isEventList(request) || response.status !== 200) return response
    const own = await readPage(request, response)
    if (!own) return response
    const { previous, next: following } = own.page
    const entries = [previous, { ...following, results: 'true' }]
    if (own.page.items.length > 0 || cursor === undefined) return writePage(own.body, entries)
    const first = await readPage(request, await next(askedWith(request, undefined)))
    return writePage(first!.body, entries)
  }
}

/** rel=next says results=false one page early. */
function endsEarly(next: FetchLike): FetchLike {
  return async (request) => {
    const response = await next(request.clone())
    if (!isEventList(request) || response.status !== 200) return response
    const own = await readPage(request, response)
    if (!own) return response
    const { previous, next: following } = own.page
    const behind = await readPage(request, await next(new Request(following.url, { headers: request.headers })))
    return writePage(own.body, [
      previous,
      behind?.page.next.results === 'false' ? { ...following, results: 'false' } : following,
    ])
  }
}

/** Each page but an empty one is answered without its last record. */
function withoutLast(next: FetchLike): FetchLike {
  return async (request) => {
    const response = await next(request.clone())
    if (!isEventList(request) || response.status !== 200) return response
    const own = await readPage(request, response)
    return own ? writePage(own.body, [own.page.previous, own.page.next], own.page.items.slice(0, -1)) : response
  }
}

const completeDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'link-pages-overlap',
    requirement: 'link.complete',
    caughtBy: 'link.complete.once',
    description: 'Each page begins with the last record of the one before.',
    wrap: shiftedRows(({ offset }) => offset - 1, isEventList),
  }),
  defineDeviation({
    name: 'link-walk-never-ends',
    requirement: 'link.complete',
    caughtBy: 'link.complete.once',
    description: 'Behind the last page the walk begins anew.',
    wrap: endless,
  }),
  defineDeviation({
    name: 'link-record-lost-between-pages',
    requirement: 'link.complete',
    caughtBy: 'link.complete.nothing-skipped',
    description: 'Each page but the first begins one record late.',
    wrap: shiftedRows(({ offset }) => (offset === 0 ? 0 : offset + 1), isEventList),
  }),
  defineDeviation({
    name: 'link-last-record-of-page-lost',
    requirement: 'link.complete',
    caughtBy: 'link.complete.nothing-skipped',
    description: 'Each page lacks its last record.',
    wrap: withoutLast,
  }),
  defineDeviation({
    name: 'link-pages-of-groups-overlap',
    requirement: 'link.complete',
    caughtBy: 'link.complete.groups',
    description: 'Each page of groups begins with the last group of the one before.',
    wrap: shiftedRows(({ offset }) => offset - 1, isGroupList),
  }),
  defineDeviation({
    name: 'link-group-lost-between-pages',
    requirement: 'link.complete',
    caughtBy: 'link.complete.groups',
    description: 'Each page of groups but the first begins one group late.',
    wrap: shiftedRows(({ offset }) => (offset % 100 === 0 && offset > 0 ? offset + 1 : offset), isGroupList),
  }),
  defineDeviation({
    name: 'link-walk-ends-one-page-early',
    requirement: 'link.complete',
    caughtBy: 'link.complete.nothing-left',
    description: 'rel=next says results=false although it leads to the last page.',
    wrap: endsEarly,
  }),
]

const previousDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'link-previous-stays',
    requirement: 'link.previous',
    caughtBy: 'link.previous.leads-back',
    description: 'rel=previous leads to the same page.',
    wrap: previousAt(({ offset }) => offset),
  }),
  defineDeviation({
    name: 'link-previous-two-back',
    requirement: 'link.previous',
    caughtBy: 'link.previous.leads-back',
    description: 'rel=previous leads back by two pages.',
    wrap: previousAt(({ offset }, size) => offset - 2 * size),
  }),
  defineDeviation({
    name: 'link-previous-off-by-one',
    requirement: 'link.previous',
    caughtBy: 'link.previous.leads-back',
    description: 'rel=previous leads back by one record less than a page.',
    wrap: previousAt(({ offset }, size) => (offset === 0 ? 0 : offset - size + 1)),
  }),
  defineDeviation({
    name: 'link-previous-leads-on',
    requirement: 'link.previous',
    caughtBy: 'link.previous.leads-back',
    description: 'rel=previous leads to the page behind.',
    wrap: previousAt(({ offset }, size) => offset + size),
  }),
  defineDeviation({
    name: 'link-previous-of-last-page-to-first',
    requirement: 'link.previous',
    caughtBy: 'link.previous.leads-back',
    description: 'rel=previous of the last page leads to the first.',
    wrap: previousAt(({ offset, next }, size) => (next.results === 'false' ? 0 : offset - size)),
  }),
  defineDeviation({
    name: 'link-previous-of-groups-stays',
    requirement: 'link.previous',
    caughtBy: 'link.previous.groups',
    description: 'rel=previous of the groups leads to the same page.',
    wrap: previousAt(({ offset }) => offset, isGroupList),
  }),
  defineDeviation({
    name: 'link-previous-refused',
    requirement: 'link.previous',
    caughtBy: 'link.previous.leads-back',
    description: 'A previous cursor is answered with 404.',
    wrap: (next) => async (request) =>
      isEventList(request) && cursorIn(request)?.isPrevious === '1' ? refused() : next(request),
  }),
]

const keyOf = (request: Request) => `${request.headers.get('authorization')} ${request.url}`

/** Pages that are kept as they first came, where `isKept` says so. */
function keeping(isKept: (page: LinkedPage) => boolean): FetchWrapper {
  return (next) => {
    const kept = new Map<string, Response>()
    return async (request) => {
      const known = isLinkList(request) ? kept.get(keyOf(request)) : undefined
      if (known) return known.clone()
      const response = await next(request.clone())
      const read =
        isLinkList(request) && response.status === 200 ? await readPage(request, response.clone()) : undefined
      if (read && isKept(read.page)) kept.set(keyOf(request), response.clone())
      return response
    }
  }
}

/** Once the end of a list was seen, its cursors show what was there then and nothing later. */
function frozenAtTheEnd(next: FetchLike): FetchLike {
  const seen = new Set<string>()
  let isFrozen = false
  return async (request) => {
    const response = await next(request.clone())
    const read = isEventList(request) && response.status === 200 ? await readPage(request, response.clone()) : undefined
    if (!read) return response
    const { items, previous, next: following } = read.page
    if (cursorIn(request) && isFrozen)
      return writePage(
        read.body,
        [previous, following],
        items.filter(({ id }) => seen.has(id)),
      )
    for (const { id } of items) seen.add(id)
    if (items.length === 0) isFrozen = true
    return response
  }
}

const pollingDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'link-empty-pages-stay-empty',
    requirement: 'link.polling',
    caughtBy: 'link.polling.new-event',
    description: 'A cursor that once had no records never has any.',
    wrap: keeping(({ items }) => items.length === 0),
  }),
  defineDeviation({
    name: 'link-pages-kept',
    requirement: 'link.polling',
    caughtBy: 'link.polling.new-event',
    description: 'Each page is answered as it first came.',
    wrap: keeping(({ url }) => url.pathname.endsWith('/events/')),
  }),
  defineDeviation({
    name: 'link-cursors-see-the-past',
    requirement: 'link.polling',
    caughtBy: 'link.polling.new-event',
    description: 'Cursors show nothing that was made after the end of the list was seen.',
    wrap: frozenAtTheEnd,
  }),
]

/** Violations of clause 4.10. */
export const linkDeviations: readonly Deviation[] = [
  ...linkHeaderDeviations,
  ...nextDeviations,
  ...completeDeviations,
  ...previousDeviations,
  ...pollingDeviations,
]
