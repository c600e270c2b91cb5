// Judges every list of clause 4.4, and every list with an enum filter, once per run.
import { cursorParameters, type CursorParameter } from '../../catalogue/operations.ts'
import type { RequirementId } from '../../catalogue/requirements.ts'
import { toDocumentedPath } from '../../catalogue/operation-paths.ts'
import { Conclusion, type Failure } from '../../conclusions/conclusion.ts'
import { answerPhrase, countPhrase, json, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { fallingOrder, isBare } from '../../reading/id-forms.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { otherPrefixes } from '../prefixes.ts'
import { coveringSet, queryFeatures } from './covering-set.ts'
import type { Query } from './fewest-parameters.ts'
import {
  findEnumFilters,
  type FoundSearch,
  isProducts,
  recordLabel,
  otherEnumPaths,
  examineSearch,
  findStringFilters,
  triedValues,
} from './list-filters.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { expectedIds, isPaging, type ListFilter, ListModel } from './list-model.ts'
import { listFailures } from './list-failures.ts'
import { listLag } from './list-lag.ts'
import { judgeNear, recordPages, type RecordPages } from './near-pages.ts'
import { defaultPageSize, noListFact, walkForward } from './pages.ts'
import { quotedQuery } from './page-failure.ts'
import { isFoundByCase, searchSymptom } from './search-terms.ts'
import { pagedList, pagesAtOnce, type SentPage, sendPage, sendPageAgain, takesLimit } from './paging.ts'
import {
  declaredLists,
  extendList,
  maxPages,
  plainList,
  type WalkedList,
  walkedList,
  walkLimit,
} from './walked-list.ts'
import { PageJudge } from './wrong-pages.ts'

/** A list that was judged. */
export interface JudgedList {
  readonly model: ListModel
  readonly judge: PageJudge
  /** The number of right pages that would have shown a mistake, by requirement. */
  readonly proven: ReadonlyMap<RequirementId, number>
  /** The requirements that a wrong page would have tested as well. */
  readonly hidden: ReadonlySet<RequirementId>
  readonly search: FoundSearch
  /** The string filters that the list does not support. */
  readonly ignoredFilters: readonly string[]
  /** The requirements that a page would have tested if it had shown more than newly created records. */
  readonly busy: ReadonlySet<RequirementId>
  /** For each filter, pages that contain one of its records. */
  readonly records: readonly RecordPages[]
}

/** Page sizes to request, one in each band that servers may handle differently; ten is the likeliest special case. */
const pageSizes = (usual: number) => [1, 2, 5, usual === 10 ? 12 : 10]

/** The limits to send: if a list accepts the smallest ones, those up to its largest pages are assumed to be accepted. */
async function limitsToSend(session: Session, list: WalkedList, usual: number): Promise<readonly number[]> {
  const { pageSize, limit: largest } = list
  const wanted = [
    ...pageSizes(usual),
    usual,
    ...(pageSize > 1.5 * usual ? [Math.floor((usual + pageSize) / 2)] : []),
    ...(largest === undefined ? [] : [largest]),
  ]
  const possible = [...new Set(wanted)].filter((size) => size > 0 && (size <= pageSize || size === largest))
  const takenOf = async (limits: readonly number[]) => {
    const taken = await Promise.all(limits.map(async (limit) => (await sendPage(session, list, { limit })).page))
    return limits.filter((_, place) => taken[place])
  }
  const [smallest, others] = [possible.slice(0, 2), possible.slice(2)]
  const taken = await takenOf(smallest)
  const further = session.run.quick ? [] : taken.length < smallest.length ? await takenOf(others) : others
  return [...taken, ...further].toSorted((left, right) => left - right)
}

/** Pages with fewer records than this are walked further, as ten of them contain little. */
const smallPage = 10
/** The maximum number of further pages to walk. */
const mostFurtherPages = { small: 150, large: 10 }

/** A list extended by the records after the pages that every check walks. */
async function extendWalk(session: Session, list: WalkedList): Promise<WalkedList> {
  if (list.complete || list.limit === undefined || session.run.quick) return list
  const { walk } = list
  const further = await walkForward(session, {
    call: { path: list.path },
    maxPages: list.pageSize < smallPage ? mostFurtherPages.small : mostFurtherPages.large,
    after: list.ids.at(-1)!,
    looksBeyond: true,
    walkedBefore: walk.pages.length,
    limit: list.limit,
  }).catch((error: unknown) => {
    // Other clients may have deleted the record after which the walk continues.
    if (error instanceof Conclusion && error.verdict === 'blocked') return undefined
    throw error
  })
  if (!further) return list
  return extendList(list, {
    ...further,
    pages: [...walk.pages, ...further.pages],
    items: [...walk.items, ...further.items],
    ids: [...walk.ids, ...further.ids],
  })
}

/** Returns true if a cursor led past the first page of a list: the list is paged, so limit is its page size. */
function isWalkedByCursor({ walk: { pages } }: WalkedList): boolean {
  const [first, second] = pages
  return first !== undefined && second !== undefined && second.ids.every((id) => !first.ids.includes(id))
}

/**
 * Resolves to true if the pages of a list can be predicted. If its walk is out of order, the records after another one
 * are unknown. A malformed id is rightly refused as a cursor.
 */
async function hasKnownPages(session: Session, list: WalkedList): Promise<boolean> {
  if (fallingOrder(list.ids) === undefined) return false
  const malformed = list.ids.find((id) => !isBare(id))
  return malformed === undefined || (await sendPage(session, list, { starting_after: malformed })).page !== undefined
}

/** The model of a list of clause 4.4, with its filters and limits. */
async function buildListModel(session: Session, list: WalkedList) {
  const usual = await defaultPageSize(session, list.path)
  const isPaged = isProducts(list.path) || isWalkedByCursor(list) || (await takesLimit(session, list))
  const limits =
    isPaged && list.ids.length > 2 && (await hasKnownPages(session, list))
      ? await limitsToSend(session, list, usual)
      : []
  const { filters: strings, ignoredFilters } = await findStringFilters(session, list)
  const enums = await findEnumFilters(session, list)
  const search = await examineSearch(session, list)
  const filters: readonly ListFilter[] = [...strings, ...enums, ...(search.filter ? [search.filter] : [])]
  return { model: new ListModel(list, filters, usual, limits), search, ignoredFilters }
}

/**
 * Judges a list of clause 4.4, the first one by more queries.
 * @param wrongAtFirst The only queries to repeat.
 */
async function judgeList(
  session: Session,
  walked: WalkedList,
  isFirst: boolean,
  wrongAtFirst?: readonly Query[],
): Promise<JudgedList> {
  const { model, search, ignoredFilters } = await buildListModel(session, await extendWalk(session, walked))
  const { list } = model
  const judge = new PageJudge(session, model)
  noteWalk(judge)
  const proven = new Map<RequirementId, number>()
  const hidden = new Set<RequirementId>()
  const prove = (requirement: RequirementId) => proven.set(requirement, (proven.get(requirement) ?? 0) + 1)
  if (search.lacking)
    await noteSearch(
      judge,
      search,
      await sendPage(session, list, {
        search: search.lacking.term,
        ...walkLimit(list),
      }),
    )
  for (const requirement of new Set(search.proves)) prove(requirement)
  if (search.unfound) await noteUnfound(judge, search.unfound)
  const listed = model.filters.flatMap(({ name, listed: values = [] }) =>
    values.slice(0, triedValues).map((value): Query => ({ [name]: value })),
  )
  const isKnown = (query: Query) =>
    !('search' in query) || model.filter('search')?.values.has(String(query['search'])) === true
  const suspects = wrongAtFirst?.every(isKnown) === true ? wrongAtFirst : undefined
  const records = suspects ? [] : await recordPages(judge, session.run.quick)
  if (isProducts(list.path) && list.ids.length > 2 && model.limits.length === 0 && (await hasKnownPages(session, list)))
    noteRefused(judge, await judge.ask({ limit: 1 }))
  const { quick, rotation } = session.run
  const known: readonly Query[] = [
    {},
    ...(quick ? walkQueries(model).slice(-1) : [...walkQueries(model), ...model.filters.flatMap(unusualValues)]),
    ...rotation.some(
      model.limits.slice(0, 2).map((limit): Query => ({ limit })),
      1,
    ),
    ...rotation.some(listed, 1),
    ...records.flatMap(({ pages, name, value }) => pages.map((page): Query => ({ ...page, [name]: value }))),
  ].filter(isKnown)
  const covering = suspects
    ? suspects.map((query) => ({ query, features: queryFeatures(model, query) }))
    : coveringSet(model, known, isFirst)
  const sure = known.length + 4
  const asked = suspects ? covering : [...covering.slice(0, sure), ...rotation.some(covering.slice(sure), 3)]
  for (const [place, cursor] of suspects ? [] : cursorParameters.entries())
    judge.prefixCursors(
      covering.map(({ query }) => query),
      cursor,
      otherPrefixes(session, place),
    )
  await eachAtOnce(asked, ({ query }) => judge.ask(query), pagesAtOnce)
  const busy = new Set<RequirementId>()
  const simplestFirst = asked.toSorted(
    (left, right) => Object.keys(left.query).length - Object.keys(right.query).length,
  )
  for (const { query, features } of simplestFirst) {
    const wrong = await judge.wrong(query)
    if (wrong) await judge.note(wrong)
    const { page, ids: met } = await judge.ask(query)
    // An answer without the expected records shows nothing, such as the refusal of a limit.
    if (!wrong && !page && expectedIds(model.expected(query)).length > 0) continue
    // Other clients created every record on the page, which shows nothing about the known records.
    if (!wrong && page && page.ids.length > 0 && met.length === 0) {
      for (const { requirement } of features) busy.add(requirement)
      continue
    }
    const isFiltered = features.length > 0 && Object.keys(query).some((name) => model.filter(name) !== undefined)
    if (!wrong && isFiltered) {
      prove('filters.absent')
      if (isProducts(list.path)) prove('products.list')
    }
    for (const requirement of new Set(features.map((feature) => feature.requirement)))
      if (wrong) hidden.add(requirement)
      else prove(requirement)
  }
  if (!suspects) await judgeNear(session, judge, search, records, prove)
  await noteNewer(
    session,
    judge,
    asked.map(({ query }) => query),
    search.unfound && { search: search.unfound.name },
  )
  return {
    judge,
    model,
    proven,
    hidden,
    search,
    ignoredFilters,
    records,
    busy,
  }
}

/**
 * Characters at which a service may split a value, or that it may treat as a pattern, decode twice, or compare in
 * another form.
 */
const unusual = [/[,%_]/, /[&+#;=?/\\'"]/, /[^ -~]/]

/** Queries with a value of a string filter for each kind of unusual character. */
function unusualValues({ name, kind, values }: ListFilter): readonly Query[] {
  const texts = kind === 'string' ? [...values.keys()].filter((value) => value.trim() === value) : []
  return unusual.flatMap((form) => {
    const value = texts.find((text) => form.test(text))
    return value === undefined ? [] : [{ [name]: value }]
  })
}

/** The pages of a walk with small pages, those across the end of a large page, and the last ones. */
function walkQueries({ list: { ids, path, pageSize, complete }, limits }: ListModel): readonly Query[] {
  const limit = isProducts(path) ? 3 : 8
  const after = (place: number, size: number): readonly Query[] =>
    ids[place] === undefined || size > pageSize ? [] : [{ limit: size, starting_after: ids[place] }]
  if (!limits.includes(2)) return []
  return [
    ...(isProducts(path) ? [1, 2, 3] : [1]).flatMap((page) => after(page * limit - 1, limit)),
    ...(pageSize < ids.length ? after(pageSize - 2, 4) : []),
    ...(complete && isProducts(path)
      ? [...after(ids.length - 3, 2), ...after(ids.length - 2, 1), ...after(ids.length - 1, 1)]
      : []),
  ]
}

/** Notes that every limit is refused, although the specification states that some value works. */
function noteRefused(judge: PageJudge, { exchange: at }: SentPage): void {
  const { address } = judge.model.list
  judge.mismatches.push({
    requirement: 'cursors.limit',
    query: { limit: 1 },
    kind: 'refused',
    failure: { expected: phrase`a page for some limit at ${address}`, got: answerPhrase(at), fact: noListFact(at) },
    shows: async (query) => ('limit' in query ? (await judge.ask(query)).page === undefined : undefined),
  })
}

/** Notes the mistakes that the walk of the list itself shows. */
function noteWalk(judge: PageJudge): void {
  const {
    model: { list, limits },
    mismatches,
  } = judge
  const { ids, walk } = list
  const repeated = walk.ids.find((id, place) => id !== '' && walk.ids.indexOf(id) !== place)
  const pages = walk.pages.map(({ exchange }) => exchange)
  if (repeated !== undefined && limits.length > 0) {
    const at = walk.pages.findLast((page) => page.ids.includes(repeated))!.exchange
    mismatches.push({
      requirement: 'cursors.complete',
      query: { limit: limits[0]! },
      kind: 'repeated',
      failure: {
        expected: phrase`each record once in a walk of ${list.address}`,
        got: phrase`${repeated} twice, ${repeatedPlaces(list, repeated)}`,
        symptom: phrase`an id twice in a walk`,
        fact: { kind: 'repeated', id: repeated, pages, at },
      },
    })
  }
  if (fallingOrder(ids)) return
  const place = ids.findIndex((id, index) => index > 0 && id > ids[index - 1]!)
  const [second, first] = ids.slice(place - 1) as [string, string]
  const page = walk.pages.find((candidate) => candidate.ids.includes(first))!
  const rises = ids.filter((id, index) => index > 0 && id > ids[index - 1]!).length
  mismatches.push({
    requirement: 'cursors.newest-first',
    query: {},
    kind: 'order',
    failure: {
      expected: phrase`ids in descending order from page to page of ${list.address}`,
      got:
        rises === ids.length - 1
          ? phrase`${first} after ${second}; the ids rise along the whole walk, oldest first`
          : phrase`${first} after ${second}, as records ${page.ids.indexOf(first)} and ${page.ids.indexOf(first) + 1} of a page of ${page.ids.length}; ${rises} of ${countPhrase(ids.length, 'id')} higher than the one before`,
      symptom:
        rises === ids.length - 1
          ? phrase`oldest first`
          : rises === 1
            ? phrase`records ${page.ids.indexOf(first)} and ${page.ids.indexOf(first) + 1} in the wrong order`
            : undefined,
      fact: page.ids.includes(second)
        ? { kind: 'order', first, second, at: page.exchange }
        : { kind: 'present', ids: [first], at: page.exchange },
    },
    // Without the limit and the cursor of the walk, another way to read the list may answer.
    shows: async (query) => {
      const met = (await judge.ask({ ...pagingOf(page.exchange), ...query })).ids
      return met.length > 2 ? fallingOrder(met) === undefined : undefined
    },
  })
}

/** The limit and the cursor of a request. */
const pagingOf = ({ request: { url } }: Exchange): Query =>
  Object.fromEntries([...new URL(url).searchParams].filter(([name]) => isPaging(name)))

/** The places of a record that a walk meets twice. */
function repeatedPlaces({ walk, limit }: WalkedList, id: string): Phrase {
  const places = walk.pages.flatMap(({ ids }, page) =>
    ids.includes(id) ? [phrase`record ${ids.indexOf(id) + 1} of ${ids.length} on page ${page + 1}`] : [],
  )
  const size = limit === undefined ? '' : phrase`, with limit=${limit}`
  return phrase`${{ list: places, between: ' and ' }} of ${walk.pages.length}${size}`
}

/** Notes a search that lacks a record. If it lacks it without `limit` too, that is the simpler request. */
async function noteSearch(judge: PageJudge, { lacking, label }: FoundSearch, limited: SentPage): Promise<void> {
  const { id, term, found, lost } = lacking!
  const texts = (searched: readonly string[]) => searched.map(json)
  const { list, usual } = judge.model
  const name = recordLabel(list, id, label!)
  const plain = await judge.ask({ search: term })
  const isWhole = plain.page !== undefined && plain.ids.length < usual
  const isFoundPlain = plain.ids.includes(id)
  const { exchange: at } = isWhole && !isFoundPlain ? plain : limited
  judge.noteMissing(
    isFoundByCase(term, found) ? 'filters.search-case' : 'filters.search-partial',
    isFoundPlain ? { search: term, ...pagingOf(at) } : { search: term },
    id,
    phrase`${id}, named ${json(name)}, for search=${json(term)} at ${list.address}, as for ${{ list: texts(found), between: ' and ' }}`,
    at,
    phrase`${isFoundPlain ? phrase` (right without limit)` : ''}${lost.length === 0 ? '' : phrase`, also for ${{ list: texts(lost), between: ' or ' }}`}`,
    { symptom: searchSymptom(name, found, [...lost, term]) },
  )
}

/**
 * Notes a record that search finds only together with its value of an enum filter: search must find it without the
 * filter too.
 */
async function noteUnfound(judge: PageJudge, { id, name }: NonNullable<FoundSearch['unfound']>): Promise<void> {
  const { list, filters } = judge.model
  for (const { name: parameter, kind, values } of filters) {
    const value = kind === 'enum' ? [...values].find(([, ids]) => ids.has(id))?.[0] : undefined
    if (value === undefined) continue
    const filtered = { search: name, [parameter]: value }
    if (!(await judge.ask(filtered)).ids.includes(id)) continue
    const query = { search: name }
    const { ids, exchange: at } = await judge.ask(query)
    if (ids.includes(id)) return
    judge.noteMissing(
      'filters.absent',
      query,
      id,
      phrase`${id} for ${quotedQuery(query)} at ${list.address}, as for ${quotedQuery(filtered)}`,
      at,
      '',
      {
        symptom: phrase`a record with ${parameter}=${json(value)} is missing without ${parameter}`,
        remedy: phrase`Do not filter by ${parameter} when it is absent.`,
      },
    )
    return
  }
}

/**
 * Notes records that appear as new only on pages with filters: the list without filters must show new records too.
 * @param unpredicted A query with an unknown page, on which any record may be unknown.
 */
async function noteNewer(
  session: Session,
  judge: PageJudge,
  queries: readonly Query[],
  unpredicted?: Query,
): Promise<void> {
  const { model } = judge
  const { list } = model
  const filtered = queries.filter((query) => model.filters.some(({ name }) => name in query))
  if (unpredicted) filtered.push(unpredicted)
  const isLate = async (ids: ReadonlySet<string>) => {
    const walk = await walkForward(session, { call: { path: list.path }, maxPages, ...walkLimit(list) })
    const isPassed = walk.complete || walk.ids.some((id) => list.places.has(id))
    return new Set(isPassed ? [...ids].filter((id) => !walk.ids.includes(id)) : [])
  }
  const isNewer = (id: string, query: Query) => list.isNewer(id) || (query === unpredicted && list.isSkipped(id))
  const newerOn = async (query: Query) => (await judge.ask(query)).page?.ids.filter((id) => isNewer(id, query)) ?? []
  const met = new Set((await Promise.all(filtered.map(newerOn))).flat())
  const missing = met.size === 0 ? met : await isLate(met)
  if (missing.size === 0) return
  // By then, every list shows created records.
  await session.run.time.sleep(listLag)
  const strays = await isLate(missing)
  for (const query of strays.size === 0 ? [] : filtered) {
    if (!(await newerOn(query)).some((id) => strays.has(id))) continue
    // By then, no list shows deleted records.
    await session.run.time.sleep(listLag)
    const { page, exchange: at } = await sendPageAgain(session, list, query)
    const ids = page?.ids.filter((id) => strays.has(id)) ?? []
    if (ids.length === 0) return
    judge.mismatches.push({
      requirement: isProducts(list.path) ? 'products.list' : 'filters.absent',
      query,
      kind: 'unknown',
      failure: {
        expected: phrase`only records of ${list.address} for ${quotedQuery(query)}`,
        got: phrase`also ${someIds(ids)}, which only the filters show`,
        fact: { kind: 'present', ids, at },
      },
    })
    return
  }
}

/** Judges only the enum filters of a list: for a list beyond clause 4.4, no paging is stated. */
async function judgeFilters(session: Session, list: WalkedList): Promise<JudgedList> {
  const filters = await findEnumFilters(session, list)
  // A value that records show tells less than a declared one.
  const most = session.run.target.enumFilters ? 1 : 2
  const tried = filters.map(({ listed = [] }) => session.run.rotation.some(listed.slice(0, triedValues), most))
  const isEnd = ({ listed = [] }: ListFilter, value: string) => value === listed[0] || value === listed.at(-1)
  // Pages without limit may be smaller than those of the walk: the largest of them shows how many records they have.
  const queries = filters.flatMap((filter, place) =>
    tried[place]!.filter((value) => isEnd(filter, value)).map((value): Query => ({ [filter.name]: value })),
  )
  const pages =
    list.limit === undefined ? [] : await Promise.all(queries.map((query) => sendPage(session, list, query)))
  const usual =
    list.limit === undefined ? list.pageSize : Math.max(1, ...pages.map(({ page }) => page?.ids.length ?? 0))
  const model = new ListModel(list, filters, usual, [])
  const judge = new PageJudge(session, model)
  const proven = new Map<RequirementId, number>()
  const hidden = new Set<RequirementId>()
  const asked: Query[] = []
  const look = async (name: string, query: Query, requirements: Iterable<RequirementId>) => {
    asked.push(query)
    const wrong = await judge.wrong(query)
    if (wrong) await judge.note(wrong, [name])
    for (const requirement of requirements)
      if (wrong) hidden.add(requirement)
      else proven.set(requirement, (proven.get(requirement) ?? 0) + 1)
  }
  for (const [place, filter] of filters.entries()) {
    const { name, values } = filter
    const telling = tried[place]!.filter(
      (value) => ![undefined, list.ids[0]].includes([...(values.get(value) ?? [])][0]),
    )
    const limitedValue = telling.find((value) => !isEnd(filter, value)) ?? telling[0]
    for (const value of tried[place]!) {
      const query = { [name]: value }
      const limited = { ...query, limit: 1 }
      // Such a list need not support limit.
      const isLimited = value === limitedValue && (await judge.ask(limited)).page?.ids.length === 1
      // Its record is not the first of the list, so it also shows that the value counts.
      if (isLimited) await look(name, limited, ['filters.paged', 'filters.enum-filters'])
      if (!isLimited || isEnd(filter, value))
        await look(
          name,
          query,
          queryFeatures(model, query).map(({ requirement }) => requirement),
        )
    }
  }
  if (session.run.quick) await noteNewer(session, judge, asked)
  return {
    judge,
    model,
    proven,
    hidden,
    search: { isTaken: false },
    ignoredFilters: [],
    records: [],
    busy: new Set(),
  }
}

/** The queries with wrong pages, by the address of the list. */
export type WrongQueries = ReadonlyMap<string, readonly Query[]>

export const wrongQueries = ({ lists }: Judgement): WrongQueries =>
  new Map(lists.map(({ model, judge }) => [model.list.address, judge.mismatches.map(({ query }) => query)]))

/** All judged lists, and the reasons why others were not judged. */
export interface Judgement {
  readonly lists: readonly JudgedList[]
  readonly failures: ReadonlyMap<RequirementId, Failure>
  readonly ended: readonly Conclusion[]
  /** The list for which paging is stated; undefined if it has too few records. */
  readonly main: WalkedList | undefined
  readonly whyNoMain: Conclusion | undefined
  /** True if only queries that were wrong at first were repeated. */
  readonly isRepeated: boolean
}

/**
 * Judges every list, once per run.
 * @param wrongAtFirst For another look: only these queries are repeated. Later calls get the same judgement without it.
 */
export const judgedLists: Once<[wrongAtFirst?: WrongQueries], Judgement> = oncePerRun(judgeLists, () => [])

async function judgeLists(session: Session, wrongAtFirst: WrongQueries = new Map()): Promise<Judgement> {
  const judged: (JudgedList | Conclusion)[] = []
  let [main, whyNoMain]: [WalkedList | undefined, Conclusion | undefined] = [undefined, undefined]
  const orEnd = async (place: number, judge: () => Promise<JudgedList>) => {
    try {
      judged[place] = await judge()
    } catch (error) {
      if (!(error instanceof Conclusion)) throw error
      judged[place] = error
    }
  }
  try {
    main = await pagedList(session)
  } catch (error) {
    if (!(error instanceof Conclusion)) throw error
    whyNoMain = error
  }
  const { quick, names } = session.run
  // A quick run judges only the first list whole.
  const documented = (await declaredLists(session)).toReversed().map((path, place) => async () => {
    const list = await walkedList(session, path)
    return quick && place > 0
      ? judgeFilters(session, list)
      : judgeList(session, list, place === 0, wrongAtFirst.get(list.address))
  })
  const others = otherEnumPaths(session).map(
    (path) => async () => judgeFilters(session, await plainList(session, toDocumentedPath('GET', path, names))),
  )
  const judges = quick ? documented : [...documented, ...others]
  await Promise.all(judges.map((judge, place) => orEnd(place, judge)))
  const lists = judged.filter((list): list is JudgedList => !(list instanceof Conclusion))
  return {
    lists,
    failures: await listFailures(
      lists.map(({ judge }) => judge),
      // A quick run needs its requests for other checks.
      !session.run.quick,
    ),
    ended: judged.filter((end): end is Conclusion => end instanceof Conclusion),
    main,
    whyNoMain,
    isRepeated: wrongAtFirst.size > 0,
  }
}

/** Resolves to true if a list gave a right page by a cursor with a prefix that clause 2.1 ignores. */
export async function hasRightPage(
  session: Session,
  address: string,
  cursor: CursorParameter,
  prefix: string,
): Promise<boolean> {
  const { lists } = await judgedLists(session)
  const judged = lists.find(({ model }) => model.list.address === address)
  return judged?.judge.rightPrefixes.has(`${cursor}=${prefix}`) === true
}
