import { toAddress } from '../../catalogue/operation-paths.ts'
import { because, undeclared } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { andList, countPhrase, phrase } from '../../conclusions/phrase.ts'
import { findObject, itemId } from '../../reading/find-list.ts'
import { parseLinkCursor } from '../../reading/link-header.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { callHook } from '../hooks.ts'
import {
  linkCursor,
  events,
  findLinkPage,
  isOfTarget,
  type LinkList,
  type LinkPage,
  resolveLink,
  type LinkWalk,
  pageBeyond,
  walkAgain,
} from './link-list.ts'
import { initialWalk } from './surroundings.ts'

/** Milliseconds before each round: a target may show a new event some seconds later. */
export const pollPauses: readonly number[] = [0, 200, 600, 1600, 2000]

/** The addresses at which a client polls for new records of a list. */
export interface PollAddresses {
  /** The page whose rel=next says results=false. */
  readonly last: LinkPage
  /** The addresses of rel=next of that page and of the empty page after it, and of rel=previous of the first page. */
  readonly urls: readonly string[]
  /**
   * The addresses of the first row that does not exist yet, and of the second row of the list, which lies within a
   * page. Defined only if rel=next of a partly filled last page counts whole pages: new records fill that page first,
   * so rel=next stays empty for a while.
   */
  readonly nextRow: { readonly row: string; readonly second: string } | undefined
}

/** The addresses to poll for new records of a list. @throws Conclusion if its end was not reached. */
export async function pollingAddresses(session: Session, list: LinkList, walk: LinkWalk): Promise<PollAddresses> {
  const { last, beyond } = await pageBeyond(session, list, walk)
  const first = walk.pages[0]!
  const ends = [
    [last, last.next],
    [beyond, beyond?.next],
    [first, first.previous],
  ] as const
  const urls = ends.flatMap(([page, entry]) => {
    const url = page && entry && resolveLink(page, entry)
    return url && isOfTarget(session, url) ? [url.href] : []
  })
  const cursor = last.next && parseLinkCursor(linkCursor(last, last.next) ?? '')
  const rows = walk.ids.length
  const at = (offset: number) =>
    `${session.run.baseUrl}${toAddress(list.path(session), session.run.names)}?cursor=${cursor!.identifier}:${offset}:0`
  return {
    last,
    urls: [...new Set(urls)],
    nextRow: cursor && cursor.offset > rows ? { row: at(rows), second: at(1) } : undefined,
  }
}

/** Polling by the cursors of empty pages (clause 4.10). */
export const linkPollingChecks: readonly DeclaredCheck[] = [
  {
    // Runs after the checks that walk: if the newest come first, a new event moves all others.
    effect: 'write',
    exclusive: true,
    needs: ['issueId', 'legacy', 'hook:createEvent'],
    id: 'link.polling.new-event',
    after: [
      'legacy.events.list',
      'link.both-entries.events',
      'link.both-entries.empty-page',
      'link.results.values',
      'link.results.next-false',
      'link.cursor-format.three-values',
    ],
    mayBeOpen: ['link.both-entries.empty-page', 'link.results.next-false', 'link.cursor-format.three-values'],
    description:
      'Creates an event by hooks.createEvent: it appears at rel=next of the last page or of the empty page after it, or at rel=previous of the first page, where it was not before. If the offset of rel=next counts a last page that is not full as a whole one, the cursor with the offset of the next row counts too.',
    run: async (session) => {
      const walk = await initialWalk(session, events)
      const { last, urls, nextRow } = await pollingAddresses(session, events, walk)
      const known = new Set(walk.ids)
      const looked: LinkPage[] = []
      const shows = async (url: string): Promise<boolean> => {
        const pages = await followNewPages(session, url, walk.ids)
        looked.push(...pages)
        return pages.some(({ ids }) => ids.some((id) => !known.has(id)))
      }
      const polled = new Set([...urls, ...(nextRow ? [nextRow.row] : [])])
      for (const url of polled)
        for (const { ids } of await followNewPages(session, url, walk.ids)) for (const id of ids) known.add(id)
      const created = await callHook(session, 'createEvent')
      for (const pause of pollPauses) {
        await session.run.time.sleep(pause)
        for (const url of polled)
          if (await shows(url))
            return url === nextRow?.row
              ? phrase`by the offset of the next row, as the last page was not full`
              : undefined
      }
      const byRows = nextRow && (await servesRows(session, nextRow.second, walk.ids[1]))
      if (nextRow && !byRows && (await shows(last.exchange.request.url)))
        insufficient(
          undeclared('samples.issueId'),
          phrase`the new event went to the last page, which was not full; declare an issue whose number of events fills its pages`,
        )
      // If the newest come last, a deleted event moves the new one to an earlier row.
      const walked = await walkAgain(session, events)
      const again = new Set(walked.ids)
      // A list that was empty and is empty again does not show whether the new event was deleted.
      const isDeleted = walk.ids.some((id) => !again.has(id)) || (walk.ids.length === 0 && again.size === 0)
      if (isDeleted || [...again].filter((id) => !known.has(id)).length > 1)
        insufficient(
          because.changed,
          phrase`events were ${isDeleted ? 'deleted' : 'created'} while this was checked; make sure that nobody else writes`,
        )
      failUnseen(events, { created, walk, looked, again: walked, known, last })
    },
  },
]

