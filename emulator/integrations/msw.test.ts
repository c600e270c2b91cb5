import { http } from 'msw'
import { http as newestHttp } from 'msw-2-newest'
import { setupServer as setupNewest } from 'msw-2-newest/node'
import { http as oldestHttp } from 'msw-2-oldest'
import { setupServer as setupOldest } from 'msw-2-oldest/node'
import { setupServer } from 'msw/node'
import https from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { toMswHandlers } from './msw.ts'
import { apiBehaviours } from '../../testing/integrations/api-behaviours.ts'
import { Client } from '../../testing/integrations/client.ts'
import { type Loopback, startLoopback } from '../../testing/integrations/loopback.ts'
import { networkBehaviours } from '../../testing/integrations/network-behaviours.ts'
import { baseUrl, createScene, type Scene } from '../../testing/integrations/scene.ts'

const versions = [
  {
    version: 'the oldest MSW 2',
    toServer: ({ answering }: Scene) => setupOldest(...toMswHandlers(answering, { baseUrl, http: oldestHttp })),
    listen: { onUnhandledRequest: 'bypass' } as object,
  },
  {
    version: 'the newest MSW 2',
    toServer: ({ answering }: Scene) => setupNewest(...toMswHandlers(answering, { baseUrl, http: newestHttp })),
    listen: { onUnhandledRequest: 'bypass' } as object,
  },
  {
    version: 'the newest MSW 3',
    toServer: ({ answering }: Scene) => setupServer(...toMswHandlers(answering, { baseUrl, http })),
    listen: { onUnhandledFrame: 'bypass' } as object,
  },
]

describe.each(versions)('by $version in Node', ({ toServer, listen }) => {
  let network: Loopback
  let server: { listen: (options: object) => void; close: () => void }
  let client: Client
  beforeAll(async () => {
    network = await startLoopback()
    const scene = createScene(network.url)
    server = toServer(scene)
    server.listen(listen)
    client = new Client(scene.facts)
  })
  afterAll(async () => {
    server.close()
    await network.close()
  })

  it.each([...apiBehaviours, ...networkBehaviours])('a client $name', async ({ observe, expected }) => {
    expect(await observe(client)).toEqual(expected)
  })

  it('answers a client that does not use fetch, and drops its connection', async () => {
    const send = () =>
      new Promise<string>((resolve) => {
        const request = https.request(`${baseUrl}/0/`, (response) => {
          let text = ''
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => (text += chunk))
            .on('end', () => resolve(`${response.statusCode} ${text}`))
        })
        request.on('error', () => resolve('no connection')).end()
      })
    expect(await send()).toBe('200 {"version":"0","user":null,"auth":null}')
    await client.setFaults({ operation: 'legacy.root', drop: 'after' })
    expect([await send(), await send()]).toEqual(['no connection', '200 {"version":"0","user":null,"auth":null}'])
  })
})

it('answers every request below baseUrl with one handler, and no other hosts and paths', async () => {
  const emulator = createEmulator({ basePath: '/platform' })
  const handlers = toMswHandlers(emulator, { baseUrl: 'https://api.example.com/platform/', http })
  expect(handlers).toHaveLength(1)
  const server = setupServer(
    ...handlers,
    http.all(/.*/, () => new Response('elsewhere', { status: 418 })),
  )
  server.listen()
  try {
    expect((await fetch('https://api.example.com/platform/0/')).status).toBe(200)
    expect((await fetch('https://api.example.com/platform/nope')).status).toBe(404)
    const front = await fetch('https://api.example.com/platform?x=1')
    expect(await front.json()).toMatchObject({ mcp: expect.stringContaining('/platform/mcp') })
    for (const url of [
      'https://api.example.com/platforms/0/',
      'https://api-example.com/platform/0/',
      'https://api.example.com/0/',
      'http://api.example.com/platform/0/',
      'https://other.example/?u=https://api.example.com/platform/0/',
    ]) {
      expect((await fetch(url)).status, url).toBe(418)
    }
    const { token } = emulator.credentials
    const events = await fetch(`https://api.example.com/platform/~one/0/issues/${emulator.samples.issueId}/events/`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(events.headers.get('link')).toContain(
      `<https://api.example.com/platform/~one/0/issues/${emulator.samples.issueId}/events/?cursor=`,
    )
  } finally {
    server.close()
  }
})

it.each(['api.example.com', '/v1', 'file:///api', 'https://'])('refuses the baseUrl %s', (address) => {
  expect(() => toMswHandlers(createEmulator(), { baseUrl: address, http })).toThrow(
    'baseUrl must be an absolute address such as https://api.example.com; got',
  )
})
