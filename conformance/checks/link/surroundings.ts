// The pages that the entries of a walk lead to, and the views of other credentials.
import { because, undeclared } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, phrase } from '../../conclusions/phrase.ts'
import type { LinkEntry } from '../../reading/link-header.ts'
import type { Credential } from '../../judge/call.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { takesDsn } from '../../target/declarations.ts'
import { legacyCredential } from '../paths.ts'
import { chooseBoundaries } from './between-pages.ts'
import {
  walkEndCause,
  declaredLinkLists,
  walkEndPhrase,
  events,
  findLinkPage,
  groups,
  isOfTarget,
  cachedLinkPage,
  leadsElsewhere,
  type LinkList,
  type LinkPage,
  type LinkRelation,
  linkRelations,
  resolveLink,
  linkWalk,
  type LinkWalk,
  followLink,
  pageBeyond,
  pagesToLeave,
  staysOnList,
  toLinkPage,
} from './link-list.ts'

/** A page of a walk, requested again with another credential. */
export interface OtherView {
  readonly as: Credential
  readonly page: LinkPage
  /** The page of the walk. */
  readonly twin: LinkPage
}

/** The pages that the entries of a walk lead to, and the first pages for other credentials. */
export interface Surroundings {
  /** Pages that rel=previous leads to. */
  readonly back: readonly LinkPage[]
  /** The page after the last one, and those that its entries lead to. */
  readonly behind: readonly LinkPage[]
  /**
   * The page after the last one, requested again, if its rel=next leads to records of the walk: other clients may have
   * moved these past it.
   */
  readonly behindAgain: LinkPage | undefined
  readonly views: readonly OtherView[]
}

/** The pages that the entries of a list lead to, requested once per run. */
export const surroundings: Once<[list: LinkList], Surroundings> = oncePerRun(
  (session, list) => walkSurroundings(session, list),
  ({ name }) => name,
)

/**
 * The walk of a list. The run creates groups, which moves them, so all pages of groups that checks need are requested
 * before.
 */
export const initialWalk: Once<[list: LinkList], LinkWalk> = oncePerRun(
  async (session, list) => {
    const walk = await linkWalk(session, list)
    if (list !== groups) return walk
    await surroundings(session, list)
    for (const { path } of chooseBoundaries(session, list, walk)) await cachedLinkPage(session, path)
    return walk
  },
  ({ name }) => name,
)

/**
 * The walk of a list, if there is more than one page. @throws Conclusion `insufficientEvidence` if there is only one.
 */
export async function severalPages(session: Session, list: LinkList): Promise<LinkWalk> {
  const walk = await initialWalk(session, list)
  if (walk.pages.length > 1) return walk
  if (walk.end === 'resultsFalse')
    insufficient(
      undeclared(`samples.${list.sample}`),
      phrase`the ${list.owner} of samples.${list.sample} has one page of ${list.name}; declare one with more`,
    )
  if (walk.end === 'otherOrigin') leadsElsewhere()
  return insufficient(
    walkEndCause(walk),
    phrase`rel=next of the first page could not be followed: ${walk.stopped ? answerPhrase(walk.stopped) : walkEndPhrase(walk)}`,
    walk.stopped,
  )
}

async function walkSurroundings(session: Session, list: LinkList): Promise<Surroundings> {
  const walk = await linkWalk(session, list)
  const { pages } = walk
  const at = (page: LinkPage, entry: LinkEntry | undefined) => followListLink(session, page, entry)
  const back: (LinkPage | undefined)[] = []
  for (const page of new Set([pages[0], ...pagesToLeave(session, pages)]))
    if (page && (page !== pages[0] || page.previous?.parameters['results'] !== 'false'))
      back.push(await at(page, page.previous))
  const second = pages[1]
  const first = second && (await at(second, second.previous))
  if (first) back.push(await at(first, first.next))
  const behind: (LinkPage | undefined)[] = []
  if (walk.end === 'resultsFalse') {
    const { beyond } = (await pageBeyond(session, list, walk).catch(() => undefined)) ?? {}
    behind.push(beyond)
    if (beyond) for (const entry of [beyond.previous, beyond.next]) behind.push(await at(beyond, entry))
  }
  const isPage = (page: LinkPage | undefined): page is LinkPage => page !== undefined
  const beyondNext = behind[2]
  const isMet = beyondNext !== behind[0] && beyondNext?.ids.some((id) => walk.ids.includes(id)) === true
  return {
    back: back.filter(isPage),
    behind: behind.filter(isPage),
    behindAgain: isMet ? await findLinkPage(session, behind[0]!.exchange.request.url) : undefined,
    views: await otherViews(session, walk),
  }
}

