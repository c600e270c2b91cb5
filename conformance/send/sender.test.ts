import { expect, it } from 'vitest'
import { concludes } from '../../testing/conformance/concludes.ts'
import { FakeTime } from '../../testing/conformance/fake-time.ts'
import { Conclusion } from '../conclusions/conclusion.ts'
import { KitError } from '../kit-error.ts'
import type { SentRequest } from '../conclusions/exchange.ts'
import { defaultLimits, Sender, type SenderLimits } from './sender.ts'
import type { TargetWait } from './waiting.ts'

const base = 'http://target.test'
const get: SentRequest = { method: 'GET', url: `${base}/a`, headers: {} }
const post: SentRequest = { method: 'POST', url: `${base}/a`, headers: {}, body: '{}' }

interface Sent {
  readonly at: number
  readonly method: string
}

/**
 * A sender to a target that gives these answers in turn and repeats the last. A text stands for a broken connection.
 */
function subject(answers: readonly (Response | string)[], limits: Partial<SenderLimits> = {}, signal?: AbortSignal) {
  const time = new FakeTime(0)
  const sent: Sent[] = []
  const waits: TargetWait[] = []
  let running = 0
  let most = 0
  const sender = new Sender({
    time,
    signal,
    limits: { ...defaultLimits, ...limits },
    onWait: (wait) => void waits.push(wait),
    fetch: async (request) => {
      sent.push({ at: time.now(), method: request.method })
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      const answer = answers[Math.min(sent.length, answers.length) - 1]!
      if (typeof answer === 'string') throw new TypeError('fetch failed', { cause: new Error(answer) })
      return answer.clone()
    },
  })
  return { sender, sent, time, waits, most: () => most }
}

const ok = new Response('{}')
const refused = (headers: Record<string, string> = {}) => new Response('{}', { status: 429, headers })

it('sends no more requests a second than the rate allows', async () => {
  const { sender, sent } = subject([ok], { rate: 4 })
  await Promise.all(Array.from({ length: 6 }, () => sender.send(get)))
  expect(sent.map(({ at }) => at)).toEqual([0, 250, 500, 750, 1000, 1250])
})

it('has no more requests under way than the concurrency, and lets all through', async () => {
  const { sender, sent, most } = subject([ok], { concurrency: 3 })
  await Promise.all(Array.from({ length: 20 }, () => sender.send(get)))
  expect({ sent: sent.length, most: most() }).toEqual({ sent: 20, most: 3 })
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
    expect(unlucky.sent.map(({ at }) => at)).toEqual([0, 50, 200, 800, 2300])
  },
)

it('tries less often once every connection breaks', async () => {
  const { sender, sent } = subject(['reset'])
  for (let count = 0; count < 5; count++)
    await expect(sender.send(get)).rejects.toThrow(expect.objectContaining({ name: 'KitError', code: 'unreachable' }))
  expect(sent.length).toBe(4 * 5 + 3)
})

it('tries a POST again that may be carried out twice, or that nobody listened to', async () => {
  const repeatable = subject(['reset', ok])
  expect((await repeatable.sender.send(post, undefined, true)).response.status).toBe(200)
  const time = new FakeTime(0)
  let sent = 0
  const sender = new Sender({
    time,
    limits: defaultLimits,
    fetch: async () => {
      if (sent++ === 0)
        throw new TypeError('fetch failed', {
          cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
        })
      return ok.clone()
    },
  })
  expect((await sender.send(post)).response.status).toBe(200)
})

it('does not take the refusal of a repeated DELETE for the answer to the first', async () => {
  const { sender } = subject(['reset', new Response('{}', { status: 404 })])
  await expect(sender.send({ ...get, method: 'DELETE' })).rejects.toThrow(
    `DELETE ${base}/a got no response: reset; a second try got 404`,
  )
})

it.each(['POST', 'PUT'])('never sends %s twice', async (method) => {
  const { sender, sent } = subject(['reset', ok])
  await expect(sender.send({ ...post, method })).rejects.toThrow(
    expect.objectContaining({ name: 'KitError', code: 'unreachable' }),
  )
  expect(sent.length).toBe(1)
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
  ['0', { 'retry-after': '0' }, 250],
  ['no such thing', { 'retry-after': 'soon' }, 250],
])('waits as Retry-After asks given %s, also with a POST', async (_what, headers, wait) => {
  const { sender, sent } = subject([refused(headers), ok])
  expect((await sender.send(post)).response.status).toBe(200)
  expect(sent.map(({ at }) => at)).toEqual([0, wait])
})

it('makes every request wait while one was told to', async () => {
  const { sender, sent } = subject([refused({ 'retry-after': '5' }), ok], { concurrency: 2 })
  const first = sender.send(get)
  await new Promise((resolve) => setTimeout(resolve, 5))
  await Promise.all([first, sender.send(get), sender.send(get)])
  expect(sent.map(({ at }) => at)).toEqual([0, 5000, 5000, 5000])
})

