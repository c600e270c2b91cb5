import { expect, it } from 'vitest'
import { controlClient } from '../../testing/emulator/control-client.ts'

const environments = '/1.13/environments'
const fault = { operation: 'environments.list', status: 503, retryAfter: 2, times: 2 }

it('adds, lists, replaces and clears faults', async () => {
  const { control, api } = controlClient()
  expect(await control('POST', '/faults', fault)).toMatchObject({ status: 201, body: [{ ...fault, skip: 0 }] })
  expect(await control('POST', '/faults', { delay: 0 })).toMatchObject({ status: 201, body: [fault, { delay: 0 }] })
  const struck = await api(environments)
  expect([struck.status, struck.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await control('GET', '/faults')).body).toEqual([
    { ...fault, skip: 0, times: 1 },
    { delay: 0, skip: 0, times: 1 },
  ])
  expect((await control('PUT', '/faults', { drop: 'before', times: 'always' })).body).toEqual([
    { drop: 'before', skip: 0, times: 'always' },
  ])
  await expect(api(environments)).rejects.toThrow('fetch failed')
  expect((await control('DELETE', '/faults')).status).toBe(204)
  expect((await api(environments)).status).toBe(200)
})

it.each([
  [{ status: 503, drop: 'after' }, 'got status and drop'],
  [{ stauts: 503 }, '/stauts'],
  ['503', 'The body is invalid'],
])('refuses %j, and a list that contains it, and changes nothing', async (wrong, message) => {
  const { control } = controlClient({ faults: [{ status: 500 }] })
  for (const [method, body] of [
    ['POST', wrong],
    ['PUT', wrong],
    ['PUT', [fault, wrong]],
  ] as const) {
    const refused = await control(method, '/faults', body)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request'])
    if (method === 'POST') expect(JSON.stringify(refused.body)).toContain(message)
  }
  expect((await control('GET', '/faults')).body).toEqual([{ status: 500, skip: 0, times: 1 }])
})

it("applies to the request's world", async () => {
  const { emulator, control, api } = controlClient()
  await control('POST', '/faults', fault, { 'x-emulator-world': 'other' })
  expect([(await control('GET', '/faults')).body, emulator.worlds.use('other').faults.pending.length]).toEqual([[], 1])
  expect([(await api(environments)).status, (await api(`/~other${environments}`)).status]).toEqual([200, 503])
})