/** The last answer of each polled address. */
const lastAnswers = (looked: readonly LinkPage[]): readonly LinkPage[] => [
  ...new Map(looked.map((page) => [page.exchange.request.url, page])).values(),
]

const cursorOfRequest = ({ exchange }: LinkPage): string =>
  new URL(exchange.request.url).searchParams.get('cursor') ?? 'none'

/** The answers to polling for a new record. */
interface Unseen {
  /** The answer to its creation. */
  readonly created: Exchange
  /** The walk before it, and the one after the polling. */
  readonly walk: LinkWalk
  readonly again: LinkWalk
  readonly looked: readonly LinkPage[]
  /** The records that were there before. */
  readonly known: ReadonlySet<string>
  readonly last: LinkPage
}

/** Fails for a new record that none of the polled pages shows. */
export function failUnseen({ name }: LinkList, { created, walk, again, looked, known, last }: Unseen): never {
  const what = name.slice(0, -1)
  const isNew = (id: string): boolean => !known.has(id)
  const shownOn = again.pages[0]?.ids.some(isNew)
    ? phrase`the list without a cursor`
    : again.ids.some(isNew)
      ? phrase`a later page of a new walk`
      : undefined
  const cursors = lastAnswers(looked).map(cursorOfRequest)
  const { request, response } = created
  const id = itemId(findObject(response.json))
  const pages = looked.map(({ exchange }) => exchange)
  const at = pages.at(-1) ?? created
  return fail({
    expected: phrase`the new ${what} at rel=next of the last page, or at rel=previous of the first`,
    got: phrase`${shownOn ? phrase`only ${shownOn} shows` : phrase`neither these pages nor a walk of the whole list from its beginning show`} ${id ?? 'the new record'}, which ${request.method} ${new URL(request.url).pathname} created in addition to ${countPhrase(walk.ids.length, 'record')}; polled: ${cursors.length === 0 ? 'no address' : phrase`cursor=${andList(cursors)}`}`,
    symptom: shownOn ? phrase`polling does not find a new ${what}` : phrase`a new ${what} appears nowhere in the list`,
    beside: shownOn ? phrase`${shownOn}, which shows it` : undefined,
    remedy: shownOn
      ? undefined
      : phrase`Let the list show records that were created later, on its pages and by the cursors of empty pages.`,
    condition: shownOn && cursors.length > 0 ? phrase`with cursor=${{ list: cursors, between: ' or ' }}` : undefined,
    fact:
      id !== undefined && pages.length > 0
        ? { kind: 'missing', ids: [id], pages, at }
        : { kind: 'link', relation: 'next', from: last.exchange, at },
  })
}

/** The number of pages that other clients may have filled since the walk. */
const mostFilled = 20

/** The page at an address, and the following ones as long as they contain only records that were not walked before. */
async function followNewPages(session: Session, url: string, walked: readonly string[]): Promise<readonly LinkPage[]> {
  const pages: LinkPage[] = []
  const before = new Set(walked)
  for (let next: URL | undefined = new URL(url); next && isOfTarget(session, next) && pages.length < mostFilled;) {
    const page = await findLinkPage(session, next.href)
    if (!page) break
    pages.push(page)
    const isFilled = page.ids.length > 0 && !page.ids.some((id) => before.has(id))
    next = isFilled && page.next ? resolveLink(page, page.next) : undefined
  }
  return pages
}

/** Resolves to true if a cursor with the offset of a row within a page shows that row. */
async function servesRows(session: Session, url: string, row: string | undefined): Promise<boolean> {
  return row !== undefined && (await findLinkPage(session, url))?.ids.includes(row) === true
}
