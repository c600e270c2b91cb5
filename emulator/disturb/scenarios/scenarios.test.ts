import { expect, it, onTestFinished, vi } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { scenarioEmulator, flowIds, flows } from '../../../testing/emulator/scenario-emulators.ts'

it('starts, adds, ends and resets scenarios, and refuses an unknown one without a change', async () => {
  const emulator = createEmulator({ scenarios: ['unknown-members'] })
  const { scenarios: playing } = emulator
  playing.add('link-previous-first')
  expect(playing.names).toEqual(['unknown-members', 'link-previous-first'])
  expect(() => playing.set(['unknown-member' as never])).toThrow(
    expect.objectContaining({ name: 'EmulatorError', code: 'unknown_scenario' }),
  )
  expect(() => playing.add('unknown-member' as never)).toThrow(
    'There is no scenario "unknown-member"; did you mean unknown-members? `emulator list scenarios` shows all ',
  )
  expect(() => createEmulator({ scenarios: ['x' as never] })).toThrow(
    'There is no scenario "x". `emulator list scenarios` shows all ',
  )
  expect(playing.names).toEqual(['unknown-members', 'link-previous-first'])
  playing.clear()
  expect((await ask(emulator, 'GET', '/0/', { auth: null })).json).not.toHaveProperty('unknown_member')
  playing.set(['rate-limited-mid-walk'])
  emulator.reset()
  expect(playing.names).toEqual(['unknown-members'])
})

it('plays once in each world, and again after a reset or when it is added again', async () => {
  const emulator = scenarioEmulator({}, 'rate-limited-mid-walk')
  const [first] = flowIds(emulator)
  const go = async (base = '') => (await ask(emulator, 'GET', `${base}${flows}?starting_after=${first}`)).status
  expect([await go(), await go(), await go('/~other'), await go('/~other')]).toEqual([429, 200, 429, 200])
  emulator.reset()
  expect([await go(), await go(), await go('/~other')]).toEqual([429, 200, 200])
  emulator.scenarios.add('rate-limited-mid-walk')
  expect([await go(), await go()]).toEqual([429, 200])
  emulator.worlds.use('other').scenarios.clear()
  emulator.worlds.use('other').reset()
  expect(await go('/~other')).toBe(429)
})

it('plays with a number, once for each name', () => {
  const { scenarios: playing } = createEmulator({ scenarios: ['token-expires-at-request=3', 'slow-answer=2000'] })
  expect(playing.names).toEqual(['token-expires-at-request=3', 'slow-answer'])
  playing.add('token-expires-at-request=5')
  expect(playing.names).toEqual(['token-expires-at-request=5', 'slow-answer'])
  for (const [name, message] of [
    ['slow-answer=', 'slow-answer=N takes a whole number from 1 to 600000'],
    ['slow-answer=0', 'slow-answer=N takes a whole number from 1 to 600000'],
    ['slow-answer=1e3', 'slow-answer=N takes a whole number'],
    ['slow-answer=600001', 'slow-answer=N takes a whole number'],
    ['short-pages=2', 'The scenario short-pages takes no number; got "short-pages=2".'],
    ['slow-answr=2', 'There is no scenario "slow-answr=2"; did you mean slow-answer?'],
  ])
    expect(() => playing.set([name as never])).toThrow(message)
  expect(playing.names).toEqual(['token-expires-at-request=5', 'slow-answer'])
})

it('serves a request at once and answers it later, given slow-answer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const emulator = scenarioEmulator({}, 'slow-answer=1500')
  let status = 0
  const answered = ask(emulator, 'POST', '/1.13/projects', { json: { name: 'Slow' } }).then(
    (answer) => (status = answer.status),
  )
  await vi.advanceTimersByTimeAsync(1499)
  expect([status, emulator.data.find('projects', { limit: 1 })[0]!.name]).toEqual([0, 'Slow'])
  await vi.advanceTimersByTimeAsync(1)
  await answered
  expect([status, (await ask(emulator, 'GET', flows)).status]).toEqual([201, 200])
})

it.each([
  [1, ['401 first', '401 second', '200 other'], '200 other'],
  [2, ['401 first', '200 other', '401 second'], '401 second'],
  // The number chooses that the second is done before the expiry.
  [7, ['401 first', '200 second', '200 other'], '200 other'],
])('answers two requests that meet an expiry in order %d', async (order, expected, last) => {
  const emulator = scenarioEmulator({}, `token-expires-under-concurrency=${order}`)
  const { clientId, clientSecret } = emulator.credentials
  const tokenOf = async () => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    const answer = await emulator.fetch('http://emulator.test/oauth/token', { method: 'POST', body })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const came: string[] = []
  const get = async (name: string, token: string) => {
    const { status } = await ask(emulator, 'GET', flows, { auth: `Bearer ${token}` })
    came.push(`${status} ${name}`)
  }
  const token = await tokenOf()
  const both = [get('first', token), get('second', token)]
  await Promise.race(both)
  const next = await tokenOf()
  await get('other', next)
  await Promise.all(both)
  expect(came.toSorted()).toEqual(expected.toSorted())
  expect(came.at(-1)).toBe(last)
})
