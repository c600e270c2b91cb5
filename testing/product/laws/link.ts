// Pagination by the Link header (clause 4.10), at both lists and on every page of a walk.
import type { FetchWrapper } from '../../../emulator/disturb/deviations/define-deviation.ts'
import { around, mapQuery, remember } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import {
  editBoth,
  editNext,
  editPrevious,
  isEmpty,
  isFirst,
  isLast,
  type LinkedPage,
  type LinkEntry,
  mapPages,
  shiftRows,
  sizeOf,
  withCursor,
  writePage,
} from '../../../emulator/disturb/deviations/wrappers/link-pages.ts'
import { notFound } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { type Fault, faultsOf } from '../law.ts'
import { type LinkList, linkLists } from '../places.ts'

/** The pages of a walk, and who walks. */
const pages = {
  first: { says: 'on the first page', isMeant: isFirst },
  second: { says: 'on the second page', isMeant: (page) => isOnward(page) && page.offset === sizeOf(page) },
  middle: {
    says: 'on the third page and later ones',
    isMeant: (page) => isOnward(page) && page.offset > sizeOf(page) && !isEmpty(page),
  },
  last: { says: 'on the last page', isMeant: isLast },
  behind: { says: 'on the empty page behind the last', isMeant: (page) => isEmpty(page) && !isFirst(page) },
  back: { says: 'on pages that rel=previous leads to', isMeant: (page) => cursorOf(page).endsWith(':1') },
  bare: {
    says: 'where the id in the path is bare',
    isMeant: ({ intercepted }) => /^[0-9A-Za-z]{27}$/.test(intercepted.id),
  },
  'of-an-api-key': {
    says: 'on all pages for an API key',
    isMeant: ({ intercepted }) => /^basic /i.test(intercepted.authorization),
  },
  'second-of-an-api-key': {
    says: 'on the second page for an API key',
    isMeant: (page) => /^basic /i.test(page.intercepted.authorization) && !isFirst(page),
  },
  every: { says: 'on every page', isMeant: () => true },
} as const satisfies Readonly<Record<string, { says: string; isMeant: (page: LinkedPage) => boolean }>>

type Page = keyof typeof pages

const pageNames = Object.keys(pages) as readonly Page[]

const saysPage = (page: Page): string => pages[page].says

function cursorOf({ intercepted }: LinkedPage): string {
  return intercepted.query.get('cursor') ?? ''
}

function isOnward(page: LinkedPage): boolean {
  return cursorOf(page).endsWith(':0')
}

type Entries = 'next' | 'previous' | 'both'

const editors = { next: editNext, previous: editPrevious, both: editBoth } as const

interface EntryLaw {
  readonly id: string
  readonly requirement: Fault['requirement']
  readonly breaks: string
  readonly entries: Entries
  readonly edit: Parameters<typeof editNext>[1]
  /** The pages on which it breaks something. Default: all. */
  readonly on?: readonly Page[]
}

