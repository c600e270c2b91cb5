import { phrase, quoted } from '../../conclusions/phrase.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { WorldFacts } from '../evidence/world-facts.ts'
import { isObject } from '../../reading/find-list.ts'
import { withoutValue } from './compare-ids.ts'
import { defineTask, type ClientTask, type InputChoice } from './task.ts'
import { isSameJson } from '../../reading/same-json.ts'
import { valueAt } from './expected-values.ts'
import { malformedReport, wrongReport } from './wrong-report.ts'

/** Reads one value of a configuration (clause 4.4). */
export const getConfiguration: ClientTask = defineTask({
  name: 'get-configuration',
  inputs: [
    at('text', 'client.configuration-path', 'theme.colors.primary', 0),
    at('another-scope', 'client.configuration-path', 'theme.colors.primary', 1),
    at('environment', 'client.scope-prefixed', 'theme.colors.primary', 2),
    at('flow', 'client.scope-prefixed', 'theme.colors.primary', 3),
    at('path-to-encode', 'client.configuration-path', 'R&D +10% für.cost center', 0),
    at('object', 'client.configuration-path', 'theme.colors', 2),
    at('false', 'client.configuration-path', 'features.beta', 0),
    at('empty-text', 'client.configuration-path', 'contact.phone', 0),
  ],
  judge: ({ reported, input, before, after }) => {
    if (reported.kind !== 'value') return withoutValue(reported)
    const { value } = reported
    const expected = [before, after].map((world) => truthOf(world, input['scopeId'], input['path']))
    if (!isObject(value) || !Object.hasOwn(value, 'value'))
      return malformedReport(phrase`{"value": ${quoted(expected[0])}}`, quoted(value))
    return expected.some((truth) => isSameJson(truth, value['value']))
      ? { kind: 'right' }
      : wrongReport(quoted(expected[0]), quoted(value['value']), {
          kind: 'value',
          fault: 'differs',
          members: ['value'],
        })
  },
})

function truthOf({ configurations }: WorldFacts, scopeId: unknown, path: unknown): unknown {
  return valueAt(configurations.get(String(scopeId)), String(path))
}

/** @param scope Which scope, in the order of the configurations. */
function at(name: string, tests: ClientRequirementId, path: string, scope: number): InputChoice {
  return {
    name,
    tests,
    of: ({ configurations }) => {
      const scopeId = [...configurations.keys()][scope]
      return scopeId !== undefined && valueAt(configurations.get(scopeId), path) !== undefined
        ? { scopeId, path }
        : undefined
    },
  }
}
