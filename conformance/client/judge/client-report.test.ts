import { expect, it } from 'vitest'
import { madeDialect, madeRun } from '../../../testing/clients/made-run.ts'
import type { WorldFacts } from '../evidence/world-facts.ts'
import type { OutcomeRun, ClientTask } from '../tasks/task.ts'
import { reportOnTasks } from './client-report.ts'
import type { ClientSubject } from './client-subject.ts'

const world = { accessTokens: [] } as unknown as WorldFacts
const input = (name: string) => ({ name, tests: 'client.token-request', shows: '', of: () => ({}) }) as const
const task: ClientTask = {
  name: 'get-token',
  independent: true,
  inputs: [input('one'), input('two')],
  judge: () => ({ kind: 'right' }),
}

/** A client whose second run is ended from outside. */
const subject: ClientSubject = {
  dialect: madeDialect,
  world,
  perform: async (asked) => {
    if (asked.inputName === 'two') throw new DOMException('ended', 'AbortError')
    const reported = { kind: 'value', value: {} } as const
    return { ...madeRun([]), ...asked, reported, before: world, after: world } as OutcomeRun
  },
}
const identity = { name: 'client', command: [] }

it('reports what was judged before the judging was ended', async () => {
  const { results } = await reportOnTasks(subject, identity, {
    tasks: [task],
    scenarios: [],
    signal: AbortSignal.abort(),
  })
  expect(new Set(results.map(({ inputName }) => inputName))).toEqual(new Set(['one']))
})

it('rejects where nobody ended the judging', async () => {
  await expect(reportOnTasks(subject, identity, { tasks: [task], scenarios: [] })).rejects.toThrow('ended')
})
