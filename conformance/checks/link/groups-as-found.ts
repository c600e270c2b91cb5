import { type Once, once } from '../../judge/once-per-run.ts'
import { groupsPath } from '../paths.ts'
import { boundariesOf } from './between-pages.ts'
import { pageAt, pageBeyond } from './link-entries.ts'
import { groupWalk, keptLinkPage, type LinkWalk, pagesToLeave } from './link-pages.ts'

/** The groups and what their entries lead to, all asked for before the run creates groups, which moves them. */
export const groupsAsFound: Once<[], LinkWalk> = once(async (session) => {
  const walk = await groupWalk(session)
  const { pages } = walk
  if (walk.end === 'resultsFalse') {
    const { beyond } = (await pageBeyond(session, Promise.resolve(walk)).catch(() => undefined)) ?? {}
    if (beyond) for (const entry of [beyond.previous, beyond.next]) await pageAt(session, beyond, entry)
  }
  for (const page of new Set([pages[0], ...pagesToLeave(session, pages)]))
    if (page && (page !== pages[0] || page.previous?.parameters['results'] !== 'false'))
      await pageAt(session, page, page.previous)
  const second = pages[1]
  const back = second && (await pageAt(session, second, second.previous))
  if (back) await pageAt(session, back, back.next)
  for (const { path } of boundariesOf(session, groupsPath(session), pages)) await keptLinkPage(session, path)
  return walk
})
