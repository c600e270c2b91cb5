// Repeats wrong pages with fewer parameters, until the remaining ones determine the requirement.
import { cursorParameters, type CursorParameter } from '../../catalogue/operations.ts'
import type { RequirementId } from '../../catalogue/requirements.ts'
import { type Failure, unlessConcluded } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { andList, json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { queryFeatures, requirementOfCursor, requirementOfFilter } from './covering-set.ts'
import { pageEdges } from './edges.ts'
import { fewestParameters, type Query, withoutParameters } from './fewest-parameters.ts'
import { queryCursor, type Difference, expectedIds, isPaging, type ListModel, filterValue } from './list-model.ts'
import { listLag } from './list-lag.ts'
import { alikeQueries, atPlaces, atSameEdges, neighbours, type Neighbours, type ShowsMistake } from './neighbours.ts'
import { isDistinguishable, producesPage, type Mistake, mistakesOf, replacingId, type WrongPage } from './mistakes.ts'
import { hiddenFact, isCounted, pageFailure } from './page-failure.ts'
import { walkForward } from './pages.ts'
import { pageRequirement } from './page-requirement.ts'
import { type SentPage, sendPage, sendPageAgain } from './paging.ts'
import { searchSymptom, searchTexts, showsText, textWith } from './search-terms.ts'
import { maxPages, walkLimit } from './walked-list.ts'

/** A wrong page with the requirement that it breaks. */
export interface Mismatch {
  readonly requirement: RequirementId
  readonly query: Query
  readonly kind: Difference['kind']
  readonly failure: Failure
  /** Similar pages that are right, and those that are wrong too. */
  readonly right?: readonly Phrase[]
  readonly wrong?: readonly Phrase[]
  /** The query with a value that the model knows in place of one that is only similar, or without it. */
  readonly plain?: Query
  /** Makes the text to search for, by which the mistake shows, from a text of a record. */
  readonly alter?: (text: string) => string | undefined
  /** The parameters that are essential to the query. */
  readonly kept?: readonly string[]
  /** The mistakes that may explain the page, the likeliest first. */
  readonly mistakes?: readonly Mistake[]
  /** Whether another page of the list shows the same mistake. Default: as its difference from the model tells. */
  readonly shows?: ShowsMistake
}

/** Searches for other texts of a record: those that find it, and those that do not. */
type OtherTexts = Pick<Required<Mismatch>, 'right' | 'wrong'> & Pick<Failure, 'symptom'>

/** A wrong page that shows a mistake best, the mistakes that may explain it, and the right page that excludes others. */
interface Clearest extends Required<Pick<Mismatch, 'mistakes'>> {
  readonly simplest: WrongPage
  readonly right?: Phrase
}

/** A page with wrong bounds may lack records, or have others, depending on the other parameters. */
const differenceKind = ({ kind }: Difference): Difference['kind'] =>
  kind === 'beyond' || kind === 'long' || kind === 'repeated' ? 'missing' : kind

/** The requirements of pages by their limit and cursor. */
const paging: ReadonlySet<RequirementId> = new Set(['cursors.limit', ...Object.values(requirementOfCursor)])

/** The number of lacking records to request again. */
const mostGone = 2

/** Requests pages of a list, and compares them with its model. */
export class PageJudge {
  readonly #session: Session
  readonly model: ListModel
  readonly mismatches: Mismatch[] = []
  /** The prefixed cursors with a right page, as `cursor=prefix`. */
  readonly rightPrefixes: Set<string> = new Set()
  readonly #prefixed = new Map<Query, string>()

  constructor(session: Session, model: ListModel) {
    this.#session = session
    this.model = model
  }

  /**
   * Writes a prefix before the cursor of queries that depend on it and have no filter, as far as there are prefixes:
   * clause 2.1 ignores them.
   */
  prefixCursors(queries: readonly Query[], cursor: CursorParameter, prefixes: readonly string[]): void {
    const { model } = this
    const right = (query: Query) => expectedIds(model.expected(query)).join()
    const telling = queries.filter(
      (query) =>
        cursor in query &&
        Object.keys(query).every(isPaging) &&
        right(query) !== '' &&
        right(query) !== right(withoutParameters(query, cursor)),
    )
    for (const [place, prefix] of prefixes.entries()) if (telling[place]) this.#prefixed.set(telling[place], prefix)
  }

  /** Requests a page, once per run. If it is wrong by a prefixed cursor, the page by the bare one counts. */
  async ask(query: Query): Promise<SentPage> {
    const { list } = this.model
    const prefix = this.#prefixed.get(query)
    const cursor = queryCursor(query)
    if (prefix !== undefined && cursor !== undefined) {
      const sent = await sendPage(this.#session, list, { ...query, [cursor]: `${prefix}${query[cursor]}` })
      if (sent.page && sent.ids.length > 0 && this.model.difference(query, sent.page) === undefined) {
        this.rightPrefixes.add(`${cursor}=${prefix}`)
        return sent
      }
    }
    return await sendPage(this.#session, list, query)
  }

  /** The page of a query, if it is wrong. */
  async wrong(query: Query): Promise<WrongPage | undefined> {
    const sent = await this.ask(query)
    const difference = this.model.difference(query, sent.page)
    // The specification does not state which limits are accepted.
    const { limit } = query
    if (difference?.kind === 'refused' && limit !== undefined && !(await this.ask({ limit })).page) return undefined
    return difference && { query, sent, difference }
  }

  /**
   * Notes a wrong page, with the fewest parameters that still reproduce it. A page with all parameters of a known
   * mistake repeats that mistake.
   * @param kept Parameters that are essential to the query.
   */
  async note(page: WrongPage, kept: readonly string[] = [], requirement?: RequirementId): Promise<void> {
    const mismatch = this.isKnown(page.query, page.difference.kind)
      ? undefined
      : await this.#examine(page, kept, requirement)
    if (mismatch) this.mismatches.push(mismatch)
  }

  /** The mismatch that a wrong page shows; undefined if it is known or the list has changed. */
  async #examine(
    page: WrongPage,
    kept: readonly string[],
    requirement: RequirementId | undefined,
  ): Promise<Mismatch | undefined> {
    const kind = differenceKind(page.difference)
    const query = await fewestParameters(page.query, kept, async (fewer) => {
      const wrong = await this.wrong(fewer)
      return wrong !== undefined && differenceKind(wrong.difference) === kind
    })
    const nearest = (await this.wrong(query)) ?? page
    const isFewer = nearest.query !== page.query
    if (isFewer && this.isKnown(query, nearest.difference.kind)) return undefined
    if (await this.#isMoved(query, nearest.difference)) return undefined
    const broken = requirement ?? (await pageRequirement(this.model, nearest, (other) => this.ask(other)))
    const isPlainer = broken.startsWith('cursors.') || broken === 'filters.and'
    const plain = (isPlainer ? await unlessConcluded(this.#withFewerFilters(nearest)) : undefined) ?? nearest
    // How search matches is not a matter of pages.
    const clearest = broken.startsWith('filters.search-') ? undefined : await unlessConcluded(this.#clearest(plain))
    const { simplest, mistakes, right } = clearest ?? { simplest: plain, mistakes: [], right: undefined }
    const failure = await this.#withStranger(simplest, pageFailure(this.model, simplest, kept, mistakes))
    const isLost = broken.startsWith('filters.search-') && simplest.difference.kind === 'missing'
    const texts = isLost ? await unlessConcluded(this.otherTexts(simplest.query, simplest.difference.ids)) : undefined
    const isHidden =
      simplest.difference.kind === 'unknown' && (broken === 'filters.absent' || failure.condition !== undefined)
    return {
      requirement: broken,
      query: simplest.query,
      kind: nearest.difference.kind,
      failure: {
        ...failure,
        ...(isHidden ? { fact: hiddenFact(this.model, simplest) } : {}),
        ...(texts?.symptom ? { symptom: texts.symptom } : {}),
      },
      // An enum filter by itself is judged by its other values too.
      kept: requirement === undefined ? [] : kept,
      right: [...(right ? [right] : []), ...(texts?.right ?? [])],
      wrong: texts?.wrong ?? [],
      mistakes: this.model.limits.length === 0 ? [] : mistakes,
    }
  }

  /**
   * The page at the same edge of the list with fewer filters, if it is wrong in the same way. The edge has another
   * cursor than that of the filtered list.
   */
  async #withFewerFilters({ query, difference }: WrongPage): Promise<WrongPage | undefined> {
    const names = Object.keys(query).filter((name) => !isPaging(name))
    if (queryCursor(query) === undefined || names.length === 0) return undefined
    const others = names.length === 1 ? [names] : [names, ...names.map((name) => names.filter((each) => each !== name))]
    for (const omitted of [...others, ...(names.length > 2 ? names.map((name) => [name]) : [])])
      for (const other of atSameEdges(this.model, withoutParameters(query, ...omitted), query)) {
        const wrong = await this.wrong(other)
        if (wrong && differenceKind(wrong.difference) === differenceKind(difference)) return wrong
      }
    return undefined
  }

  /**
   * The page with the same parameters on which the mistakes that may explain a wrong one differ most, if it is wrong in
   * the same way, and the mistakes that remain: first at the same edge of the list, then anywhere. At an edge, many
   * mistakes give the same page, and so they do on a page of one record.
   */
  async #clearest(wrong: WrongPage): Promise<Clearest> {
    const { model } = this
    const { query } = wrong
    const cursor = queryCursor(query)
    let [simplest, mistakes, right]: [WrongPage, readonly Mistake[], Query?] = [wrong, mistakesOf(model, wrong)]
    // A list without pages does not show whether a record is gone, so it is not asked again.
    for (const isAnywhere of model.limits.length === 0 ? [] : [false, true]) {
      const rate = (other: Query) => this.#rate(other, query, mistakes, isAnywhere)
      const [best = query] = this.#samePages(query, isAnywhere).toSorted((left, other) => rate(other) - rate(left))
      if (rate(best) <= rate(simplest.query)) continue
      const other = await this.wrong(best)
      if (other && differenceKind(other.difference) === differenceKind(wrong.difference)) {
        const found = mistakesOf(model, other).filter(
          (each) => !right || isDistinguishable(each, model, right) !== true,
        )
        const both = found.filter((each) => producesPage(each, model, simplest.query, simplest.difference.met))
        ;[simplest, mistakes] = [other, both.length > 0 ? both : found]
      } else if (!other && (await this.ask(best)).page) {
        const shows = (each: Mistake) => isDistinguishable(each, model, best) === true
        const isAnyLeft = !mistakes.every(shows)
        const left = mistakes.filter((each) => (isAnyLeft ? !shows(each) : (each.ignored ?? '') !== cursor))
        // The pages beside it show a page with the same limit too.
        const isTold = !isAnyLeft && best['limit'] === query['limit']
        if (left.length < mistakes.length && !isTold) right = best
        mistakes = left
      }
    }
    if (!right || cursor === undefined) return { simplest, mistakes }
    const size = right['limit'] === query['limit'] ? [] : [phrase`limit=${right['limit']!}`]
    const place = model.matching(right).ids.indexOf(String(right[cursor])) + 1
    return { simplest, mistakes, right: phrase`with ${andList([...size, phrase`${cursor} at record ${place}`])}` }
  }

  /** The pages with the same parameters, small ones and those in the middle of the list first. */
  #samePages(query: Query, isAnywhere: boolean): readonly Query[] {
    const { model } = this
    const cursor = queryCursor(query)
    const { ids } = model.matching(query)
    const fromMiddle = (other: Query) => Math.abs(ids.indexOf(String(other[cursor ?? ''])) - ids.length / 2)
    const sizes = query['limit'] === undefined ? [{}] : model.limits.map((limit) => ({ limit }))
    return sizes.flatMap((size) => {
      const other = { ...query, ...size }
      const pages = isAnywhere && cursor ? atPlaces(model, other, cursor) : atSameEdges(model, other, query)
      return pages.toSorted((left, right) => fromMiddle(left) - fromMiddle(right))
    })
  }

  /** Rates how well a page tells mistakes apart; 0 if it shows none of them. */
  #rate(query: Query, from: Query, mistakes: readonly Mistake[], isAnywhere: boolean): number {
    const { model } = this
    const expected = model.expected(query)
    const right = expectedIds(expected)
    const answers = mistakes.flatMap(({ page }) => page(model, query)?.join() ?? [])
    if (expected.isOpen || answers.every((answer) => answer === right.join())) return 0
    const sizes = [right.length, ...mistakes.map(({ page }) => page(model, query)?.length ?? 0)]
    const isInside = isAnywhere && expected.cursor !== undefined && pageEdges(expected).length === 0
    const points = [
      isInside,
      isInside,
      Math.max(...sizes) > 1,
      Math.min(...sizes) > 1,
      right.length === expected.size,
      query['limit'] === from['limit'],
    ]
    return 8 * new Set(answers).size + points.filter(Boolean).length
  }

  /** The failure with what shows that the record in place of another one is of another list. */
  async #withStranger({ difference }: WrongPage, failure: Failure): Promise<Failure> {
    const id = difference.kind === 'missing' ? replacingId(difference) : undefined
    if (id === undefined) return failure
    const { filters, usual, list } = this.model
    for (const { name } of filters) {
      const value = filterValue(list.items.get(id), name)
      const sent =
        value === undefined ? undefined : await unlessConcluded(this.ask({ [name]: value, ...walkLimit(list) }))
      if (!sent?.page || sent.page.ids.length >= (list.limit ?? usual)) continue
      if (sent.ids.includes(id)) return failure
      return {
        ...failure,
        got: phrase`${failure.got}; the list with only ${name}=${json(value)} does not show ${id}, which has it`,
        remedy: phrase`Show only records of this list: the other one may be of another list.`,
      }
    }
    return failure
  }

  /** Other texts of a lacking record to search for: which of them find it shows how search matches. */
  async otherTexts(query: Query, ids: readonly string[]): Promise<OtherTexts | undefined> {
    const term = String(query['search'])
    const candidates = ids.flatMap((id) => {
      const text = textWith(this.model.list.items.get(id), term)
      return text === undefined ? [] : [{ id, text }]
    })
    // A term amid a text and amid a word tells all ways of matching apart.
    const distinctTexts = ({ text }: { readonly text: string }) => searchTexts(text, term).length
    const [best] = candidates.toSorted((left, right) => distinctTexts(right) - distinctTexts(left))
    if (!best) return undefined
    const tried = await Promise.all(
      searchTexts(best.text, term).map(async (text) => {
        const { page, ids: met } = await this.ask({ ...query, search: text })
        const isFull = (page?.ids.length ?? 0) >= Number(query['limit'] ?? this.model.usual)
        return { text, isFound: met.includes(best.id), isOpen: isFull && !met.includes(best.id) }
      }),
    )
    const usable = tried.filter(({ isOpen, text }) => !isOpen && text !== term)
    const textsThat = (wanted: boolean) => usable.flatMap(({ isFound, text }) => (isFound === wanted ? text : []))
    const [found, lost] = [textsThat(true), textsThat(false)]
    const told = (texts: readonly string[]) =>
      texts.length === 0 ? [] : [phrase`with search=${andList(texts.map(json))}, for ${best.id}`]
    return { symptom: searchSymptom(best.text, found, [...lost, term]), right: told(found), wrong: told(lost) }
  }

  /** Notes a record that is missing from a page, although another answer shows that it belongs there. */
  noteMissing(
    requirement: RequirementId,
    query: Query,
    id: string,
    expected: Phrase,
    at: Exchange,
    needed: Phrase | '' = '',
    { symptom, remedy, right = [], wrong = [] }: Partial<OtherTexts> & Pick<Failure, 'remedy'> = {},
  ): void {
    this.mismatches.push({
      requirement,
      query,
      kind: 'missing',
      failure: {
        expected,
        got: phrase`a list without it${needed}`,
        fact: { kind: 'missing', ids: [id], pages: [at], at },
        symptom,
        remedy,
      },
      kept: ['search'],
      right,
      wrong,
      shows: (other) => this.#lacks(id, other),
    })
  }

  /** Resolves to true if a page that must have a record lacks it, to undefined if the record may be on another page. */
  async #lacks(id: string, query: Query): Promise<boolean | undefined> {
    const { list, filters, usual } = this.model
    const isOther = filters.some(
      ({ name, kind }) => kind !== 'search' && name in query && !this.model.matches(id, name, String(query[name])),
    )
    const cursor = queryCursor(query)
    const away = cursor === undefined ? 1 : list.placeOf(id) - list.placeOf(String(query[cursor]))
    if (isOther || (cursor === 'ending_before' ? away >= 0 : away <= 0)) return undefined
    const { page, ids } = await this.ask(query)
    if (ids.includes(id)) return false
    return page && page.ids.length < Number(query['limit'] ?? usual) ? true : undefined
  }

  /**
   * Resolves to true if the list has changed: the record of the cursor is gone, so the page is not specified, or a
   * record that the page lacks, or the records that only this page showed are now in the list, or gone from the page.
   */
  async #isMoved(query: Query, { kind, ids, wanted }: Difference): Promise<boolean> {
    const cursor = queryCursor(query)
    const lacking = kind === 'missing' ? ids : kind === 'refused' ? wanted : []
    const needed = [...(cursor === undefined ? [] : [String(query[cursor])]), ...lacking.slice(0, mostGone)]
    for (const id of needed) if (await this.#isGone(id)) return true
    if (kind !== 'unknown') return false
    const { list } = this.model
    const walk = await walkForward(this.#session, { call: { path: list.path }, maxPages, ...walkLimit(list) })
    if (ids.every((id) => walk.ids.includes(id))) return true
    // A lagging list still shows deleted records.
    await this.#session.run.time.sleep(listLag)
    const { page } = await sendPageAgain(this.#session, list, query)
    return !ids.some((id) => page?.ids.includes(id))
  }

  /**
   * Resolves to true if a record of the list was deleted: pages from two of the records before it show records on both
   * sides of its place, without it. A page that ends there shows that only if the list has new records: in a list that
   * nobody changes, it may lack its last ones. Without paging, there is no other page to ask.
   */
  async #isGone(id: string): Promise<boolean> {
    const { list, limits } = this.model
    if (limits.length === 0) return false
    // The cursor of an earlier look, unless it is beyond the end of this walk.
    if (!list.places.has(id)) return list.placeOf(id) < Infinity || list.complete
    const place = list.placeOf(id)
    let lacks = 0
    // Records before it may be deleted too, and their cursors refused.
    for (const steps of [2, 3, 4, 5, 6, 8, 12]) {
      const before = place < steps ? undefined : list.ids[place - steps]
      const { page, ids } = await sendPageAgain(this.#session, list, {
        ...walkLimit(list),
        starting_after: before,
      })
      const places = ids.map((other) => list.placeOf(other))
      if (page?.ids.includes(id)) return false
      const isBegun = before === undefined || places.some((other) => other < place)
      const isEnd = (page?.ids.length ?? Infinity) < list.pageSize
      const isPassed = places.some((other) => other > place) || (isEnd && (await this.#isLiving()))
      if (page && isBegun && isPassed && ++lacks === 2) return !(await this.#isShownBack(place))
      if (before === undefined) return lacks > 0 && !(await this.#isShownBack(place))
    }
    return false
  }

  /**
   * Resolves to true if a page before a cursor still shows the record at a place: then only pages after a cursor lack
   * it.
   */
  async #isShownBack(place: number): Promise<boolean> {
    const { list } = this.model
    const [id, older] = [list.ids[place]!, list.ids[place + 1]]
    if (older === undefined) return false
    const query = { ...walkLimit(list), ending_before: older }
    if (!(await sendPageAgain(this.#session, list, query)).ids.includes(id)) return false
    // A lagging list still shows deleted records.
    await this.#session.run.time.sleep(listLag)
    return (await sendPageAgain(this.#session, list, query)).ids.includes(id)
  }

  /** Resolves to true if the list has records that were created since its walk. */
  async #isLiving(): Promise<boolean> {
    const { page } = await sendPageAgain(this.#session, this.model.list, {})
    return page?.ids.some((id) => this.model.list.isNewer(id)) === true
  }

  /**
   * Whether a page shows a mistake of this list, or of another one. A page without records lacks none; one with fewer
   * parameters shows a mistake if it contains the records that the wrong page lacks.
   */
  async #shows(
    { query, failure: { fact }, mistakes = [], ...mismatch }: Mismatch,
    other: Query,
  ): Promise<boolean | undefined> {
    const { model } = this
    const told = mistakes
      .map((mistake) => isDistinguishable(mistake, model, other))
      .filter((each) => each !== undefined)
    if (told.length > 0) return told.includes(true) ? (await this.wrong(other)) !== undefined : undefined
    const { requirement } = mismatch
    if (Object.keys(other).length === 0 && Object.values<RequirementId>(requirementOfFilter).includes(requirement))
      return undefined
    const ids = expectedIds(model.expected(other))
    const lacking = fact.kind === 'missing' ? fact.ids : []
    // A full page with another cursor, or with none, shows whether the cursor plays a part.
    const cursor = cursorParameters.find((name) => requirementOfCursor[name] === requirement && !(name in other))
    const isFull = ids.length > 0 && ids.length >= expectedIds(model.expected(query)).length
    const isTested = queryFeatures(model, other).some(
      ({ requirement: tested }) => tested === requirement || (cursor !== undefined && isFull && paging.has(tested)),
    )
    const isTelling = isTested && (fact.kind !== 'missing' || ids.length > 0)
    const isPart = Object.entries(other).every(([name, value]) => query[name] === value)
    if (!isTelling && !(isPart && ids.some((id) => lacking.includes(id))))
      return Object.keys(other).join() === Object.keys(query).join()
        ? this.#showsWithOtherValue(mismatch.kind, fact, other)
        : undefined
    return (await this.wrong(other)) !== undefined
  }

  /** Whether another value of a filter is refused or ignored too, in a list whose records are not all known. */
  async #showsWithOtherValue(
    kind: Difference['kind'],
    fact: Failure['fact'],
    query: Query,
  ): Promise<boolean | undefined> {
    const { page } = await this.ask(query)
    if (kind === 'refused') return page === undefined
    const name = 'ignored' in fact ? fact.ignored : undefined
    if (name === undefined || isPaging(name) || !page || page.items.length === 0) return undefined
    if (page.items.every((item) => filterValue(item, name) === String(query[name]))) return false
    const { ids } = await this.ask(withoutParameters(query, name))
    return ids.join() === page.ids.join() ? true : undefined
  }

  /** The pages that differ from that of a mismatch in one parameter, and the condition that they show. */
  async narrow(mismatch: Mismatch): Promise<Neighbours> {
    const {
      query,
      plain = query,
      failure,
      kept = [],
      mistakes = [],
      shows = (other: Query) => this.#shows(mismatch, other),
    } = mismatch
    const { fact } = failure
    const involved = ('ids' in fact && fact.ids) || []
    const ignored = 'ignored' in fact ? fact.ignored : undefined
    const wrong = queryCursor(query) === undefined ? undefined : await this.wrong(query)
    const isEndKnown = wrong === undefined || isCounted(this.model, query, wrong.difference)
    const known = { query, plain, isEndKnown, kept, involved, ignored, shows, mistakes }
    const found = await neighbours(this.model, known)
    return {
      ...found,
      right: [...found.right, ...(mismatch.right ?? [])],
      wrong: [...found.wrong, ...(mismatch.wrong ?? [])],
    }
  }

  /** Whether a page with the parameters of another list's wrong page is wrong here; undefined if none could show it. */
  async showsAlike(judge: PageJudge, mismatch: Mismatch): Promise<boolean | undefined> {
    const { model } = judge
    // Only some lists are stated to be paged.
    if (this.model.limits.length === 0 && Object.keys(mismatch.query).some(isPaging)) return undefined
    const { mistakes = [] } = mismatch
    for (const query of alikeQueries(model, mismatch.query, this.model)) {
      if (mismatch.alter) {
        const verdict = await this.#showsAltered(mismatch.alter, query)
        if (verdict !== undefined) return verdict
        continue
      }
      // A search for a shorter text may be another matter.
      if (String(query['search']).length !== String(mismatch.query['search']).length) continue
      const verdict = await this.#shows(mismatch, query)
      if (verdict === undefined) continue
      if (!verdict && !mistakes.every((mistake) => isDistinguishable(mistake, this.model, query) !== false)) continue
      const wrong = verdict ? await this.wrong(query) : undefined
      return wrong && (await this.#isMoved(query, wrong.difference)) ? undefined : verdict
    }
    return undefined
  }

  /** Whether a search for an altered text finds a record that does not contain it. */
  async #showsAltered(alter: (text: string) => string | undefined, query: Query): Promise<boolean | undefined> {
    const search = alter(String(query['search']))
    const { ids: usual } = await this.ask(query)
    if (search === undefined || usual.length === 0) return undefined
    const { page, ids } = await this.ask({ ...query, search })
    return page && ids.some((id) => usual.includes(id) && !showsText(this.model.list.items.get(id), search))
  }

  /** Returns true if a known mistake shows with some of these parameters. */
  isKnown(query: Query, kind: Difference['kind']): boolean {
    return this.mismatches.some(
      (known) => known.kind === kind && (kind === 'order' || Object.keys(known.query).every((name) => name in query)),
    )
  }
}
