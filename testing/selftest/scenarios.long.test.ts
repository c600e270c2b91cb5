import { expect, it } from 'vitest'
import type { ScenarioName } from '../../emulator/disturb/scenarios/scenarios.ts'
import { selectPart } from '../sample.ts'
import { notAllowed } from './scenarios.ts'
import { failedRequirements, resultLines, runKit, timelessSubject } from '../conformance/subject.ts'

it.each(selectPart(Object.keys(notAllowed) as ScenarioName[], 4))(
  'blames what %s breaks, and no more',
  async (name) => {
    // Groups that the run creates would excuse an empty page.
    const options = { allowWrites: name !== 'empty-page-mid-walk' }
    const result = await runKit(timelessSubject({ scenarios: [name] }), options)
    expect(resultLines(result, 'error')).toEqual([])
    const broken = notAllowed[name]
    if (broken) expect(failedRequirements(result)).toEqual(broken)
    else expect(resultLines(result, 'fail', 'blocked')).not.toEqual([])
  },
)
