import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { type RunningServer, serve } from './serve.ts'
import { keepWorldsApart, WorldClient } from '../../testing/servers/world-clients.ts'

let emulator: Emulator
let server: RunningServer

beforeAll(async () => {
  emulator = createEmulator({ clock: '2026-03-01T00:00:00Z' })
  server = await serve(emulator, { port: 0 })
})
afterAll(() => server.close())

const worldClient = (world: string, by: 'path' | 'header') => new WorldClient({ emulator, server }, world, by)

it('keeps 20 worlds apart while 20 clients use, reset and drop them at the same time', async () => {
  await keepWorldsApart({ emulator, server }, 20)
})

it.each(['path', 'header'] as const)('documents the URL of the world, given by %s', async (by) => {
  const client = worldClient(`documents-${by}`, by)
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
