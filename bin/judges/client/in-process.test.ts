import { phraseText } from '../../../conformance/wording/text.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Assignment } from '../../../conformance/client/judge/client-subject.ts'
import { judgeTasks } from '../../../conformance/client/judge/judge-tasks.ts'
import type { OutcomeRun } from '../../../conformance/client/tasks/task.ts'
import { clientScenarios } from '../../../conformance/client/tasks/scenarios.ts'
import type { ClientDriver, DriverContext } from './driver.ts'
import { inProcess, type InProcessOptions } from './in-process.ts'
import { virtualTime } from './time/virtual-time.ts'

const real = performance.now.bind(performance)
const asked: Assignment = {
  task: 'list-environments',
  inputName: 'plain',
  input: {},
  prepare: undefined,
  scenario: undefined,
}

type Work = (context: DriverContext<object, unknown>) => unknown

/** One run of `list-environments` in virtual time. */
async function perform(work: Work, options?: InProcessOptions): Promise<OutcomeRun> {
  const driver = { 'list-environments': async (context: DriverContext<object, unknown>) => await work(context) }
  const restore = virtualTime()
  try {
    return await inProcess(driver as ClientDriver, options).perform(asked)
  } finally {
    restore()
  }
}

const reported = async (work: Work) => (await perform(work)).reported

async function list(
  { baseUrl, fetch, credentials }: DriverContext<object, unknown>,
  scheme = 'Bearer ',
): Promise<unknown> {
  const headers = { authorization: `${scheme}${credentials.token}` }
  const response = await fetch(`${baseUrl}/1.13/environments`, { headers })
  const { data } = (await response.json()) as { data: { id: string }[] }
  return { ids: data.map(({ id }) => id) }
}

it('passes a client that lists environments with a Bearer token, and fails one that omits the scheme', async () => {
  const judged = async (scheme: string) => {
    const driver = { 'list-environments': (context: DriverContext<object, unknown>) => list(context, scheme) }
    return (await judgeTasks(inProcess(driver as ClientDriver))).map(({ check, verdict }) => `${check} ${verdict}`)
  }
  expect(await judged('Bearer ')).toEqual(expect.arrayContaining(['client.bearer pass']))
  expect(await judged('')).toEqual(
    expect.arrayContaining(['client.bearer fail', 'client.versioned-paths.value blocked']),
  )
})

const fails = (): never => {
  throw new Error('of the value')
}

