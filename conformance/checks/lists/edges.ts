// The edges of a list, at which servers often make mistakes.
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { ExpectedPage } from './list-model.ts'

/**
 * A place at which a page with a cursor may lie, in words. At an end, pages have fewer records than elsewhere, or no
 * page follows; the limit moves some ends.
 */
type EdgeRow = readonly [isAt: (page: ExpectedPage) => boolean, words: Phrase, end?: 'end' | 'end by limit']

type EdgeRows<Name extends string> = Readonly<Record<Name, EdgeRow>>

const beforeCursor: EdgeRows<'before-newest' | 'before-second' | 'before-last'> = {
  'before-newest': [({ to }) => to === 0, phrase`at the newest record`, 'end'],
  'before-second': [({ to }) => to === 1, phrase`at the second record`],
  'before-last': [({ to, all }) => to === all.length - 1, phrase`at the last record`],
}

const afterCursor: EdgeRows<'after-newest' | 'second-to-last' | 'past-end' | 'last-page' | 'full-last-page'> = {
  'after-newest': [({ from }) => from === 1, phrase`at the newest record`],
  'second-to-last': [
    ({ from, all }) => from === all.length - 1,
    phrase`when one record is left after the cursor`,
    'end',
  ],
  'past-end': [({ from, all }) => from === all.length, phrase`at the last record`, 'end'],
  'last-page': [
    ({ from, to, all }) => from < all.length && to > all.length,
    phrase`when less than a page is left after the cursor`,
    'end by limit',
  ],
  'full-last-page': [
    ({ from, to, all, size }) => from < all.length && to === all.length && size > 0,
    phrase`when exactly a page is left after the cursor`,
    'end by limit',
  ],
}

const rows = { ...beforeCursor, ...afterCursor }

/** The name of an edge. */
export type Edge = keyof typeof rows

/** The edges at which a page lies. */
export const pageEdges = (page: ExpectedPage): readonly Edge[] =>
  (Object.keys(page.cursor === 'ending_before' ? beforeCursor : afterCursor) as Edge[]).filter((edge) =>
    rows[edge][0](page),
  )

export const edgeWords = (edge: Edge): Phrase => rows[edge][1]

export const isEnd = (edge: Edge): boolean => rows[edge][2] !== undefined

export const isEndByLimit = (edge: Edge): boolean => rows[edge][2] === 'end by limit'