const entryLaws: readonly EntryLaw[] = [
  {
    id: 'next-is-there',
    requirement: 'link.both-entries',
    breaks: 'The entry rel=next is missing.',
    entries: 'next',
    edit: undefined,
  },
  {
    id: 'previous-is-there',
    requirement: 'link.both-entries',
    breaks: 'The entry rel=previous is missing.',
    entries: 'previous',
    edit: undefined,
  },
  {
    id: 'link-is-there',
    requirement: 'link.both-entries',
    breaks: 'The Link header is missing.',
    entries: 'both',
    edit: undefined,
  },
  {
    id: 'results-are-there',
    requirement: 'link.results',
    breaks: 'The entries have no attribute results.',
    entries: 'both',
    edit: { results: undefined },
  },
  {
    id: 'results-of-next-are-there',
    requirement: 'link.results',
    breaks: 'rel=next has no attribute results.',
    entries: 'next',
    edit: { results: undefined },
  },
  {
    id: 'results-of-previous-are-there',
    requirement: 'link.results',
    breaks: 'rel=previous has no attribute results.',
    entries: 'previous',
    edit: { results: undefined },
  },
  {
    id: 'results-are-words',
    requirement: 'link.results',
    breaks: 'results is 1 or 0.',
    entries: 'both',
    edit: ({ results }: LinkEntry) => ({ results: results === 'true' ? '1' : '0' }),
  },
  {
    id: 'results-are-true-or-false',
    requirement: 'link.results',
    breaks: 'results is yes or no.',
    entries: 'both',
    edit: ({ results }: LinkEntry) => ({ results: results === 'true' ? 'yes' : 'no' }),
  },
  {
    id: 'results-of-next-are-right',
    requirement: 'link.results',
    breaks: 'results of rel=next is the opposite.',
    entries: 'next',
    edit: ({ results }: LinkEntry) => ({ results: results === 'true' ? 'false' : 'true' }),
  },
  {
    id: 'results-of-previous-are-right',
    requirement: 'link.results',
    breaks: 'results of rel=previous is the opposite.',
    entries: 'previous',
    edit: ({ results }: LinkEntry) => ({ results: results === 'true' ? 'false' : 'true' }),
  },
  {
    id: 'cursor-attribute-is-there',
    requirement: 'link.cursor',
    breaks: 'The entries have no attribute cursor.',
    entries: 'both',
    edit: { cursor: undefined },
  },
  {
    id: 'cursor-attribute-of-next-is-there',
    requirement: 'link.cursor',
    breaks: 'rel=next has no attribute cursor.',
    entries: 'next',
    edit: { cursor: undefined },
  },
  {
    id: 'cursor-attribute-of-previous-is-there',
    requirement: 'link.cursor',
    breaks: 'rel=previous has no attribute cursor.',
    entries: 'previous',
    edit: { cursor: undefined },
  },
  {
    id: 'cursor-attribute-is-that-of-the-url',
    requirement: 'link.cursor',
    breaks: 'The attribute cursor differs from the cursor of the URL.',
    entries: 'both',
    edit: ({ cursor }: LinkEntry) => ({
      cursor: cursor!.replace(/:(\d+):/, (_all, offset: string) => `:${Number(offset) + 1}:`),
    }),
  },
  {
    id: 'url-carries-the-cursor',
    requirement: 'link.cursor',
    breaks: 'The URL of rel=next has no cursor.',
    entries: 'next',
    edit: ({ url }: LinkEntry) => ({ url: url.replace(/[?&]cursor=[^&]*/, '') }),
  },
  {
    id: 'cursor-has-three-values',
    requirement: 'link.cursor-format',
    breaks: 'A cursor has two values.',
    entries: 'both',
    edit: (entry: LinkEntry) => withCursor(entry, entry.cursor!.replace(/:\d$/, '')),
  },
  {
    id: 'cursor-has-not-four-values',
    requirement: 'link.cursor-format',
    breaks: 'A cursor has four values.',
    entries: 'both',
    edit: (entry: LinkEntry) => withCursor(entry, `${entry.cursor}:0`),
  },
  {
    id: 'is-prev-is-one-or-zero',
    requirement: 'link.cursor-format',
    breaks: 'is_prev is in words.',
    entries: 'both',
    edit: (entry: LinkEntry) => withCursor(entry, entry.cursor!.replace(/:0$/, ':false').replace(/:1$/, ':true')),
  },
  {
    id: 'offset-is-an-integer',
    requirement: 'link.cursor-format',
    breaks: 'The offset has a fraction.',
    entries: 'both',
    edit: (entry: LinkEntry) => withCursor(entry, entry.cursor!.replace(/:(\d+):/, ':$1.0:')),
  },
  {
    id: 'identifier-is-an-integer',
    requirement: 'link.cursor-format',
    breaks: 'The identifier of a cursor is a letter.',
    entries: 'both',
    edit: (entry: LinkEntry) => withCursor(entry, entry.cursor!.replace(/^\d+/, 'a')),
  },
  {
    id: 'offset-grows-by-the-page',
    requirement: 'link.offset',
    breaks: 'The offset of rel=next is one too high.',
    entries: 'next',
    edit: (entry: LinkEntry) => withCursor(entry, shifted(entry, 1)),
    on: ['first', 'second', 'middle', 'bare', 'every'],
  },
  {
    id: 'offset-grows-by-no-less',
    requirement: 'link.offset',
    breaks: 'The offset of rel=next is one too low.',
    entries: 'next',
    edit: (entry: LinkEntry) => withCursor(entry, shifted(entry, -1)),
    on: ['first', 'second', 'middle', 'bare', 'every'],
  },
  {
    id: 'next-leads-on',
    requirement: 'link.next',
    breaks: 'rel=next leads to the page itself.',
    entries: 'next',
    edit: (entry: LinkEntry, { offset }: LinkedPage) => withCursor(entry, `0:${offset}:0`),
    on: ['first', 'second', 'middle', 'bare', 'every'],
  },
  {
    id: 'next-leads-to-the-next-page',
    requirement: 'link.next',
    breaks: 'rel=next leaves out a page.',
    entries: 'next',
    edit: (entry: LinkEntry, page: LinkedPage) => withCursor(entry, `0:${page.offset + 2 * sizeOf(page)}:0`),
    on: ['first', 'second', 'bare', 'every'],
  },
  {
    id: 'previous-leads-back',
    requirement: 'link.previous',
    breaks: 'rel=previous leads to the page itself.',
    entries: 'previous',
    edit: (entry: LinkEntry, { offset }: LinkedPage) => withCursor(entry, `0:${offset}:1`),
    on: ['second', 'middle', 'last', 'behind', 'bare'],
  },
  {
    id: 'previous-leads-to-the-page-before',
    requirement: 'link.previous',
    breaks: 'rel=previous leaves out a page.',
    entries: 'previous',
    edit: (entry: LinkEntry, page: LinkedPage) =>
      withCursor(entry, `0:${Math.max(0, page.offset - 2 * sizeOf(page))}:1`),
    on: ['middle', 'bare'],
  },
  {
    id: 'previous-leads-back-by-a-page',
    requirement: 'link.previous',
    breaks: 'rel=previous leads back by one record too few.',
    entries: 'previous',
    edit: (entry: LinkEntry, page: LinkedPage) =>
      withCursor(entry, `0:${Math.max(0, page.offset - sizeOf(page) + 1)}:1`),
    on: ['second', 'middle', 'last', 'bare'],
  },
]

