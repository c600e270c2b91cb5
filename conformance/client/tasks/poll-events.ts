import { phrase } from '../../conclusions/phrase.ts'
import { pollsPrevious } from '../evidence/links.ts'
import type { WorldFacts } from '../evidence/world-facts.ts'
import { compareIds } from './compare-ids.ts'
import { nextLink } from './listed-pages.ts'
import { defineTask, type ClientTask, type InputChoice } from './task.ts'
import { stableIds } from './expected-values.ts'
import { stoppedEarly } from './walk-legacy.ts'

/** Asks again for what was made behind the last page (clause 4.10). */
export const pollEvents: ClientTask = defineTask({
  name: 'poll-events',
  inputs: [
    events('partial-last-page', (size, page) => size > 0 && size < page),
    events('full-last-page', (size, page) => size === page),
  ],
  judge: (run) => {
    const next = nextLink(String(run.input['after']))
    const offset = Number(next?.parameters['cursor']?.split(':')[1])
    const since = (world: WorldFacts) => (world.events.get(String(run.input['issueId'])) ?? []).slice(offset)
    const { needed, allowed } = stableIds(run, since, 'oldestFirst')
    const compared = compareIds(run, {
      needed,
      allowed,
      order: 'asListed',
      nearest: ({ kind }) =>
        kind === 'order'
          ? 'client.id-order'
          : kind === 'missing' && stoppedEarly(run, 'events.list')
            ? 'client.link-results'
            : undefined,
    })
    return compared.kind === 'wrong' && pollsPrevious(run)
      ? { kind: 'unknown', why: phrase`The client polls rel=previous, which shows other events.` }
      : compared
  },
})

function events(name: string, fits: (size: number, page: number) => boolean): InputChoice {
  return {
    name,
    tests: 'client.link-polls',
    prepare: 'eventsAfterLastPage',
    of: (world, { legacyPageSize }) => {
      const found = [...world.events].find(([, ids]) => fits(ids.length, legacyPageSize))
      return found && { issueId: found[0] }
    },
  }
}
