// The pages of the lists with the Link header (clause 4.10), and what their entries lead to.
import { type DocumentedPath, type Path } from '../../catalogue/operation-paths.ts'
import { because, type Cause, undeclared } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { idOf } from '../../reading/find-list.ts'
import { endsAs, samePath } from '../../reading/id-forms.ts'
import { pathBehind } from '../../reading/path-behind.ts'
import { entryOf, type LinkEntry, parseLinkHeader } from '../../reading/link-header.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Run } from '../../judge/run.ts'
import type { Session } from '../../judge/session.ts'
import { type Exchange, toEvidence } from '../../conclusions/exchange.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { legacyAnswer } from '../shared-answers.ts'
import { noListCause, noListPhrase, pageOf } from '../lists/pages.ts'
import { eventsPath, groupsPath, legacyCredential } from '../paths.ts'
import { sortedJson } from '../../reading/same-json.ts'
import { type PageWalk, walkPages } from '../lists/walk-pages.ts'

/** A list with the Link header. */
export interface LinkList {
  readonly name: 'events' | 'groups'
  /** What has them. */
  readonly owner: 'issue' | 'project'
  /** The member of the target file that declares what stands in its path. */
  readonly sample: 'issueId' | 'projectId'
  readonly path: (session: Session) => DocumentedPath
  /** Pages that are walked. */
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
/** The events show how many pages are walked; a few of the groups are enough. */
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
  /** Without its JSON, as a walk of many large pages must not be held in memory. */
  readonly exchange: Exchange
  /** The keys of its records: the id, or the whole record if it shows no id. */
  readonly ids: readonly string[]
  /** Undefined when there is no header, or it cannot be read. */
  readonly entries: readonly LinkEntry[] | undefined
  readonly next: LinkEntry | undefined
  readonly previous: LinkEntry | undefined
}

/** The page in an answer; undefined when there is no list in it. */
export function toLinkPage(session: Session, exchange: Exchange): LinkPage | undefined {
  const page = pageOf(session, exchange)
  if (!page) return undefined
  const header = exchange.response.headers['link']
  const entries = header === undefined ? undefined : parseLinkHeader(header)
  return {
    exchange: toEvidence(exchange),
    ids: page.items.map((item) => idOf(item) ?? sortedJson(item)),
    entries,
    next: entries && entryOf(entries, 'next'),
    previous: entries && entryOf(entries, 'previous'),
  }
}

/** Asks for one page; undefined when no list comes. */
export async function findLinkPage(session: Session, path: Path): Promise<LinkPage | undefined> {
  return toLinkPage(session, await session.send({ path, as: legacyCredential(session) }))
}

/** The answer to a request for one page, and the page in it. */
export interface LinkAnswer {
  readonly exchange: Exchange
  /** Undefined when no list came. */
  readonly page: LinkPage | undefined
}

/** Asks for one page, once in a run. */
export const keptLinkAnswer: Once<[path: Path], LinkAnswer> = once(async (session, path) => {
  const exchange = await legacyAnswer(session, path)
  return { exchange: toEvidence(exchange), page: toLinkPage(session, exchange) }
})

/** One page, asked for once in a run; undefined when no list comes. */
export async function keptLinkPage(session: Session, path: Path): Promise<LinkPage | undefined> {
  return (await keptLinkAnswer(session, path)).page
}

/** The address of an entry, resolved against the page that carried it. */
export function linkUrlOf(page: LinkPage, entry: LinkEntry): URL | undefined {
  return URL.canParse(entry.target, page.exchange.request.url)
    ? new URL(entry.target, page.exchange.request.url)
    : undefined
}

/** The cursor in the URL of an entry, decoded. */
export function cursorOf(page: LinkPage, entry: LinkEntry): string | undefined {
  return linkUrlOf(page, entry)?.searchParams.get('cursor') ?? undefined
}

/** Returns true if an address may be asked: credentials are never sent to another origin. */
export function isOfTarget(session: Session, url: URL): boolean {
  return url.origin === new URL(session.run.baseUrl).origin
}

/**
 * Returns true if an address belongs to the list of a page. A target behind a proxy may name its public address with
 * another base; the resource in it is the same.
 */
export function staysAt(session: Session, page: LinkPage, url: URL): boolean {
  const asked = page.exchange.request.url
  const { pathname } = new URL(asked)
  return isOfTarget(session, url)
    ? samePath(url.pathname, pathname)
    : endsAs(url.pathname, pathBehind(session.run.baseUrl, asked) ?? pathname)
}

/** How a walk ended: rel=next said results=false, or it could not go on. */
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

/** How a walk ended, for a message. */
export const endOf = ({ end }: LinkWalk): Phrase => ends[end].words

