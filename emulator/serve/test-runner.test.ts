// A test runner takes timers and modules away from a server.
import { afterEach, expect, it, vi } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { serve } from './serve.ts'

const { setImmediate: turn } = globalThis

afterEach(() => {
  vi.useRealTimers()
  vi.doUnmock('@hono/node-server')
})

/** Lets the server load what it loads after its start. */
const loaded = () => new Promise((resolve) => turn(() => turn(resolve)))

it('closes within its grace even if the timers of a test are frozen', async () => {
  const emulator = createEmulator()
  emulator.faults.add({ operation: 'legacy.root', delay: 60_000 })
  vi.useFakeTimers()
  const server = await serve(emulator, { port: 0, grace: 30 })
  const asked = fetch(`${server.url}/0/`).then(
    ({ status }) => status,
    () => 'closed',
  )
  while (emulator.requests.find().length === 0) await new Promise(turn)
  await server.close()
  expect(await asked).toBe('closed')
})

it('survives the removal of its modules, and says so in its answers', async () => {
  vi.doMock('@hono/node-server', () => ({
    get getRequestListener() {
      throw new Error('The environment has been torn down.')
    },
  }))
  const server = await serve(createEmulator(), { port: 0 })
  await loaded()
  const response = await fetch(`${server.url}/0/`)
  await server.close()
  expect([response.status, await response.json()]).toEqual([
    500,
    { error: { code: 'internal_error', message: expect.stringMatching(/torn down.*Close the server in the test/s) } },
  ])
})

it('closes at the end of a test that fails', async () => {
  let url = ''
  const failing = async () => {
    await using server = await serve(createEmulator(), { port: 0 })
    url = server.url
    throw new Error('The test failed.')
  }
  await expect(failing()).rejects.toThrow('The test failed.')
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})
