import { expect, it, vi } from 'vitest'
import { readCase } from '../../../emulator/serve/case/read-case.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../emulator/create-emulator.ts'
import { firstDifference, RunRecorder } from './compare-requests.ts'
import { OpenedCase } from './open-case.ts'

type Play = (
  send: (path: string, json?: object, method?: string) => Promise<{ readonly id: string }>,
) => Promise<unknown>

async function played(emulator: Emulator, play: Play): Promise<void> {
  const authorization = `Bearer ${emulator.credentials.token}`
  await play(async (path, json, method = json ? 'POST' : 'GET') => {
    const headers = { authorization, ...(json ? { 'content-type': 'application/json' } : {}) }
    const init = { method, headers, ...(json ? { body: JSON.stringify(json) } : {}) }
    return (await (await emulator.fetch(`https://api.example${path}`, init)).json().catch(() => ({}))) as { id: string }
  })
}

/** Plays the failed test, and the requests of its second run. */
async function compared(then: Play, now: Play, options: EmulatorOptions = { clock: '2026-03-01T12:00:00Z' }) {
  const failed = createEmulator(options)
  await played(failed, then)
  const opened = new OpenedCase(readCase(await failed.saveCase()))
  const recorder = new RunRecorder()
  const emulator = (recorder.emulator = opened.emulatorAnew(recorder))
  await played(emulator, now)
  return firstDifference(opened, recorder.runs)
}

const making =
  (...names: readonly string[]): Play =>
  async (send) => {
    for (const name of names) await send('/1.13/flows', { name })
  }

it.each([
  [['A', 'B'], ['A', 'B'], undefined],
  [['A', 'B'], ['A', 'C'], { number: 2, parts: [{ part: 'body' }] }],
  [['A', 'B'], ['A'], { sent: undefined, number: 2 }],
  [['A'], ['A', 'B'], { recorded: undefined, same: 1 }],
])('returns the first request that differs, given %j and then %j', async (then, now, difference) => {
  const found = await compared(making(...then), making(...now))
  expect(found ?? {}).toMatchObject(difference ?? {})
  expect(found === undefined).toBe(difference === undefined)
})

/** Makes two flows and changes one of them. */
const changing =
  (which: 0 | 1, before: Play = async () => undefined): Play =>
  async (send) => {
    await before(send)
    const made = [await send('/1.13/flows', { name: 'A' }), await send('/1.13/flows', { name: 'B' })]
    await send(`/1.13/flows/${made[which]!.id}`, { name: 'C' }, 'PUT')
  }

it('compares ids of new records by their order, and ids of the seed by their text', async () => {
  // The ids differ, because the clock was moved before.
  const later: Play = (send) => send('/_emulator/clock', { advance: '1h' })
  expect(await compared(changing(0), changing(0, later))).toBeUndefined()
  expect(await compared(changing(0), changing(1, later))).toMatchObject({ number: 3 })
  const ofSeed =
    (place: number): Play =>
    async (send) => {
      const { data } = (await send('/1.13/environments')) as unknown as { readonly data: readonly { id: string }[] }
      await send(`/1.13/environments/${data[place]!.id}`, { name: 'C' }, 'PUT')
    }
  expect(await compared(ofSeed(0), ofSeed(1))).toMatchObject({ parts: [{ part: 'path' }] })
})

it('recognizes the ids that a world starts with', async () => {
  const test: Play = async (send) => {
    await send('/_emulator/worlds/t1', undefined, 'PUT')
    const { data } = (await send('/~t1/access-tokens')) as unknown as { readonly data: readonly { id: string }[] }
    await send('/~t1/1.13/flows', { name: 'A' })
    await send(`/~t1/access-tokens/${data[0]!.id}`, undefined, 'DELETE')
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 1) })
  const later: Play = async (send) => {
    vi.setSystemTime(Date.UTC(2026, 2, 2))
    await test(send)
  }
  expect(await compared(test, later, {})).toBeUndefined()
  vi.useRealTimers()
})

it.each<[string, Play]>([
  ['ended its world', async (send) => void (await send('/_emulator/worlds/t1', undefined, 'DELETE'))],
  ['reset its world', async (send) => void (await send('/~t1/_emulator/reset', undefined, 'POST'))],
  ['was followed by another', making('Z')],
])('matches the requests of a test that %s', async (_what, behind) => {
  const test: Play = (send) => send('/~t1/1.13/flows', { name: 'A' })
  const now: Play = async (send) => {
    await test(send)
    await behind(send)
  }
  expect(await compared(test, now)).toBeUndefined()
  const later: Play = async (send) => {
    await send('/~t1/1.13/flows', { name: 'Z' })
    await send('/~t1/_emulator/reset', undefined, 'POST')
    await test(send)
  }
  expect(await compared(test, later)).toBeUndefined()
  expect(await compared(test, (send) => send('/~other/1.13/flows', { name: 'A' }))).toBeUndefined()
  expect(await compared(test, behind)).toMatchObject({ world: 't1', sent: undefined })
})
