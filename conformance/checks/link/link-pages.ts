import type { Path } from '../../catalogue/operation-paths.ts'
import { because, type Cause, undeclared } from '../../conclusions/cause.ts'
import { blocked, insufficient } from '../../conclusions/conclusion.ts'
import { idOf } from '../../reading/find-list.ts'
import { endsAs, samePath } from '../../reading/id-forms.ts'
import { pathBehind } from '../../reading/path-behind.ts'
import { entryOf, type LinkEntry, parseLinkHeader } from '../../reading/link-header.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Run } from '../../judge/run.ts'
import type { Session } from '../../judge/session.ts'
import { type Exchange, toEvidence } from '../../conclusions/exchange.ts'
import type { Fact } from '../../conclusions/fact.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { legacyAnswer } from '../shared-answers.ts'
import { noListCause, noListPhrase, pageOf } from '../lists/pages.ts'
import { eventsPath, groupsPath, legacyCredential } from '../paths.ts'
import { sortedJson } from '../../reading/same-json.ts'

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
export interface LinkWalk {
  readonly pages: readonly LinkPage[]
  readonly ids: readonly string[]
  readonly end: WalkEnd
  /** The answer that rel=next led to instead of a list. */
  readonly stopped?: Exchange
}

/** Enough for a few thousand records, with the page size of the documented example. */
const maxPages = 40
/** Pages of groups that are walked: the events show the rest. */
export const maxGroupPages = 5

/**
 * Follows rel=next until it says that the next page has no results. It is bounded, and stops when pages repeat or two
 * pages are empty, as the cursors of a target may loop. It never leaves the target's origin.
 * @param ask Asks for a page. Default: anew, as the list may have changed.
 * @throws Conclusion `blocked` when the first page is not a list.
 */
export async function walkLinks(
  session: Session,
  first: Exchange,
  most: number = maxPages,
  ask: (url: string) => Promise<Exchange> = (path) => session.send({ path, as: legacyCredential(session) }),
): Promise<LinkWalk> {
  const pages: LinkPage[] = []
  const seen = new Set<string>()
  const walk = (end: WalkEnd, stopped?: Exchange): LinkWalk => ({
    pages,
    ids: pages.flatMap((page) => page.ids),
    end,
    ...(stopped ? { stopped } : {}),
  })
  for (let exchange = first; ;) {
    const page = toLinkPage(session, exchange)
    if (!page && pages.length === 0)
      blocked(noListCause(exchange), noListPhrase(exchange, exchange.request.url), exchange)
    if (!page) return walk('noList', exchange)
    const repeats = pages.length > 0 && page.ids.length > 0 && page.ids.every((id) => seen.has(id))
    const emptyAgain = page.ids.length === 0 && pages.at(-1)?.ids.length === 0
    pages.push(page)
    for (const id of page.ids) seen.add(id)
    const url = page.next && linkUrlOf(page, page.next)
    // Where the newest come first and one is created meanwhile, a last page of few records may repeat the page before.
    if (page.next && url && page.next.parameters['results'] === 'false') return walk('resultsFalse')
    if (repeats) return walk('repeats')
    if (!page.next || !url) return walk('noNextEntry')
    if (emptyAgain) return walk('emptyPages')
    if (!staysAt(session, page, url)) return walk('otherResource')
    if (!isOfTarget(session, url)) return walk('otherOrigin')
    if (pages.length === most) return walk('pageLimit')
    exchange = await ask(url.href)
  }
}

/** The events of the declared issue, walked once in a run. */
export const eventWalk: Once<[], LinkWalk> = once(async (session) =>
  walkLinks(session, await legacyAnswer(session, eventsPath(session)), maxPages, (url) => legacyAnswer(session, url)),
)

/** How many groups the run had created when it walked them. Ask before the walk. */
export const groupsMadeBefore: Once<[], number> = once(async ({ run }) => groupsMade(run))

/** How many groups the run has created so far. The answers to its POSTs may show no id. */
export function groupsMade({ ledger }: Run): number {
  return ledger.entries.filter(({ operation }) => operation === 'groups.create').length
}

/** The groups of the declared project, walked before the run creates any. */
export const groupWalk: Once<[], LinkWalk> = once(async (session) => {
  await groupsMadeBefore(session)
  return await walkLinks(session, await legacyAnswer(session, groupsPath(session)), maxGroupPages, (url) =>
    legacyAnswer(session, url),
  )
})

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

/** The fact that a record is on the pages of a walk more than once. */
export function repeatedLinkFact({ pages }: LinkWalk, id: string): Fact {
  const at = pages.findLast(({ ids }) => ids.includes(id))!.exchange
  return { kind: 'repeated', id, pages: pages.map(({ exchange }) => exchange), at }
}

/** The walk of events, if there is more than one page. @throws Conclusion `insufficientEvidence` when there is not. */
export async function severalPages(session: Session): Promise<LinkWalk> {
  const walk = await eventWalk(session)
  if (walk.pages.length > 1) return walk
  if (walk.end === 'resultsFalse')
    insufficient(
      undeclared('samples.issueId'),
      phrase`the issue of samples.issueId has one page of events; declare one with more`,
    )
  if (walk.end === 'otherOrigin') leadsElsewhere()
  return insufficient(
    causeOf(walk),
    phrase`rel=next of the first page could not be followed: ${walk.stopped ? answer(walk.stopped) : endOf(walk)}`,
    walk.stopped,
  )
}
