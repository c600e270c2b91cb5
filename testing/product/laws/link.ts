// Pagination by the Link header (clause 4.10), at both lists and on every page of a walk.
import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import { around, mapQuery, remember } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import {
  editBoth,
  isEmptyPage,
  isFirst,
  mapPages,
  shiftRows,
  replaceLinkCursor,
  writePage,
} from '../../../emulator/disturb/deviations/groups/link.ts'
import { notFound } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { type Fault, lawFaults } from '../law.ts'
import { type LinkList, linkLists } from '../places.ts'
import { linkEntries } from './link-entries.ts'
import { requestedCursor, isOnward, type Page, pageNames, pages, saysPage } from './linked-pages.ts'

/** The relations mean what they say (clause 4.10). */
const swapped: readonly Fault[] = lawFaults({
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
const refused: readonly Fault[] = lawFaults({
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
  lawFaults({
    id: 'link-walk-meets-each-record',
    way: name,
    requirement: 'link.complete',
    breaks: `A walk loses or repeats a record ${pages[name].says}.`,
    places: linkLists,
    conditions: Object.keys(itemChanges) as readonly ItemChange[],
    says: (change) => `where it is ${change}`,
    fault: (place, change) =>
      mapPages(place, (page) =>
        pages[name].isMeant(page) && isOnward(page) && !isEmptyPage(page)
          ? writePage(page, undefined, itemChanges[change](page.items))
          : undefined,
      ),
  }),
)

/** A row at which a page begins is not passed over, nor shown twice (clause 4.10). */
const borders: readonly Fault[] = lawFaults({
  id: 'link-pages-adjoin',
  requirement: 'link.complete',
  breaks: 'A page begins one record late or early.',
  places: linkLists,
  conditions: ['late', 'early'] as const,
  says: (when) => `where it begins ${when}`,
  fault: (place, when) => shiftRows(place, (offset) => offset + (when === 'late' ? 1 : -1)),
})

/** Records created since are not shown by the cursors of empty pages (clause 4.10). */
const polling: readonly Fault[] = lawFaults({
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
        const cursor = requestedCursor(page)
        if (isEmptyPage(page) && cursor !== '') emptied.add(cursor)
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
const ignored: readonly Fault[] = lawFaults({
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

/** The number of records on a page of the emulator. */
const pageSize = 100

/** Offsets are rows (clause 4.10). */
const offsets: readonly Fault[] = lawFaults({
  id: 'link-offset-counts-rows',
  requirement: 'link.offset',
  breaks: 'The offset of cursors does not count rows.',
  places: linkLists,
  conditions: ['twice', 'tenfold', 'pages', 'from-one'] as const,
  says: (way) => `as it counts ${way}`,
  fault: (place, way) => {
    const write = {
      twice: (row: number) => row * 2,
      tenfold: (row: number) => row * 10,
      pages: (row: number) => Math.ceil(row / pageSize),
      'from-one': (row: number) => (row === 0 ? 0 : row + 1),
    }[way]
    const read = {
      twice: (row: number) => row / 2,
      tenfold: (row: number) => row / 10,
      pages: (page: number) => page * pageSize,
      'from-one': (row: number) => (row === 0 ? 0 : row - 1),
    }[way]
    return around(
      editBoth(place, (entry) => replaceLinkCursor(entry, mapOffset(entry.cursor!, write))),
      mapQuery(place, (query) => {
        const cursor = query.get('cursor')
        return cursor === null ? {} : { cursor: mapOffset(cursor, read) }
      }),
    )
  },
})

/** Pagination by the Link header (clause 4.10). */
export const link: readonly Fault[] = [
  ...linkEntries,
  ...swapped,
  ...refused,
  ...itemFaults,
  ...borders,
  ...polling,
  ...ignored,
  ...offsets,
]
