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

/** What each is found not to keep, where nothing out of the ordinary happens. */
const found: Readonly<Record<string, readonly string[]>> = {
  'openapi-fetch': [],
  ky: [],
  // got.paginate follows rel="next" and knows nothing of results.
  got: ['fail client.link-stops'],
  'oauth4webapi, ClientSecretPost': [],
  'oauth4webapi, ClientSecretBasic': ['fail client.token-request'],
  // It resolves tokenPath, /oauth/token by default, against tokenHost, and so loses the path of that.
  'simple-oauth2': ['fail client.base-url'],
  'simple-oauth2, with the path of the base URL in tokenPath': ['fail client.token-request'],
  'simple-oauth2, with tokenPath and authorizationMethod body': [],
}

suite(`clients from the registry${why}`, () => {
  it.each(Object.entries(realDrivers))('finds what %s does', async (name, toDriver) => {
    const subject = await served(await toDriver(installed as Tools))
    const results = await judgeTasks(subject, { scenarios: [] }).finally(subject.close)
    const broken = results.filter(({ verdict }) => ['fail', 'advice', 'error'].includes(verdict))
    expect([...new Set(broken.map(({ requirement, verdict }) => `${verdict} ${requirement}`))].sort()).toEqual(
      found[name],
    )
    expect(results.some(({ verdict }) => verdict === 'pass')).toBe(true)
  })
})
