import { phrase, quoted } from '../../conclusions/phrase.ts'
import type { WorldFacts } from '../evidence/world-facts.ts'
import { isObject } from '../../reading/find-list.ts'
import { withoutValue } from './compare-ids.ts'
import { defineTask, type Task } from './task.ts'
import { isSameJson } from '../../reading/same-json.ts'
import { valueAt } from './expected-values.ts'
import { malformedReport, wrongReport } from './wrong-report.ts'

/** Reads one value of a configuration (clause 4.4). */
export const getConfiguration: Task = defineTask({
  name: 'get-configuration',
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
