import { type Once, once } from '../../run/once.ts'
import { groupsPath } from '../paths.ts'
import { pathBetween } from './between-pages.ts'
import { pageAt, pageBeyond } from './link-entries.ts'
import { groupWalk, keptLinkPage, type LinkWalk } from './link-pages.ts'

/** The groups and what their entries lead to, all asked for before the run creates groups, which moves them. */
export const groupsAsFound: Once<[], LinkWalk> = once(async (own) => {
  const walk = await groupWalk(own)
  const { pages } = walk
  if (walk.end === 'results=false') await pageBeyond(own, Promise.resolve(walk)).catch(() => undefined)
  for (const page of new Set([pages[0], pages[1], pages.at(-1)]))
    if (page && (page !== pages[0] || page.previous?.parameters['results'] !== 'false'))
      await pageAt(own, page, page.previous)
  const between = pages.length > 1 ? pathBetween(groupsPath(own), pages[0]) : undefined
  if (between !== undefined) await keptLinkPage(own, between)
  return walk
})
