// Pages of a cursor that are wrong for a reason of their own: a limit, a search or a filter that is wrong there.
import { cursorParameters } from '../../catalogue/operations.ts'
import { because } from '../../conclusions/cause.ts'
import { fail, notApplicable } from '../../conclusions/conclusion.ts'
import { answer, phrase } from '../../conclusions/phrase.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { samePath } from '../../reading/id-forms.ts'
import { triedEnumFilters } from '../filters/enum-filters.ts'
import { pairPages } from '../filters/filter-pairs.ts'
import { quotedQuery } from '../filters/filters-checks.ts'
import { asTexts } from '../filters/pages-with-record.ts'
import { memberOf } from '../../reading/find-list.ts'
import { asText } from '../../reading/value-text.ts'
import { memberText } from '../lists/record-filters.ts'
import { noListFact } from '../lists/pages.ts'
import { otherPagedLists, pagedList, sameIds, type SentPage, sendPage } from '../lists/paging.ts'
import { noSearch } from '../filters/search.ts'
import type { WalkedList } from '../lists/walked-list.ts'
import { wrongEdges } from './edges.ts'
import { searchedPage } from './searched-page.ts'
import type { Query } from '../lists/fewest-parameters.ts'

/** A page of a list that lacks records, or has others than it should. */
interface WrongPage {
  readonly list: WalkedList
  readonly query: Query
  readonly sent: SentPage
  readonly wanted: readonly string[]
}

/** The lists whose edges are looked at. */
async function edgedLists(session: Session): Promise<readonly WalkedList[]> {
  const main = await pagedList(session).catch(() => undefined)
  const lists = [...(main ? [main] : []), ...(await otherPagedLists(session).catch(() => []))]
  return lists.filter(({ ids }) => ids.length > 0)
}

/**
 * The wrong pages at the edges of lists, and of two filters at once.
 * @throws Conclusion `notApplicable` when no list has records.
 */
const wrongPages: Once<[], readonly WrongPage[]> = once(async (session) => {
  const lists = await edgedLists(session)
  if (lists.length === 0) notApplicable(because.data, phrase`no list of clause 4.4 that takes limit has records`)
  const found: WrongPage[] = []
  for (const list of lists)
    for (const direction of ['starting_after', 'ending_before'] as const)
      found.push(...(await wrongEdges(session, list, direction)))
  const pairs = await pairPages(session)
  return [...found, ...pairs.filter(({ sent, wanted }) => !sameIds(sent.ids, wanted))]
})

/**
 * Returns true if a page that ends inside its list lacks nothing but the records that are farthest from its cursor: it
 * is shorter than its limit.
 */
function isShort({ list, query, sent: { ids }, wanted }: WrongPage): boolean {
  const isForward = 'starting_after' in query
  const near = isForward ? wanted.slice(0, ids.length) : wanted.slice(-ids.length)
  const farthest = isForward ? wanted.at(-1) : wanted[0]
  const isAtEnd = farthest === (isForward ? list.ids.at(-1) : list.ids[0])
  return (
    ids.length > 0 && ids.length < wanted.length && wanted.length === query['limit'] && !isAtEnd && sameIds(ids, near)
  )
}

/** The page without its enum filters, where that is a list and the page itself is not. */
async function withoutEnums(session: Session, { list, query, sent }: WrongPage): Promise<SentPage | undefined> {
  const declared = (session.run.target.enumFilters ?? []).filter(({ path }) => samePath(path, list.address))
  const others = Object.fromEntries(
    Object.entries(query).filter(([name]) => !declared.some(({ parameter }) => parameter === name)),
  )
  if (sent.page || Object.keys(others).length === Object.keys(query).length) return undefined
  const alone = await sendPage(session, list, others)
  return alone.page ? alone : undefined
}

/** A page of a search that lacks a record which comes there for its whole name. */
interface LackingPage {
  readonly page: WrongPage
  readonly lacking: string
  /** True if the record comes for the text as its name has it, so that the case of the letters is why. */
  readonly isCase: boolean
}

/** Returns true if a record lies on the other side of the cursor of a page, or is that of the cursor. */
function isBeyondCursor({ list, query }: WrongPage, id: string): boolean {
  const place = list.placeOf(id)
  const { starting_after: after, ending_before: before } = query
  return (
    (after !== undefined && place <= list.placeOf(String(after))) ||
    (before !== undefined && place >= list.placeOf(String(before)))
  )
}

