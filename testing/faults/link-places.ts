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
} from '../../emulator/disturb/deviations/algebra/link-pages.ts'
import { notFound } from '../../emulator/disturb/deviations/algebra/messages.ts'
import { events, groups, linkLists } from '../../emulator/disturb/deviations/algebra/places.ts'
import { around, mapQuery, type Way } from '../../emulator/disturb/deviations/algebra/ways.ts'
import type { Deviation } from '../../emulator/disturb/deviations/define-deviation.ts'
import { caughtBy } from './caught-by.ts'

/** Whether a page was asked for by the cursor of rel=previous. */
const isBack = ({ asked }: LinkedPage) => asked.query.get('cursor')?.endsWith(':1') === true

const timesOffset = (cursor: string, factor: number): string =>
  cursor.replace(/:(\d+):/, (_whole, offset: string) => `:${Math.round(Number(offset) * factor)}:`)

const isBehind = (page: LinkedPage) => isEmpty(page) && !isFirst(page)

/** Loses one row behind a row, and shows all rows where a page begins elsewhere. */
const loseRow = (place: typeof events | typeof groups, row: number): Way =>
  shiftRows(place, (offset) => (offset === row ? offset + 1 : offset))

/** The walk of the groups says that it ends one page early. */
const groupsEndEarly: Way = mapPages(groups, async (page) => {
  const { asked, previous, next } = page
  const behind = await readPage(asked, await asked.send({ query: { cursor: next.cursor } }))
  return behind?.next.results === 'false' ? writePage(page, [previous, { ...next, results: 'false' }]) : undefined
})

/** The cursors of groups count each row twice. */
const countTwice: Way = around(
  editBoth(groups, (entry) => withCursor(entry, timesOffset(entry.cursor!, 2))),
  mapQuery(groups, (query) => {
    const cursor = query.get('cursor')
    return cursor === null ? {} : { cursor: timesOffset(cursor, 0.5) }
  }),
)

/** Violations of clause 4.10 away from the first pages of the events. */
export const linkPlaceFaults: readonly Deviation[] = [
  ...caughtBy('link.both-entries.empty-page-of-groups', {
    'link-missing-on-empty-page-of-groups': [
      'The page behind the groups has no Link header.',
      editBoth(groups, undefined, isBehind),
    ],
    'link-empty-page-of-groups-refused': [
      'The page behind the groups is answered with 404.',
      mapPages(groups, (page) => (isBehind(page) ? notFound() : undefined)),
    ],
  }),
  ...caughtBy('link.both-entries.back', {
    'link-missing-on-pages-back': [
      'A page that rel=previous leads to has no Link header.',
      editBoth(linkLists, undefined, isBack),
    ],
    'link-previous-missing-on-pages-back': [
      'A page that rel=previous leads to has no rel=previous.',
      editPrevious(linkLists, undefined, isBack),
    ],
  }),
  ...caughtBy('link.results.empty-page-of-groups', {
    'link-empty-page-of-groups-promises-groups': [
      'rel=next of the page behind the groups has results=true.',
      editNext(groups, { results: 'true' }, isBehind),
    ],
    'link-empty-page-of-groups-denies-the-last': [
      'rel=previous of the page behind the groups has results=false.',
      editPrevious(groups, { results: 'false' }, isBehind),
    ],
  }),
  ...caughtBy('link.results.back', {
    'link-pages-back-promise-nothing': [
      'rel=next of a page that rel=previous leads to has results=false.',
      editNext(linkLists, { results: 'false' }, isBack),
    ],
  }),
  ...caughtBy('link.next.back', {
    'link-pages-back-lead-back': [
      'rel=next of a page that rel=previous leads to leads to that page again.',
      editNext(linkLists, (entry, page) => withCursor(entry, `0:${page.offset}:0`), isBack),
    ],
    'link-pages-back-lead-too-far': [
      'rel=next of a page that rel=previous leads to leaves out the page that was left.',
      editNext(events, (entry, page) => withCursor(entry, `0:${page.offset + 2 * sizeOf(page)}:0`), isBack),
    ],
  }),
  ...caughtBy('link.complete.nothing-skipped', {
    'link-record-lost-before-the-third-page': [
      'The third page of events begins one record late.',
      loseRow(events, 200),
    ],
  }),
  ...caughtBy('link.complete.groups', {
    'link-group-lost-before-the-third-page': ['The third page of groups begins one group late.', loseRow(groups, 200)],
  }),
  ...caughtBy('link.complete.no-group-left', {
    'link-walk-of-groups-ends-early': [
      'rel=next of the groups has results=false although it leads to the last page.',
      groupsEndEarly,
    ],
  }),
  ...caughtBy('link.offset.groups', {
    'link-offset-of-groups-counts-twice': ['The offsets of groups count each row twice.', countTwice],
  }),
  ...caughtBy('link.previous.groups', {
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