it('waits longer each time, and no longer than allowed in all', async () => {
  const { sender, sent } = subject([refused()], { maxWait: 2000 })
  await expect(sender.send(get)).rejects.toSatisfy(concludes('insufficientEvidence', 'still answered 429'))
  expect(sent.map(({ at }) => at)).toEqual([0, 250, 500, 1000, 2000])
})

it.each<[Record<string, string>, told: readonly number[]]>([
  [{}, [1, 2, 4, 8]],
  [{ 'retry-after': '20' }, [20]],
])('waits no longer for many refused requests in a row than for one given %j', async (headers, told) => {
  const { sender, sent, time, waits } = subject([refused(headers)], { maxWait: 30_000 })
  for (let count = 0; count < 50; count++) await expect(sender.send(get)).rejects.toBeInstanceOf(Conclusion)
  expect(time.now()).toBeLessThanOrEqual(30_000)
  expect(sent.length).toBeLessThan(80)
  expect(waits.map(({ milliseconds }) => milliseconds / 1000)).toEqual(told)
})

it('tells each wait that a target asks for, once', async () => {
  const later = refused({ 'retry-after': '5' })
  const { sender, waits } = subject([later, ok, later, ok], { concurrency: 2 })
  await sender.send(get)
  await sender.send(get)
  expect(waits).toEqual([1, 2].map(() => ({ status: 429, milliseconds: 5000, asked: true })))
})

it('does not begin a wait that is longer than allowed', async () => {
  const { sender, sent, time } = subject([refused({ 'retry-after': '3600' })])
  await expect(sender.send(get)).rejects.toSatisfy(
    concludes('insufficientEvidence', 'asks to wait 3600 s (Retry-After), longer than --max-wait allows'),
  )
  expect({ sent: sent.length, now: time.now() }).toEqual({ sent: 1, now: 0 })
})

it.each([
  ['soon', 'the target answered 429 (GET'],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 'the target answered 429 (GET'],
  [' 60 ', 'asks to wait 60 s (Retry-After)'],
])('says no more than Retry-After does given %j and no time to wait', async (asked, told) => {
  const { sender } = subject([refused({ 'retry-after': asked })], { maxWait: 0 })
  await expect(sender.send(get)).rejects.toSatisfy(concludes('insufficientEvidence', told))
})

it('tries a GET again after a 503, and gives the last answer to the check', async () => {
  const unavailable = new Response('{}', { status: 503, headers: { 'retry-after': '2' } })
  const back = subject([unavailable, ok])
  expect((await back.sender.send(get)).response.status).toBe(200)
  expect(back.sent.map(({ at }) => at)).toEqual([0, 2000])
  const gone = subject([unavailable])
  expect((await gone.sender.send(get)).response.status).toBe(503)
  expect(gone.sent.length).toBe(3)
  const written = subject([unavailable, ok])
  expect((await written.sender.send(post)).response.status).toBe(503)
})

it.each([200, 301, 400, 404, 500])('gives %i to the check as it came', async (status) => {
  const { sender, sent } = subject([new Response('{"a":1}', { status, headers: { 'X-Own': 'b' } })])
  const { response } = await sender.send(get)
  expect(response).toEqual({
    status,
    headers: expect.objectContaining({ 'x-own': 'b' }),
    text: '{"a":1}',
    json: { a: 1 },
    trouble: undefined,
  })
  expect(sent.length).toBe(1)
})

it('counts tries, and sends none beyond the limit', async () => {
  const { sender, sent } = subject(['reset'], { maxRequests: 6 })
  await expect(sender.send(get)).rejects.toThrow(expect.objectContaining({ name: 'KitError', code: 'unreachable' }))
  await expect(sender.send(get)).rejects.toSatisfy(concludes('insufficientEvidence', 'the limit of 6 requests'))
  expect({ sent: sent.length, counted: sender.sent }).toEqual({ sent: 6, counted: 6 })
})

it('takes no more bytes in all than the limit', async () => {
  const { sender } = subject([new Response('x'.repeat(100))], { maxTotalBytes: 250 })
  for (let count = 0; count < 3; count++) await sender.send(get)
  await expect(sender.send(get)).rejects.toSatisfy(concludes('insufficientEvidence', 'more than 250 bytes'))
})

it('ends a wait when the run ends, with its reason', async () => {
  const stop = new AbortController()
  const { sender } = subject([refused({ 'retry-after': '20' })], {}, stop.signal)
  const sending = sender.send(get)
  stop.abort(new Error('stopped'))
  await expect(sending).rejects.toThrow('stopped')
  await expect(sender.send(get)).rejects.toThrow('stopped')
})

it('lets a write under way finish when the run ends, as its answer says what to delete', async () => {
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
