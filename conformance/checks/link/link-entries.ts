import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { LinkEntry } from '../../reading/link-header.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { legacyAnswer } from '../shared-answers.ts'
import {
  causeOf,
  endOf,
  eventWalk,
  isOfTarget,
  keptLinkPage,
  leadsElsewhere,
  type LinkPage,
  type LinkWalk,
  toLinkPage,
  linkUrlOf,
} from './link-pages.ts'

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

/** The cursor in the URL of an entry, decoded. */
export function cursorOf(page: LinkPage, entry: LinkEntry): string | undefined {
  return linkUrlOf(page, entry)?.searchParams.get('cursor') ?? undefined
}

/** The target of rel=next of the last page of a walk. */
export interface PageBeyond {
  /** The page whose rel=next says results=false. */
  readonly last: LinkPage
  /** The list that rel=next leads to; undefined when it is not a list. */
  readonly beyond: LinkPage | undefined
  readonly exchange: Exchange
}

/** The page after the last one of a walk: of the events by default. */
export async function pageBeyond(session: Session, list: Promise<LinkWalk> = eventWalk(session)): Promise<PageBeyond> {
  const walk = await list
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

/** @throws Conclusion `fail` when what rel=next of the last page leads to is not a list. */
export function assertListBeyond({ last, beyond, exchange }: PageBeyond, expected: Phrase): LinkPage {
  return (
    beyond ??
    fail({
      expected,
      got: answer(exchange),
      fact: { kind: 'link', relation: 'next', from: last.exchange, at: exchange },
    })
  )
}

/** @throws Conclusion `fail` when the page after the last of a walk has records that the walk did not visit. */
export function assertNothingLeft({ pages, ids }: LinkWalk, beyond: LinkPage, expected: Phrase): void {
  const known = new Set(ids)
  const left = beyond.ids.filter((id) => !known.has(id))
  if (left.length === 0) return
  const walked = pages.map(({ exchange }) => exchange)
  fail({
    expected,
    got: phrase`${left.length} after it, such as ${left[0]!}`,
    fact: { kind: 'missing', ids: left, pages: walked, foundOn: beyond.exchange, at: walked.at(-1)! },
  })
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
