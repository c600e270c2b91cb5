import type { Exchange } from '../exchange.ts'
import type { Session } from '../session.ts'
import { fail, insufficient } from '../verdict.ts'
import type { LinkEntry } from './link-header.ts'
import { eventWalk, getLinkPage, type LinkPage, urlOf } from './link-pages.ts'

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

/** Both entries of every page that was walked. */
export function entriesOf(pages: readonly LinkPage[]): readonly { page: LinkPage; entry: LinkEntry; relation: string }[] {
  return pages.flatMap((page) => (['previous', 'next'] as const).flatMap((relation) => (page[relation] ? [{ page, entry: page[relation], relation }] : [])))
}

/** The cursor in the URL of an entry, decoded. */
export function cursorOf(page: LinkPage, entry: LinkEntry): string | undefined {
  return urlOf(page, entry)?.searchParams.get('cursor') ?? undefined
}

/** The page behind the last one: what rel=next of the last page leads to. */
export async function pageBehind(session: Session): Promise<{ last: LinkPage; behind: LinkPage }> {
  const walk = await eventWalk(session)
  const last = walk.pages.at(-1)!
  const url = last.next && urlOf(last, last.next)
  if (walk.end !== 'results=false' || !url) insufficient(`the walk did not reach the last page (${walk.end})`)
  return { last, behind: await session.fact('legacy events, behind the last page', (own) => getLinkPage(own, url.href)) }
}

/** A percent-encoded text as it reads; the text itself when it is not one. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
