// The pages of the lists with the Link header (clause 4.10), and the pages that their entries lead to.
import { type DocumentedPath, type Path, toAddress } from '../../catalogue/operation-paths.ts'
import { because, type Cause, undeclared } from '../../conclusions/cause.ts'
import { blocked, type Failure, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { itemId } from '../../reading/find-list.ts'
import { endsAs, samePath } from '../../reading/id-forms.ts'
import { relativePath } from '../../reading/relative-path.ts'
import { findRelation, type LinkEntry, parseLinkCursor, parseLinkHeader } from '../../reading/link-header.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Run } from '../../judge/run.ts'
import type { Session } from '../../judge/session.ts'
import { type Exchange, toEvidence } from '../../conclusions/exchange.ts'
import { countPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { legacyAnswer } from '../shared-answers.ts'
import { noListCause, noListPhrase, readListPage } from '../lists/pages.ts'
import { eventsPath, groupsPath, legacyCredential } from '../paths.ts'
import { sortedJson } from '../../reading/same-json.ts'
import { type PageWalk, walkPages } from '../lists/walk-pages.ts'
import { requestsPhrase, type Similar } from '../similar.ts'

/** A list with the Link header. */
export interface LinkList {
  readonly name: 'events' | 'groups'
  /** The owner of the records. */
  readonly owner: 'issue' | 'project'
  /** The sample of the target file that its path needs. */
  readonly sample: 'issueId' | 'projectId'
  readonly path: (session: Session) => DocumentedPath
  /** The maximum number of pages to walk. */
  readonly mostPages: number
}

/** Enough for a few thousand records, with the page size of the documented example. */
const maxPages = 40

export const events: LinkList = {
  name: 'events',
  owner: 'issue',
  sample: 'issueId',
  path: eventsPath,
  mostPages: maxPages,
}
/** The events test long walks; a few pages of the groups are enough. */
export const groups: LinkList = {
  name: 'groups',
  owner: 'project',
  sample: 'projectId',
  path: groupsPath,
  mostPages: 5,
}

/** The lists that the target file declares. */
export const declaredLinkLists = ({ run }: Session): readonly LinkList[] =>
  [events, groups].filter(({ sample }) => run.target.samples?.[sample] !== undefined)

/** One page of a list with the Link header (clause 4.10). */
export interface LinkPage {
  /** The exchange without its JSON, so that many large pages are not held in memory. */
  readonly exchange: Exchange
  /** The keys of its records: the id, or the whole record if it has no id. */
  readonly ids: readonly string[]
  /** Undefined if the header is missing or cannot be parsed. */
  readonly entries: readonly LinkEntry[] | undefined
  readonly next: LinkEntry | undefined
  readonly previous: LinkEntry | undefined
}

/** The page in an answer; undefined if it contains no list. */
export function toLinkPage(session: Session, exchange: Exchange): LinkPage | undefined {
  const page = readListPage(session, exchange)
  if (!page) return undefined
  const header = exchange.response.headers['link']
  const entries = header === undefined ? undefined : parseLinkHeader(header)
  return {
    exchange: toEvidence(exchange),
    ids: page.items.map((item) => itemId(item) ?? sortedJson(item)),
    entries,
    next: entries && findRelation(entries, 'next'),
    previous: entries && findRelation(entries, 'previous'),
  }
}

/** Requests one page; undefined if the answer is not a list. */
export async function findLinkPage(session: Session, path: Path): Promise<LinkPage | undefined> {
  return toLinkPage(session, await session.send({ path, as: legacyCredential(session) }))
}

/** The answer to a request for one page, and the page in it. */
export interface LinkAnswer {
  readonly exchange: Exchange
  /** Undefined if the answer is not a list. */
  readonly page: LinkPage | undefined
}

/** Requests one page, once per run. */
export const cachedLinkAnswer: Once<[path: Path], LinkAnswer> = oncePerRun(async (session, path) => {
  const exchange = await legacyAnswer(session, path)
  return { exchange: toEvidence(exchange), page: toLinkPage(session, exchange) }
})

/** One page, requested once per run; undefined if the answer is not a list. */
export async function cachedLinkPage(session: Session, path: Path): Promise<LinkPage | undefined> {
  return (await cachedLinkAnswer(session, path)).page
}

/** The path of a list with a cursor that the kit made. */
export const cursorPath = (session: Session, { path }: LinkList, cursor: string): string =>
  `${toAddress(path(session), session.run.names)}?cursor=${cursor}`

/** The address of an entry, resolved against the page that carried it. */
export function resolveLink(page: LinkPage, entry: LinkEntry): URL | undefined {
  return URL.canParse(entry.target, page.exchange.request.url)
    ? new URL(entry.target, page.exchange.request.url)
    : undefined
}

/** The cursor in the URL of an entry, decoded. */
export function linkCursor(page: LinkPage, entry: LinkEntry): string | undefined {
  return resolveLink(page, entry)?.searchParams.get('cursor') ?? undefined
}

/** Returns true if an address may be requested: credentials are never sent to another origin. */
export function isOfTarget(session: Session, url: URL): boolean {
  return url.origin === new URL(session.run.baseUrl).origin
}

/**
 * Returns true if an address belongs to the list of a page. A target behind a proxy may use its public address with
 * another base; the resource is the same.
 */
export function staysOnList(session: Session, page: LinkPage, url: URL): boolean {
  const asked = page.exchange.request.url
  const { pathname } = new URL(asked)
  return isOfTarget(session, url)
    ? samePath(url.pathname, pathname)
    : endsAs(url.pathname, relativePath(session.run.baseUrl, asked) ?? pathname)
}

/** The end of a walk: rel=next with results=false, or the reason why it could not continue. */
export type WalkEnd =
  | 'resultsFalse'
  | 'noNextEntry'
  | 'repeats'
  | 'emptyPages'
  | 'pageLimit'
  | 'otherOrigin'
  | 'otherResource'
  | 'noList'

const ends: Readonly<Record<WalkEnd, { readonly words: Phrase; readonly cause: Cause }>> = {
  resultsFalse: { words: phrase`results=false`, cause: because.data },
  noNextEntry: { words: phrase`no next entry`, cause: because.absent },
  repeats: { words: phrase`it repeats`, cause: because.data },
  emptyPages: { words: phrase`empty pages`, cause: because.data },
  pageLimit: { words: phrase`the limit of pages`, cause: because.limit },
  otherOrigin: { words: phrase`another origin`, cause: because.absent },
  otherResource: { words: phrase`another resource`, cause: because.absent },
  noList: { words: phrase`no list`, cause: because.absent },
}

/** The end of a walk, for a message. */
export const walkEndPhrase = ({ end }: LinkWalk): Phrase => ends[end].words

/** The cause why the end of a walk leaves a check undecided. */
export const walkEndCause = ({ end, stopped }: LinkWalk): Cause => (stopped ? noListCause(stopped) : ends[end].cause)

/** The pages of a list that were walked by rel=next. */
export type LinkWalk = PageWalk<
  LinkPage,
  {
    readonly end: WalkEnd
    /** The answer that rel=next led to instead of a list. */
    readonly stopped?: Exchange
  }
>

/**
 * Follows rel=next until it announces a page without results. The walk is bounded, and stops if pages repeat or two
 * pages are empty, as the cursors of a target may loop. It never leaves the target's origin.
 * @param ask Requests a page. Default: a new request each time, as the list may have changed.
 * @throws Conclusion `blocked` when the first page is not a list.
 */
export function walkLinks(
  session: Session,
  path: Path,
  most: number = maxPages,
  ask: (path: Path) => Promise<Exchange> = (url) => session.send({ path: url, as: legacyCredential(session) }),
): Promise<LinkWalk> {
  return walkPages<LinkPage, Pick<LinkWalk, 'end' | 'stopped'>>(async (pages, fresh) => {
    const last = pages.at(-1)
    const url = last?.next && resolveLink(last, last.next)
    const end = last && findWalkEnd(session, pages, fresh, url, most)
    if (end) return { end }
    const exchange = await ask(url?.href ?? path)
    const page = toLinkPage(session, exchange)
    if (!page && !last) blocked(noListCause(exchange), noListPhrase(exchange, exchange.request.url), exchange)
    return page ?? { end: 'noList', stopped: exchange }
  })
}

/** The end of a walk after its last page; undefined if it continues. */
function findWalkEnd(
  session: Session,
  pages: readonly LinkPage[],
  fresh: readonly string[],
  url: URL | undefined,
  most: number,
): WalkEnd | undefined {
  const [before, last] = [pages.at(-2), pages.at(-1)!]
  // If the newest come first and one is created meanwhile, a last page of few records may repeat the page before it.
  if (url && last.next!.parameters['results'] === 'false') return 'resultsFalse'
  if (before && last.ids.length > 0 && fresh.length === 0) return 'repeats'
  if (!url) return 'noNextEntry'
  if (last.ids.length === 0 && before?.ids.length === 0) return 'emptyPages'
  if (!staysOnList(session, last, url)) return 'otherResource'
  if (!isOfTarget(session, url)) return 'otherOrigin'
  return pages.length === most ? 'pageLimit' : undefined
}

/** The number of groups that the run has created so far. The answers to its POSTs may show no id. */
export function groupsMade({ ledger }: Run): number {
  return ledger.entries.filter(({ operation }) => operation === 'groups.create').length
}

/** A list, walked once per run. The groups are walked before the run creates any. */
export const linkWalk: Once<[list: LinkList], LinkWalk & { readonly madeBefore: number }> = oncePerRun(
  async (session, { path, mostPages }) => {
    const madeBefore = groupsMade(session.run)
    return { ...(await walkLinks(session, path(session), mostPages, (url) => legacyAnswer(session, url))), madeBefore }
  },
  ({ name }) => name,
)

/** Repeats the walk: a record created in between may explain the first result. */
export const walkAgain = (session: Session, { path }: LinkList): Promise<LinkWalk> => walkLinks(session, path(session))

/** The pages whose rel=previous is followed: all but the first, or in a quick run one of them. */
export function pagesToLeave({ run }: Session, pages: readonly LinkPage[]): readonly LinkPage[] {
  return run.rotation.some(pages.slice(1), 1)
}

/** Ends the check: rel=next cannot be followed. */
export function leadsElsewhere(): never {
  return insufficient(
    undeclared('baseUrl'),
    phrase`rel=next leads to another origin, to which no credentials are sent; declare as baseUrl the address that the links name`,
  )
}

/** The target of rel=next of the last page of a walk. */
export interface PageBeyond {
  /** The page whose rel=next says results=false. */
  readonly last: LinkPage
  /** The list that rel=next leads to; undefined if the answer is not a list. */
  readonly beyond: LinkPage | undefined
  readonly exchange: Exchange
}

/**
 * The page after the last one of a walk.
 * @throws Conclusion `insufficientEvidence` if the walk did not reach its end; for the groups `notApplicable` if there
 * are too many.
 */
export async function pageBeyond(
  session: Session,
  { name, owner, sample }: LinkList,
  walk: LinkWalk,
): Promise<PageBeyond> {
  if (name === 'groups' && walk.end === 'pageLimit')
    notApplicable(
      because.limit,
      phrase`the ${owner} of samples.${sample} has more than ${countPhrase(walk.pages.length, 'page')} of ${name}`,
    )
  const last = walk.pages.at(-1)!
  const url = walk.end === 'resultsFalse' ? resolveLink(last, last.next!) : undefined
  if (!url)
    insufficient(
      walkEndCause(walk),
      phrase`the walk did not reach a page whose rel=next says results=false; it ended with ${walkEndPhrase(walk)}`,
    )
  if (!isOfTarget(session, url)) leadsElsewhere()
  const exchange = await legacyAnswer(session, url.href)
  return { last, beyond: toLinkPage(session, exchange), exchange }
}

/** The list that an entry leads to; undefined if the answer is not a list, or if the address has another origin. */
export async function followLink(
  session: Session,
  page: LinkPage,
  entry: LinkEntry | undefined,
): Promise<LinkPage | undefined> {
  const url = entry && resolveLink(page, entry)
  return url && isOfTarget(session, url) ? cachedLinkPage(session, url.href) : undefined
}

/** The Link header of an answer, or only its entry of a relation, for a message. */
export function linkHeaderPhrase({ response }: Exchange, relation?: LinkRelation): Phrase {
  const { link } = response.headers
  if (link === undefined) return phrase`no Link header`
  const entry = relation && link.split(/,\s*(?=<)/).find((part) => new RegExp(`rel="?${relation}\\b`).test(part))
  return phrase`Link: ${entry ?? link}`
}

/** A page, or the answer that came instead of one. */
type LinkedAnswer = Pick<LinkPage, 'exchange'>

/**
 * Fails for an entry of a Link header.
 * @param pages The page that carries the entry, and the answer that the entry led to, if that shows the failure.
 * @param got Default: the header.
 */
export function failLink(
  relation: LinkRelation,
  [from, to]: readonly [from: LinkedAnswer, to?: LinkedAnswer | undefined],
  expected: Phrase,
  got: Phrase = linkHeaderPhrase(from.exchange, relation),
  similar: Similar & { readonly got?: Phrase } = {},
): never {
  const at = to ? { from: from.exchange, at: to.exchange } : { at: from.exchange }
  return fail({ expected, got, fact: { kind: 'link', relation, ...at }, ...similar })
}

/** The most pages that are named. */
const mostNamed = 4

const pathOf = ({ exchange }: LinkPage): string => new URL(exchange.request.url).pathname

/** The cursor in the address of a page. */
export const cursorOf = ({ exchange }: LinkPage): string | undefined =>
  new URL(exchange.request.url).searchParams.get('cursor') ?? undefined

/** The cursor of a page, for a message: `cursor=0:100:0`. */
export const cursorName = (page: LinkPage): Phrase => {
  const cursor = cursorOf(page)
  return cursor === undefined ? phrase`the first page` : phrase`cursor=${cursor}`
}

/** The cursor of a requested page, as the condition of a failure. */
export const pageCondition = ({ request }: Exchange): Phrase | undefined => {
  const cursor = new URL(request.url).searchParams.get('cursor')
  return cursor === null ? undefined : phrase`with cursor=${cursor}`
}

/** The scheme of the credentials of a page. */
const schemeOf = ({ exchange }: LinkPage): string => exchange.request.headers['authorization']?.split(' ')[0] ?? 'no'

const pageKey = (page: LinkPage): string => `${schemeOf(page)} ${page.exchange.request.url}`

/** The pages of a list that are wrong, by their cursors, and those that are right. */
export function amongPages(
  pages: readonly LinkPage[],
  wrong: readonly LinkPage[],
): Pick<Similar, 'beside' | 'condition'> {
  const [all, wrongByKey] = [pages, wrong].map((some) => new Map(some.map((page) => [pageKey(page), page])))
  const right = [...all!.values()].filter((page) => !wrongByKey!.has(pageKey(page)))
  const isHere = (page: LinkPage) => pathOf(page) === pathOf(wrong[0]!)
  // The same pages may be right with other credentials.
  const urls = new Set(wrong.map(({ exchange }) => exchange.request.url))
  const isOfScheme = right.some(({ exchange }) => urls.has(exchange.request.url))
  const schemes = new Set((isOfScheme ? wrong : pages).map(schemeOf))
  const byScheme = isOfScheme ? phrase`with ${{ list: [...schemes] }} credentials` : undefined
  const rightHere = right.filter((page) => isHere(page) && schemes.has(schemeOf(page)))
  const cursors = [...new Map(wrong.filter(isHere).map((page) => [cursorOf(page), page])).values()]
  const isEvery = rightHere.length === 0 && cursors.length > 1
  const isNamed = cursors.length <= mostNamed && (rightHere.length > 0 || cursorOf(wrong[0]!) !== undefined)
  const named = cursors.map(({ exchange }) => pageCondition(exchange) ?? 'without a cursor')
  const place = isEvery ? phrase`on every page` : isNamed ? phrase`${{ list: named, between: ' or ' }}` : undefined
  // Another list narrows down only what is wrong on every page of this one.
  const elsewhere = Map.groupBy(rightHere.length > 0 ? [] : right, pathOf)
  return {
    condition: place && byScheme ? phrase`${place} ${byScheme}` : (place ?? byScheme),
    beside: requestsPhrase([
      ...rightHere.map(cursorName),
      ...Array.from(elsewhere, ([path, some]) => phrase`${countPhrase(some.length, 'page')} at ${path}`),
    ]),
  }
}

/** Words for a page whose rel=next goes back and whose rel=previous continues, by their cursors; none for any other. */
export function swappedEntries(
  pages: readonly LinkPage[],
  page: LinkPage,
): Pick<Failure, 'beside' | 'condition' | 'remedy' | 'symptom'> & { readonly got?: Phrase } {
  const cursorsOf = (of: LinkPage) =>
    linkRelations.map((relation) => (of[relation] && linkCursor(of, of[relation])) ?? '')
  const isSwapped = (of: LinkPage) =>
    cursorsOf(of)
      .map((cursor) => parseLinkCursor(cursor)?.isPrevious)
      .join() === '0,1'
  if (!isSwapped(page)) return {}
  const [previous, next] = cursorsOf(page) as [string, string]
  return {
    got: phrase`the cursor ${next} on rel=next, with is_prev=1, and ${previous} on rel=previous, with is_prev=0`,
    symptom: phrase`rel=next and rel=previous are swapped`,
    remedy: phrase`Swap the relations of the two entries.`,
    ...amongPages(pages, pages.filter(isSwapped)),
  }
}

/** The relations of the two entries. */
export const linkRelations = ['previous', 'next'] as const

/** The relation of an entry. */
export type LinkRelation = (typeof linkRelations)[number]

/** The entries of a page by their relations; the whole header if it cannot be read or an address is wrong. */
function presentEntries({ exchange, entries = [], previous, next }: LinkPage): Phrase {
  const relations = entries.map(({ parameters }) => phrase`rel=${parameters['rel'] ?? 'nothing'}`)
  return relations.length === 0 || (previous && next)
    ? linkHeaderPhrase(exchange)
    : phrase`a Link header with ${relations.length === 1 ? 'only ' : ''}${{ list: relations, between: ' and ' }}`
}

/**
 * `from` leads to them, and `condition` says for which requests they came.
 * @throws Conclusion `fail` when a page lacks one of the two entries.
 */
export function assertBothEntries(
  pages: readonly LinkPage[],
  { from, condition }: { readonly from?: LinkPage; readonly condition?: Phrase } = {},
): void {
  const missingOf = (page: LinkPage) =>
    linkRelations.filter((relation) => !page[relation] || !resolveLink(page, page[relation]))
  const wrong = pages.filter((page) => missingOf(page).length > 0)
  for (const page of wrong) {
    const missing = missingOf(page)
    if (missing.length > 0)
      failLink(
        missing[0]!,
        from ? [from, page] : [page],
        phrase`a Link header with the entries rel=previous and rel=next`,
        presentEntries(page),
        {
          ...amongPages(pages, wrong),
          ...(condition ? { condition } : {}),
          symptom:
            page.exchange.response.headers['link'] === undefined
              ? phrase`no Link header`
              : phrase`no ${{ list: missing.map((each) => phrase`rel=${each}`), between: ' or ' }}`,
        },
      )
  }
}
