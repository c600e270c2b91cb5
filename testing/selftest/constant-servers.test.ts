import { expect, it } from 'vitest'
import { checks } from '../../conformance/checks/checks.ts'
import { FakeTime } from '../conformance/fake-time.ts'
import { constantAnswers } from './constant-answers.ts'
import { expectNothingProven } from './nothing-proven.ts'
import { emulatorSubject, runKit } from './subject.ts'

const { target } = emulatorSubject()

it('has at least 40 servers', () => {
  expect(Object.keys(constantAnswers).length).toBeGreaterThanOrEqual(40)
})

it.each(Object.entries(constantAnswers))('proves nothing of a server that always answers %s', async (_name, answer) => {
  const result = await runKit({ target, fetch: async (request) => answer(request), time: new FakeTime() })
  expectNothingProven(result)
  expect(result.results.length).toBe(checks.length)
  expect(result.requests).toBeLessThanOrEqual(300)
})

// With one check, nothing else shows that the server answers other requests alike.
it.each(['environments.list.get', 'auth.api-key.accepted', 'ids.grammar.answers', 'pat.create.token'])(
  'does not pass %s alone given a server that always answers the same',
  async (check) => {
    const fetch = async () =>
      Response.json({ data: [{ id: '2rFUBOcdFhipGcFiVyOoNqKKXnZ', name: 'a' }], has_more: false })
    expectNothingProven(await runKit({ target, fetch, time: new FakeTime() }, { only: [check] }))
  },
)
