// No check may pass against a server that gives every request the same answer.
import { expect, it } from 'vitest'
import { FakeTime } from '../conformance/fake-time.ts'
import { selectPart } from '../sample.ts'
import { constantAnswers } from './constant-answers.ts'
import { emulatorSubject, resultLines, runKit } from '../conformance/subject.ts'

const { target } = emulatorSubject()

it.each(selectPart(Object.entries(constantAnswers)))(
  'proves nothing of a server that always answers %s',
  async (_name, answer) => {
    const result = await runKit({ target, fetch: async (request) => answer(request), time: new FakeTime() })
    expect(resultLines(result, 'pass', 'error')).toEqual([])
    expect(result.requests).toBeLessThanOrEqual(300)
  },
)

// With one check, nothing else shows that the server answers other requests alike.
it.each(['environments.list.get', 'auth.api-key.accepted', 'ids.grammar.answers', 'pat.create.token'])(
  'does not pass %s by itself given a server that always answers the same',
  async (check) => {
    const fetch = async () =>
      Response.json({ data: [{ id: '2rFUBOcdFhipGcFiVyOoNqKKXnZ', name: 'a' }], has_more: false })
    const result = await runKit({ target, fetch, time: new FakeTime() }, { only: [check] })
    expect(resultLines(result, 'pass', 'error')).toEqual([])
  },
)