function shifted({ cursor }: LinkEntry, by: number): string {
  return cursor!.replace(/:(\d+):/, (_all, offset: string) => `:${Number(offset) + by}:`)
}

const entries: readonly Fault[] = entryLaws.flatMap(
  ({ id, requirement, breaks, entries: which, edit, on = pageNames }) =>
    faultsOf({
      id: `link-${id}`,
      requirement,
      breaks,
      places: linkLists,
      conditions: on,
      says: saysPage,
      fault: (place, page) => editors[which](place, edit, pages[page].isMeant),
    }),
)

/** The relations stand for what they say (clause 4.10). */
const swapped: readonly Fault[] = faultsOf({
  id: 'link-relations-are-right',
  requirement: 'link.next',
  breaks: 'The relations next and previous are swapped.',
  places: linkLists,
  conditions: pageNames,
  says: saysPage,
  fault: (place, name) =>
    mapPages(place, (page) =>
      pages[name].isMeant(page)
        ? writePage(page, [
            { ...page.previous, rel: 'next' },
            { ...page.next, rel: 'previous' },
          ])
        : undefined,
    ),
})

/** Pages have an answer, empty ones too (clause 4.10). */
const refused: readonly Fault[] = faultsOf({
  id: 'link-pages-are-answered',
  requirement: (_place, name: 'behind' | 'back' | 'last' | 'second') =>
    name === 'behind' ? 'link.both-entries' : name === 'back' ? 'link.previous' : 'link.next',
  breaks: 'The page is answered with 404.',
  places: linkLists,
  conditions: ['behind', 'back', 'last', 'second'] as const satisfies readonly Page[],
  says: saysPage,
  fault: (place, name) => mapPages(place, (page) => (pages[name].isMeant(page) ? notFound() : undefined)),
})

/** Records that a page lacks or has too many. */
const itemChanges = {
  'first-lost': (items: readonly unknown[]) => items.slice(1),
  'last-lost': (items: readonly unknown[]) => items.slice(0, -1),
  'last-twice': (items: readonly unknown[]) => [...items, ...items.slice(-1)],
  'one-within-lost': (items: readonly unknown[]) => items.toSpliced(Math.floor(items.length / 2), 1),
} as const

type ItemChange = keyof typeof itemChanges

