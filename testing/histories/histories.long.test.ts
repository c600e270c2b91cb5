import { expect, it } from 'vitest'
import { brokenServers } from './broken-servers.ts'
import { runClients } from './run-clients.ts'

const seed = Number(process.env['HISTORIES_SEED'] ?? 10)

it('explains what 64 clients saw by one order of their operations', async () => {
  console.log(`HISTORIES_SEED=${seed}`)
  const { contradictions, requests, objects } = await runClients(12_000, seed)
  expect(contradictions).toEqual([])
  expect(requests).toBeGreaterThanOrEqual(12_000)
  expect(objects).toBeGreaterThan(500)
}, 300_000)

it.each(brokenServers.map(({ server, objects }) => [server.name, server, objects] as const))(
  'finds no order for what 64 clients saw of a server that %s',
  async (_name, server, objects) => {
    const { contradictions } = await runClients(3000, seed, [server])
    expect(contradictions.length).toBeGreaterThan(0)
    // Nothing else is blamed.
    for (const contradiction of contradictions) expect(contradiction.startsWith(objects), contradiction).toBe(true)
  },
  300_000,
)
