// Narrower advice than that of the catalogue, where the facts of a failure refute some of its causes.
import type { RequirementId } from '../catalogue/requirements.ts'
import type { FactKind } from '../conclusions/fact.ts'

interface NarrowAdvice {
  readonly cause: string
  /** Default: that of the catalogue. */
  readonly remedy?: string
}

/** Advice by requirement and kind of fact; `partly` if similar requests were answered as they should be. */
export const adviceByFact: {
  readonly [Id in RequirementId]?: { readonly [Kind in FactKind | 'partly']?: NarrowAdvice }
} = {
  'filters.search-partial': {
    missing: {
      cause: 'The search index contains only whole words, beginnings of words, or words of some length.',
      remedy: 'Find every part of a text, also a short one and one in the middle of a word.',
    },
    present: {
      cause: 'Some characters are wildcards, only part of the search text is used, or short texts are ignored.',
      remedy: 'Search for the whole text as it is written; escape the wildcards of LIKE.',
    },
  },
  'services.validated': { partly: { cause: 'Only some members or keywords of the schema are checked.' } },
  'filters.enum-options': {
    status: {
      cause: 'The options of the error and the accepted values are two lists.',
      remedy: 'Make the options of the error from the values that the filter accepts.',
    },
  },
  'cursors.limit': {
    status: { cause: 'The list does not know limit.', remedy: 'Accept limit.' },
    count: { cause: 'limit is ignored, or one more record is read to see whether there is a next page.' },
    missing: { cause: 'limit is rounded or capped, or a record that was read to see the next page is cut twice.' },
  },
  'cursors.starting-after': {
    present: { cause: 'The comparison includes the record of the cursor, or the cursor is ignored or not found.' },
    missing: { cause: 'The page is cut at the wrong place.' },
  },
  'cursors.ending-before': {
    present: { cause: 'The comparison includes the record of the cursor, or the cursor is ignored.' },
    missing: { cause: 'The page is cut from the beginning of the list, not from the cursor.' },
  },
  'cursors.complete': {
    missing: {
      cause: 'A page misses a record at its end, often because of an offset, or a cached list lacks new ones.',
    },
    repeated: { cause: 'Pages overlap, often because of an offset.' },
  },
}