const itemFaults: readonly Fault[] = (['second', 'middle', 'last', 'bare'] as const).flatMap((name) =>
  faultsOf({
    id: `link-walk-meets-each-record-${name}`,
    requirement: 'link.complete',
    breaks: `A walk loses or repeats a record ${pages[name].says}.`,
    places: linkLists,
    conditions: Object.keys(itemChanges) as readonly ItemChange[],
    says: (change) => `where it is ${change}`,
    fault: (place, change) =>
      mapPages(place, (page) =>
        pages[name].isMeant(page) && isOnward(page) && !isEmpty(page)
          ? writePage(page, undefined, itemChanges[change](page.items))
          : undefined,
      ),
  }),
)

/** A row at which a page begins is not passed over, nor shown twice (clause 4.10). */
const borders: readonly Fault[] = faultsOf({
  id: 'link-pages-adjoin',
  requirement: 'link.complete',
  breaks: 'A page begins one record late or early.',
  places: linkLists,
  conditions: ['late', 'early'] as const,
  says: (when) => `where it begins ${when}`,
  fault: (place, when) => shiftRows(place, (offset) => offset + (when === 'late' ? 1 : -1)),
})

/** Records created since are not shown by the cursors of empty pages (clause 4.10). */
const polling: readonly Fault[] = faultsOf({
  id: 'link-empty-page-sees-new-records',
  requirement: 'link.polling',
  breaks: 'The cursors of an empty page show no record that was created since.',
  places: linkLists,
  conditions: ['always-empty', 'of-the-past'] as const,
  says: (way) => `as the page is ${way}`,
  fault: (place: LinkList, way): FetchWrapper =>
    remember(() => {
      const seen = new Set<string>()
      const emptied = new Set<string>()
      return mapPages(place, (page) => {
        const cursor = cursorOf(page)
        if (isEmpty(page) && cursor !== '') emptied.add(cursor)
        else if (emptied.has(cursor) && way === 'always-empty') return writePage(page, undefined, [])
        if (emptied.size > 0 && way === 'of-the-past' && !isFirst(page))
          return writePage(
            page,
            undefined,
            page.items.filter(({ id }) => seen.has(id)),
          )
        for (const { id } of page.items) seen.add(id)
        return undefined
      })
    }),
})

/** The cursor of a request is read (clause 4.10). */
const ignored: readonly Fault[] = faultsOf({
  id: 'link-cursor-is-read',
  requirement: 'link.next',
  breaks: 'The server ignores a cursor.',
  places: linkLists,
  conditions: ['every', 'back', 'second'] as const satisfies readonly Page[],
  says: saysPage,
  fault: (place, name) =>
    mapQuery(place, (query) => {
      const cursor = query.get('cursor') ?? ''
      const isMeant = name === 'every' || (name === 'back' ? cursor.endsWith(':1') : cursor.endsWith(':0'))
      return cursor !== '' && isMeant ? { cursor: undefined } : {}
    }),
})

const mapOffset = (cursor: string, change: (offset: number) => number): string =>
  cursor.replace(/:(\d+):/, (_whole, offset: string) => `:${Math.round(change(Number(offset)))}:`)

/** Offsets are rows (clause 4.10). */
const offsets: readonly Fault[] = faultsOf({
  id: 'link-offset-counts-rows',
  requirement: 'link.offset',
  breaks: 'The offset of cursors does not count rows.',
  places: linkLists,
  conditions: ['twice', 'tenfold', 'from-one'] as const,
  says: (way) => `as it counts ${way}`,
  fault: (place, way) => {
    const write = {
      twice: (row: number) => row * 2,
      tenfold: (row: number) => row * 10,
      'from-one': (row: number) => (row === 0 ? 0 : row + 1),
    }[way]
    const read = {
      twice: (row: number) => row / 2,
      tenfold: (row: number) => row / 10,
      'from-one': (row: number) => (row === 0 ? 0 : row - 1),
    }[way]
    return around(
      editBoth(place, (entry) => withCursor(entry, mapOffset(entry.cursor!, write))),
      mapQuery(place, (query) => {
        const cursor = query.get('cursor')
        return cursor === null ? {} : { cursor: mapOffset(cursor, read) }
      }),
    )
  },
})

/** Pagination by the Link header (clause 4.10). */
export const link: readonly Fault[] = [
  ...entries,
  ...swapped,
  ...refused,
  ...itemFaults,
  ...borders,
  ...polling,
  ...ignored,
  ...offsets,
]
