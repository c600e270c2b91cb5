import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installFetch, type InstalledFetch } from './install-fetch.ts'
import { apiBehaviours } from './suite/api-behaviours.ts'
import { Client } from './suite/client.ts'
import { type Loopback, startLoopback } from './suite/loopback.ts'
import { networkBehaviours } from './suite/network-behaviours.ts'
import { baseUrl, createScene } from './suite/scene.ts'

describe('in Node', () => {
  let network: Loopback
  let installed: InstalledFetch
  let client: Client
  beforeAll(async () => {
    network = await startLoopback()
    const { answering, facts } = createScene(network.url)
    installed = installFetch(answering, { baseUrl })
    client = new Client(facts)
  })
  afterAll(async () => {
    installed.restore()
    await network.close()
  })

  it.each([...apiBehaviours, ...networkBehaviours])('a client $name', async ({ observe, expected }) => {
    expect(await observe(client)).toEqual(expected)
  })
})
