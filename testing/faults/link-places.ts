import {
  editBoth,
  editNext,
  editPrevious,
  isEmpty,
  isFirst,
  type LinkedPage,
  mapPages,
  readPage,
  shiftRows,
  sizeOf,
  withCursor,
  writePage,
} from '../../emulator/disturb/deviations/wrappers/link-pages.ts'
import { notFound } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { events, groups, linkLists } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { around, mapQuery } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { type Violation, violations } from './violations.ts'

/** Returns true if a page was asked for by the cursor of rel=previous. */
const isBack = ({ intercepted }: LinkedPage) => intercepted.query.get('cursor')?.endsWith(':1') === true

const timesOffset = (cursor: string, factor: number): string =>
  cursor.replace(/:(\d+):/, (_whole, offset: string) => `:${Math.round(Number(offset) * factor)}:`)

const isBehind = (page: LinkedPage) => isEmpty(page) && !isFirst(page)

/** Loses one row behind a row, and shows all rows where a page begins elsewhere. */
const loseRow = (place: typeof events | typeof groups, row: number): FetchWrapper =>
  shiftRows(place, (offset) => (offset === row ? offset + 1 : offset))

/** The walk of the groups says that it ends one page early. */
const groupsEndEarly: FetchWrapper = mapPages(groups, async (page) => {
  const { intercepted, previous, next } = page
  const behind = await readPage(intercepted, await intercepted.send({ query: { cursor: next.cursor } }))
  return behind?.next.results === 'false' ? writePage(page, [previous, { ...next, results: 'false' }]) : undefined
})

/** The cursors of groups count each row twice. */
const countTwice: FetchWrapper = around(
  editBoth(groups, (entry) => withCursor(entry, timesOffset(entry.cursor!, 2))),
  mapQuery(groups, (query) => {
    const cursor = query.get('cursor')
    return cursor === null ? {} : { cursor: timesOffset(cursor, 0.5) }
  }),
)

/** Violations of clause 4.10 away from the first pages of the events. */
export const linkPlaceFaults: readonly Violation[] = [
  ...violations('link.both-entries', 'link.both-entries.empty-page-of-groups', {
    'link-missing-on-empty-page-of-groups': [
      'The page behind the groups has no Link header.',
      editBoth(groups, undefined, isBehind),
    ],
    'link-empty-page-of-groups-refused': [
      'The page behind the groups is answered with 404.',
      mapPages(groups, (page) => (isBehind(page) ? notFound() : undefined)),
    ],
  }),
  ...violations('link.both-entries', 'link.both-entries.back', {
    'link-missing-on-pages-back': [
      'A page that rel=previous leads to has no Link header.',
      editBoth(linkLists, undefined, isBack),
    ],
    'link-previous-missing-on-pages-back': [
      'A page that rel=previous leads to has no rel=previous.',
      editPrevious(linkLists, undefined, isBack),
    ],
  }),
  ...violations('link.results', 'link.results.empty-page-of-groups', {
    'link-empty-page-of-groups-promises-groups': [
      'rel=next of the page behind the groups has results=true.',
      editNext(groups, { results: 'true' }, isBehind),
    ],
    'link-empty-page-of-groups-denies-the-last': [
      'rel=previous of the page behind the groups has results=false.',
      editPrevious(groups, { results: 'false' }, isBehind),
    ],
  }),
  ...violations('link.results', 'link.results.back', {
    'link-pages-back-promise-nothing': [
      'rel=next of a page that rel=previous leads to has results=false.',
      editNext(linkLists, { results: 'false' }, isBack),
    ],
  }),
  ...violations('link.next', 'link.next.back', {
    'link-pages-back-lead-back': [
      'rel=next of a page that rel=previous leads to leads to that page again.',
      editNext(linkLists, (entry, page) => withCursor(entry, `0:${page.offset}:0`), isBack),
    ],
    'link-pages-back-lead-too-far': [
      'rel=next of a page that rel=previous leads to leaves out the page that was left.',
      editNext(events, (entry, page) => withCursor(entry, `0:${page.offset + 2 * sizeOf(page)}:0`), isBack),
    ],
  }),
  ...violations('link.complete', 'link.complete.nothing-skipped', {
    'link-record-lost-before-the-third-page': [
      'The third page of events begins one record late.',
      loseRow(events, 200),
    ],
  }),
  ...violations('link.complete', 'link.complete.groups', {
    'link-group-lost-before-the-third-page': ['The third page of groups begins one group late.', loseRow(groups, 200)],
  }),
  ...violations('link.complete', 'link.complete.no-group-left', {
    'link-walk-of-groups-ends-early': [
      'rel=next of the groups has results=false although it leads to the last page.',
      groupsEndEarly,
    ],
  }),
  ...violations('link.offset', 'link.offset.groups', {
    'link-offset-of-groups-counts-twice': ['The offsets of groups count each row twice.', countTwice],
  }),
  ...violations('link.previous', 'link.previous.groups', {
    'link-previous-of-last-groups-to-first': [
      'rel=previous of the last page of groups leads to the first page.',
      editPrevious(
        groups,
        (entry) => withCursor(entry, '0:0:1'),
        ({ next }) => next.results === 'false',
      ),
    ],
  }),
]
