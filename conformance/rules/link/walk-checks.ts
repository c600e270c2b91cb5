import { fail, insufficient } from '../../catalogue/verdict.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { summary } from '../../wire/exchange.ts'
import { eventsPath, groupsPath, legacyCredential } from '../paths.ts'
import { assertNothingBetween } from './between-pages.ts'
import { groupsAsFound } from './groups-as-found.ts'
import { headerOf, pageBeyond } from './link-entries.ts'
import {
  eventWalk,
  findLinkPage,
  groupWalk,
  isOwn,
  keptLinkPage,
  type LinkPage,
  type LinkWalk,
  pagesToLeave,
  severalPages,
  urlOf,
  walkLinks,
} from './link-pages.ts'
import { assertOffsetsGrow } from './offsets.ts'

const common = { effect: 'read', needs: ['issueId', 'legacy'] } as const
const onEntries = { ...common, after: ['legacy.events.list', 'link.both-entries.events'] } as const
const onWalk = { ...common, after: [...onEntries.after, 'link.next.same-resource', 'link.next.continues'] } as const

function assertContinues({ pages, end, stopped }: LinkWalk): void {
  if (end === 'no list') fail('a list at rel=next', `${summary(stopped!)} at ${stopped!.request.url}`)
  for (const [index, page] of pages.entries()) {
    const before = new Set(pages[index - 1]?.ids)
    if (page.ids.length > 0 && page.ids.every((id) => before.has(id)))
      fail('other records at rel=next than on the page before', `the same ones at ${page.exchange.request.url}`)
  }
}

const twice = ({ ids }: LinkWalk): readonly string[] => ids.filter((id, index) => ids.indexOf(id) !== index)

/** The same walk again: a record that was created in between may explain the first. */
const walkAgain = async (session: Session, path: string): Promise<LinkWalk> =>
  walkLinks(session, await session.send({ path, as: legacyCredential(session) }))

/** Follows rel=previous of the second page, of the last and of one between. */
async function assertLeadsBack(session: Session, pages: readonly LinkPage[]): Promise<void> {
  let compared = 0
  for (const page of pagesToLeave(session, pages)) {
    const url = page.previous && urlOf(page, page.previous)
    if (!url || !isOwn(session, url) || page.ids.length === 0) continue
    const back = await keptLinkPage(session, url.href)
    if (!back) fail('a list at rel=previous', `none at ${url.href}`)
    const before = pages[pages.indexOf(page) - 1]!
    if (!sameRecords(back.ids, before.ids)) {
      // The page before may itself have changed since it was walked.
      const now = await findLinkPage(session, before.exchange.request.url)
      if (!sameRecords(back.ids, now?.ids ?? before.ids))
        fail(
          `the ${before.ids.length} records of the page before at rel=previous`,
          `${back.ids.length} records, without ${before.ids.filter((id) => !back.ids.includes(id)).length} of these, ` +
            `at ${url.href} (${headerOf(page.exchange)})`,
        )
    }
    compared++
  }
  if (compared === 0) insufficient('it takes two pages with records')
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
        insufficient('the project of samples.projectId has one page of groups; declare one with more')
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
      const [again] = twice(walk)
      if (again !== undefined)
        fail('each record once on the walk by rel=next', `${twice(walk).length} more than once, such as ${again}`)
      if (walk.end === 'empty pages')
        fail(
          'the walk by rel=next to end at results=false',
          `it continues with empty pages at ${walk.pages.at(-1)!.exchange.request.url}`,
        )
      if (walk.end === 'the limit of pages') return `the first ${walk.pages.length} pages were walked, not all`
      return walk.end === 'results=false'
        ? `${walk.ids.length} records on ${walk.pages.length} pages`
        : insufficient(`the walk ended by: ${walk.end}`)
    },
  }),
  defineCheck({
    ...onEntries,
    id: 'link.complete.nothing-left',
    requirement: 'link.complete',
    after: [...onEntries.after, 'link.results.values', 'link.next.same-resource'],
    description: 'Requests rel=next of the page that says results=false: it has no record that the walk did not visit.',
    run: async (session) => {
      const { beyond, exchange } = await pageBeyond(session)
      if (!beyond) insufficient(`rel=next of the last page does not lead to a list: ${summary(exchange)}`)
      const known = new Set((await eventWalk(session)).ids)
      const left = beyond.ids.filter((id) => !known.has(id))
      if (left.length > 0)
        fail(
          'every record to be visited before rel=next says results=false',
          `${left.length} after it, such as ${left[0]}`,
        )
    },
  }),
  defineCheck({
    ...onWalk,
    id: 'link.complete.nothing-skipped',
    requirement: 'link.complete',
    after: [...onWalk.after, 'link.cursor-format.three-values'],
    description:
      'Requests a cursor in the middle of the first page, and one in the middle of a page that the seed chooses: ' +
      'no record lies between two pages that follow each other and is on neither.',
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
      'rel=previous of the second page leads to the records of the first, and that of the last and ' +
      'of a page that the ' +
      'seed chooses to those of the page before it.',
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
      'Following rel=next on at most five pages of the groups of samples.projectId visits no record twice and skips ' +
      'none.',
    run: async (session) => {
      const walk = await groupsAsFound(session)
      const [again] = twice(walk)
      if (again !== undefined && twice(await walkAgain(session, groupsPath(session))).length > 0)
        fail('each group once on the walk by rel=next', `${twice(walk).length} more than once, such as ${again}`)
      await assertNothingBetween(session, groupsPath(session), walk.pages)
    },
  }),
]

function sameRecords(left: readonly string[], right: readonly string[]): boolean {
  const others = new Set(right)
  return left.length === right.length && left.every((id) => others.has(id))
}
