import { expect, it, onTestFinished } from 'vitest'
import { keepWorldsApart } from '../../testing/servers/world-clients.ts'
import { createEmulator } from '../create-emulator.ts'
import { serve } from './serve.ts'

it('keeps 200 worlds apart while 200 clients use, reset and drop them at the same time', async () => {
  const emulator = createEmulator({ clock: '2026-03-01T00:00:00Z' })
  const server = await serve(emulator, { port: 0 })
  onTestFinished(() => server.close())
  await keepWorldsApart({ emulator, server }, 200)
  expect(emulator.worlds.names.length).toBe(201)
})