/** Why the end of a walk leaves something undecided. */
export const causeOf = ({ end, stopped }: LinkWalk): Cause => (stopped ? noListCause(stopped) : ends[end].cause)

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
 * Follows rel=next until it says that the next page has no results. It is bounded, and stops when pages repeat or two
 * pages are empty, as the cursors of a target may loop. It never leaves the target's origin.
 * @param ask Asks for a page. Default: anew, as the list may have changed.
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
    const url = last?.next && linkUrlOf(last, last.next)
    const end = last && endOfWalk(session, pages, fresh, url, most)
    if (end) return { end }
    const exchange = await ask(url?.href ?? path)
    const page = toLinkPage(session, exchange)
    if (!page && !last) blocked(noListCause(exchange), noListPhrase(exchange, exchange.request.url), exchange)
    return page ?? { end: 'noList', stopped: exchange }
  })
}

/** How a walk ends behind its last page; undefined where it goes on. */
function endOfWalk(
  session: Session,
  pages: readonly LinkPage[],
  fresh: readonly string[],
  url: URL | undefined,
  most: number,
): WalkEnd | undefined {
  const [before, last] = [pages.at(-2), pages.at(-1)!]
  // Where the newest come first and one is created meanwhile, a last page of few records may repeat the page before.
  if (url && last.next!.parameters['results'] === 'false') return 'resultsFalse'
  if (before && last.ids.length > 0 && fresh.length === 0) return 'repeats'
  if (!url) return 'noNextEntry'
  if (last.ids.length === 0 && before?.ids.length === 0) return 'emptyPages'
  if (!staysAt(session, last, url)) return 'otherResource'
  if (!isOfTarget(session, url)) return 'otherOrigin'
  return pages.length === most ? 'pageLimit' : undefined
}

/** How many groups the run has created so far. The answers to its POSTs may show no id. */
export function groupsMade({ ledger }: Run): number {
  return ledger.entries.filter(({ operation }) => operation === 'groups.create').length
}

/** A list, walked once in a run: the groups before the run creates any. */
export const linkWalk: Once<[list: LinkList], LinkWalk & { readonly madeBefore: number }> = once(
  async (session, { path, mostPages }) => {
    const madeBefore = groupsMade(session.run)
    return { ...(await walkLinks(session, path(session), mostPages, (url) => legacyAnswer(session, url))), madeBefore }
  },
  ({ name }) => name,
)

/** The same walk again: a record that was created in between may explain the first. */
export const walkAgain = (session: Session, { path }: LinkList): Promise<LinkWalk> => walkLinks(session, path(session))

/** The pages whose rel=previous is followed: the second, the last, and one that the seed chooses. */
export function pagesToLeave({ run }: Session, pages: readonly LinkPage[]): readonly LinkPage[] {
  return [...new Set([...pages.slice(1, 2), ...run.rotation.some(pages.slice(2, -1), 1), ...pages.slice(1).slice(-1)])]
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
  /** The list that rel=next leads to; undefined when it is not a list. */
  readonly beyond: LinkPage | undefined
  readonly exchange: Exchange
}

/**
 * The page after the last one of a walk.
 * @throws Conclusion `insufficientEvidence` when the walk did not come to its end; for the groups `notApplicable` when
 *   there are too many.
 */
export async function pageBeyond(
  session: Session,
  { name, owner, sample }: LinkList,
  walk: LinkWalk,
): Promise<PageBeyond> {
  if (name === 'groups' && walk.end === 'pageLimit')
    notApplicable(
      because.limit,
      phrase`the ${owner} of samples.${sample} has more than ${walk.pages.length} pages of ${name}`,
    )
  const last = walk.pages.at(-1)!
  const url = walk.end === 'resultsFalse' ? linkUrlOf(last, last.next!) : undefined
  if (!url)
    insufficient(
      causeOf(walk),
      phrase`the walk did not come to a page whose rel=next says results=false; it ended by: ${endOf(walk)}`,
    )
  if (!isOfTarget(session, url)) leadsElsewhere()
  const exchange = await legacyAnswer(session, url.href)
  return { last, beyond: toLinkPage(session, exchange), exchange }
}

/** The list that an entry leads to; undefined when it is not a list, or has another origin. */
export async function pageAt(
  session: Session,
  page: LinkPage,
  entry: LinkEntry | undefined,
): Promise<LinkPage | undefined> {
  const url = entry && linkUrlOf(page, entry)
  return url && isOfTarget(session, url) ? keptLinkPage(session, url.href) : undefined
}

/** The Link header of an answer, for a message. */
export function linkHeaderOf({ response }: Exchange): Phrase {
  const { link } = response.headers
  return link === undefined ? phrase`no Link header` : phrase`Link: ${link}`
}

/** @throws Conclusion `fail` when a page lacks one of the two entries. */
export function assertBothEntries(pages: readonly LinkPage[]): void {
  for (const page of pages) {
    const missing = (['previous', 'next'] as const).filter(
      (relation) => !page[relation] || !linkUrlOf(page, page[relation]),
    )
    if (missing.length > 0)
      fail({
        expected: phrase`a Link header with the entries rel=previous and rel=next at ${page.exchange.request.url}`,
        got: phrase`${linkHeaderOf(page.exchange)} (without ${{ list: missing, between: ' and ' }})`,
        fact: { kind: 'link', relation: missing[0]!, at: page.exchange },
      })
  }
}
