import { expect, it } from 'vitest'
import { controlClient } from '../../testing/emulator/control-client.ts'

const conventionValue = (body: { name: string; value: unknown }[], name: string) =>
  body.find((convention) => convention.name === name)!.value

it('changes the given conventions from the next request on, and resets them on DELETE', async () => {
  const { control, api } = controlClient({ conventions: { defaultLimit: 3 } })
  expect(
    conventionValue(
      (await control('PUT', '/conventions', { listEnvelope: 'array', defaultLimit: '2' })).body,
      'defaultLimit',
    ),
  ).toBe(2)
  expect((await api('/1.13/environments')).body).toHaveLength(2)
  expect(conventionValue((await control('DELETE', '/conventions')).body, 'defaultLimit')).toBe(3)
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

it('shows an answer under the conventions as they are beside one with another value, and changes nothing', async () => {
  const { control, emulator } = controlClient()
  emulator.faults.add({ status: 503, times: 'always' })
  const before = [emulator.conventions, emulator.worlds.default.state, emulator.requests.size]
  const { body } = await control('POST', '/conventions/sample', { name: 'listEnvelope', value: 'items' })
  expect(body).toMatchObject({
    request: 'GET /1.13/environments?limit=2',
    now: { status: 200 },
    other: { status: 200 },
  })
  expect([JSON.parse(body.now.body), JSON.parse(body.other.body)]).toMatchObject([{ data: {} }, { items: {} }])
  const { body: refused } = await control('POST', '/conventions/sample', { name: 'refusedStatus', value: 422 })
  expect([refused.now.status, refused.other.status]).toEqual([400, 422])
  const { body: token } = await control('POST', '/conventions/sample', { name: 'accessTokenLifetime', value: 77 })
  expect(token.request).toContain('client_secret=<client_secret>')
  expect((await control('POST', '/conventions/sample', { name: 'listEnvelope', value: 'odd' })).status).toBe(400)
  expect([emulator.conventions, emulator.worlds.default.state, emulator.requests.size]).toEqual(before)
})
