import type { FetchWrapper } from '../deviation.ts'
import { mapAnswer, mapQuery } from '../wrappers/fetch-wrappers.ts'
import { textResponse } from '../wrappers/messages.ts'

/** Answers the value at another path; undefined for the whole configuration. */
const changeConfigurationPath = (change: (steps: readonly string[]) => readonly string[] | undefined): FetchWrapper =>
  mapQuery('configurations.value', (query) => {
    const path = query.get('path')
    return path === null ? {} : { path: change(path.split('.'))?.join('.') }
  })

/** The deviations of "Configurations". */
export const configurationDeviations = {
  title: 'Configurations',
  deviations: {
    'configuration-path-ignored': [
      'configurations.value.served',
      'The whole configuration is answered whatever the path.',
      changeConfigurationPath(() => undefined),
    ],
    'configuration-value-not-json': [
      'configurations.value.served',
      'The value is answered as text that is not JSON.',
      mapAnswer('configurations.value', async (response) =>
        textResponse(`value: ${await response.text()}`, 'text/yaml'),
      ),
    ],
    'configuration-first-step-alone': [
      'configurations.dotted-path.steps',
      'Only the first step of a path counts.',
      changeConfigurationPath((steps) => steps.slice(0, 1)),
    ],
  },
} as const
