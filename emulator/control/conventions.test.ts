import { expect, it } from 'vitest'
import { conventionNames } from '../api/dialect/conventions.ts'
import { controlClient } from '../../testing/emulator/control-client.ts'

const valueOf = (body: { name: string; value: unknown }[], name: string) =>
  body.find((convention) => convention.name === name)!.value

it('lists every convention with its value, default and alternatives', async () => {
  const { control } = controlClient({ conventions: { errorBody: 'problem' } })
  const { body } = await control('GET', '/conventions')
  expect(body.map(({ name }: { name: string }) => name)).toEqual(conventionNames)
  expect(body.find(({ name }: { name: string }) => name === 'errorBody')).toMatchObject({
    value: 'problem',
    default: 'error',
    alternatives: ['problem', 'message', 'errors'],
  })
})

it('changes the given conventions from the next request on, and resets them on DELETE', async () => {
  const { control, api } = controlClient({ conventions: { defaultLimit: 3 } })
  expect(
    valueOf((await control('PUT', '/conventions', { listEnvelope: 'array', defaultLimit: '2' })).body, 'defaultLimit'),
  ).toBe(2)
  expect((await api('/1.13/environments')).body).toHaveLength(2)
  expect(valueOf((await control('DELETE', '/conventions')).body, 'defaultLimit')).toBe(3)
  expect((await api('/1.13/environments')).body.data).toHaveLength(3)
})

it('refuses an unknown name or value with the known ones, and changes nothing', async () => {
  const { control, emulator } = controlClient()
  const before = emulator.conventions
  const value = await control('PUT', '/conventions', { createdStatus: 200, listEnvelope: 'list' })
  expect([value.status, value.body.error.message]).toEqual([400, expect.stringContaining('data, array, items, named')])
  const name = await control('PUT', '/conventions', { createdStatus: 200, listEnvelop: 'array' })
  expect([name.status, name.body.error.message]).toEqual([400, expect.stringContaining('listEnvelope')])
  expect((await control('PUT', '/conventions', { createdStatus: 200, defaultLimit: 200 })).status).toBe(400)
  expect((await control('PUT', '/conventions', {})).status).toBe(400)
  expect((await control('PUT', '/conventions', [])).status).toBe(400)
  expect(emulator.conventions).toEqual(before)
})
