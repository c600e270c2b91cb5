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
  shiftRows,
  sizeOf,
  writePage,
} from '../../emulator/disturb/deviations/wrappers/link-pages.ts'
import { notFound } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { events, groups, linkLists } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { around, mapQuery, remember } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import {
  ignoreCursor,
  refuseCursors,
  previousAt,
  keepPages,
} from '../../emulator/disturb/deviations/behaviours/link.ts'
import { type Violation, violations } from './violations.ts'

/** Takes the cursor by another parameter than `cursor`. */
const cursorBy = (name: string): FetchWrapper =>
  around(
    editBoth(linkLists, ({ url }) => ({ url: url.replace('cursor=', `${name}=`) })),
    mapQuery(linkLists, (query) => {
      const cursor = query.get(name)
      return cursor === null ? {} : { [name]: undefined, cursor }
    }),
  )

/** Writes the offsets of cursors otherwise. */
const mapOffset = (cursor: string, change: (offset: number) => number): string =>
  cursor.replace(/:(\d+):/, (_whole, offset: string) => `:${change(Number(offset))}:`)

/** The first page tells the size of all pages. */
const countPages = remember(() => {
  let size = 1
  const write = (cursor: string, page: LinkedPage) => {
    if (isFirst(page)) size = sizeOf(page)
    return mapOffset(cursor, (offset) => Math.ceil(offset / size))
  }
  return otherCursors(write, (cursor) => mapOffset(cursor, (offset) => offset * size))
})

/** The URL of rel=next leads to another path of the API. */
const nextAt = (path: string): FetchWrapper =>
  editNext(events, ({ url }, { intercepted }) => ({
    url: `${intercepted.operation?.baseUrl}${path}${new URL(url).search}`,
  }))

const freezeAtTheEnd = remember(() => {
  const seen = new Set<string>()
  let isFrozen = false
  return mapPages(events, (page) => {
    const visible = page.items.filter(({ id }) => seen.has(id))
    if (isFrozen && !isFirst(page)) return writePage(page, undefined, visible)
    for (const { id } of page.items) seen.add(id)
    isFrozen ||= isEmpty(page)
    return undefined
  })
})

