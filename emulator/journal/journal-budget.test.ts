import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'

it('is one for all worlds of an emulator', async () => {
  const emulator = createEmulator({ limits: { memory: 800_000 } })
  for (let round = 0; round < 20; round++)
    for (let world = 0; world < 20; world++) await ask(emulator, 'GET', `/~w${world}/0/?${'x'.repeat(500)}`)
  const bytes = emulator.worlds.names.map((name) => emulator.worlds.use(name).log.bytes)
  const total = bytes.reduce((sum, byte) => sum + byte, 0)
  expect(total).toBeLessThanOrEqual(200_000)
  expect(total).toBeGreaterThan(100_000)
})
