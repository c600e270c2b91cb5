import { expect, it } from 'vitest'
import { learnRecording } from '../learn/learn-service.ts'
import { toLearnedDocument } from '../learn/learned-document.ts'
import { conventionNames } from '../learn/observation.ts'
import { learnEmulator } from '../../testing/learned-emulator.ts'
import { type HarEntry, harText, recordingHar } from '../../testing/recorded-har.ts'
import { readTraffic } from './recorded-traffic.ts'

const conventions = { listEnvelope: { rows: '$items', more: '$hasMore' }, errorBody: 'problem', unknownIdStatus: 410 }

/** The traffic of the questions themselves, and what they learned. */
const entries: HarEntry[] = []
const live = await learnEmulator({ conventions: conventions as never }, { between: recordingHar(entries) })

it('learns from recorded traffic what it shows, and nothing wrong', async () => {
  const foreign = { ...entries[0]!, request: { ...entries[0]!.request, url: 'https://ads.example/1.13/environments' } }
  const traffic = readTraffic(harText([...entries, foreign]), 'traffic.har', undefined)
  expect(traffic.target).toMatchObject({ baseUrl: 'http://target.test', version: '1.13' })
  expect(traffic.leftOut).toEqual({ foreign: 1, unread: 0 })
  const learned = await learnRecording(traffic)
  const wrong = conventionNames.filter((name) => {
    const [here, there] = [learned.observations[name], live.learned.observations[name]]
    return (
      here.state === 'learned' &&
      !(there.state === 'learned' && JSON.stringify(here.value) === JSON.stringify(there.value))
    )
  })
  expect(wrong).toEqual([])
  const states = conventionNames.map((name) => learned.observations[name].state)
  expect(states.filter((state) => state === 'learned').length).toBeGreaterThanOrEqual(28)
  expect(learned.observations.lastCursor).toMatchObject({ state: 'unobservable', cause: { kind: 'recording' } })
  const text = JSON.stringify(toLearnedDocument(learned, { baseUrl: traffic.target.baseUrl, allowWrites: true }))
  for (const secret of Object.values(live.emulator.credentials)) expect(text).not.toContain(secret)
  expect(learned.requests).toBe(entries.length)
})

it('finds a service below a base path, and does not mistake the preflight of a browser for the request', async () => {
  const behind = entries.map(({ request, ...entry }) => ({
    ...entry,
    request: { ...request, url: String(request.url).replace('target.test/', 'target.test/api/') },
  }))
  const preflights = behind.map(({ request, response, ...entry }) => ({
    ...entry,
    request: { ...request, method: 'OPTIONS' },
    response: { ...response, status: 204, content: { size: 0, text: '' } },
  }))
  const traffic = readTraffic(harText([...preflights, ...behind]), 'traffic.har', undefined)
  expect(traffic.target).toMatchObject({ baseUrl: 'http://target.test/api', version: '1.13' })
  const { observations } = await learnRecording(traffic)
  expect(observations.listEnvelope).toMatchObject({ state: 'learned', value: conventions.listEnvelope })
  expect(observations.unknownIdStatus).toMatchObject({ state: 'learned', value: 410 })
})

it('learns nothing about input from refused credentials, and nothing about anonymous access without a refusal', async () => {
  const withoutCredentials = entries.map(({ request, ...entry }) => ({
    ...entry,
    request: { ...request, headers: [] },
  }))
  const traffic = readTraffic(harText(withoutCredentials), 'traffic.har', undefined)
  expect((await learnRecording(traffic)).observations.unauthenticatedStatus.state).toBe('unobservable')
  const refusal = { status: 401, headers: [], content: { text: '{}' } }
  const locked = entries.map((entry) =>
    String(entry.request['url']).includes('?') ? { ...entry, response: refusal } : entry,
  )
  const { observations } = await learnRecording(readTraffic(harText(locked), 'traffic.har', undefined))
  for (const name of ['unknownParameters', 'emptyParameters', 'unknownCursor', 'excessiveLimit'] as const)
    expect([name, observations[name].state]).not.toEqual([name, 'learned'])
})

const entry = {
  startedDateTime: '2026-01-01T00:00:00Z',
  request: { method: 'GET', url: 'https://api.test/1.13/environments', headers: [] },
  response: { status: 200, headers: [], content: { text: '{}' } },
}
const changed = (part: 'request' | 'response', members: object) =>
  harText([{ ...entry, [part]: { ...entry[part], ...members } }])

it.each([
  ['[', 'is not JSON, or nests too deep'],
  ['['.repeat(100_000), 'is not JSON, or nests too deep'],
  ['{"__proto__": {"log": {"entries": []}}}', 'it has no list log.entries'],
  [harText([]), 'has no exchange over HTTP that had an answer'],
  [`{"log":{"entries":[${'0,'.repeat(20_000)}0]}}`, 'at most 20000 are read'],
  [harText([7]), 'log.entries[0] must have a request and a response; got 7.'],
  [changed('request', { url: '/1.13' }), 'request.url must be an absolute URL; got "/1.13".'],
  [changed('request', { method: 'GET\n' }), 'request.method must be a method'],
  [changed('response', { status: '200' }), 'response.status must be a whole number; got "200".'],
  [changed('response', { headers: {} }), 'has headers that are not a list; got {}.'],
  [harText([{ ...entry, startedDateTime: 'now' }]), 'startedDateTime must be a time; got "now".'],
  [changed('response', { status: 0 }), 'has no exchange over HTTP that had an answer'],
  [changed('request', { url: 'https://other.test/users' }), 'has no exchange with a path of the spec'],
])('refuses HAR file %#', (content, message) => {
  expect(() => readTraffic(content, 'traffic.har', undefined)).toThrow(message)
})

it('refuses traffic of other services', () => {
  const mine = { baseUrl: 'https://mine.test' }
  expect(() => readTraffic(harText([entry]), 'traffic.har', mine)).toThrow('none of the 1 exchanges in')
})

it('leaves out bodies that are not text', () => {
  const bodies = [{ text: '//4=', encoding: 'base64' }, { text: 'x', encoding: 'rot13' }, { size: 700 }, { text: 7 }]
  const unread = bodies.map((content) => ({ ...entry, response: { ...entry.response, content } }))
  expect(readTraffic(harText(unread), 'traffic.har', undefined)).toMatchObject({
    exchanges: [],
    leftOut: { unread: 4 },
  })
})
