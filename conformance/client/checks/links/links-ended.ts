// Where a walk by the Link header ends (clause 4.10).
import { phrase } from '../../../conclusions/phrase.ts'
import { follows, handedLinks, type LegacyPage, legacyPages } from '../../evidence/links.ts'
import { withoutSlash } from '../../evidence/destinations.ts'
import { repeatedInARow } from '../../evidence/repeated-pages.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import {
  type ClientCheck,
  defineClientCheck,
  during,
  type ClientConclusion,
  kept,
  neverDone,
  type WireRun,
} from '../define-client-check.ts'

/** So many empty answers in one polling task show a client that never ends. */
const patience = 20

/** A watched client may poll as its tests want; so many times in a row and without a break it walks without end. */
const inARow = 10

/** Nothing more is asked for behind results=false than one poll. */
export const linkStops: ClientCheck = defineClientCheck({
  id: 'client.link-stops',
  requirement: 'client.link-stops',
  consequenceOf: ['client.link-by-name', 'client.link-next', 'client.link-polls'],
  trap: 'The client comes to a page whose rel=next has results=false.',
  concerns: during('walk-groups', 'walk-events', 'poll-events'),
  judge(run) {
    const pages = legacyPages(run)
    const last = pages.filter(({ next, count }) => count !== undefined && next?.results === false)
    if (last.length === 0) return neverDone(phrase`No page with results=false came`)
    return behindTheEnd(pages, run) ?? kept
  },
})

function behindTheEnd(pages: readonly LegacyPage[], run: WireRun): ClientConclusion | undefined {
  const links = handedLinks(run)
  for (const list of Map.groupBy(pages, ({ request }) => withoutSlash(request.path)).values()) {
    // A page with records was no poll in vain: they were made in the meantime.
    const polls = list.filter((page) => page.count === 0 && isBehindEnd(page))
    if (run.task === undefined) {
      const steps = list.map((page) => ({
        request: page.request,
        key: isBehindEnd(page) ? 'end' : `${page.cursor}`,
        isFirst: !isBehindEnd(page),
        arrived: page.count === 0,
      }))
      const evidence = repeatedInARow(steps, inARow)
      if (evidence) return found(evidence)
      continue
    }
    const walks = list.filter(({ cursor, count }) => cursor === undefined && count !== undefined).length
    const allowed = run.task === 'poll-events' ? patience : Math.max(1, walks)
    if (polls.length > allowed) return found(polls.map(({ request }) => request))
  }
  return undefined

  function isBehindEnd(page: LegacyPage): boolean {
    const followed = links.filter((link) => link.rel === 'next' && follows(page, link))
    return followed.length > 0 && followed.every(({ results }) => results === false)
  }
}

function found(evidence: readonly ReceivedRequest[]): ClientConclusion {
  return {
    kind: 'broken',
    expected: phrase`an end at results=false`,
    got: phrase`${evidence.length} more requests behind it`,
    fact: { kind: 'requestExtra', at: evidence.at(-1)!, count: evidence.length },
    evidence,
  }
}

/** results=true means that there is more, however short the page is. */
export const linkResults: ClientCheck = defineClientCheck({
  id: 'client.link-results',
  requirement: 'client.link-results',
  trap: 'In the middle of a walk comes a page that is shorter than those before, or empty, and has results=true.',
  concerns: ({ task }) => task === 'walk-groups' || task === 'walk-events' || task === 'poll-events',
  met: { tasks: ['walk-groups', 'walk-events'], scenarios: ['link-short-page', 'empty-page-mid-walk'] },
  judge(run) {
    const pages = legacyPages(run)
    const whole = pages.filter(({ count }) => count !== undefined)
    const most = Math.max(0, ...whole.map(({ count }) => count!))
    const short = whole.filter(
      ({ count, next, cursor }) => cursor !== undefined && next?.results === true && count! < most,
    )
    if (short.length === 0) return neverDone(phrase`No short page with results=true came`)
    const last = pages.at(-1)!
    const isLeft = short.includes(last) && run.reported?.kind === 'value' && !run.transcript.cut
    return isLeft
      ? {
          kind: 'broken',
          expected: phrase`the next page, as rel=next has results=true`,
          got: phrase`no further request after a page with ${last.count ?? 0} records`,
          fact: { kind: 'requestMissing', after: last.request, what: 'next' },
          evidence: [last.request],
        }
      : kept
  },
})
