import { expect, it } from 'vitest'
import { controlClient } from '../../testing/emulator/control-client.ts'

it('restores the data, ids and clock of an exported world, in another emulator too', async () => {
  const first = controlClient()
  await first.control('POST', '/data/flows', { name: 'Kept' })
  await first.control('POST', '/clock', { advance: '1d' })
  const { body: snapshot } = await first.control('GET', '/snapshot')
  await first.control('POST', '/data/flows', { name: 'Lost' })
  const second = controlClient()
  for (const { control } of [first, second]) {
    expect((await control('PUT', '/snapshot', snapshot)).status).toBe(204)
    expect((await control('GET', '/data/flows?limit=1')).body.data[0].name).toBe('Kept')
    expect((await control('GET', '/clock')).body.now).toBe('2026-03-02T12:00:00Z')
    expect((await control('GET', '/snapshot')).body).toEqual(snapshot)
  }
  expect((await second.api('/1.13/flows?limit=1')).body.data[0].name).toBe('Kept')
})
