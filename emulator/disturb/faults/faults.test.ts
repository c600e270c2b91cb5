import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { type Fault } from './fault.ts'

const environments = '/1.13/environments'
const statuses = async (emulator: ReturnType<typeof createEmulator>, count: number, path = environments) => {
  const found: number[] = []
  for (let request = 0; request < count; request++) found.push((await ask(emulator, 'GET', path)).status)
  return found
}

const list = 'environments.list'

it.each<[string, readonly Fault[], statuses: readonly number[], pending: readonly object[]]>([
  ['once by default', [{ operation: list, status: 503 }], [503, 200, 200], []],
  ['`times` requests after `skip` others', [{ status: 503, skip: 2, times: 2 }], [200, 200, 503, 503, 200], []],
  ['and shows what is left', [{ status: 503, skip: 1, times: 3 }], [200, 503], [{ skip: 0, times: 2 }]],
  ['always', [{ status: 500, times: 'always' }], [500, 500, 500], [{ times: 'always' }]],
  ['in order', [{ status: 500, skip: 1 }, { operation: list, status: 502 }, { status: 503 }], [502, 500, 503, 200], []],
  ['only its operation', [{ operation: 'projects.list', status: 503 }, { status: 418 }], [418, 200], [{ status: 503 }]],
])('affects %s', async (_how, faults, expected, pending) => {
  const emulator = createEmulator({ faults })
  expect(await statuses(emulator, expected.length)).toEqual(expected)
  expect(emulator.faults.pending).toMatchObject(pending)
})

it('does not affect unknown paths, other methods, OPTIONS and the control API', async () => {
  const emulator = createEmulator({ faults: [{ status: 503, times: 'always' }] })
  const status = async (method: string, path: string) => (await ask(emulator, method, path)).status
  expect([await status('GET', '/nowhere'), await status('PUT', environments)]).toEqual([404, 405])
  expect([await status('OPTIONS', environments), await status('GET', '/_emulator/health')]).toEqual([200, 200])
})

it('removes a fault by the function that add returns, even after it was triggered, and no equal fault', async () => {
  const emulator = createEmulator()
  const fault: Fault = { status: 503, times: 3 }
  const takeBack = emulator.faults.add(fault)
  emulator.faults.add(fault)
  expect(await statuses(emulator, 1)).toEqual([503])
  takeBack()
  takeBack()
  expect(emulator.faults.pending).toEqual([{ status: 503, skip: 0, times: 3 }])
})

it('keeps worlds independent: each starts with the initial faults and resets to them', async () => {
  const emulator = createEmulator({ faults: [{ status: 503 }] })
  expect(await statuses(emulator, 2)).toEqual([503, 200])
  expect(await statuses(emulator, 2, `/~other${environments}`)).toEqual([503, 200])
  emulator.worlds.use('other').faults.add({ status: 500, times: 'always' })
  expect(await statuses(emulator, 1)).toEqual([200])
  emulator.reset()
  expect(await statuses(emulator, 2)).toEqual([503, 200])
  emulator.worlds.use('other').reset()
  expect(await statuses(emulator, 2, `/~other${environments}`)).toEqual([503, 200])
})
