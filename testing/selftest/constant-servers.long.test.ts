// Every answer that the parts make, where constant-servers.test.ts takes a choice.
import { expect, it } from 'vitest'
import { FakeTime } from '../conformance/fake-time.ts'
import { allConstantAnswers } from './constant-answers.ts'
import { expectNothingProven } from './nothing-proven.ts'
import { emulatorSubject, runKit } from './subject.ts'

const { target } = emulatorSubject()

it.each(Object.entries(allConstantAnswers))(
  'proves nothing of a server that always answers %s',
  async (_name, answer) => {
    const result = await runKit({ target, fetch: async (request) => answer(request), time: new FakeTime() })
    expectNothingProven(result)
    expect(result.requests).toBeLessThanOrEqual(300)
  },
)
