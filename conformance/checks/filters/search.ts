import { because } from '../../conclusions/cause.ts'
import { Conclusion, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, json, phrase } from '../../conclusions/phrase.ts'
import { memberOf, textsIn } from '../../reading/find-list.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { noListFact, pageOf, type ListWalk, walkForward } from '../lists/pages.ts'
import { answerTo } from '../shared-answers.ts'
import { maxPages, products, type WalkedList, walkedList, declaredLists } from '../lists/walked-list.ts'
import { tellingTriple, type Triple, type ValueIds } from './filter-triples.ts'
import { type ChosenValue, valuesToTry } from './filter-values.ts'
import { caseForms, isAscii, middleOf, nonsense, wordsOf } from './search-terms.ts'
import { asText } from '../../reading/value-text.ts'

/** A list that takes `search`, and a record to look for. */
export interface SearchPlace {
  readonly base: WalkedList
  /** A record that is found by its name, or by another label. */
  readonly id: string
  readonly name: string
  /** The member that holds the name. */
  readonly label: string
  /** A part of a word in the name that begins no word. */
  readonly middle: string | undefined
}

/**
 * A list that takes `search`, which only some endpoints do (clause 4.5): it returns nothing for nonsense, and finds a
 * record by its name. It is the products, or else the resources or the environments. Throws the Conclusion
 * `notApplicable` when no documented list takes it, and `insufficientEvidence` when no name is found.
 */
export const searchPlace: Once<[], SearchPlace> = once(async (session) => {
  let takes = false
  for (const path of (await declaredLists(session)).toReversed()) {
    const walked = walkedList(session, path)
    const base = await (path.operation === 'products.list' ? walked : walked.catch(() => undefined))
    if (!base || base.ids.length === 0) continue
    const exchange = await answerTo(session, { path: base.path, query: { search: nonsense } })
    if (pageOf(session, exchange)?.ids.length !== 0) continue
    takes = true
    const found = await findByLabel(session, base)
    if (found) return found
  }
  return takes
    ? insufficient(
        because.data,
        phrase`no record is found by its name, title, description or brand: which fields search looks at is unknown`,
      )
    : notApplicable(because.absent, phrase`no documented list takes search`)
})

/** Resolves to true if the products take `search`. */
export async function takesSearch(session: Session): Promise<boolean> {
  if (session.run.omits('search')) return false
  try {
    return (await searchPlace(session)).base.address === (await products(session)).address
  } catch (error) {
    if (error instanceof Conclusion) return error.verdict !== 'notApplicable'
    throw error
  }
}

/** Ends a check that no list of clause 4.4 is searched for: none takes search, or their names tell nothing. */
export async function noSearch(session: Session): Promise<never> {
  await searchPlace(session)
  return notApplicable(because.data, phrase`no name in a list of clause 4.4 that takes search can be searched for`)
}

/** Labels of records, the likeliest first. Which fields `search` looks at is not stated. */
const labels = ['name', 'title', 'label', 'displayName', 'display_name', 'description', 'summary', 'brand']

async function findByLabel(session: Session, base: WalkedList): Promise<SearchPlace | undefined> {
  for (const label of labels) {
    const found = await findBy(session, base, label)
    if (found) return found
  }
  return undefined
}

async function findBy(session: Session, base: WalkedList, label: string): Promise<SearchPlace | undefined> {
  const named = base.ids.flatMap((id) => {
    const item = base.items.get(id)
    const name = memberOf(item, label)
    return typeof name === 'string' && name.length > 3 && /[\p{L}\p{N}]/u.test(name)
      ? [
          {
            id,
            name,
            label,
            middle: middleOf(
              name,
              textsIn(item).map(({ text }) => text),
            ),
          },
        ]
      : []
  })
  const isPlain = ({ name }: (typeof named)[number]) => /[a-z]/i.test(name) && isAscii(name)
  const candidate =
    named.find((entry) => entry.middle !== undefined && isPlain(entry) && entry.name.toLowerCase() !== entry.name) ??
    named.find((entry) => entry.middle !== undefined && isPlain(entry)) ??
    named.find((entry) => entry.middle !== undefined) ??
    named.find((entry) => isPlain(entry)) ??
    named[0]
  if (!candidate) return undefined
  for (const term of caseForms(candidate.name))
    if (await finds(session, base, { search: term }, candidate.id)) return { base, ...candidate }
  // A search may hide some records. Two more tell that from a search that does not look at this label.
  const others = named.filter((entry) => entry !== candidate && entry.middle !== undefined && isPlain(entry))
  for (const other of label === labels[0] ? session.run.rotation.some(others, 2) : [])
    if (await finds(session, base, { search: other.name }, other.id)) return { base, ...other }
  // An index of single words does not find a name of several.
  const word = wordsOf(candidate.name).find((part) => part.slice(1, -1) === candidate.middle)
  return word !== undefined && word !== candidate.name && (await finds(session, base, { search: word }, candidate.id))
    ? { base, ...candidate, name: word }
    : undefined
}

