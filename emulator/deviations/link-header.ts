import { defineDeviation, type Deviation, type FetchLike, type FetchWrapper } from './define-deviation.ts'
import {
  askedWith,
  isEventList,
  isGroupList,
  isLinkList,
  type LinkedPage,
  otherCursors,
  rewriteLinks,
  withCursor,
} from './link-lists.ts'

const isFirst = ({ url }: LinkedPage) => !url.searchParams.has('cursor')
const isLast = ({ next, items }: LinkedPage) => next.results === 'false' && items.length > 0
const isEmpty = ({ items }: LinkedPage) => items.length === 0
const both = ({ previous, next }: LinkedPage) => [previous, next]
const size = ({ next, offset }: LinkedPage) => Number(next.cursor!.split(':')[1]) - offset

const bothEntries = { requirement: 'link.both-entries', caughtBy: 'link.both-entries.events' } as const
const onEmptyPage = { requirement: 'link.both-entries', caughtBy: 'link.both-entries.empty-page' } as const

/** The page behind the last is answered otherwise. */
function emptyPage(answer: () => Response): FetchWrapper {
  return (next) => async (request) => {
    const response = await next(request.clone())
    const isBehind =
      isLinkList(request) &&
      new URL(request.url).searchParams.has('cursor') &&
      response.status === 200 &&
      /^(?:\[\]|\{"\w+":\[\]\})$/.test(await response.clone().text())
    return isBehind ? answer() : response
  }
}

/** Takes the cursor by another parameter than `cursor`. */
function otherParameter(name: string): FetchWrapper {
  return (next) => {
    const rewrite = rewriteLinks((page) =>
      both(page).map((entry) => ({ ...entry, url: entry.url.replace('cursor=', `${name}=`) })),
    )
    return rewrite((request) => {
      const url = new URL(request.url)
      const given = isLinkList(request) ? url.searchParams.get(name) : null
      if (given === null) return next(request)
      url.searchParams.delete(name)
      return next(askedWith(new Request(url, request), given))
    })
  }
}

const entryDeviations: readonly Deviation[] = [
  defineDeviation({
    ...bothEntries,
    name: 'link-missing-on-first-page',
    description: 'The first page of events has no Link header.',
    wrap: rewriteLinks((page) => (isFirst(page) ? [] : both(page)), isEventList),
  }),
  defineDeviation({
    ...bothEntries,
    name: 'link-missing-on-last-page',
    description: 'The last page of events has no Link header.',
    wrap: rewriteLinks((page) => (isLast(page) ? [] : both(page)), isEventList),
  }),
  defineDeviation({
    ...bothEntries,
    name: 'link-next-missing-on-last-page',
    description: 'The last page has no rel=next.',
    wrap: rewriteLinks((page) => (isLast(page) ? [page.previous] : both(page)), isEventList),
  }),
  defineDeviation({
    ...bothEntries,
    name: 'link-previous-missing-on-first-page',
    description: 'The first page has no rel=previous.',
    wrap: rewriteLinks((page) => (isFirst(page) ? [page.next] : both(page)), isEventList),
  }),
  defineDeviation({
    ...bothEntries,
    name: 'link-rel-prev',
    description: 'The entry is called rel=prev.',
    wrap: rewriteLinks(({ previous, next }) => [{ ...previous, rel: 'prev' }, next], isEventList),
  }),
  defineDeviation({
    name: 'link-missing-on-groups',
    requirement: 'link.both-entries',
    caughtBy: 'link.both-entries.groups',
    description: 'The groups have no Link header.',
    wrap: rewriteLinks(() => [], isGroupList),
  }),
  defineDeviation({
    ...onEmptyPage,
    name: 'link-missing-on-empty-page',
    description: 'A page without records has no Link header.',
    wrap: rewriteLinks((page) => (isEmpty(page) ? [] : both(page))),
  }),
  defineDeviation({
    ...onEmptyPage,
    name: 'link-empty-page-refused',
    description: 'The cursor of an empty page is answered with 404.',
    wrap: emptyPage(() =>
      Response.json({ error: { code: 'not_found', message: 'There is no such page.' } }, { status: 404 }),
    ),
  }),
]

const resultsDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'link-results-missing',
    requirement: 'link.results',
    caughtBy: 'link.results.values',
    description: 'The entries have no attribute results.',
    wrap: rewriteLinks((page) => both(page).map((entry) => ({ ...entry, results: undefined }))),
  }),
  defineDeviation({
    name: 'link-results-zero-one',
    requirement: 'link.results',
    caughtBy: 'link.results.values',
    description: 'results is 1 or 0.',
    wrap: rewriteLinks((page) =>
      both(page).map((entry) => ({ ...entry, results: entry.results === 'true' ? '1' : '0' })),
    ),
  }),
  defineDeviation({
    name: 'link-results-missing-on-groups',
    requirement: 'link.results',
    caughtBy: 'link.results.values',
    description: 'The entries of groups have no attribute results.',
    wrap: rewriteLinks((page) => both(page).map((entry) => ({ ...entry, results: undefined })), isGroupList),
  }),
  defineDeviation({
    name: 'link-results-always-true',
    requirement: 'link.results',
    caughtBy: 'link.results.next-true',
    description: 'rel=next always says results=true.',
    wrap: rewriteLinks(({ previous, next }) => [previous, { ...next, results: 'true' }]),
  }),
  defineDeviation({
    name: 'link-results-true-on-last-page',
    requirement: 'link.results',
    caughtBy: 'link.results.next-true',
    description: 'The last page says results=true of the empty page behind it.',
    wrap: rewriteLinks(
      (page) => [page.previous, isLast(page) ? { ...page.next, results: 'true' } : page.next],
      isEventList,
    ),
  }),
  defineDeviation({
    name: 'link-results-always-false',
    requirement: 'link.results',
    caughtBy: 'link.results.next-false',
    description: 'rel=next always says results=false.',
    wrap: rewriteLinks(({ previous, next }) => [previous, { ...next, results: 'false' }]),
  }),
  defineDeviation({
    name: 'link-empty-page-promises-records',
    requirement: 'link.results',
    caughtBy: 'link.results.empty-page',
    description: 'The empty page behind the last says results=true of its rel=next.',
    wrap: rewriteLinks(
      (page) => [page.previous, isEmpty(page) ? { ...page.next, results: 'true' } : page.next],
      isEventList,
    ),
  }),
  defineDeviation({
    name: 'link-empty-page-denies-the-last',
    requirement: 'link.results',
    caughtBy: 'link.results.empty-page',
    description: 'The empty page behind the last says results=false of its rel=previous.',
    wrap: rewriteLinks(
      (page) => [isEmpty(page) ? { ...page.previous, results: 'false' } : page.previous, page.next],
      isEventList,
    ),
  }),
  defineDeviation({
    name: 'link-results-of-groups-always-false',
    requirement: 'link.results',
    caughtBy: 'link.results.groups',
    description: 'rel=next of the groups always says results=false.',
    wrap: rewriteLinks(({ previous, next }) => [previous, { ...next, results: 'false' }], isGroupList),
  }),
  defineDeviation({
    name: 'link-previous-of-groups-always-true',
    requirement: 'link.results',
    caughtBy: 'link.results.groups',
    description: 'rel=previous of the groups always says results=true.',
    wrap: rewriteLinks(({ previous, next }) => [{ ...previous, results: 'true' }, next], isGroupList),
  }),
  defineDeviation({
    name: 'link-previous-results-false-at-the-end',
    requirement: 'link.results',
    caughtBy: 'link.results.previous',
    description: 'The last page says results=false of its rel=previous.',
    wrap: rewriteLinks(
      (page) => [isLast(page) ? { ...page.previous, results: 'false' } : page.previous, page.next],
      isEventList,
    ),
  }),
  defineDeviation({
    name: 'link-previous-results-always-false',
    requirement: 'link.results',
    caughtBy: 'link.results.previous',
    description: 'rel=previous always says results=false.',
    wrap: rewriteLinks(({ previous, next }) => [{ ...previous, results: 'false' }, next]),
  }),
  defineDeviation({
    name: 'link-previous-results-always-true',
    requirement: 'link.results',
    caughtBy: 'link.results.previous',
    description: 'rel=previous always says results=true.',
    wrap: rewriteLinks(({ previous, next }) => [{ ...previous, results: 'true' }, next]),
  }),
]

const cursorDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'link-cursor-attribute-missing',
    requirement: 'link.cursor',
    caughtBy: 'link.cursor.attribute',
    description: 'The entries have no attribute cursor.',
    wrap: rewriteLinks((page) => both(page).map((entry) => ({ ...entry, cursor: undefined }))),
  }),
  defineDeviation({
    name: 'link-cursor-attribute-of-this-page',
    requirement: 'link.cursor',
    caughtBy: 'link.cursor.attribute',
    description: 'The attribute cursor is that of the page itself, not of the URL.',
    wrap: rewriteLinks((page) => both(page).map((entry) => ({ ...entry, cursor: `0:${page.offset}:0` }))),
  }),
  defineDeviation({
    name: 'link-cursor-by-another-parameter',
    requirement: 'link.cursor',
    caughtBy: 'link.cursor.attribute',
    description: 'The URLs carry the cursor as after=<value>.',
    wrap: otherParameter('after'),
  }),
  defineDeviation({
    name: 'link-cursor-of-two-values',
    requirement: 'link.cursor-format',
    caughtBy: 'link.cursor-format.three-values',
    description: 'Cursors are identifier:offset.',
    wrap: otherCursors(
      (cursor) => cursor.slice(0, -2),
      (cursor) => `${cursor}:0`,
    ),
  }),
  defineDeviation({
    name: 'link-cursor-opaque',
    requirement: 'link.cursor-format',
    caughtBy: 'link.cursor-format.three-values',
    description: 'Cursors are opaque texts.',
    wrap: otherCursors(
      (cursor) => btoa(cursor).replaceAll('=', ''),
      (cursor) => atob(cursor),
    ),
  }),
  defineDeviation({
    name: 'link-is-prev-in-words',
    requirement: 'link.cursor-format',
    caughtBy: 'link.cursor-format.three-values',
    description: 'is_prev is true or false.',
    wrap: otherCursors(
      (cursor) => cursor.replace(/0$/, 'false').replace(/1$/, 'true'),
      (cursor) => cursor.replace('false', '0').replace('true', '1'),
    ),
  }),
  defineDeviation({
    name: 'link-offset-does-not-grow',
    requirement: 'link.offset',
    caughtBy: 'link.offset.grows',
    description: 'The identifier of the cursor counts the pages, and the offset stays.',
    wrap: otherCursors(toPageIdentifier, fromPageIdentifier),
  }),
  defineDeviation({
    name: 'link-offset-counts-pages',
    requirement: 'link.offset',
    caughtBy: 'link.offset.grows',
    description: 'The offset counts pages instead of rows.',
    wrap: (next) => countPages(next),
  }),
]

/** The offset of the first page stands for all of them. */
function toPageIdentifier(cursor: string): string {
  const [, offset, isPrevious] = cursor.split(':')
  return `${offset}:100:${isPrevious}`
}

function fromPageIdentifier(cursor: string): string {
  const [identifier, , isPrevious] = cursor.split(':')
  return `0:${identifier}:${isPrevious}`
}

function countPages(next: FetchLike): FetchLike {
  let pageSize = 1
  const rewrite = rewriteLinks((page) => {
    // The first page tells it; the addresses of the others count pages.
    if (isFirst(page)) pageSize = size(page)
    return both(page).map((entry) =>
      withCursor(
        entry,
        entry.cursor!.replace(/:(\d+):/, (_whole, offset: string) => `:${Math.ceil(Number(offset) / pageSize)}:`),
      ),
    )
  })
  return rewrite((request) => {
    const given = isLinkList(request) ? new URL(request.url).searchParams.get('cursor') : null
    return next(
      given === null
        ? request
        : askedWith(
            request,
            given.replace(/:(\d+):/, (_whole, offset: string) => `:${Number(offset) * pageSize}:`),
          ),
    )
  })
}

/** Violations of what the Link header says (clause 4.10). */
export const linkHeaderDeviations: readonly Deviation[] = [
  ...entryDeviations,
  ...resultsDeviations,
  ...cursorDeviations,
]
