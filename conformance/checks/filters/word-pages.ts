// Pages of a search on which a record comes for a word of its name.
import { type Once, once } from '../../judge/once-per-run.ts'
import { memberOf } from '../../reading/find-list.ts'
import { asText } from '../../reading/value-text.ts'
import type { WalkedList } from '../lists/walked-list.ts'
import { termSearch, wholeLists } from './filter-pairs.ts'
import { pagesWithRecord } from './pages-with-record.ts'
import { wordBeyondAscii, wordsOf } from './search-terms.ts'
import type { Query } from '../lists/fewest-parameters.ts'

/**
 * A word of a record's name, and pages that list the record for it, beside all other filters that the record matches.
 */
export interface WordPage {
  readonly list: WalkedList
  readonly id: string
  readonly word: string
  readonly pages: readonly Query[]
}

/** A capital or a letter beyond ASCII tells more of how case is folded than other letters do. */
const tells = (word: string) => (wordBeyondAscii(word) === undefined ? 0 : 2) + (/^\p{Lu}/u.test(word) ? 1 : 0)

/** Pages behind and before a cursor on which a record comes for a word of its name, asked for once in a run. */
export const wordPages: Once<[], readonly WordPage[]> = once(async (session) => {
  const found: WordPage[] = []
  for (const list of await wholeLists(session)) {
    if (!(await termSearch(session, list))) continue
    const words = list.ids
      .slice(1, -1)
      .flatMap((id) =>
        wordsOf(asText(memberOf(list.items.get(id), 'name')))
          .filter((word) => word.length > 3)
          .map((word) => ({ id, word })),
      )
      .toSorted((left, right) => tells(right.word) - tells(left.word))
    for (const { id, word } of words.slice(0, 2)) {
      const pages = await pagesWithRecord(session, { base: list, id, name: 'search', value: word })
      if (pages.length === 0) continue
      found.push({ list, id, word, pages })
      break
    }
  }
  return found
})