async function lackingPages(session: Session): Promise<readonly LackingPage[]> {
  const found: LackingPage[] = []
  const wrong = await wrongPages(session)
  const searches = await Promise.all((await edgedLists(session)).map((list) => searchedPage(session, list)))
  if (searches.every((search) => search === undefined)) await noSearch(session)
  for (const page of wrong) {
    const { list, query, sent, wanted } = page
    const lacking = wanted.find((id) => !sent.ids.includes(id))
    const search = String(query['search'] ?? '')
    // Records that another filter or the cursor should have kept out take the places of others.
    const isOther = sent.ids.some(
      (id) =>
        isBeyondCursor(page, id) ||
        Object.entries(query).some(([filter, value]) => (memberText(list.items.get(id), filter) ?? value) !== value),
    )
    if (search === '' || lacking === undefined || !sent.page || isOther) continue
    const comes = async (text: string, others: Query = query) =>
      (await sendPage(session, list, { ...others, search: text })).ids.includes(lacking)
    const name = asText(memberOf(list.items.get(lacking), 'name'))
    const at = name.toLowerCase().indexOf(search.toLowerCase())
    if (at < 0 || !(await comes(name))) continue
    // Where it comes beside itself as the cursor, the cursor does not count.
    const cursor = cursorParameters.find((parameter) => parameter in query)
    if (cursor !== undefined && (await comes(name, { ...query, [cursor]: lacking }))) continue
    const asIs = name.slice(at, at + search.length)
    found.push({ page, lacking, isCase: asIs !== search && (await comes(asIs)) })
  }
  return found
}

const failLackingPage = ({ page: { list, query, sent }, lacking }: LackingPage): never =>
  fail({
    expected: phrase`${lacking}, whose name has it as a part, for ${quotedQuery(asTexts(query))} at ${list.address}`,
    got: phrase`a list without it`,
    fact: { kind: 'missing', ids: [lacking], pages: [sent.exchange], at: sent.exchange },
  })

const common = {
  effect: 'read',
  needs: ['bearer'],
  onlyInFull: true,
  after: ['versions.current.path'],
} as const

/** Checks that tell why a page is wrong. */
export const nearerChecks: readonly Check[] = [
  defineCheck({
    id: 'cursors.limit.edges',
    ...common,
    mayRepeat: true,
    description:
      'Reads the pages at the edges of the versioned lists, and those of two filters at once: none that ends inside its list has fewer records than limit.',
    run: async (session) => {
      for (const page of await wrongPages(session)) {
        if (!isShort(page)) continue
        const { list, query, sent, wanted } = page
        fail({
          expected: phrase`${wanted.length} records for ${quotedQuery(asTexts(query))} at ${list.address}`,
          got: phrase`${sent.ids.length}`,
          fact: { kind: 'count', wanted: wanted.length, got: sent.ids.length, at: sent.exchange },
        })
      }
    },
  }),
  defineCheck({
    id: 'filters.enum-filters.pages',
    ...common,
    needs: ['bearer', 'enumFilters'],
    mayRepeat: true,
    description:
      'Reads the same pages: none is refused for a listed value of an enum filter, where it is served without the filter.',
    run: async (session) => {
      const wrong = await wrongPages(session)
      if (!(await triedEnumFilters(session)).some(({ lists }) => lists.some(({ list }) => list.walk?.ids.length)))
        notApplicable(because.data, phrase`no list with an enum filter has records of a listed value`)
      for (const page of wrong) {
        if (!(await withoutEnums(session, page))) continue
        const { list, query, sent } = page
        fail({
          expected: phrase`a list for ${quotedQuery(asTexts(query))} at ${list.address}, as without the enum filter`,
          got: answer(sent.exchange),
          fact: noListFact(sent.exchange),
        })
      }
    },
  }),
  defineCheck({
    id: 'filters.search-case.edges',
    ...common,
    mayRepeat: true,
    description:
      'Reads the same pages: none with a search lacks a record that comes there for the text as its name has it.',
    run: async (session) => {
      for (const page of await lackingPages(session)) if (page.isCase) failLackingPage(page)
    },
  }),
  defineCheck({
    id: 'filters.search-partial.edges',
    ...common,
    mayRepeat: true,
    description:
      'Reads the same pages: none with a search for a part of a name lacks a record that comes there for its whole name.',
    run: async (session) => {
      for (const page of await lackingPages(session)) if (!page.isCase) failLackingPage(page)
    },
  }),
]
