import { afterEach, expect, it, vi } from 'vitest'
import type { Fault } from '../emulator/index.ts'
import { environments, faultyEmulator, get, wholeBody } from '../testing/emulator/faulty-emulator.ts'
import { pageOf } from '../testing/readme-code.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** The faults of the table in bin/docs/faults.md. */
const rows = [...pageOf('faults').matchAll(/^\| `(\{ .* \})` \| (.+) \|$/gm)].map(
  ([, json = '', what = '']) => [json, what] as const,
)

/** The answer that a client gets, by the members of the fault. */
const demonstrations: Readonly<Record<string, (fault: Fault) => Promise<void>>> = {
  'status retryAfter times': async (fault) => {
    const answers = await several(fault, 4)
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 200])
    expect(answers[0]!.headers.get('retry-after')).toBe('2')
    expect(await answers[0]!.json()).toMatchObject({ error: { code: 'service_unavailable' } })
  },
  'status body': async (fault) => {
    const [answer] = await several(fault, 1)
    expect([answer!.status, answer!.headers.get('content-type'), await answer!.text()]).toEqual([
      502,
      'text/html; charset=utf-8',
      fault.body,
    ])
  },
  'status headers': async (fault) => {
    const [answer] = await several(fault, 1)
    expect([answer!.status, answer!.headers.get('location')]).toEqual([307, '/0/'])
  },
  'body operation': async (fault) => {
    const [answer] = await several(fault, 1)
    expect([answer!.status, await answer!.json()]).toEqual([200, fault.body])
  },
  'status probability': async (fault) => {
    const failed = async () => (await several(fault, 100)).map(({ status }) => status === 500)
    const first = await failed()
    expect(first.filter(Boolean).length / 100).toBeCloseTo(0.1, 0.5)
    expect(await failed()).toEqual(first)
  },
  'delay skip': async (fault) => expect(await waits(fault, 3)).toEqual([0, 3000, 0]),
  delay: async (fault) => {
    const times = (await waits(fault, 99)).toSorted((left, right) => left - right)
    expect([times[49]! > 20, times[49]! < 80, times[97]! > 200, times[90]! < 900]).toEqual([true, true, true, true])
  },
  headers: async (fault) => {
    const [answer] = await several(fault, 1)
    expect([answer!.headers.get('x-request-id'), await answer!.text()]).toEqual(['7', await wholeBody()])
  },
  contentType: async (fault) => {
    const [answer] = await several(fault, 1)
    expect([answer!.headers.get('content-type'), await answer!.text()]).toEqual(['text/html', await wholeBody()])
  },
  drop: async (fault) => {
    await expect(get(faultyEmulator(fault))).rejects.toThrow('fetch failed')
  },
  truncate: async (fault) => {
    const [answer] = await several(fault, 1)
    await expect(answer!.text()).rejects.toThrow('terminated')
  },
  breakJson: async (fault) => {
    const [answer] = await several(fault, 1)
    await expect(answer!.json()).rejects.toThrow(SyntaxError)
  },
  drip: async (fault) => {
    const reader = (await several(fault, 1))[0]!.body!.getReader()
    expect((await reader.read()).value!.length).toBe(10)
    await reader.cancel()
  },
}

it('has a row for each kind of fault', () => {
  expect(rows.map(([json]) => membersOf(json)).toSorted()).toEqual(Object.keys(demonstrations).toSorted())
})

it.each(rows)('%s gives %s', async (json) => {
  await demonstrations[membersOf(json)]?.(JSON.parse(json) as Fault)
})

function membersOf(json: string): string {
  return Object.keys(JSON.parse(json) as object).join(' ')
}

async function several(fault: Fault, count: number): Promise<readonly Response[]> {
  const emulator = faultyEmulator(fault)
  const answers: Response[] = []
  for (let request = 0; request < count; request++) answers.push(await get(emulator, environments))
  return answers
}

/** How long each answer took, in milliseconds. */
async function waits(fault: Fault, count: number): Promise<readonly number[]> {
  vi.useFakeTimers()
  const emulator = faultyEmulator(fault)
  const times: number[] = []
  for (let request = 0; request < count; request++) {
    const start = performance.now()
    const answered = get(emulator, environments)
    await vi.runAllTimersAsync()
    await answered
    times.push(performance.now() - start)
  }
  return times
}