/** Violations of clause 4.10. */
export const linkFaults: readonly Violation[] = [
  ...violations('link.both-entries', 'link.both-entries.events', {
    'link-next-missing-on-last-page': ['The last page has no rel=next.', editNext(events, undefined, isLast)],
    'link-previous-missing-on-first-page': [
      'The first page has no rel=previous.',
      editPrevious(events, undefined, isFirst),
    ],
  }),
  ...violations('link.both-entries', 'link.both-entries.groups', {
    'link-missing-on-groups': ['The groups have no Link header.', editBoth(groups, undefined)],
  }),
  ...violations('link.both-entries', 'link.both-entries.empty-page', {
    'link-missing-on-empty-page': [
      'A page without records has no Link header.',
      editBoth(linkLists, undefined, isEmpty),
    ],
    'link-empty-page-refused': [
      'An empty page is answered with 404.',
      mapPages(linkLists, (page: LinkedPage) => (isEmpty(page) && !isFirst(page) ? notFound() : undefined)),
    ],
  }),
  ...violations('link.results', 'link.results.values', {
    'link-results-zero-one': [
      'results is 1 or 0.',
      editBoth(linkLists, (entry) => ({ results: entry.results === 'true' ? '1' : '0' })),
    ],
    'link-results-missing-on-groups': [
      'The entries of groups have no attribute results.',
      editBoth(groups, { results: undefined }),
    ],
  }),
  ...violations('link.results', 'link.results.next-true', {
    'link-results-true-on-last-page': [
      'rel=next of the last page has results=true.',
      editNext(events, { results: 'true' }, isLast),
    ],
  }),
  ...violations('link.results', 'link.results.next-false', {
    'link-results-always-false': ['rel=next always has results=false.', editNext(linkLists, { results: 'false' })],
  }),
  ...violations('link.results', 'link.results.empty-page', {
    'link-empty-page-promises-records': [
      'rel=next of an empty page has results=true.',
      editNext(events, { results: 'true' }, isEmpty),
    ],
    'link-empty-page-denies-the-last': [
      'rel=previous of an empty page has results=false.',
      editPrevious(events, { results: 'false' }, isEmpty),
    ],
  }),
  ...violations('link.results', 'link.results.groups', {
    'link-results-of-groups-always-false': [
      'rel=next of the groups always has results=false.',
      editNext(groups, { results: 'false' }),
    ],
    'link-previous-of-groups-always-true': [
      'rel=previous of the groups always has results=true.',
      editPrevious(groups, { results: 'true' }),
    ],
  }),
  ...violations('link.results', 'link.results.previous', {
    'link-previous-results-false-at-the-end': [
      'rel=previous of the last page has results=false.',
      editPrevious(events, { results: 'false' }, isLast),
    ],
    'link-previous-results-always-false': [
      'rel=previous always has results=false.',
      editPrevious(linkLists, { results: 'false' }),
    ],
    'link-previous-results-always-true': [
      'rel=previous always has results=true.',
      editPrevious(linkLists, { results: 'true' }),
    ],
  }),
  ...violations('link.cursor', 'link.cursor.attribute', {
    'link-cursor-attribute-missing': [
      'The entries have no attribute cursor.',
      editBoth(linkLists, { cursor: undefined }),
    ],
    'link-cursor-attribute-of-this-page': [
      'The attribute cursor is that of the page itself.',
      editBoth(linkLists, (_entry, { offset }) => ({ cursor: `0:${offset}:0` })),
    ],
    'link-cursor-by-another-parameter': ['The URLs carry the cursor as after=<value>.', cursorBy('after')],
  }),
  ...violations('link.cursor-format', 'link.cursor-format.three-values', {
    'link-cursor-of-two-values': [
      'Cursors are identifier:offset.',
      otherCursors(
        (cursor) => cursor.slice(0, -2),
        (cursor) => `${cursor}:0`,
      ),
    ],
    'link-is-prev-in-words': [
      'is_prev is true or false.',
      otherCursors(
        (cursor) => cursor.replace(/0$/, 'false').replace(/1$/, 'true'),
        (cursor) => cursor.replace('false', '0').replace('true', '1'),
      ),
    ],
  }),
  ...violations('link.offset', 'link.offset.grows', {
    'link-offset-does-not-grow': [
      'The identifier of the cursor counts rows, not the offset.',
      otherCursors(
        (cursor) => cursor.replace(/^\d+:(\d+)/, '$1:100'),
        (cursor) => cursor.replace(/^(\d+):\d+/, '0:$1'),
      ),
    ],
    'link-offset-counts-pages': ['The offset counts pages instead of rows.', countPages],
  }),
  ...violations('link.next', 'link.next.same-resource', {
    'link-next-loses-the-issue': ['The URL of rel=next lacks the issue.', nextAt('/0/events/')],
    'link-next-on-another-resource': ['The URL of rel=next leads to the projects.', nextAt('/0/projects/')],
    'link-next-without-path': ['The URL of rel=next is that of the root.', nextAt('/')],
  }),
  ...violations('link.next', 'link.next.groups', {
    'link-next-of-groups-repeats': ['Every cursor of the groups answers their first page.', ignoreCursor(groups)],
  }),
  ...violations('link.complete', 'link.complete.nothing-skipped', {
    'link-last-record-of-page-lost': [
      'Each page lacks its last record.',
      mapPages(events, (page) => writePage(page, undefined, page.items.slice(0, -1))),
    ],
  }),
  ...violations('link.complete', 'link.complete.groups', {
    'link-pages-of-groups-overlap': [
      'Each page of groups begins with the last group of the one before.',
      shiftRows(groups, (offset) => offset - 1),
    ],
    'link-group-lost-between-pages': [
      'Each page of groups but the first begins one group late.',
      shiftRows(groups, (offset) => (offset % 100 === 0 && offset > 0 ? offset + 1 : offset)),
    ],
  }),
  ...violations('link.previous', 'link.previous.leads-back', {
    'link-previous-two-back': [
      'rel=previous leads back by two pages.',
      previousAt(({ offset }, size) => offset - 2 * size),
    ],
    'link-previous-off-by-one': [
      'rel=previous leads back by one record less than a page.',
      previousAt(({ offset }, size) => (offset === 0 ? 0 : offset - size + 1)),
    ],
    'link-previous-leads-on': [
      'rel=previous leads to the page that follows.',
      previousAt(({ offset }, size) => offset + size),
    ],
    'link-previous-of-last-page-to-first': [
      'rel=previous of the last page leads to the first.',
      previousAt(({ offset, next }, size) => (next.results === 'false' ? 0 : offset - size)),
    ],
    'link-previous-refused': ['A previous cursor is answered with 404.', refuseCursors('1')],
  }),
  ...violations('link.previous', 'link.previous.groups', {
    'link-previous-of-groups-stays': [
      'rel=previous of the groups leads to the same page.',
      previousAt(({ offset }) => offset, groups),
    ],
  }),
  ...violations('link.polling', 'link.polling.new-event', {
    'link-pages-kept': ['Each page is answered as it first came.', keepPages(events, () => true)],
    'link-cursors-see-the-past': ['Cursors show nothing created after the end of the list was seen.', freezeAtTheEnd],
  }),
]
