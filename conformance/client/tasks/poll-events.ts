import { phrase } from '../../conclusions/phrase.ts'
import { linksIn, pollsPrevious } from '../evidence/links.ts'
import type { WorldFacts } from '../evidence/world-facts.ts'
import { compareIds } from './compare-ids.ts'
import { defineTask, type Task } from './task.ts'
import { stableIds } from './expected-values.ts'
import { stoppedEarly } from './walk-legacy.ts'

/** Asks again for what was made behind the last page (clause 4.10). */
export const pollEvents: Task = defineTask({
  name: 'poll-events',
  judge: (run) => {
    const next = linksIn(String(run.input['after']), '/').find(({ rel }) => rel === 'next')
    const offset = Number(next?.cursor?.split(':')[1])
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
