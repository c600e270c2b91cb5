// Which URL a client takes for the next page (clause 4.10).
import { phrase, quoted } from '../../../conclusions/phrase.ts'
import {
  follows,
  type HandedLink,
  handedLinks,
  isLater,
  type LegacyPage,
  legacyPages,
  linksIn,
  pollsPrevious,
} from '../../evidence/links.ts'
import { withoutSlash } from '../../evidence/destinations.ts'
import { addressOf } from '../../evidence/read-request.ts'
import { repeatedPage } from '../../evidence/repeated-pages.ts'
import { endsWithPath } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import {
  type ClientCheck,
  defineClientCheck,
  during,
  type WrongRequest,
  type ClientConclusion,
  judgeEach,
  kept,
  neverDone,
  type WireRun,
} from '../define-client-check.ts'

const walks = during('walk-groups', 'walk-events', 'poll-events')

/** Parameters by which a client might go on in its own way. */
const counters = new Set('page p page_number pageNumber offset skip start row_offset after starting_after'.split(' '))

/** The next page is asked for at the URL of rel=next. */
export const linkNext: ClientCheck = defineClientCheck({
  id: 'client.link-next',
  requirement: 'client.link-next',
  consequenceOf: ['client.link-by-name', 'client.link-polls'],
  trap: 'The client asks for a further page of a legacy list. Its URL has a cursor that cannot be guessed, and more.',
  concerns: walks,
  judge(run) {
    const pages = legacyPages(run)
    const links = handedLinks(run)
    const further = new Map(
      pages.filter((page) => page.cursor !== undefined || isCounted(page, pages)).map((page) => [page.request, page]),
    )
    const judged = judgeEach([...further.keys()], phrase`No further page of a legacy list was asked for`, (request) =>
      urlFault(further.get(request)!, links),
    )
    if (judged.kind === 'broken' || run.task === undefined) return judged
    return stuck(pages, links) ?? judged
  },
})

/** Returns true if a request without a cursor asks for a further page by another parameter, as an offset. */
function isCounted(page: LegacyPage, pages: readonly LegacyPage[]): boolean {
  const before = pages.filter(
    ({ request, count }) =>
      count !== undefined &&
      withoutSlash(request.path) === withoutSlash(page.request.path) &&
      (request.answered ?? Infinity) < page.request.arrived,
  )
  return (
    before.length > 0 &&
    [...page.query].some(
      ([name, value]) => counters.has(name) && before.every(({ query }) => query.get(name) !== value),
    )
  )
}

function urlFault(page: LegacyPage, links: readonly HandedLink[]): WrongRequest | undefined {
  const { request, query, cursor } = page
  if (links.some((link) => follows(page, link))) return undefined
  const here = links.filter((link) => isLater(request, link) && endsWithPath(link.path, request.path))
  // A first request may begin with a cursor of its own, as 0:0:0.
  if (here.length === 0) return undefined
  const sameCursor = here.find((link) => link.cursor === cursor)
  const next = sameCursor ?? here.findLast(({ rel }) => rel === 'next') ?? here.at(-1)!
  const evidence = [...(next.from ? [next.from] : []), request]
  const missing = [...next.query].filter(([name, value]) => query.get(name) !== value)
  const pairs = { list: missing.map(([name, value]) => `${name}=${value}`), between: ' and ' } as const
  return {
    expected: phrase`the URL ${urlOf(next)}`,
    got: sameCursor ? phrase`${addressOf(request)}, without ${pairs}` : phrase`${addressOf(request)}`,
    fact: { kind: 'link', at: request, from: next.from },
    evidence,
  }
}

function urlOf({ path, query }: HandedLink): string {
  return `${path}?${decodeURIComponent(query.toString())}`
}

/** A page that comes again and again although another one was told to be next. */
function stuck(pages: readonly LegacyPage[], links: readonly HandedLink[]): ClientConclusion | undefined {
  for (const list of Map.groupBy(pages, ({ request }) => withoutSlash(request.path)).values()) {
    const behindEnd = (page: LegacyPage) =>
      page.next?.results !== true && links.some((link) => link.results === false && follows(page, link))
    const steps = list
      // Behind the end the same URL may be polled until it leads on; that has a check of its own.
      .filter((page) => page.cursor === undefined || !behindEnd(page))
      .map(({ request, cursor, count }) => ({
        request,
        key: `${cursor}`,
        isFirst: cursor === undefined,
        arrived: count !== undefined,
      }))
    const evidence = repeatedPage(steps)
    if (evidence) {
      const last = evidence.at(-1)!
      return {
        kind: 'broken',
        expected: phrase`the URL of rel=next after each page`,
        got: phrase`${addressOf(last)} ${evidence.length} times`,
        fact: { kind: 'repeated', at: last, times: evidence.length },
        evidence,
      }
    }
  }
  return undefined
}

/** The entry rel=next is found by its name. */
export const linkByName: ClientCheck = defineClientCheck({
  id: 'client.link-by-name',
  requirement: 'client.link-by-name',
  trap: 'The client walks on from a page whose Link header has two entries, in either order.',
  // A watched client may go back, or poll for what is before.
  concerns: ({ task }) => task === 'walk-groups' || task === 'walk-events',
  judge(run) {
    const links = handedLinks(run)
    const further = new Map(
      legacyPages(run)
        .filter((page) => page.cursor !== undefined)
        .map((page) => [page.request, page]),
    )
    return judgeEach([...further.keys()], phrase`No further page of a legacy list was asked for`, (request) => {
      const page = further.get(request)!
      const followed = links.filter((link) => follows(page, link))
      const [previous] = followed
      if (!previous || followed.some(({ rel }) => rel === 'next')) return undefined
      return {
        expected: phrase`the URL of the entry with rel=next`,
        got: phrase`that of rel=previous, entry ${previous.position + 1} of the header`,
        fact: { kind: 'link', at: request, from: previous.from, took: 'previous' },
        evidence: evidenceOf(previous, request),
      }
    })
  },
})

function evidenceOf({ from }: HandedLink, request: ReceivedRequest): readonly ReceivedRequest[] {
  return from ? [from, request] : [request]
}

/** Polling asks again at the next URL of the last page. */
export const linkPolls: ClientCheck = defineClientCheck({
  id: 'client.link-polls',
  requirement: 'client.link-polls',
  trap: 'The client polls for what came after a last page, whose Link header it was given.',
  concerns: ({ task }) => task === 'poll-events',
  judge(run: WireRun) {
    const [first] = legacyPages(run)
    if (!first) return neverDone(phrase`No list was asked for`)
    if (pollsPrevious(run))
      return {
        kind: 'declined',
        cause: { kind: 'otherWay' },
        why: phrase`The client polls rel=previous: clause 4.10 says that it can poll with both, and names neither.`,
      }
    const next = linksIn(String(run.input?.['after']), '/').find(({ rel }) => rel === 'next')
    if (!next || first.cursor !== undefined) return kept
    return {
      kind: 'broken',
      expected: phrase`the URL ${urlOf(next)} of rel=next`,
      got: quoted(addressOf(first.request)),
      fact: { kind: 'link', at: first.request },
      evidence: [first.request],
    }
  },
})
