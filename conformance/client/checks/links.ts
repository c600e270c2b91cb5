// Walks by the Link header: which URL a client requests for the next page, and where it stops (clause 4.10).
import { countPhrase, jsonPhrase, phrase } from '../../conclusions/phrase.ts'
import { withoutSlash } from '../evidence/destinations.ts'
import {
  followsLink,
  type HandedLink,
  handedLinks,
  isLater,
  type LegacyPage,
  legacyPages,
  parseLinks,
  pollsPrevious,
} from '../evidence/links.ts'

import { repeatedInARow, repeatedPage } from '../evidence/repeated-pages.ts'
import { endsWithPath } from '../evidence/tokens.ts'
import type { ClientExchange } from '../evidence/transcript.ts'
import type { TaskName } from '../tasks/names.ts'
import type { ClientConclusion } from '../conclusions/client-conclusion.ts'
import { failed, type ClientCheck, clientLaw, judgeEach, passed, notExercised, type WireRun } from './law.ts'

const walks: readonly TaskName[] = ['walk-groups', 'walk-events']
const walksAndPolls: readonly TaskName[] = [...walks, 'poll-events']

/** Parameters with which a client might page in its own way. */
const counters = new Set('page p page_number pageNumber offset skip start row_offset after starting_after'.split(' '))

/** The next page is requested from the URL of rel=next. */
export const linkNext: ClientCheck = clientLaw({
  id: 'client.link-next',
  trap: 'The client asks for a further page of a legacy list. Its URL has a cursor that cannot be guessed, and more.',
  tasks: walksAndPolls,
  judge(run) {
    const pages = legacyPages(run)
    const links = handedLinks(run)
    const judged = judgeEach(
      pages.filter((page) => page.cursor !== undefined || isCounted(page, pages)),
      phrase`No further page of a legacy list was requested`,
      (page) => pageUrlFault(page, links),
      ({ exchange }) => exchange,
    )
    if (judged.verdict === 'fail' || run.task === undefined) return judged
    return findStuckPage(pages, links) ?? judged
  },
})

/** Returns true if a request without a cursor asks for a further page by another parameter, such as an offset. */
function isCounted(page: LegacyPage, pages: readonly LegacyPage[]): boolean {
  const before = pages.filter(
    ({ exchange, count }) =>
      count !== undefined &&
      withoutSlash(exchange.path) === withoutSlash(page.exchange.path) &&
      (exchange.answered ?? Infinity) < page.exchange.arrived,
  )
  return (
    before.length > 0 &&
    [...page.query].some(
      ([name, value]) => counters.has(name) && before.every(({ query }) => query.get(name) !== value),
    )
  )
}

function pageUrlFault(page: LegacyPage, links: readonly HandedLink[]): ClientConclusion | undefined {
  const { exchange, query, cursor } = page
  if (links.some((link) => followsLink(page, link))) return undefined
  const here = links.filter((link) => isLater(exchange, link) && endsWithPath(link.path, exchange.path))
  // A first request may have a cursor of its own, such as 0:0:0.
  if (here.length === 0) return undefined
  const sameCursor = here.find((link) => link.cursor === cursor)
  const next = sameCursor ?? here.findLast(({ rel }) => rel === 'next') ?? here.at(-1)!
  const evidence = [...(next.from ? [next.from] : []), exchange]
  const missing = next.search
    .slice(1)
    .split('&')
    .filter((pair) => [...new URLSearchParams(pair)].some(([name, value]) => query.get(name) !== value))
  const pairs = { list: missing, between: ' and ' } as const
  return {
    verdict: 'fail',
    expected: phrase`the URL ${urlBelowBase(next, exchange)}`,
    got: sameCursor ? phrase`${exchange.request.url}, without ${pairs}` : phrase`${exchange.request.url}`,
    fact: { kind: 'link', at: exchange, from: next.from },
    evidence,
  }
}

/** The URL of a link as it was written, without the path of the base URL, which the URL of a request does not have. */
function urlBelowBase({ path, search }: HandedLink, exchange: ClientExchange): string {
  const isSameList = endsWithPath(path, exchange.path)
  const base = isSameList ? withoutSlash(path).length - withoutSlash(exchange.path).length : 0
  return path.slice(base) + search
}

/** Finds a page that was requested repeatedly although its Link header named another one as the next. */
function findStuckPage(pages: readonly LegacyPage[], links: readonly HandedLink[]): ClientConclusion | undefined {
  for (const list of Map.groupBy(pages, ({ exchange }) => withoutSlash(exchange.path)).values()) {
    const behindEnd = (page: LegacyPage) =>
      page.next?.results !== true && links.some((link) => link.results === false && followsLink(page, link))
    const steps = list
      // At the end of a list, a client may poll the same URL until there is more; another law judges that.
      .filter((page) => page.cursor === undefined || !behindEnd(page))
      .map(({ exchange, cursor, count }) => ({
        exchange,
        key: `${cursor}`,
        isFirst: cursor === undefined,
        arrived: count !== undefined,
      }))
    const evidence = repeatedPage(steps)
    if (!evidence) continue
    const at = evidence.at(-1)!
    const got = phrase`${at.request.url} ${evidence.length} times`
    const fact = { kind: 'repeated', at, times: evidence.length } as const
    return failed({ expected: phrase`the URL of rel=next after each page`, got, fact }, evidence)
  }
  return undefined
}

