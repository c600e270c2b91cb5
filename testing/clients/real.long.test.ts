// Clients from the registry, and what they are found to do.
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { judgeTasks } from '../../conformance/client/judge/judge-client.ts'
import { installTools, type Tools } from '../openapi-clients/tools.ts'
import { realDrivers } from './real/drivers.ts'
import { served } from './real/served.ts'

const installed = await installTools(fileURLToPath(new URL('real', import.meta.url)))
const suite = typeof installed === 'string' ? describe.skip : describe
const why = typeof installed === 'string' ? ` (skipped: ${installed})` : ''

/** What each is found not to keep. */
const found: Readonly<Record<keyof typeof realDrivers, readonly string[]>> = {}

suite(`clients from the registry${why}`, () => {
  it.each(Object.entries(realDrivers))('finds what %s does', async (name, toDriver) => {
    const subject = await served(await toDriver(installed as Tools))
    const results = await judgeTasks(subject).finally(subject.close)
    const broken = results.filter(({ verdict }) => ['fail', 'advice', 'error'].includes(verdict))
    expect([...new Set(broken.map(({ requirement, verdict }) => `${verdict} ${requirement}`))].sort()).toEqual(
      found[name],
    )
    expect(results.some(({ verdict }) => verdict === 'pass')).toBe(true)
  })
})
