import type { Path } from '../../catalogue/operations.ts'
import { because, undeclared } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { eventsPath, groupsPath, legacyCredential } from '../paths.ts'
import { assertNothingBetween } from './between-pages.ts'
import { aroundEvents, groupsAsFound } from './groups-as-found.ts'
import { noListCause } from '../lists/pages.ts'
import { assertNothingLeft, linkHeaderOf, pageBeyond } from './link-entries.ts'
import {
  causeOf,
  endOf,
  eventWalk,
  findLinkPage,
  groupWalk,
  isOfTarget,
  keptLinkAnswer,
  type LinkPage,
  type LinkWalk,
  pagesToLeave,
  repeatedLinkFact,
  severalPages,
  linkUrlOf,
  walkLinks,
} from './link-pages.ts'
import { assertNothingBeside } from './nothing-beside.ts'
import { assertOffsetsGrow } from './offsets.ts'

const common = { effect: 'read', needs: ['issueId', 'legacy'] } as const
const onEntries = { ...common, after: ['legacy.events.list', 'link.both-entries.events'] } as const
const onWalk = { ...common, after: [...onEntries.after, 'link.next.same-resource', 'link.next.continues'] } as const

function assertContinues({ pages, end, stopped }: LinkWalk): void {
  if (end === 'noList')
    fail({
      expected: phrase`a list at rel=next`,
      got: phrase`${answer(stopped!)} at ${stopped!.request.url}`,
      fact: { kind: 'link', relation: 'next', from: pages.at(-1)!.exchange, at: stopped! },
    })
  for (const [index, page] of pages.entries()) {
    const before = new Set(pages[index - 1]?.ids)
    if (page.ids.length > 0 && page.ids.every((id) => before.has(id)))
      fail({
        expected: phrase`other records at rel=next than on the page before`,
        got: phrase`the same ones at ${page.exchange.request.url}`,
        fact: { kind: 'link', relation: 'next', from: pages[index - 1]!.exchange, at: page.exchange },
      })
  }
}

const twice = ({ ids }: LinkWalk): readonly string[] => ids.filter((id, index) => ids.indexOf(id) !== index)

/** Fails by the records that a walk visits more than once. */
function failTwice(walk: LinkWalk, expected: Phrase): never {
  const [first, ...others] = twice(walk) as [string, ...string[]]
  return fail({
    expected,
    got: phrase`${1 + others.length} more than once, such as ${first}`,
    fact: repeatedLinkFact(walk, first),
  })
}

/** The same walk again: a record that was created in between may explain the first. */
const walkAgain = async (session: Session, path: Path): Promise<LinkWalk> =>
  walkLinks(session, await session.send({ path, as: legacyCredential(session) }))

/** Follows rel=previous of the second page, of the last and of one between. */
async function assertLeadsBack(session: Session, pages: readonly LinkPage[]): Promise<void> {
  let compared = 0
  for (const page of pagesToLeave(session, pages)) {
    const url = page.previous && linkUrlOf(page, page.previous)
    if (!url || !isOfTarget(session, url) || page.ids.length === 0) continue
    const { page: back, exchange: at } = await keptLinkAnswer(session, url.href)
    const fact = { kind: 'link', relation: 'previous', from: page.exchange, at } as const
    if (!back) fail({ expected: phrase`a list at rel=previous`, got: phrase`none at ${url.href}`, fact })
    const before = pages[pages.indexOf(page) - 1]!
    if (!sameRecords(back.ids, before.ids)) {
      // The page before may itself have changed since it was walked.
      const now = await findLinkPage(session, before.exchange.request.url)
      if (!sameRecords(back.ids, now?.ids ?? before.ids))
        fail({
          expected: phrase`the ${before.ids.length} records of the page before at rel=previous`,
          got: phrase`${back.ids.length} records, without ${before.ids.filter((id) => !back.ids.includes(id)).length} of these, at ${url.href} (${linkHeaderOf(page.exchange)})`,
          fact,
        })
    }
    compared++
  }
  if (compared === 0) insufficient(because.data, phrase`it takes two pages with records`)
}