/** The entry rel=next is found by name. */
export const linkByName: ClientCheck = clientLaw({
  id: 'client.link-by-name',
  trap: 'The client continues from a page whose Link header has two entries, in either order.',
  // A watched client may go back, or poll for earlier pages.
  tasks: walks,
  isWatched: false,
  judge(run) {
    const links = handedLinks(run)
    return judgeEach(
      legacyPages(run).filter((page) => page.cursor !== undefined),
      phrase`No further page of a legacy list was requested`,
      (page) => {
        const followed = links.filter((link) => followsLink(page, link))
        const [previous] = followed
        if (!previous || followed.some(({ rel }) => rel === 'next')) return undefined
        const { from, position } = previous
        return {
          verdict: 'fail',
          expected: phrase`the URL of the entry with rel=next`,
          got: phrase`that of rel=previous, entry ${position + 1} of the header`,
          fact: { kind: 'link', at: page.exchange, from, took: 'previous' },
          evidence: from ? [from, page.exchange] : [page.exchange],
        }
      },
      ({ exchange }) => exchange,
    )
  },
})

/** Polling requests the next URL of the last page again. */
export const linkPolls: ClientCheck = clientLaw({
  id: 'client.link-polls',
  trap: 'The client polls for records after a last page, whose Link header it was given.',
  tasks: ['poll-events'],
  isWatched: false,
  judge(run: WireRun) {
    const [first] = legacyPages(run)
    if (!first) return notExercised(phrase`No list was requested`)
    if (pollsPrevious(run))
      return {
        verdict: 'notApplicable',
        cause: { kind: 'otherWay' },
        remark: phrase`The client polls rel=previous: clause 4.10 says that it can poll with both, and names neither.`,
      }
    const next = parseLinks(String(run.input?.['after']), '/').find(({ rel }) => rel === 'next')
    if (!next || first.cursor !== undefined) return passed
    const { exchange: at } = first
    const expected = phrase`the URL ${urlBelowBase(next, at)} of rel=next`
    return failed({ expected, got: jsonPhrase(at.request.url), fact: { kind: 'link', at } }, [at])
  },
})

/** The number of empty answers in one polling task that shows an endless client. */
const mostPolls = 20

/**
 * A watched client may poll as its tests want. This number of polls in a row without a break shows an endless walk.
 */
const inARow = 10

/** After results=false, a client polls at most once. */
export const linkStops: ClientCheck = clientLaw({
  id: 'client.link-stops',
  trap: 'The client receives a page whose rel=next has results=false.',
  tasks: walksAndPolls,
  judge(run) {
    const pages = legacyPages(run)
    const last = pages.filter(({ next, count }) => count !== undefined && next?.results === false)
    if (last.length === 0) return notExercised(phrase`No page with results=false was returned`)
    return pollingPastEnd(pages, run) ?? passed
  },
})

function pollingPastEnd(pages: readonly LegacyPage[], run: WireRun): ClientConclusion | undefined {
  const links = handedLinks(run)
  for (const list of Map.groupBy(pages, ({ exchange }) => withoutSlash(exchange.path)).values()) {
    // A poll that returned records was not in vain: they were created in the meantime.
    const polls = list.filter((page) => page.count === 0 && isPastEnd(page))
    if (run.task === undefined) {
      const steps = list.map((page) => ({
        exchange: page.exchange,
        key: isPastEnd(page) ? 'end' : `${page.cursor}`,
        isFirst: !isPastEnd(page),
        arrived: page.count === 0,
      }))
      const evidence = repeatedInARow(steps, inARow)
      if (evidence) return concludeLinks(evidence)
      continue
    }
    const walks = list.filter(({ cursor, count }) => cursor === undefined && count !== undefined).length
    const allowed = run.task === 'poll-events' ? mostPolls : Math.max(1, walks)
    if (polls.length > allowed) return concludeLinks(polls.map(({ exchange }) => exchange))
  }
  return undefined

  function isPastEnd(page: LegacyPage): boolean {
    const followed = links.filter((link) => link.rel === 'next' && followsLink(page, link))
    return followed.length > 0 && followed.every(({ results }) => results === false)
  }
}

function concludeLinks(evidence: readonly ClientExchange[]): ClientConclusion {
  const got = phrase`${evidence.length} more requests after it`
  const fact = { kind: 'requestExtra', at: evidence.at(-1)!, count: evidence.length } as const
  return failed({ expected: phrase`an end at results=false`, got, fact }, evidence)
}

/** results=true means that more pages follow, even if the page is short. */
export const linkResults: ClientCheck = clientLaw({
  id: 'client.link-results',
  trap: 'In the middle of a walk, a page is shorter than those before, or empty, and has results=true.',
  tasks: walksAndPolls,
  isWatched: false,
  met: { tasks: walks, scenarios: ['link-short-page', 'empty-page-mid-walk'] },
  judge(run) {
    const pages = legacyPages(run)
    const whole = pages.filter(({ count }) => count !== undefined)
    const most = Math.max(0, ...whole.map(({ count }) => count!))
    const short = whole.filter(
      ({ count, next, cursor }) => cursor !== undefined && next?.results === true && count! < most,
    )
    if (short.length === 0) return notExercised(phrase`No short page with results=true was returned`)
    const last = pages.at(-1)!
    const isLeft = short.includes(last) && run.reported?.kind === 'value' && !run.transcript.cut
    if (!isLeft) return passed
    return failed(
      {
        expected: phrase`the next page, as rel=next has results=true`,
        got: phrase`no further request after a page with ${countPhrase(last.count ?? 0, 'record')}`,
        fact: { kind: 'requestMissing', after: last.exchange, what: 'next' },
      },
      [last.exchange],
    )
  },
})
