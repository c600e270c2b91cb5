import { type Once, once } from '../../judge/once-per-run.ts'
import { groupsPath } from '../paths.ts'
import { boundariesOf } from './between-pages.ts'
import { eventWalk, groupWalk, keptLinkPage, type LinkWalk } from './link-pages.ts'
import { type Surroundings, surroundingsOf } from './surroundings.ts'

/** The groups and what their entries lead to, all asked for before the run creates groups, which moves them. */
export const groupsAsFound: Once<[], LinkWalk> = once(async (session) => {
  const walk = await groupWalk(session)
  await aroundGroups(session)
  for (const { path } of boundariesOf(session, groupsPath(session), walk.pages)) await keptLinkPage(session, path)
  return walk
})

/** What the entries of the groups lead to. */
export const aroundGroups: Once<[], Surroundings> = once(async (session) =>
  surroundingsOf(session, await groupWalk(session)),
)

/** What the entries of the events lead to. */
export const aroundEvents: Once<[], Surroundings> = once(async (session) =>
  surroundingsOf(session, await eventWalk(session)),
)
