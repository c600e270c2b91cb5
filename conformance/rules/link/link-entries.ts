import { fail, insufficient } from '../../catalogue/verdict.ts'
import type { LinkEntry } from '../../reading/link-header.ts'
import { once } from '../../run/once.ts'
import type { Session } from '../../run/session.ts'
import type { Exchange } from '../../wire/exchange.ts'
import { legacyCredential } from '../paths.ts'
import {
  eventWalk,
  groupWalk,
  isOwn,
  keptLinkPage,
  type LinkPage,
  type LinkWalk,
  toAnotherOrigin,
  toLinkPage,
  urlOf,
} from './link-pages.ts'

/** The Link header of an answer, for a message. */
export function headerOf({ response }: Exchange): string {
  return response.headers['link'] === undefined ? 'no Link header' : `Link: ${response.headers['link']}`
}

/** @throws Conclusion `fail` when a page lacks one of the two entries. */
export function assertBothEntries(pages: readonly LinkPage[]): void {
  for (const page of pages) {
    const missing = (['previous', 'next'] as const).filter(
      (relation) => !page[relation] || !urlOf(page, page[relation]),
    )
    if (missing.length > 0)
      fail(
        `a Link header with the entries rel=previous and rel=next at ${page.exchange.request.url}`,
        `${headerOf(page.exchange)} (without ${missing.join(' and ')})`,
      )
  }
}

/** An entry of a Link header, with the page that carried it. */
export interface PlacedEntry {
  readonly page: LinkPage
  readonly entry: LinkEntry
  readonly relation: 'previous' | 'next'
}

/** Both entries of every page that was walked: of the events, and of the groups if a project is declared. */
export async function allEntries(session: Session): Promise<readonly PlacedEntry[]> {
  const { issueId, projectId } = session.run.target.samples ?? {}
  const walks = [
    ...(issueId === undefined ? [] : [await eventWalk(session)]),
    ...(projectId === undefined ? [] : [await groupWalk(session)]),
  ]
  const entries = walks
    .flatMap(({ pages }) => pages)
    .flatMap((page) =>
      (['previous', 'next'] as const).flatMap((relation) =>
        page[relation] ? [{ page, entry: page[relation], relation }] : [],
      ),
    )
  return entries.length > 0 ? entries : insufficient('no page of the walk has an entry in a Link header')
}

/** The cursor in the URL of an entry, decoded. */
export function cursorOf(page: LinkPage, entry: LinkEntry): string | undefined {
  return urlOf(page, entry)?.searchParams.get('cursor') ?? undefined
}

/** What rel=next of the last page of a walk leads to. */
export interface PageBeyond {
  /** The page whose rel=next says results=false. */
  readonly last: LinkPage
  /** What that rel=next leads to; undefined when it is not a list. */
  readonly beyond: LinkPage | undefined
  readonly exchange: Exchange
}

/** The page after the last one of a walk: of the events by default. */
export async function pageBeyond(session: Session, list: Promise<LinkWalk> = eventWalk(session)): Promise<PageBeyond> {
  const walk = await list
  const last = walk.pages.at(-1)!
  const url = walk.end === 'results=false' ? urlOf(last, last.next!) : undefined
  if (!url) insufficient(`the walk did not come to a page whose rel=next says results=false; it ended by: ${walk.end}`)
  if (!isOwn(session, url)) insufficient(toAnotherOrigin)
  const exchange = await answerBeyond(session, url.href)
  return { last, beyond: toLinkPage(session, exchange), exchange }
}

const answerBeyond = once((own, url: string) => own.send({ path: url, as: legacyCredential(own) }))

/** What an entry leads to; undefined when it is not a list, or has another origin. */
export async function pageAt(
  session: Session,
  page: LinkPage,
  entry: LinkEntry | undefined,
): Promise<LinkPage | undefined> {
  const url = entry && urlOf(page, entry)
  return url && isOwn(session, url) ? keptLinkPage(session, url.href) : undefined
}
