// The edges of a list, at which servers often make mistakes.
import type { CursorParameter } from '../../catalogue/operations.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { ExpectedPage } from './list-model.ts'

/** A place in a list at which a page with a cursor may lie. */
export type Edge =
  | 'before-newest'
  | 'before-second'
  | 'before-last'
  | 'after-newest'
  | 'second-to-last'
  | 'past-end'
  | 'last-page'
  | 'full-last-page'

interface EdgeRow {
  readonly isAt: (page: ExpectedPage) => boolean
  readonly words: Phrase
  /** True if pages have fewer records there than elsewhere, or no page follows; 'by size' if the page size matters. */
  readonly isEnd?: true | 'by size'
}

const before: CursorParameter = 'ending_before'

/** The edges in words, and the pages that lie at them. */
export const edgeRows: Readonly<Record<Edge, EdgeRow>> = {
  'before-newest': {
    isAt: ({ cursor, to }) => cursor === before && to === 0,
    words: phrase`at the newest record`,
    isEnd: true,
  },
  'before-second': {
    isAt: ({ cursor, to }) => cursor === before && to === 1,
    words: phrase`at the second record`,
  },
  'before-last': {
    isAt: ({ cursor, to, all }) => cursor === before && to === all.length - 1,
    words: phrase`at the last record`,
  },
  'after-newest': {
    isAt: ({ cursor, from }) => cursor !== before && from === 1,
    words: phrase`at the newest record`,
  },
  'second-to-last': {
    isAt: ({ cursor, from, all }) => cursor !== before && from === all.length - 1,
    words: phrase`when one record is left after the cursor`,
    isEnd: true,
  },
  'past-end': {
    isAt: ({ cursor, from, all }) => cursor !== before && from === all.length,
    words: phrase`at the last record`,
    isEnd: true,
  },
  'last-page': {
    isAt: ({ cursor, from, to, all }) => cursor !== before && from < all.length && to > all.length,
    words: phrase`when less than a page is left after the cursor`,
    isEnd: 'by size',
  },
  'full-last-page': {
    isAt: ({ cursor, from, to, all, size }) => cursor !== before && from < all.length && to === all.length && size > 0,
    words: phrase`when exactly a page is left after the cursor`,
    isEnd: 'by size',
  },
}

/** The edges at which a page lies. */
export const pageEdges = (page: ExpectedPage): readonly Edge[] =>
  (Object.keys(edgeRows) as Edge[]).filter((edge) => edgeRows[edge].isAt(page))