/** The result of looking for a record in a list. */
interface RecordSearch {
  /** Undefined when the list was too long to tell. */
  readonly found: boolean | undefined
  /** The answers that were looked at; the last may be no list. */
  readonly pages: readonly Exchange[]
}

/** Looks for a record in a list, page by page, once in a run. */
const look: Once<[base: WalkedList, query: Readonly<Record<string, string>>, id: string], RecordSearch> = once(
  async (session, base, query, id) => {
    const pages: Exchange[] = []
    let after: string | undefined
    while (pages.length < maxPages) {
      const exchange = await session.send({
        path: base.path,
        query: { ...query, limit: base.limit, starting_after: after },
      })
      pages.push(exchange)
      const page = pageOf(session, exchange)
      if (page?.ids.includes(id)) return { found: true, pages }
      if (!page || page.ids.length === 0 || page.ids.at(-1) === after) return { found: false, pages }
      after = page.ids.at(-1)
    }
    return { found: undefined, pages }
  },
  ({ address }, query, id) => [address, query, id],
)

/** Resolves to true if a list holds a record; undefined when it was too long to tell. */
export async function finds(
  session: Session,
  base: WalkedList,
  query: Readonly<Record<string, string>>,
  id: string,
): Promise<boolean | undefined> {
  return (await look(session, base, query, id)).found
}

/**
 * Returns true if a search finds a record; undefined when its list was too long to tell.
 * @throws Conclusion `fail` when it does not.
 */
export async function assertFinds(
  session: Session,
  { base, id, name }: Pick<SearchPlace, 'base' | 'id' | 'name'>,
  term: string,
): Promise<true | undefined> {
  const { found, pages } = await look(session, base, { search: term }, id)
  if (found !== false) return found
  const at = pages.at(-1)!
  const isList = pageOf(session, at) !== undefined
  return fail({
    expected: phrase`${id}, named ${json(name)}, for search=${json(term)} at ${base.address}`,
    got: isList ? phrase`a list without it` : answer(at),
    fact: isList ? { kind: 'missing', ids: [id], pages, at } : noListFact(at),
  })
}

/**
 * A walk of few records is cheap, but it takes a page or two of them. A list that was not walked to its end has more.
 */
const cost = (records: number, { complete }: WalkedList) => (complete && records < 5 ? 1_000_000 - records : records)

/** The whole list of a search, walked once in a run. */
const searchWalk = once(
  (session, { path, limit }: WalkedList, search: string) =>
    walkForward(session, {
      call: { path, query: { search } },
      maxPages,
      ...(limit === undefined ? {} : { limit }),
    }),
  ({ address }, search) => [address, search],
)

/** How many names should have a word, so that those of a few records alone are not all that it finds. */
const several = 6

/**
 * A word that several names have, the records that show it, and what a search for it finds; undefined where no word is
 * in two names. The seed chooses the word.
 */
export async function searchOfSeveral(
  session: Session,
  { base, label }: SearchPlace,
): Promise<{ readonly search: string; readonly named: readonly string[]; readonly walk: ListWalk } | undefined> {
  const byWord = new Map<string, string[]>()
  for (const id of base.ids) {
    const words = wordsOf(asText(memberOf(base.items.get(id), label))).filter((word) => word.length > 2)
    for (const word of new Set(words.map((part) => part.toLowerCase()).filter(isAscii)))
      byWord.set(word, [...(byWord.get(word) ?? []), id])
  }
  const most = Math.min(base.pageSize, Math.max(...[...byWord.values()].map(({ length }) => length)))
  const fitting = [...byWord].filter(([, { length }]) => length >= Math.min(several, most) && length <= most)
  const [chosen] = session.run.rotation.some(fitting, 1)
  if (!chosen || chosen[1].length < 2) return undefined
  const [search, named] = chosen
  return { search, named, walk: await searchWalk(session, base, search) }
}

/** A search and a filter. */
export interface SearchAndFilter {
  readonly search: string
  /** The whole list of that search. */
  readonly walk: ListWalk
  readonly filter: ChosenValue
}

/** How many searches are walked for one that tells, and how many names give words to search for. */
const triedSearches = 4
const namesWithWords = 200

/**
 * Words of the names of records, and whole names that several have: in a long list, only their searches have few
 * records. The newest records may all be made by hooks, so those of the filter give words, too.
 */
