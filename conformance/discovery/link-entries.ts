import type { Exchange } from '../exchange.ts'
import type { Session } from '../session.ts'
import { fail, insufficient } from '../verdict.ts'
import type { LinkEntry } from './link-header.ts'
import { eventWalk, groupWalk, isOwn, legacyCredential, type LinkPage, toLinkPage, urlOf } from './link-pages.ts'

/** The Link header of an answer, for a message. */
export function headerOf({ response }: Exchange): string {
  return response.headers['link'] === undefined ? 'no Link header' : `Link: ${response.headers['link']}`
}

/** @throws Conclusion `fail` when a page lacks one of the two entries. */
export function assertBothEntries(pages: readonly LinkPage[]): void {
  for (const page of pages) {
    const missing = (['previous', 'next'] as const).filter((relation) => !page[relation] || !urlOf(page, page[relation]))
    if (missing.length > 0) fail(`a Link header with the entries rel=previous and rel=next at ${page.exchange.request.url}`, `${headerOf(page.exchange)} (without ${missing.join(' and ')})`)
  }
}

export interface PlacedEntry {
  readonly page: LinkPage
  readonly entry: LinkEntry
  readonly relation: 'previous' | 'next'
}

/** Both entries of every page that was walked: those of the events, and those of the groups where a project is declared. */
export async function allEntries(session: Session): Promise<readonly PlacedEntry[]> {
  const { issueId, projectId } = session.run.target.samples ?? {}
  const walks = [...(issueId === undefined ? [] : [await eventWalk(session)]), ...(projectId === undefined ? [] : [await groupWalk(session)])]
  const entries = walks.flatMap(({ pages }) => pages).flatMap((page) => (['previous', 'next'] as const).flatMap((relation) => (page[relation] ? [{ page, entry: page[relation], relation }] : [])))
  return entries.length > 0 ? entries : insufficient('no page of the walk has an entry in a Link header')
}

/** The cursor in the URL of an entry, decoded. */
export function cursorOf(page: LinkPage, entry: LinkEntry): string | undefined {
  return urlOf(page, entry)?.searchParams.get('cursor') ?? undefined
}

export interface PageBehind {
  /** The page whose rel=next says results=false. */
  readonly last: LinkPage
  /** What that rel=next leads to; undefined when it is no list. */
  readonly behind: LinkPage | undefined
  readonly exchange: Exchange
}

/** The page behind the last one: what rel=next of the last page leads to. */
export async function pageBehind(session: Session): Promise<PageBehind> {
  const walk = await eventWalk(session)
  const last = walk.pages.at(-1)!
  const url = last.next && urlOf(last, last.next)
  if (walk.end !== 'results=false' || !url) insufficient(`the walk did not come to a page whose rel=next says results=false; it ended by: ${walk.end}`)
  if (!isOwn(session, url)) insufficient('rel=next leads to another origin, to which no credentials are sent; declare as baseUrl the address that the links name')
  return session.fact('legacy events, behind the last page', async (own) => {
    const exchange = await own.send({ path: url.href, as: legacyCredential(own) })
    return { last, behind: toLinkPage(own, exchange), exchange }
  })
}
