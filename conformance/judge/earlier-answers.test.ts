// Answers of the questions of learn, which the checks of the stated requirements take instead of asking again.
import { expect, it } from 'vitest'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { checks } from '../checks/checks.ts'
import { at } from '../catalogue/operation-paths.ts'
import { toTarget } from '../target/target-file.ts'
import type { Call } from './call.ts'
import { EarlierAnswers } from './earlier-answers.ts'
import { openRun } from './run-conformance.ts'

const environments = at('environments.list')

/** The number of requests that a second run sends for calls, after a first run has sent others. */
async function sentAgain(first: readonly Call[], second: readonly Call[]): Promise<number> {
  const emulator = createEmulator({ onError: () => undefined })
  const target = toTarget(toTargetFile(emulator, 'http://target.test', true))
  const earlier = new EarlierAnswers()
  const options = { target, checks, fetch: emulator.fetch }
  const asking = openRun({ ...options, keepFor: earlier })
  for (const call of first) await asking.session.send(call)
  await asking.close()
  const before = emulator.requests.size
  const judging = openRun({ ...options, earlier })
  for (const call of second) await judging.session.send(call)
  const { requests } = await judging.close()
  expect(requests).toBe(emulator.requests.size - before)
  return requests
}

it.each<readonly [what: string, first: Call, second: Call, sent: number]>([
  ['takes an answer', { path: environments }, { path: environments, as: 'bearer' }, 0],
  ['sends a request with another query', { path: environments }, { path: environments, query: { limit: 2 } }, 1],
  ['sends a request with another credential', { path: environments }, { path: environments, as: 'none' }, 1],
  ['sends a wrong credential', { path: environments }, { path: environments, wrong: 'bearer' }, 1],
  ['sends a request with headers', { path: environments }, { path: environments, headers: { accept: '*/*' } }, 1],
  ['sends what was refused', { path: environments, as: 'none' }, { path: environments, as: 'none' }, 1],
  [
    'sends what changes something',
    { method: 'POST', path: at('mcp'), json: {}, leavesNothing: true },
    { method: 'POST', path: at('mcp'), json: {}, leavesNothing: true },
    1,
  ],
])('%s', async (_what, first, second, sent) => {
  expect(await sentAgain([first], [second])).toBe(sent)
})

it('takes each answer once, so that a second request is sent', async () => {
  const call = { path: environments }
  expect(await sentAgain([call], [call, call])).toBe(1)
})

it('knows no good request by an answer that it takes, so that each control is sent', async () => {
  const emulator = createEmulator({ onError: () => undefined })
  const target = toTarget(toTargetFile(emulator, 'http://target.test', true))
  const earlier = new EarlierAnswers()
  const options = { target, checks, fetch: emulator.fetch }
  const asking = openRun({ ...options, keepFor: earlier })
  await asking.session.send({ path: environments })
  await asking.close()
  const judging = openRun({ ...options, earlier })
  const { session, run } = judging
  await session.send({ path: environments })
  expect(run.controls.goodCall('bearer')).toBeUndefined()
  await session.send({ path: environments })
  expect(run.controls.goodCall('bearer')).toBeDefined()
  await judging.close()
})

it.each<readonly [status: number, sent: number]>([
  [401, 2],
  [403, 2],
  [500, 2],
  [400, 1],
])('takes no answer after a %i, if the service may refuse everybody', async (status, sent) => {
  const emulator = createEmulator({ onError: () => undefined })
  const target = toTarget(toTargetFile(emulator, 'http://target.test', true))
  const earlier = new EarlierAnswers()
  let requests = 0
  const refused = { path: environments, query: { limit: 7 } } as const
  const fetch = async (request: Request) => {
    requests++
    return request.url.endsWith('limit=7') ? Response.json({}, { status }) : emulator.fetch(request)
  }
  const asking = openRun({ target, checks, fetch, keepFor: earlier })
  await asking.session.send({ path: environments })
  await asking.close()
  requests = 0
  const judging = openRun({ target, checks, fetch, earlier })
  await judging.session.send({ ...refused, refusalStands: true })
  await judging.session.send({ path: environments })
  await judging.close()
  expect(requests).toBe(sent)
})