function raise(thrown: unknown): never {
  throw thrown
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const anyText = expect.any(String) as string

it.each<[string, () => unknown, object]>([
  ['an error with a status', () => Object.assign(new Error('no'), { status: 401 }), { kind: 'no', status: 401 }],
  ['a status that is text', () => Object.assign(new TypeError(), { status: '401' }), { kind: 'TypeError' }],
  ['a text', () => 'a text', { kind: 'a text' }],
  ['a revoked proxy', revoked, { kind: anyText }],
  [
    'a proxy whose traps throw',
    () => new Proxy({}, { get: fails, has: fails, getPrototypeOf: fails }),
    { kind: anyText },
  ],
  ['a status that throws', () => Object.defineProperty(new Error('no'), 'status', { get: fails }), { kind: 'no' }],
  [
    'a message that is not text',
    () => Object.assign(new Error('no'), { message: { toString: null } }),
    { kind: anyText },
  ],
  ['a tag that throws', () => Object.defineProperty({}, Symbol.toStringTag, { get: fails }), { kind: anyText }],
  ['a function that cannot be text', () => Object.assign(() => {}, { toString: fails }), { kind: anyText }],
])('treats %s as the error of the client, thrown at once or later', async (_name, thrown, error) => {
  for (const work of [() => Promise.reject(thrown() as Error), () => raise(thrown())])
    expect(await reported(work)).toMatchObject({ kind: 'error', error })
})

it('reads values as JSON and nothing as {}, reports values that are not JSON, and shows where a client failed', async () => {
  const value = { at: '1970-01-01T00:00:00.000Z' }
  expect(await reported(() => ({ at: new Date(0), left: undefined }))).toEqual({ kind: 'value', value })
  expect(await reported(() => undefined)).toEqual({ kind: 'value', value: {} })
  expect(await reported(() => ({ big: 1n }))).toMatchObject({ kind: 'unreadable' })
  expect(await reported(() => raise(new TypeError()))).toMatchObject({
    thrown: expect.stringContaining('in-process.test.ts'),
  })
})

it('lets a client sleep for hours without waiting, and records its requests in virtual time', async () => {
  const began = real()
  const { transcript } = await perform(async (context) => {
    await list(context)
    await new Promise((resolve) => setTimeout(resolve, 3_600_000))
    await list(context)
    await wait(7_200_000)
    return await list(context)
  })
  const [first, second, third] = transcript.exchanges.map(({ startedAt }) => startedAt)
  expect(Math.round((second! - first!) / 60_000)).toBe(60)
  expect(Math.round((third! - second!) / 60_000)).toBe(120)
  expect(real() - began).toBeLessThan(5000)
})

// These tests are about the platform's clock.
/* eslint-disable no-restricted-properties */
it('gives timers, signals and dates of a run virtual time, and all others real time', async () => {
  const seen: string[] = []
  const outside = real()
  await perform(async () => {
    const began = Date.now()
    let ticks = 0
    const interval = setInterval(() => {
      if (++ticks === 3) clearInterval(interval)
    }, 60_000)
    const never = setTimeout(() => seen.push('never'), 1000)
    clearTimeout(never)
    const signal = AbortSignal.timeout(300_000)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    seen.push((signal.reason as Error).name, `${ticks} ticks`, `${Math.round((Date.now() - began) / 60_000)} minutes`)
    seen.push(`${Math.round((new Date().getTime() - began) / 60_000)} minutes`)
    await wait(1000, undefined, { signal: AbortSignal.abort() }).catch((error: Error) => seen.push(error.name))
    return {}
  })
  expect(seen).toEqual(['TimeoutError', '3 ticks', '5 minutes', '5 minutes', 'AbortError'])
  expect(real() - outside).toBeLessThan(5000)
  expect(setTimeout.name).toBe('setTimeout')
})
/* eslint-enable no-restricted-properties */

it.each<[string, Work, InProcessOptions | undefined, number]>([
  ['Timed out: no request for 0.02 s (timeout)', () => new Promise(() => {}), { timeout: 20 }, 0],
  [
    'it sent GET /1.13/environments 100 times',
    async (context) => {
      for (;;) await list(context)
    },
    undefined,
    100,
  ],
  [
    'it sent 1000 requests and had not ended',
    async ({ baseUrl, fetch }) => {
      for (let index = 0; ; index++) await fetch(`${baseUrl}/0/?n=${index}`).catch(() => {})
    },
    undefined,
    1000,
  ],
])('ends a client that never ends: %s', async (why, work, options, requests) => {
  const { reported: end, transcript } = await perform(work, options)
  expect(end.kind === 'timeout' && phraseText(end.why)).toContain(why)
  expect(transcript.exchanges).toHaveLength(requests)
})

it('rejects requests of a client after its run', async () => {
  let late: (() => unknown) | undefined
  await perform((context) => {
    late = () => list(context)
    return {}
  })
  await expect(late!()).rejects.toThrow('the run of this task has ended')
})

it('assigns requests outside the base path to their run, even with runs in parallel', async () => {
  const driver: ClientDriver = {
    'list-environments': async ({ fetch }) => {
      for (let index = 0; index < 3; index++) {
        await fetch('http://emulator.test/1.13/environments')
        await wait(1)
      }
      return { ids: [] }
    },
  }
  const subject = inProcess(driver)
  const runs = await Promise.all(Array.from({ length: 5 }, () => subject.perform(asked)))
  expect(runs.map(({ transcript }) => [transcript.exchanges.length, transcript.outside.length])).toEqual(
    Array.from({ length: 5 }, () => [0, 3]),
  )
})

it('follows redirects as fetch does, and gives them to a client that asks for them', async () => {
  const driver = (redirect: 'follow' | 'manual'): ClientDriver => ({
    'list-environments': async ({ baseUrl, fetch, credentials }) => {
      const headers = { authorization: `Bearer ${credentials.token}` }
      const { status } = await fetch(`${baseUrl}/1.13/environments`, { headers, redirect })
      return { ids: [String(status)] }
    },
  })
  const found = async (redirect: 'follow' | 'manual') => {
    const run = await inProcess(driver(redirect)).perform({ ...asked, scenario: 'slash-redirect' })
    return [run.reported, run.transcript.exchanges.map(({ response, credential }) => [response?.status, credential])]
  }
  expect(await found('manual')).toEqual([{ kind: 'value', value: { ids: ['308'] } }, [[308, undefined]]])
  const followed = [
    [308, undefined],
    [200, 'pat#1'],
  ]
  expect(await found('follow')).toEqual([{ kind: 'value', value: { ids: ['200'] } }, followed])
})

it('judges by its own copy of credentials and input, whatever the client changes in them', async () => {
  const { reported, credentials, transcript } = await perform(async (context) => {
    const listed = await list(context)
    Object.assign(context.credentials, { token: 'another' })
    Object.assign(context.input, { more: true })
    return listed
  })
  expect(reported.kind).toBe('value')
  expect(transcript.exchanges).toHaveLength(1)
  expect(credentials.token).not.toBe('another')
  expect(asked.input).toEqual({})
})

it('runs the other timers when one throws', async () => {
  const uncaught: unknown[] = []
  const listeners = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => uncaught.push(error))
  try {
    const outcome = await reported(async () => {
      setTimeout(() => {
        throw new Error('of a timer')
      }, 1000)
      await wait(2000)
    })
    expect(outcome).toEqual({ kind: 'value', value: {} })
    expect(uncaught.map(String)).toEqual(['Error: of a timer'])
  } finally {
    process.removeAllListeners('uncaughtException')
    for (const listener of listeners) process.on('uncaughtException', listener)
  }
})