function wordsBeside(names: ReadonlyMap<string, string>, filter: ChosenValue): readonly string[] {
  const first = [...names.values()].slice(0, 2 * namesWithWords)
  const ofFilter = [...filter.ids].slice(0, namesWithWords).map((id) => names.get(id) ?? '')
  return [
    ...new Set([
      ...first.filter((name, place) => first.indexOf(name) !== place),
      ...[...first.slice(0, namesWithWords), ...ofFilter].flatMap((name) =>
        wordsOf(name).filter((word) => word.length > 2),
      ),
    ]),
  ]
}

/** The words without their last letter, where three are left. */
const beginningsOf = (words: readonly string[]): readonly string[] => [
  ...new Set(words.filter((word) => word.length > 3 && isAscii(word)).map((word) => word.slice(0, -1))),
]

/**
 * A search and a filter whose lists differ, so that the list of both differs from either. The search has few records,
 * and was walked to its end.
 * @throws Conclusion `insufficientEvidence` when the records show no such pair.
 */
export async function searchAndFilter(session: Session, { base, label }: SearchPlace): Promise<SearchAndFilter> {
  const names = new Map(base.ids.map((id) => [id, asText(memberOf(base.items.get(id), label)).toLowerCase()]))
  const values = await valuesToTry(session)
  const known = new Map<string, readonly string[]>()
  const idsOf = (word: string): readonly string[] => {
    const ids = known.get(word) ?? base.ids.filter((id) => names.get(id)!.includes(word))
    known.set(word, ids)
    return ids
  }
  const fitting = (filter: ChosenValue, words: readonly string[]) =>
    words
      .map((word) => ({ word, ids: idsOf(word) }))
      .sort((left, right) => cost(left.ids.length, base) - cost(right.ids.length, base))
      .find(
        ({ ids }) =>
          ids.some((id) => filter.ids.has(id)) && ids.some((id) => !filter.ids.has(id)) && ids.length < base.ids.length,
      )?.word
  const searched = new Set<string>()
  for (const filter of [...values.map(([first]) => first!), ...values.flatMap((list) => list.slice(1))]) {
    const words = wordsBeside(names, filter)
    // Where no whole word tells, such as a number of its own in each name, the beginning of one may.
    const search = fitting(filter, words) ?? fitting(filter, beginningsOf(words))
    if (search === undefined) continue
    searched.add(search)
    if (searched.size > triedSearches) break
    const walk = await searchWalk(session, base, search)
    if (
      walk.complete &&
      walk.ids.some((id) => filter.ids.has(id)) &&
      walk.ids.some((id) => !filter.ids.has(id)) &&
      [...filter.ids].some((id) => !walk.ids.includes(id))
    )
      return { search, walk, filter }
  }
  return insufficient(because.data, phrase`no word of the names tells search and a filter together from either alone`)
}

/**
 * The results of a search of the products, as one more filter; none when no search is known to differ from the filters.
 */
export async function searchValues(session: Session): Promise<readonly ValueIds[]> {
  if (session.run.omits('search')) return []
  try {
    const place = await searchPlace(session)
    if (place.base.address !== (await products(session)).address) return []
    const { search, walk } = await searchAndFilter(session, place)
    return [{ name: 'search', value: search, ids: new Set(walk.ids) }]
  } catch (error) {
    if (error instanceof Conclusion) return []
    throw error
  }
}

/** How many names give terms, and how many terms are searched for. */
const namesWithTerms = 200
const triedTerms = 3

/**
 * A brand, a category and a search that tell AND of the three from any two of them. Where no word of the names tells,
 * the beginning of one may: `search` is a partial match.
 */
export async function tripleBySearch(session: Session, base: WalkedList): Promise<Triple | undefined> {
  const place = await searchPlace(session)
  if (place.base.address !== base.address) return undefined
  const names = base.ids.map((id) => [id, asText(memberOf(base.items.get(id), place.label)).toLowerCase()] as const)
  const words = names.slice(0, namesWithTerms).flatMap(([, name]) => wordsOf(name).filter(isAscii))
  const terms = new Set([...words, ...words.map((word) => word.slice(0, 2)), ...words.map((word) => word.slice(0, 1))])
  const toldByNames = [...terms].filter((value) => {
    const ids = new Set(names.flatMap(([id, name]) => (name.includes(value) ? [id] : [])))
    return tellingTriple(base, [{ name: 'search', value, ids }]) !== undefined
  })
  for (const value of toldByNames.slice(0, triedTerms)) {
    const walk = await searchWalk(session, base, value)
    const triple = walk.complete && tellingTriple(base, [{ name: 'search', value, ids: new Set(walk.ids) }])
    if (triple) return triple
  }
  return undefined
}
