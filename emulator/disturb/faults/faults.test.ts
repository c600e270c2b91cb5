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

it('strikes once by default, then no more', async () => {
  const emulator = createEmulator({ faults: [{ operation: 'environments.list', status: 503 }] })
  expect(await statuses(emulator, 3)).toEqual([503, 200, 200])
  expect(emulator.faults.pending).toEqual([])
})

it('lets `skip` requests pass, strikes `times` requests, and shows what is left', async () => {
  const emulator = createEmulator()
  emulator.faults.add({ operation: 'environments.list', status: 503, skip: 2, times: 2 })
  await statuses(emulator, 1)
  expect(emulator.faults.pending).toEqual([{ operation: 'environments.list', status: 503, skip: 1, times: 2 }])
  expect(await statuses(emulator, 4)).toEqual([200, 503, 503, 200])
})

it('never ends given always', async () => {
  const emulator = createEmulator({ faults: [{ status: 500, times: 'always' }] })
  expect(await statuses(emulator, 5)).toEqual([500, 500, 500, 500, 500])
  expect(emulator.faults.pending).toEqual([{ status: 500, skip: 0, times: 'always' }])
})

it('strikes in the order of addition, with one fault for each request', async () => {
  const emulator = createEmulator({
    faults: [{ status: 500, skip: 1 }, { operation: 'environments.list', status: 502 }, { status: 503 }],
  })
  expect(await statuses(emulator, 4)).toEqual([502, 500, 503, 200])
})

it('strikes only its operation, or every operation when it has none', async () => {
  const emulator = createEmulator({ faults: [{ operation: 'projects.list', status: 503 }] })
  expect(await statuses(emulator, 1)).toEqual([200])
  emulator.faults.add({ status: 418 })
  expect(await statuses(emulator, 1)).toEqual([418])
  expect(await statuses(emulator, 1, '/1.13/projects')).toEqual([503])
})

it('does not strike unknown paths, other methods, OPTIONS and the control API', async () => {
  const emulator = createEmulator({ faults: [{ status: 503, times: 'always' }] })
  expect((await ask(emulator, 'GET', '/nowhere')).status).toBe(404)
  expect((await ask(emulator, 'PUT', environments)).status).toBe(405)
  expect((await ask(emulator, 'OPTIONS', environments)).status).toBe(200)
  expect(
    (
      await ask(emulator, 'OPTIONS', environments, {
        headers: { origin: 'http://page.test', 'access-control-request-method': 'GET' },
      })
    ).status,
  ).toBe(204)
  expect((await ask(emulator, 'GET', '/_emulator/health')).status).toBe(200)
})

it('removes a fault by the function that add returns, also after some strikes, and no equal fault', async () => {
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
