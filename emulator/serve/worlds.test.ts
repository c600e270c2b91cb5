import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { type RunningServer, serve } from './serve.ts'
import { keepWorldsApart, type Sent, WorldClient } from '../../testing/servers/world-clients.ts'

let emulator: Emulator
let server: RunningServer

beforeAll(async () => {
  emulator = createEmulator({ clock: '2026-03-01T00:00:00Z' })
  server = await serve(emulator, { port: 0 })
})
afterAll(() => server.close())

const clientOf = (world: string, by: 'path' | 'header') => new WorldClient({ emulator, server }, world, by)

it('keeps 20 worlds apart while 20 clients use, reset and drop them at the same time', async () => {
  await keepWorldsApart({ emulator, server }, 20)
})

it('continues the ids of one world when another is dropped and created again', async () => {
  const [first, second] = [clientOf('ids-one', 'path'), clientOf('ids-other', 'header')]
  const create = async (client: WorldClient) => (await client.json<Sent>('POST', '/1.13/catalogs', { name: 'Made' })).id
  const before = [await create(first), await create(second)]
  await second.send('DELETE', '/_emulator/worlds/ids-other')
  // A new world of the same name issues the same ids for the same requests, and one of another name issues others.
  expect(await create(second)).toBe(before[1])
  expect(before[0]).not.toBe(before[1])
  const after = await create(first)
  expect(after > before[0]!).toBe(true)
  expect(await create(second)).not.toBe(after)
})

it.each(['path', 'header'] as const)('documents the URL of the world, given by %s', async (by) => {
  const client = clientOf(`documents-${by}`, by)
  const { servers, components } = await client.json<{
    servers: readonly { url: string }[]
    components: { securitySchemes: { accessToken: { flows: { clientCredentials: { tokenUrl: string } } } } }
  }>('GET', '/_emulator/api/openapi.json')
  expect(servers.map(({ url }) => url)).toEqual([client.base])
  expect(components.securitySchemes.accessToken.flows.clientCredentials.tokenUrl).toBe(`${client.base}/oauth/token`)
  const control = await client.json<{ servers: readonly { url: string }[] }>('GET', '/_emulator/openapi.json')
  expect(control.servers.map(({ url }) => url)).toEqual([`${client.base}/_emulator`])
  const index = await client.json<{ openapi: string; apiOpenapi: string }>('GET', '/_emulator/')
  expect(index).toMatchObject({
    openapi: `${client.base}/_emulator/openapi.json`,
    apiOpenapi: `${client.base}/_emulator/api/openapi.json`,
  })
})

it('accepts a token only in the world that issued it', async () => {
  const client = clientOf('tokens', 'path')
  await client.authenticate()
  await client.send('GET', '/1.13/environments')
  await expect(client.send('GET', `${server.url}/1.13/environments`)).rejects.toThrow('answered 401')
  await expect(client.send('GET', `${server.url}/~tokens-2/1.13/environments`)).rejects.toThrow('answered 401')
})

it.each(['/~', '/~-a', '/~a%20b', '/~..%2Fx', '/~%7E', `/~${'a'.repeat(101)}`])(
  'answers 400 at %s with the rule for names, and creates no world',
  async (base) => {
    const before = emulator.worlds.names
    for (const path of ['/1.13/environments', '/oauth/token', '/_emulator/clock', '']) {
      const response = await fetch(server.url + base + path)
      // The token endpoint answers in the form of RFC 6749.
      const { error, error_description: description = error.message } = (await response.json()) as {
        error: { message: string }
        error_description?: string
      }
      expect([path, response.status, description]).toEqual([
        path,
        400,
        expect.stringMatching(/^A world's name has 1 to 100 letters, digits, .*; got ["']/),
      ])
    }
    expect(emulator.worlds.names).toEqual(before)
  },
)
