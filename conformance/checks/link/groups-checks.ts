import { because } from '../../conclusions/cause.ts'
import { notApplicable } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { groupsPath } from '../paths.ts'
import { assertNothingBeside } from './nothing-beside.ts'
import { aroundGroups, groupsAsFound } from './groups-as-found.ts'
import { assertBothEntries, assertListBeyond, assertNothingLeft, type PageBeyond, pageBeyond } from './link-entries.ts'
import type { LinkWalk } from './link-pages.ts'
import { assertFirstOffset, assertFirstOffsetKnown, assertOffsetsGrow } from './offsets.ts'
import { assertEntriesOfEmptyPage } from './results-checks.ts'

const common = { effect: 'read', needs: ['projectId', 'legacy'] } as const
const onGroups = { ...common, after: ['legacy.groups.list', 'link.both-entries.groups'] } as const

/** The target of rel=next of the last page of groups. @throws Conclusion `notApplicable` when it was not reached. */
async function endOfGroups(session: Session): Promise<PageBeyond & { readonly walk: LinkWalk }> {
  const walk = await groupsAsFound(session)
  if (walk.end === 'pageLimit')
    notApplicable(
      because.limit,
      phrase`the project of samples.projectId has more than ${walk.pages.length} pages of groups`,
    )
  return { walk, ...(await pageBeyond(session, Promise.resolve(walk))) }
}

/** The pages of groups, where the checks of events look too (clause 4.10). */
export const linkGroupChecks: readonly Check[] = [
  defineCheck({
    ...onGroups,
    id: 'link.both-entries.empty-page-of-groups',
    mayRepeat: true,
    description:
      'Requests rel=next of the last page of groups, which is empty: it is a list too, and carries both entries.',
    run: async (session) => {
      const expected = phrase`an empty list with a Link header at rel=next of the last page of groups`
      assertBothEntries([assertListBeyond(await endOfGroups(session), expected)])
    },
  }),
  defineCheck({
    ...onGroups,
    id: 'link.results.empty-page-of-groups',
    after: [...onGroups.after, 'link.results.groups'],
    mayRepeat: true,
    description:
      'On the empty page after the last page of groups, an entry that says results=true leads to records, and one that says results=false leads to none.',
    run: async (session) => {
      const { walk, beyond } = await endOfGroups(session)
      await assertEntriesOfEmptyPage(session, walk, beyond)
    },
  }),
  defineCheck({
    ...onGroups,
    id: 'link.complete.no-group-left',
    after: [...onGroups.after, 'link.next.groups'],
    mayRepeat: true,
    description:
      'Requests rel=next of the page of groups that says results=false: neither it nor a page that rel=previous leads to has a group that the walk did not visit.',
    run: async (session) => {
      const { walk, beyond } = await endOfGroups(session)
      await assertFirstOffsetKnown(session, groupsPath(session), walk.pages)
      if (beyond) assertNothingLeft(walk, beyond, phrase`every group to be visited before rel=next says results=false`)
      await assertNothingBeside(session, groupsPath(session), walk, await aroundGroups(session))
    },
  }),
  defineCheck({
    ...onGroups,
    id: 'link.offset.groups',
    after: [...onGroups.after, 'link.next.groups'],
    mayRepeat: true,
    description: 'The same on the groups: the offset in rel=next grows by the number of records of a full page.',
    run: async (session) => {
      const { pages } = await groupsAsFound(session)
      assertOffsetsGrow(pages)
      await assertFirstOffset(session, groupsPath(session), pages)
    },
  }),
]