it('plays the requested number of orders of concurrent requests, and detects a client that sends one at a time', async () => {
  const toDriver = (isTogether: boolean) => ({
    'walk-events': async ({ baseUrl, fetch, credentials, input }: DriverContext<{ readonly issueId: string }>) => {
      const { clientId, clientSecret } = credentials
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      const token = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
      const authorization = `Bearer ${((await token.json()) as { access_token: string }).access_token}`
      const page = async (cursor: number) => {
        const url = `${baseUrl}/0/issues/${input.issueId}/events/?cursor=0:${cursor}:0`
        const response = await fetch(url, { headers: { authorization } })
        if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status })
        return ((await response.json()) as { id: string }[]).map(({ id }) => id)
      }
      if (!isTogether) return { ids: [...(await page(0)), ...(await page(100)), ...(await page(200))] }
      return { ids: (await Promise.all([page(0), page(100), page(200)])).flat() }
    },
  })
  const judged = async (isTogether: boolean) => {
    const results = await judgeTasks(inProcess(toDriver(isTogether) as ClientDriver), {
      races: 3,
      wants: (task, input, scenario) => task === 'walk-events' && input === 'three-pages' && scenario !== undefined,
      scenarios: clientScenarios.filter(({ name }) => name === 'token-expires-under-concurrency'),
    })
    return results.flatMap(({ check, scenario, verdict, remark }) =>
      check === 'client.expired-token.value' ? `${scenario} ${verdict}: ${remark && phraseText(remark)}` : [],
    )
  }
  const name = 'token-expires-under-concurrency'
  expect(await judged(true)).toEqual(
    [1, 2, 3].map((order) => `${name}=${order} blocked: It follows from client.expired-token`),
  )
  const why = `The scenario did not happen, as the client sent no two requests at a time: ${name}.`
  expect(await judged(false)).toEqual([1, 2, 3].map((order) => `${name}=${order} insufficientEvidence: ${why}`))
})
