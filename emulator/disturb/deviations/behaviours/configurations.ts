import { configuration } from '../wrappers/operations.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { anyId, mapAnswer, mapQuery } from '../wrappers/fetch-wrappers.ts'
import { text } from '../wrappers/messages.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

/** Answers the value at another path; undefined for the whole configuration. */
const otherPath = (change: (steps: readonly string[]) => readonly string[] | undefined): FetchWrapper =>
  mapQuery(configuration, (query) => {
    const path = query.get('path')
    return path === null ? {} : { path: change(path.split('.'))?.join('.') }
  })

/** The behaviour of each deviation of "Configurations". */
export const configurationBehaviours: BehavioursOf<'configurations'> = {
  'configuration-path-ignored': otherPath(() => undefined),
  'configuration-always-404': otherPath(() => ['nothing', 'at', 'all']),
  'configuration-value-not-json': mapAnswer(configuration, async (response) =>
    text(`value: ${await response.text()}`, 'text/yaml'),
  ),
  'configuration-first-step-alone': otherPath((steps) => steps.slice(0, 1)),
  'configuration-of-any-scope': anyId(configuration),
}
