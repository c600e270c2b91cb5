import type { Exchange } from '../../conclusions/exchange.ts'
import type { LinkEntry } from '../../reading/link-header.ts'
import type { Credential } from '../../judge/call.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { takesDsn } from '../../target/declarations.ts'
import { legacyCredential } from '../paths.ts'
import { pageAt, pageBeyond } from './link-entries.ts'
import {
  eventWalk,
  findLinkPage,
  isOfTarget,
  type LinkPage,
  type LinkWalk,
  linkUrlOf,
  pagesToLeave,
  staysAt,
  toLinkPage,
} from './link-pages.ts'

/** A page of a walk, asked for again with another credential. */
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
  /** The page behind the last, and those that its entries lead to. */
  readonly behind: readonly LinkPage[]
  /**
   * The page behind the last once more, if rel=next of it leads to records of the walk: others may have moved these
   * behind it.
   */
  readonly behindAgain: LinkPage | undefined
  readonly views: readonly OtherView[]
}

/** Asks for all of them. Pages that were asked for before are not asked for again. */
export async function surroundingsOf(session: Session, walk: LinkWalk): Promise<Surroundings> {
  const { pages } = walk
  const at = (page: LinkPage, entry: LinkEntry | undefined) => pageWithin(session, page, entry)
  const back: (LinkPage | undefined)[] = []
  for (const page of new Set([pages[0], ...pagesToLeave(session, pages)]))
    if (page && (page !== pages[0] || page.previous?.parameters['results'] !== 'false'))
      back.push(await at(page, page.previous))
  const second = pages[1]
  const first = second && (await at(second, second.previous))
  if (first) back.push(await at(first, first.next))
  const behind: (LinkPage | undefined)[] = []
  if (walk.end === 'resultsFalse') {
    const { beyond } = (await pageBeyond(session, Promise.resolve(walk)).catch(() => undefined)) ?? {}
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
    views: await viewsOf(session, walk),
  }
}

async function pageWithin(
  session: Session,
  page: LinkPage,
  entry: LinkEntry | undefined,
): Promise<LinkPage | undefined> {
  const url = entry && linkUrlOf(page, entry)
  return url && staysAt(session, page, url) ? await pageAt(session, page, entry) : undefined
}

/**
 * The declared credentials of other kinds than that of the walks that a list of the legacy API may accept. An
 * integration token is used exactly like a Bearer token (clause 5.4), so one of the two tells for both.
 */
function otherCredentials(session: Session): readonly Credential[] {
  const { integrationToken, apiKey, dsn, token, oauth } = session.run.target.credentials ?? {}
  const usual = legacyCredential(session)
  const bearers = [integrationToken && 'integrationToken', (token ?? oauth) && 'bearer'] as const
  const bearer = usual === 'apiKey' || usual === 'dsn' ? bearers.find((name) => name) : undefined
  const others = [apiKey && 'apiKey', dsn && 'dsn', bearer] as const
  return others.flatMap((name) => (name && name !== usual ? [name] : []))
}

/** A page of a walk for another credential. A refusal stands, as clause 5 does not state who may see a list. */
const answerAs: Once<[url: string, as: Credential], Exchange> = once((session, url, as) =>
  session.send({ path: url, as, refusalStands: true }),
)

/**
 * True if a DSN gets the events, or the target file says that it gets the groups. Where the events are refused, the
 * groups are not asked for: a target may count each refusal, and lock out.
 */
const isDsnTaken: Once<[], boolean> = once(async (session) => {
  const { target } = session.run
  if (target.samples?.issueId === undefined || takesDsn(target, ['projectId'])) return true
  const [page] = await eventWalk(session).then(
    ({ pages }) => pages,
    () => [],
  )
  const url = page?.exchange.request.url
  if (url === undefined || !isOfTarget(session, new URL(url))) return true
  return toLinkPage(session, await answerAs(session, url, 'dsn')) !== undefined
})

async function viewsOf(session: Session, { pages }: LinkWalk): Promise<readonly OtherView[]> {
  if (session.run.gentle || session.run.quick) return []
  const views: OtherView[] = []
  for (const as of otherCredentials(session)) {
    if (as === 'dsn' && !(await isDsnTaken(session))) continue
    // An API key is bound to a project (clause 4.9), so that a server may treat each of its requests in another way.
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
