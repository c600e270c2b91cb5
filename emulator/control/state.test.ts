import { expect, it } from 'vitest'
import { controlClient } from '../../testing/emulator/control-client.ts'

const normal = { isNormal: true, faults: 0, scenarios: [], deviations: [], conventions: [] }

it('lists what has changed, and resets it without touching the data', async () => {
  const { control, emulator } = controlClient({ conventions: { listEnvelope: 'items' } })
  const { body: before } = await control('GET', '/state')
  expect(before).toMatchObject({ ...normal, clock: { aheadSeconds: 0, frozen: true, startedFrozen: true } })
  emulator.faults.add({ status: 503, times: 2 })
  emulator.scenarios.add('short-pages')
  emulator.deviations.add('reference-prefixed')
  emulator.setConventions({ listEnvelope: 'array', defaultLimit: 3 })
  emulator.clock.unfreeze()
  const { id } = emulator.data.insert('flows', { name: 'Kept' })
  expect((await control('GET', '/state')).body).toMatchObject({
    isNormal: false,
    clock: { frozen: false },
    faults: 1,
    scenarios: ['short-pages'],
    deviations: ['reference-prefixed'],
    conventions: [
      { name: 'listEnvelope', value: 'array', start: 'items' },
      { name: 'defaultLimit', value: 3, start: 20 },
    ],
  })
  expect((await control('DELETE', '/state')).body).toMatchObject(normal)
  expect(emulator.conventions.listEnvelope).toBe('items')
  expect(emulator.data.get('flows', id)).toMatchObject({ name: 'Kept' })
})

it('shows the state of the world that a request names, and creates none', async () => {
  const { control, emulator } = controlClient()
  emulator.worlds.use('blue').faults.add({ status: 500 })
  const read = (world: string) => control('GET', '/state', undefined, { 'x-emulator-world': world })
  expect((await read('blue')).body.faults).toBe(1)
  expect((await read('red')).body).toMatchObject(normal)
  expect((await control('GET', '/state')).body.faults).toBe(0)
  expect(emulator.worlds.names).toEqual(['default', 'blue'])
})