/** The pages that the Link header leads to (clause 4.10). */
export const linkWalkChecks: readonly Check[] = [
  defineCheck({
    ...onEntries,
    id: 'link.next.continues',
    requirement: 'link.next',
    after: [...onEntries.after, 'link.results.values'],
    description: 'rel=next of each page leads to a list with other records than those of that page.',
    run: async (session) => {
      const walk = await eventWalk(session)
      assertContinues(walk)
      await severalPages(session)
    },
  }),
  defineCheck({
    ...common,
    needs: ['projectId', 'legacy'],
    id: 'link.next.groups',
    requirement: 'link.next',
    after: ['link.both-entries.groups'],
    description: 'rel=next of the first pages of groups leads to a list with other records than those of that page.',
    run: async (session) => {
      const walk = await groupWalk(session)
      try {
        assertContinues(walk)
      } catch {
        // If the newest come first, groups that others create may move all by a page or more.
        assertContinues(await walkAgain(session, groupsPath(session)))
      }
      if (walk.pages.length < 2)
        insufficient(
          undeclared('samples.projectId'),
          phrase`the project of samples.projectId has one page of groups; declare one with more`,
        )
    },
  }),
  defineCheck({
    ...onWalk,
    id: 'link.complete.once',
    requirement: 'link.complete',
    description: 'Following rel=next until results=false visits no record twice, and ends.',
    run: async (session) => {
      let walk = await severalPages(session)
      // If the newest come first, a record that is created during a walk moves all others by one.
      if (twice(walk).length > 0) walk = await walkAgain(session, eventsPath(session))
      if (twice(walk).length > 0) failTwice(walk, phrase`each record once on the walk by rel=next`)
      if (walk.end === 'emptyPages') {
        const [from, at] = walk.pages.slice(-2).map(({ exchange }) => exchange)
        fail({
          expected: phrase`the walk by rel=next to end at results=false`,
          got: phrase`it continues with empty pages at ${at!.request.url}`,
          fact: { kind: 'link', relation: 'next', from: from!, at: at! },
        })
      }
      if (walk.end === 'pageLimit') return phrase`the first ${walk.pages.length} pages were walked, not all`
      return walk.end === 'resultsFalse'
        ? phrase`${walk.ids.length} records on ${walk.pages.length} pages`
        : insufficient(causeOf(walk), phrase`the walk ended by: ${endOf(walk)}`)
    },
  }),
  defineCheck({
    ...onEntries,
    id: 'link.complete.nothing-left',
    requirement: 'link.complete',
    after: [...onEntries.after, 'link.results.values', 'link.next.same-resource'],
    description:
      'Requests rel=next of the page that says results=false: neither it nor a page that rel=previous leads to has a record that the walk did not visit.',
    run: async (session) => {
      const { beyond, exchange } = await pageBeyond(session)
      if (!beyond)
        insufficient(
          noListCause(exchange),
          phrase`rel=next of the last page does not lead to a list: ${answer(exchange)}`,
          exchange,
        )
      const expected = phrase`every record to be visited before rel=next says results=false`
      const walk = await eventWalk(session)
      assertNothingLeft(walk, beyond, expected)
      await assertNothingBeside(session, eventsPath(session), walk, await aroundEvents(session))
    },
  }),
  defineCheck({
    ...onWalk,
    id: 'link.complete.nothing-skipped',
    requirement: 'link.complete',
    after: [...onWalk.after, 'link.cursor-format.three-values'],
    description:
      'Requests a cursor in the middle of the first page, and one in the middle of a page that the seed chooses: no record lies between two pages that follow each other and is on neither.',
    run: async (session) => {
      await assertNothingBetween(session, eventsPath(session), (await severalPages(session)).pages)
    },
  }),
  defineCheck({
    ...onWalk,
    id: 'link.offset.grows',
    requirement: 'link.offset',
    after: [...onWalk.after, 'link.cursor-format.three-values'],
    description: 'From page to page, the offset in rel=next grows by the number of records of a full page.',
    run: async (session) => {
      assertOffsetsGrow((await severalPages(session)).pages)
    },
  }),
  defineCheck({
    ...onWalk,
    id: 'link.previous.leads-back',
    requirement: 'link.previous',
    description:
      'rel=previous of the second page leads to the records of the first, and that of the last and of a page that the seed chooses to those of the page before it.',
    run: async (session) => assertLeadsBack(session, (await severalPages(session)).pages),
  }),
  defineCheck({
    ...common,
    needs: ['projectId', 'legacy'],
    id: 'link.previous.groups',
    requirement: 'link.previous',
    after: ['link.next.groups'],
    description: 'The same on the groups of samples.projectId.',
    run: async (session) => assertLeadsBack(session, (await groupsAsFound(session)).pages),
  }),
  defineCheck({
    ...common,
    needs: ['projectId', 'legacy'],
    id: 'link.complete.groups',
    requirement: 'link.complete',
    after: ['link.next.groups'],
    description:
      'Following rel=next on at most five pages of the groups of samples.projectId visits no record twice and skips none.',
    run: async (session) => {
      const walk = await groupsAsFound(session)
      if (twice(walk).length > 0) {
        const again = await walkAgain(session, groupsPath(session))
        if (twice(again).length > 0) failTwice(again, phrase`each group once on the walk by rel=next`)
      }
      await assertNothingBetween(session, groupsPath(session), walk.pages)
    },
  }),
]

function sameRecords(left: readonly string[], right: readonly string[]): boolean {
  const others = new Set(right)
  return left.length === right.length && left.every((id) => others.has(id))
}