async function followListLink(
  session: Session,
  page: LinkPage,
  entry: LinkEntry | undefined,
): Promise<LinkPage | undefined> {
  const url = entry && resolveLink(page, entry)
  return url && staysOnList(session, page, url) ? await followLink(session, page, entry) : undefined
}

/**
 * The declared credentials of other kinds than that of the walks that a list of the legacy API may accept. An
 * integration token is used exactly like a Bearer token (clause 5.4), so one of the two is enough.
 */
function otherCredentials(session: Session): readonly Credential[] {
  const { integrationToken, apiKey, dsn, token, oauth } = session.run.target.credentials ?? {}
  const usual = legacyCredential(session)
  const bearers = [integrationToken && 'integrationToken', (token ?? oauth) && 'bearer'] as const
  const bearer = usual === 'apiKey' || usual === 'dsn' ? bearers.find((name) => name) : undefined
  const others = [apiKey && 'apiKey', dsn && 'dsn', bearer] as const
  return others.flatMap((name) => (name && name !== usual ? [name] : []))
}

/**
 * A page of a walk for another credential. A refusal is accepted, as clause 5 does not state which credentials may see
 * a list.
 */
const answerAs: Once<[url: string, as: Credential], Exchange> = oncePerRun((session, url, as) =>
  session.send({ path: url, as, refusalStands: true }),
)

/**
 * True if a DSN gets the events, or if the target file says that it gets the groups. If the events are refused, the
 * groups are not requested: a target may count each refusal and lock out.
 */
const isDsnTaken: Once<[], boolean> = oncePerRun(async (session) => {
  const { target } = session.run
  if (target.samples?.issueId === undefined || takesDsn(target, ['projectId'])) return true
  const [page] = await linkWalk(session, events).then(
    ({ pages }) => pages,
    () => [],
  )
  const url = page?.exchange.request.url
  if (url === undefined || !isOfTarget(session, new URL(url))) return true
  return toLinkPage(session, await answerAs(session, url, 'dsn')) !== undefined
})

async function otherViews(session: Session, { pages }: LinkWalk): Promise<readonly OtherView[]> {
  if (session.run.gentle || session.run.quick) return []
  const views: OtherView[] = []
  for (const as of otherCredentials(session)) {
    if (as === 'dsn' && !(await isDsnTaken(session))) continue
    // An API key is bound to a project (clause 4.9), so a server may treat its requests differently.
    for (const twin of pages.slice(0, as === 'apiKey' ? 2 : 1)) {
      const { url } = twin.exchange.request
      if (!isOfTarget(session, new URL(url))) break
      const page = toLinkPage(session, await answerAs(session, url, as))
      if (!page) break
      views.push({ as, page, twin })
    }
  }
  return views
}

/** An entry of a Link header, with the page that carried it. */
export interface PlacedEntry {
  readonly page: LinkPage
  readonly entry: LinkEntry
  readonly relation: LinkRelation
}

/**
 * Both entries of every page of the declared lists: walked pages, pages that their entries lead to, and pages that
 * other credentials see.
 */
export async function allEntries(session: Session): Promise<readonly PlacedEntry[]> {
  const pages: LinkPage[] = []
  for (const list of declaredLinkLists(session)) {
    const walked = await initialWalk(session, list)
    const { back, behind, views } = await surroundings(session, list)
    pages.push(...walked.pages, ...back, ...behind, ...views.map(({ page }) => page))
  }
  const entries = pages.flatMap((page) =>
    linkRelations.flatMap((relation) => (page[relation] ? [{ page, entry: page[relation], relation }] : [])),
  )
  return entries.length > 0
    ? entries
    : insufficient(because.absent, phrase`no page of the walk has an entry in a Link header`)
}
