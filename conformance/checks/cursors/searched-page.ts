// A search of a list that takes one, whose records are known from its first page.
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { memberOf } from '../../reading/find-list.ts'
import { termSearch } from '../filters/filter-pairs.ts'
import { type SentPage, sendPage } from '../lists/paging.ts'
import type { WalkedList } from '../lists/walked-list.ts'

/** The records that a search lists, all on one page. */
export interface SearchedPage {
  readonly search: string
  readonly ids: readonly string[]
  /** True if they come in the order of the list: a search may stand by relevance. */
  readonly isFalling: boolean
}

/** The fewest records of a search behind whose first, and before whose last, a page is not whole. */
const fewest = 5

/** The text that most names have, but not nearly all: a word, or else a part of one. */
function commonText({ items }: WalkedList): string | undefined {
  const names = [...items.values()].map((item) => memberOf(item, 'name')).filter((name) => typeof name === 'string')
  const words = names.map((name) => name.toLowerCase().match(/[a-z]{3,}/g) ?? [])
  const parts = words.map((all) => all.flatMap((word) => [...word].slice(2).map((_last, at) => word.slice(at, at + 3))))
  return mostFrequent(words) ?? mostFrequent(parts)
}

function mostFrequent(texts: readonly (readonly string[])[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts.flatMap((all) => [...new Set(all)])) counts.set(text, (counts.get(text) ?? 0) + 1)
  const most = Math.min(texts.length * 0.8, 60)
  return [...counts]
    .filter(([, count]) => count >= fewest && count <= most)
    .toSorted(([, left], [, right]) => right - left)
    .at(0)?.[0]
}

/**
 * A search on a list that was walked to its end, asked for once in a run; undefined where the list takes none, which is
 * not stated for every list: it then refuses it, or shows all records. The checks of search take one that often does.
 */
export const searchedPage: Once<[list: WalkedList], SearchedPage | undefined> = once(
  async (session: Session, list: WalkedList) => {
    if (!list.complete || list.limit === undefined) return undefined
    const known = await termSearch(session, list)
    const found = known && toSearched(list, known.term, known.sent)
    if (found) return found
    const search = commonText(list)
    return search === undefined
      ? undefined
      : toSearched(list, search, await sendPage(session, list, { search, limit: list.limit }))
  },
  ({ address }) => address,
)

/** What a search lists; undefined if that is too little, or not known to be all. */
function toSearched(list: WalkedList, search: string, { page, ids }: SentPage): SearchedPage | undefined {
  if (!page || page.ids.length !== ids.length || new Set(ids).size !== ids.length) return undefined
  if (ids.length < fewest || ids.length >= list.pageSize || ids.length >= list.ids.length) return undefined
  const isFalling = ids.every((id, place) => place === 0 || list.places.get(ids[place - 1]!)! < list.places.get(id)!)
  return { search, ids, isFalling }
}
