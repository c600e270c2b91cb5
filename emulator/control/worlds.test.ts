import { expect, it } from 'vitest'
import { controlEndpoints } from './control-endpoints.ts'
import { controlClient } from '../../testing/emulator/control-client.ts'

it('forks the seed into a world, replaces it and drops it', async () => {
  const { control } = controlClient()
  const created = await control('PUT', '/worlds/one')
  expect(created).toMatchObject({ status: 201, body: { name: 'one' } })
  await control('POST', '/data/flows', {}, { 'x-emulator-world': 'one' })
  expect((await control('GET', '/worlds/one')).body.records).toBe(created.body.records + 1)
  expect(await control('PUT', '/worlds/one')).toMatchObject({ status: 200, body: { records: created.body.records } })
  expect((await control('GET', '/worlds')).body.map((world: { name: string }) => world.name)).toEqual([
    'default',
    'one',
  ])
  expect((await control('DELETE', '/worlds/one')).status).toBe(204)
  expect((await control('DELETE', '/worlds/one')).status).toBe(404)
  expect((await control('GET', '/worlds/one')).status).toBe(404)
})

it('refuses to drop the default world, and resets it on PUT without replacing it', async () => {
  const { control, emulator, api } = controlClient()
  expect(await control('DELETE', '/worlds/default')).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict' } },
  })
  const before = emulator.data.count('flows')
  emulator.data.insert('flows')
  expect((await control('PUT', '/worlds/default')).status).toBe(200)
  const { name } = emulator.data.insert('flows', { name: 'Afterwards' })
  expect(emulator.data.count('flows')).toBe(before + 1)
  expect((await api('/1.13/flows?limit=1')).body.data[0].name).toBe(name)
})

it('creates no world for a request that only reads', async () => {
  const { control, emulator } = controlClient()
  const paths = controlEndpoints.flatMap(({ method, path }) => (method === 'GET' ? [path] : []))
  for (const path of paths) {
    const filled = path.replace('{collection}', 'projects').replace(/\{\w+\}/, 'x')
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      await emulator.fetch(new Request(`http://emulator.test/~nope/_emulator${filled}`, { method }))
  }
  expect(paths).toContain('/events')
  expect(emulator.worlds.names).toEqual(['default'])
  // It shows what the first use would create.
  const ids = async () =>
    (await control('GET', '/data/projects', undefined, { 'x-emulator-world': 'nope' })).body.data.map(
      ({ id }: { id: string }) => id,
    )
  const before = await ids()
  expect(emulator.worlds.names).toEqual(['default'])
  await control('PUT', '/worlds/nope')
  expect([await ids(), before.length > 0]).toEqual([before, true])
})

it('lists worlds in pages, with the number of their requests, without counting as their use', async () => {
  const { control, api, emulator } = controlClient({ limits: { worlds: 2 } })
  for (const world of ['one', 'two']) emulator.worlds.create(world)
  for (const world of ['one', 'one', 'two']) await api('/1.13/flows', { headers: { 'x-emulator-world': world } })
  const names = async (query: string) =>
    (await control('GET', `/worlds?${query}`)).body.map(({ name }: { name: string }) => name)
  expect(await names('search=O')).toEqual(['one', 'two'])
  expect(await names('limit=1&after=default')).toEqual(['one'])
  expect((await control('GET', '/worlds?after=none')).status).toBe(400)
  expect((await control('GET', '/worlds')).body.slice(1).map(({ requests }: { requests: number }) => requests)).toEqual(
    [2, 1],
  )
  // The least recently used world goes, although the lists above have looked at it last.
  await control('GET', '/worlds/one')
  emulator.worlds.create('three')
  expect(await names('')).toEqual(['default', 'two', 'three'])
})
