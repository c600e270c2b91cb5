import { expect, it } from 'vitest'
import { concludes } from '../../testing/conformance/concludes.ts'
import { FakeTime } from '../../testing/conformance/fake-time.ts'
import { KitError } from '../kit-error.ts'
import type { SentRequest } from '../conclusions/exchange.ts'
import { defaultLimits, Sender, type SenderLimits, urgent } from './sender.ts'
import type { TargetWait } from './waiting.ts'

const base = 'http://target.test'
const get: SentRequest = { method: 'GET', url: `${base}/a`, headers: {} }
const post: SentRequest = { method: 'POST', url: `${base}/a`, headers: {}, body: '{}' }

/**
 * A sender to a target that gives these answers in turn and repeats the last. A string means a broken connection.
 */
function subject(answers: readonly (Response | string)[], limits: Partial<SenderLimits> = {}) {
  const time = new FakeTime(0)
  /** When each request was sent. */
  const sent: number[] = []
  const waits: TargetWait[] = []
  let running = 0
  let most = 0
  const sender = new Sender({
    time,
    limits: { ...defaultLimits, ...limits },
    onWait: (wait) => void waits.push(wait),
    fetch: async () => {
      sent.push(time.now())
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      const answer = answers[Math.min(sent.length, answers.length) - 1]!
      if (typeof answer !== 'string') return answer.clone()
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(answer), { code: answer }) })
    },
  })
  return { sender, sent, waits, most: () => most }
}

const ok = new Response('{}')
const refused = (headers: Record<string, string> = {}) => new Response('{}', { status: 429, headers })
const times = <T>(count: number, of: () => Promise<T>) => Promise.all(Array.from({ length: count }, of))

it('sends no more requests a second than the rate allows, and no more at once than the concurrency', async () => {
  const slow = subject([ok], { rate: 4 })
  await times(6, () => slow.sender.send(get))
  expect(slow.sent).toEqual([0, 250, 500, 750, 1000, 1250])
  const { sender, sent, most } = subject([ok], { concurrency: 3 })
  await times(20, () => sender.send(get))
  expect({ sent: sent.length, most: most() }).toEqual({ sent: 20, most: 3 })
})

it('keeps reserved places for urgent requests, if three or more are left for the others', async () => {
  const { sender, most } = subject([ok], { concurrency: 8 })
  sender.reserve(5)
  await times(9, () => sender.send(get))
  expect(most()).toBe(3)
  await Promise.all([times(2, () => sender.send(get)), times(6, () => sender.send(get, { rank: urgent }))])
  expect(most()).toBe(8)
  const all = times(9, () => sender.send(get))
  sender.reserve(0)
  await all
  expect(most()).toBe(8)
  const small = subject([ok], { concurrency: 7 })
  small.sender.reserve(5)
  await times(9, () => small.sender.send(get))
  expect(small.most()).toBe(7)
})

it.each(['GET', 'HEAD', 'OPTIONS', 'DELETE'])(
  'tries %s again when the connection breaks, over the seconds that a restart takes',
  async (method) => {
    const lucky = subject(['reset', 'reset', ok])
    expect((await lucky.sender.send({ ...get, method })).response.status).toBe(200)
    const unlucky = subject(['reset'])
    await expect(unlucky.sender.send({ ...get, method })).rejects.toThrow(
      new KitError('unreachable', `${method} ${base}/a got no response: reset`),
    )
    expect(unlucky.sent).toEqual([0, 50, 200, 800, 2300])
  },
)

it('sends no POST and no PUT twice, unless it may be carried out twice or nobody listened', async () => {
  for (const method of ['POST', 'PUT']) {
    const { sender, sent } = subject(['reset', ok])
    await expect(sender.send({ ...post, method })).rejects.toMatchObject({ name: 'KitError', code: 'unreachable' })
    expect(sent).toHaveLength(1)
  }
  expect((await subject(['reset', ok]).sender.send(post, { repeatable: true })).response.status).toBe(200)
  expect((await subject(['ECONNREFUSED', ok]).sender.send(post)).response.status).toBe(200)
})

it('does not mistake the refusal of a repeated DELETE for the answer to the first', async () => {
  const { sender } = subject(['reset', new Response('{}', { status: 404 })])
  await expect(sender.send({ ...get, method: 'DELETE' })).rejects.toThrow(
    `DELETE ${base}/a got no response: reset; a second try got 404`,
  )
})

