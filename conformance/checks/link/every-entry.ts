import { because } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { LinkEntry } from '../../reading/link-header.ts'
import type { Session } from '../../judge/session.ts'
import { aroundEvents, aroundGroups, groupsAsFound } from './groups-as-found.ts'
import { eventWalk, type LinkPage } from './link-pages.ts'
import type { Surroundings } from './surroundings.ts'

/** An entry of a Link header, with the page that carried it. */
export interface PlacedEntry {
  readonly page: LinkPage
  readonly entry: LinkEntry
  readonly relation: 'previous' | 'next'
}

const pagesIn = ({ back, behind, views }: Surroundings): readonly LinkPage[] => [
  ...back,
  ...behind,
  ...views.map(({ page }) => page),
]

/**
 * Both entries of every page: of those that were walked, of those that their entries lead to, and of those that other
 * credentials see; of the events, and of the groups if a project is declared.
 */
export async function allEntries(session: Session): Promise<readonly PlacedEntry[]> {
  const { issueId, projectId } = session.run.target.samples ?? {}
  const pages = [
    ...(issueId === undefined ? [] : [...(await eventWalk(session)).pages, ...pagesIn(await aroundEvents(session))]),
    ...(projectId === undefined
      ? []
      : [...(await groupsAsFound(session)).pages, ...pagesIn(await aroundGroups(session))]),
  ]
  const entries = pages.flatMap((page) =>
    (['previous', 'next'] as const).flatMap((relation) =>
      page[relation] ? [{ page, entry: page[relation], relation }] : [],
    ),
  )
  return entries.length > 0
    ? entries
    : insufficient(because.absent, phrase`no page of the walk has an entry in a Link header`)
}
