import { type Exchange, summary } from '../exchange.ts'
import type { Credential, Session } from '../session.ts'
import { blocked, insufficient } from '../verdict.ts'
import { entryOf, type LinkEntry, parseLinkHeader } from './link-header.ts'
import { pageOf } from './lists.ts'

/** One page of a list with the Link header (clause 4.10). */
export interface LinkPage {
  readonly exchange: Exchange
  readonly ids: readonly string[]
  /** Undefined when there is no header, or none that can be read. */
  readonly entries: readonly LinkEntry[] | undefined
  readonly next: LinkEntry | undefined
  readonly previous: LinkEntry | undefined
}

/** The legacy credential that a target file declares; a Bearer token of the versioned API is the last resort. */
export function legacyCredential(session: Session): Credential {
  const { integrationToken, apiKey } = session.run.target.credentials ?? {}
  return integrationToken === undefined ? (apiKey === undefined ? 'bearer' : 'apiKey') : 'integrationToken'
}

/** Sends a request for one page. @throws Conclusion `blocked` when no list comes. */
export async function getLinkPage(session: Session, path: string): Promise<LinkPage> {
  const exchange = await session.send({ path, as: legacyCredential(session) })
  const page = pageOf(session, exchange)
  if (!page) blocked(`no list at ${path}: ${summary(exchange)}`)
  const header = exchange.response.headers['link']
  const entries = header === undefined ? undefined : parseLinkHeader(header)
  return { exchange, ids: page.ids, entries, next: entries && entryOf(entries, 'next'), previous: entries && entryOf(entries, 'previous') }
}

/** The address of an entry, resolved against the page that carried it. */
export function urlOf(page: LinkPage, entry: LinkEntry): URL | undefined {
  return URL.canParse(entry.target, page.exchange.request.url) ? new URL(entry.target, page.exchange.request.url) : undefined
}

export interface LinkWalk {
  readonly pages: readonly LinkPage[]
  readonly ids: readonly string[]
  /** How it ended: `results=false`, or why it could not go on. */
  readonly end: 'results=false' | 'no next entry' | 'repeats' | 'bound' | 'next leads elsewhere'
}

const maxPages = 12

/**
 * Follows rel=next until it says that the next page has no results. Bounded, and it stops where pages repeat: a
 * target whose cursors loop must not be walked for ever. It never leaves the target's origin.
 */
export async function walkLinks(session: Session, path: string): Promise<LinkWalk> {
  const pages: LinkPage[] = []
  const seen = new Set<string>()
  const walk = (end: LinkWalk['end']): LinkWalk => ({ pages, ids: pages.flatMap((page) => page.ids), end })
  for (let next = path; pages.length < maxPages; ) {
    const page = await getLinkPage(session, next)
    const repeats = pages.length > 0 && page.ids.length > 0 && page.ids.every((id) => seen.has(id))
    pages.push(page)
    for (const id of page.ids) seen.add(id)
    if (repeats) return walk('repeats')
    const url = page.next && urlOf(page, page.next)
    if (!page.next || !url) return walk('no next entry')
    if (page.next.parameters['results'] === 'false') return walk('results=false')
    if (url.origin !== new URL(session.run.baseUrl).origin) return walk('next leads elsewhere')
    next = url.href
  }
  return walk('bound')
}

/** The events of the declared issue, walked once in a run. */
export function eventWalk(session: Session): Promise<LinkWalk> {
  return session.fact('legacy events walk', (own) => walkLinks(own, eventsPath(own)))
}

export function eventsPath(session: Session): string {
  return `/0/issues/${session.run.target.samples?.issueId ?? ''}/events/`
}

export function groupsPath(session: Session): string {
  return `/0/projects/${session.run.target.samples?.projectId ?? ''}/groups/`
}

/** The walks of a target with more than one page of events. @throws Conclusion `insufficientEvidence` when there is only one. */
export async function severalPages(session: Session): Promise<LinkWalk> {
  const walk = await eventWalk(session)
  if (walk.pages.length < 2 && walk.end === 'results=false') insufficient('the issue of samples.issueId has one page of events; declare one with more than a page')
  return walk
}