it.each<[string, Record<string, string>, number]>([
  ['seconds', { 'retry-after': '7' }, 7000],
  [
    'a date by the clock of the target',
    { date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' },
    9000,
  ],
  ['a date', { 'retry-after': 'Thu, 01 Jan 1970 00:00:05 GMT' }, 5000],
  ['nothing', {}, 250],
  ['an invalid value', { 'retry-after': 'soon' }, 250],
])('waits as Retry-After asks given %s, also with a POST', async (_what, headers, wait) => {
  const { sender, sent } = subject([refused(headers), ok])
  expect((await sender.send(post)).response.status).toBe(200)
  expect(sent).toEqual([0, wait])
})

it('makes every request wait while one has to, and reports each wait once', async () => {
  const later = refused({ 'retry-after': '5' })
  const { sender, sent, waits } = subject([later, ok, ok, ok, later, ok], { concurrency: 2 })
  const first = sender.send(get)
  await new Promise((resolve) => setTimeout(resolve, 5))
  await Promise.all([first, sender.send(get), sender.send(get)])
  expect(sent).toEqual([0, 5000, 5000, 5000])
  await sender.send(get)
  expect(waits).toEqual([1, 2].map(() => ({ status: 429, milliseconds: 5000, asked: true })))
})

it('waits longer each time, up to the total limit, and starts no wait beyond it', async () => {
  const { sender, sent } = subject([refused()], { maxWait: 2000 })
  await expect(sender.send(get)).rejects.toSatisfy(concludes('insufficientEvidence', 'still answered 429'))
  expect(sent).toEqual([0, 250, 500, 1000, 2000])
  const long = subject([refused({ 'retry-after': '3600' })])
  await expect(long.sender.send(get)).rejects.toSatisfy(concludes('insufficientEvidence', 'asks to wait 3600 s'))
  expect(long.sent).toEqual([0])
})

it('retries after an outage, and never passes one to a check', async () => {
  const unavailable = new Response('{}', { status: 503, headers: { 'retry-after': '2' } })
  const back = subject([unavailable, ok])
  expect((await back.sender.send(get)).response.status).toBe(200)
  expect(back.sent).toEqual([0, 2000])
  const gone = subject([unavailable], { maxWait: 5000 })
  await expect(gone.sender.send(get)).rejects.toSatisfy(
    concludes('insufficientEvidence', 'still answered 503 after 4 s'),
  )
  expect(gone.sent).toEqual([0, 2000, 4000])
  expect((await subject([unavailable, ok]).sender.send(post)).response.status).toBe(200)
  const lost = subject([new Response('', { status: 504 }), ok])
  await expect(lost.sender.send(post)).rejects.toSatisfy(concludes('insufficientEvidence', 'an outage'))
  expect(lost.sent).toHaveLength(1)
})

it.each([200, 301, 500])('passes %i to the check unchanged', async (status) => {
  const { sender, sent } = subject([new Response('{"a":1}', { status, headers: { 'X-Own': 'b' } })])
  const { response } = await sender.send(get)
  expect(response).toMatchObject({ status, headers: { 'x-own': 'b' }, text: '{"a":1}', json: { a: 1 } })
  expect(sent).toHaveLength(1)
})

it('counts tries, and sends none beyond the limit of requests or of bytes', async () => {
  const { sender, sent } = subject(['reset'], { maxRequests: 6 })
  await expect(sender.send(get)).rejects.toMatchObject({ code: 'unreachable' })
  await expect(sender.send(get)).rejects.toSatisfy(concludes('insufficientEvidence', 'the limit of 6 requests'))
  expect({ sent: sent.length, counted: sender.sent }).toEqual({ sent: 6, counted: 6 })
  const long = subject([new Response('x'.repeat(100))], { maxTotalBytes: 250 }).sender
  for (let count = 0; count < 3; count++) await long.send(get)
  await expect(long.send(get)).rejects.toSatisfy(concludes('insufficientEvidence', 'exceed 250 bytes'))
})

it('lets a write under way finish when the run ends, as its answer says what to delete, and nothing else', async () => {
  const stop = new AbortController()
  const { promise: answer, resolve } = Promise.withResolvers<Response>()
  const sender = new Sender({ time: new FakeTime(), limits: defaultLimits, signal: stop.signal, fetch: () => answer })
  const writing = sender.send(post)
  const reading = sender.send(get)
  reading.catch(() => undefined)
  await new Promise((done) => setImmediate(done))
  stop.abort(new Error('stopped'))
  resolve(new Response('{"id":"made"}', { status: 201 }))
  expect((await writing).response.json).toEqual({ id: 'made' })
  await expect(reading).rejects.toThrow('stopped')
})
