import { afterEach, expect, it, vi } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { emulatorWith, flows } from '../../../testing/emulator/scenario-emulators.ts'
import type { ScenarioName } from './scenarios.ts'

afterEach(() => {
  vi.useRealTimers()
})

async function statuses(name: ScenarioName, requests: number): Promise<readonly number[]> {
  const emulator = emulatorWith({}, name)
  const found: number[] = []
  for (let count = 0; count < requests; count++) found.push((await ask(emulator, 'GET', flows)).status)
  return found
}

it.each([
  ['rate-limited-until-date', 429],
  ['unavailable-until-date', 503],
] as const)('refuses one request, given %s, with a date by the time of the world', async (name, status) => {
  expect(await statuses(name, 3)).toEqual([status, 200, 200])
  const emulator = emulatorWith({}, name)
  const { headers } = await ask(emulator, 'GET', flows)
  const [until, date] = ['retry-after', 'date'].map((header) => Date.parse(headers.get(header)!))
  expect(until! - date!).toBeGreaterThanOrEqual(2000)
  expect(until! - emulator.clock.now()).toBeLessThanOrEqual(3000)
})

it.each([
  ['error-bodies-error', 'application/json', /^\{"error":\{"code":"forbidden","message":"The scenario/],
  ['error-bodies-problem', 'application/problem+json', /^\{"type":"about:blank","title":"forbidden","status":403,/],
  ['error-bodies-message', 'application/json', /^\{"message":"The scenario/],
  ['error-bodies-errors', 'application/json', /^\{"errors":\[\{"code":"forbidden","message":"The scenario/],
  ['error-bodies-text', 'text/plain; charset=utf-8', /^The scenario/],
  ['error-bodies-empty', 'application/json', /^$/],
  ['error-bodies-html', 'text/html', /^<html>/],
] as const)('refuses every request, given %s, and says why in that form', async (name, type, body) => {
  const emulator = emulatorWith({ errorBody: 'message' }, name)
  const { status, headers, text } = await ask(emulator, 'GET', flows)
  expect([status, headers.get('content-type'), text]).toEqual([
    name === 'error-bodies-html' ? 502 : 403,
    type,
    expect.stringMatching(body),
  ])
  const other = await ask(emulator, 'GET', flows, { auth: 'Bearer wrong' })
  expect([other.status, other.headers.get('content-type')]).toEqual([401, type])
  expect(emulator.requests.find()[0]!.refusal?.message).toContain(name)
})

it('serves a request at once and answers it later, given slow-answer', async () => {
  vi.useFakeTimers()
  const emulator = emulatorWith({}, 'slow-answer=1500')
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

it.each(['documented', 'any'] as const)(
  'redirects to the other form of a path, where %s paths are served',
  async (trailingSlash) => {
    const emulator = emulatorWith({ trailingSlash }, 'slash-redirect')
    for (const [path, other] of [
      ['/0/projects/', '/0/projects'],
      [`${flows}?limit=2`, `${flows}/?limit=2`],
    ] as const) {
      const { status, headers } = await ask(emulator, 'GET', path)
      expect([status, headers.get('location')]).toEqual([308, `http://localhost${other}`])
      expect((await ask(emulator, 'GET', other)).status).toBe(200)
      expect((await ask(emulator, 'GET', path, { auth: null })).status).toBe(401)
    }
    expect((await ask(emulator, 'POST', '/1.13/projects', { json: { name: 'New' } })).status).toBe(201)
    expect((await ask(emulator, 'GET', '/0/', { auth: null })).status).toBe(200)
    for (const unknown of ['//', '/nowhere/', '/1.13//'])
      expect([unknown, (await ask(emulator, 'GET', unknown)).status]).toEqual([unknown, 404])
  },
)
