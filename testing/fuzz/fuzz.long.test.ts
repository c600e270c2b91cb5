import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { sampleSeed } from '../sample.ts'
import { brokenServers } from './histories/broken-servers.ts'
import { plans, useAtOnce } from './histories/clients.ts'

it('keeps its promises whatever is sent, in process, over sockets and by clients at once', async () => {
  const script = new URL('run-fuzz.ts', import.meta.url).pathname
  // A broken promise is an error here, with the command that shows it again.
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--count', '80', '--seed', `${sampleSeed}`])
  console.log(stdout)
  // The requests get somewhere: most operations of both APIs are served with success.
  expect(Number(/(\d+) operations with success/.exec(stdout)?.[1])).toBeGreaterThan(60)
}, 600_000)

it.each(Object.entries(brokenServers))(
  'finds no order for what clients saw of a server that %s',
  async (_name, [kind, wrap]) => {
    const broken = { name: 'x', requirement: 'legacy.root', description: '', caughtBy: '', wrap } as const
    const emulator = createEmulator({ clock: '2026-04-01T00:00:00Z', requests: { entries: 0 }, deviations: [broken] })
    const property = fc.asyncProperty(plans, (plan) => useAtOnce(emulator.fork(), plan))
    const found = await fc.check(property, { seed: sampleSeed, numRuns: 100, unbiased: true, endOnFailure: true })
    const message = String(found.errorInstance)
    // Nothing else is blamed.
    expect(
      message.match(/saw of \w+/g)?.every((object) => object === `saw of ${kind}`),
      message,
    ).toBe(true)
  },
  300_000,
)
