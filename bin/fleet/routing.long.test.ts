import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import type { Credentials } from '../../emulator/model/contract/credentials.ts'
import { installDebian } from '../../testing/debian.ts'
import { type BalancerName, startBalancer } from '../../testing/fleet/balancer.ts'

interface Fleet {
  readonly url: string
  readonly workers: readonly Emulator[]
}

async function fleetOf(name: BalancerName, basePath = ''): Promise<Fleet> {
  const directory = mkdtempSync(join(tmpdir(), 'emulator-routing-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const workers = Array.from({ length: 4 }, () => createEmulator({ basePath }))
  const servers = await Promise.all(workers.map((worker) => serve(worker, { port: 0 })))
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close()))))
  const ports = servers.map(({ port }) => port)
  const balancer = await startBalancer(name, directory, ports, basePath === '' ? [] : ['--base-path', basePath])
  onTestFinished(() => balancer.close())
  return { url: `${balancer.url}${basePath}`, workers }
}

/** The only worker that has a world. */
function workerOf(workers: readonly Emulator[], world: string): Emulator {
  const holders = workers.filter(({ worlds }) => worlds.has(world))
  expect({ world, holders: holders.length }).toEqual({ world, holders: 1 })
  return holders[0]!
}

type Ask = (fleet: Fleet, world: string) => Promise<Response>

const basic = (user: string, password = '') => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` })
const grant = { grant_type: 'client_credentials' }
const postForm = ({ url }: Fleet, form: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
  fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form), headers })
const get = ({ url }: Fleet, path: string, headers: Record<string, string>) => fetch(`${url}${path}`, { headers })

/** The places where a request can name a world. */
const places: Readonly<Record<string, Ask>> = {
  path: (fleet, world) => get(fleet, `/~${world}/0/projects/`, bearer(fleet)),
  'path with %7E': (fleet, world) => get(fleet, `/%7e${world}/0/projects/`, bearer(fleet)),
  header: (fleet, world) => get(fleet, '/0/projects/', { ...bearer(fleet), 'X-Emulator-World': world }),
  Bearer: (fleet, world) => get(fleet, '/0/projects/', bearer(fleet, world)),
  DSN: (fleet, world) =>
    get(fleet, '/0/projects/', { authorization: `dsn ${fleet.workers[0]!.credentials.dsn}~${world}` }),
  form: (fleet, world) => {
    const { clientId, clientSecret } = fleet.workers[0]!.credentials
    return postForm(fleet, { ...grant, client_id: `${clientId}~${world}`, client_secret: clientSecret })
  },
  'form beside a Bearer of another world': (fleet, world) => {
    const { clientId, clientSecret } = fleet.workers[0]!.credentials
    const form = { ...grant, client_id: `${clientId}~${world}`, client_secret: clientSecret }
    return postForm(fleet, form, bearer(fleet, 'another'))
  },
  'refresh token': async (fleet, world) => {
    const { clientId, clientSecret } = fleet.workers[0]!.credentials
    const client = { client_id: `${clientId}~${world}`, client_secret: clientSecret }
    const { refresh_token } = (await (await postForm(fleet, { ...grant, ...client })).json()) as {
      refresh_token: string
    }
    return postForm(fleet, { ...client, client_id: clientId, grant_type: 'refresh_token', refresh_token })
  },
  'state code': async (fleet, world) => {
    const path = '/app/shop/prepare-connect'
    const prepared = await fetch(`${fleet.url}${path}`, { method: 'POST', headers: bearer(fleet, world) })
    const { state } = (await prepared.json()) as { state: string }
    return get(fleet, `/app/shop/connect?prepare_state=${encodeURIComponent(state).replace('~', '%7E')}`, {})
  },
  'MCP by Bearer': ({ url, ...fleet }, world) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        ...bearer({ url, ...fleet }, world),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    }),
  'control API': ({ url }, world) => fetch(`${url}/_emulator/worlds/${world}`, { method: 'PUT' }),
}

const basicPlaces: Readonly<Record<string, Ask>> = {
  'API key': (fleet, world) => get(fleet, '/0/projects/', basic(`${fleet.workers[0]!.credentials.apiKey}~${world}`)),
  'client in Basic': (fleet, world) => {
    const { clientId, clientSecret } = fleet.workers[0]!.credentials
    return postForm(fleet, grant, basic(`${clientId}~${world}`, clientSecret))
  },
  'client in Basic, as oauth4webapi encodes it': (fleet, world) => {
    const { clientId, clientSecret } = fleet.workers[0]!.credentials
    return postForm(fleet, grant, basic(`${clientId.replace('_', '%5F')}%7E${world}`, clientSecret))
  },
}

function bearer({ workers }: Fleet, world?: string): Record<string, string> {
  return { authorization: `Bearer ${workers[0]!.credentials.token}${world === undefined ? '' : `~${world}`}` }
}

/** A request as bytes: `fetch` would resolve its path and encode its form. */
interface RawRequest {
  readonly line: string
  readonly headers?: readonly string[]
  readonly body?: string
}

const form = 'Content-Type: application/x-www-form-urlencoded'

/** Requests that a balancer may read otherwise than a worker, and those that name no world though it looks so. */
function strangeRequests(world: string, { token, clientId, clientSecret }: Credentials): readonly RawRequest[] {
  const bearerToken = `Authorization: Bearer ${token}`
  const rest = `client_secret=${clientSecret}&grant_type=client_credentials`
  const encoded = `%${world.charCodeAt(0).toString(16)}${world.slice(1)}`
  const post = 'POST /oauth/token'
  return [
    ...[
      `/~other/../~${world}/1.13/projects`,
      `/~other/%2e%2E/~${world}/1.13/projects`,
      `/./~${world}/1.13/projects`,
      `/x/../~${world}/1.13/projects`,
      `/~${encoded}/1.13/projects`,
      `/~${world}%20/1.13/projects`,
      `/~${world}%0D%0AX-Emulator-World:other/1.13/projects`,
      `/1.13/projects?prepare_state=a~${world}`,
      `/1.13/projects?x=/~${world}/`,
    ].map((path) => ({ line: `GET ${path}`, headers: [bearerToken] })),
    ...[
      [`X-Emulator-World: \t ${world} \t`, bearerToken],
      [`X_Emulator_World: ${world}`, bearerToken],
      [`X-Emulator-World: ${world}`, `X-Emulator-World: other`, bearerToken],
      [`X-Emulator-World:`, `${bearerToken}~${world}`],
      [`${bearerToken}~${'x'.repeat(101)}`],
    ].map((headers) => ({ line: 'GET /1.13/projects', headers })),
    ...[
      `%63lient_id=${clientId}%7E${world}&${rest}`,
      `client_id=${clientId}~${encoded}&${rest}`,
      `client_id=&client_id=${clientId}~${world}&${rest}`,
      `client_id=${clientId}~${world}&client_id=${clientId}~other&${rest}`,
      `a=%0A\n&client_id=${clientId}~${world}&${rest}`,
      `pad=${'p'.repeat(40_000)}&client_id=${clientId}~${world}&${rest}`,
    ].map((body) => ({ line: post, headers: [form], body })),
    { line: 'POST /x/../oauth/token', headers: [form], body: `client_id=${clientId}~${world}&${rest}` },
    { line: post, body: `client_id=${clientId}~${world}&${rest}` },
    {
      line: 'POST /1.13/projects',
      headers: [bearerToken, 'Content-Type: application/json'],
      body: `{"name":"&client_id=a~${world}&"}`,
    },
    { line: `PUT /_emulator/worlds/${encoded}` },
    { line: `PUT /_emulator/worlds/${world}/` },
    { line: `PUT /~other/_emulator/worlds/${world}` },
  ]
}

async function sendRaw(url: string, { line, headers = [], body = '' }: RawRequest): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const fields = ['Host: localhost', 'Connection: close', `Content-Length: ${body.length}`, ...headers]
  socket.write(`${line} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n${body}`)
  return await text(socket)
}

describe.each<BalancerName>(['haproxy', 'nginx'])('%s', (name) => {
  const missing = installDebian({ [name]: name })
  const worlds = ['a', 'b', 'c', 'd', 'e', 'f', 'g.h', 'i-j', 'k_l']

  it.skipIf(missing).each(['', '/v.1/api'])('finds the world in every place, below %j', async (basePath) => {
    const fleet = await fleetOf(name, basePath)
    for (const world of worlds) {
      for (const [place, ask] of Object.entries({ ...places, ...(name === 'haproxy' ? basicPlaces : {}) })) {
        const { status } = await ask(fleet, world)
        expect({ world, place, status }).toEqual({ world, place, status: 200 })
        workerOf(fleet.workers, world)
      }
    }
    expect(new Set(worlds.map((world) => workerOf(fleet.workers, world))).size).toBeGreaterThan(1)
  })

  it.skipIf(missing)('sends requests without a world to one worker, and to the one of the name default', async () => {
    const fleet = await fleetOf(name)
    for (let count = 0; count < 8; count += 1) {
      await get(fleet, '/1.13/projects', bearer(fleet))
      await get(fleet, '/0/projects/', basic(fleet.workers[0]!.credentials.apiKey))
      await get(fleet, '/~default/1.13/projects', bearer(fleet))
    }
    const asked = fleet.workers.map(({ requests }) => requests.size)
    expect(asked.toSorted((a, b) => b - a)).toEqual([24, 0, 0, 0])
  })

  it.skipIf(missing)('keeps a world in its worker, however a request writes it', async () => {
    const fleet = await fleetOf(name)
    const { workers } = fleet
    await get(fleet, '/0/', {})
    const [first] = workers.filter(({ requests }) => requests.size > 0)
    const homes = await Promise.all(
      worlds.map(async (world) => {
        await get(fleet, `/~${world}/0/`, {})
        return { world, home: workerOf(workers, world) }
      }),
    )
    const { world, home } = homes.find(({ home }) => home !== first)!
    await get(fleet, '/~other/0/', {})
    for (const request of strangeRequests(world, first!.credentials)) {
      const [answer = ''] = (await sendRaw(fleet.url, request)).split('\r\n', 1)
      expect({ request, answer }).toEqual({ request, answer: expect.stringMatching(/^HTTP\/1\.1 [24]/) })
      expect({ request, isHome: workerOf(workers, world) === home }).toEqual({ request, isHome: true })
      workerOf(workers, 'other')
      const strays = workers.filter((worker) => worker !== first && worker.requests.size > 0)
      expect({ request, strays: strays.length }).toEqual({ request, strays: 0 })
    }
  })

  it.skipIf(missing)('passes on faults, the host and the paths as they are', async () => {
    const fleet = await fleetOf(name)
    const ask = (path: string) => fetch(`${fleet.url}/~a${path}`, { headers: bearer(fleet) })
    await ask('/1.13/projects')
    const { faults, requests } = workerOf(fleet.workers, 'a').worlds.use('a')
    faults.add({ operation: 'environments.list', drop: 'before' })
    await expect(ask('/1.13/environments')).rejects.toThrow('fetch failed')
    expect((await ask('/1.13/environments')).status).toBe(200)
    expect(requests.find({ operation: 'environments.list' }).length).toBe(2)
    faults.add({ operation: 'environments.list', status: 502 })
    faults.add({ operation: 'environments.list', status: 504 })
    faults.add({ operation: 'environments.list', status: 503, retryAfter: 7 })
    for (const status of [502, 504, 503]) {
      const response = await ask('/1.13/environments')
      expect(await response.json()).toHaveProperty('error')
      expect(response.status).toBe(status)
    }
    faults.add({ operation: 'environments.list', truncate: true })
    await expect(ask('/1.13/environments').then((response) => response.text())).rejects.toThrow('terminated')
    expect((await ask('/1.13//environments')).status).toBe(404)
    const groups = await ask(`/0/projects/${fleet.workers[0]!.samples.projectId}/groups/`)
    expect(groups.headers.get('link')).toContain(`<${fleet.url}/~a/0/`)
  })

  it.skipIf(missing || name === 'haproxy')('refuses HTTP Basic with a world, which nginx cannot read', async () => {
    const fleet = await fleetOf(name)
    for (const [place, ask] of Object.entries(basicPlaces)) {
      const response = await ask(fleet, 'a')
      expect({ place, status: response.status }).toEqual({ place, status: 501 })
      expect(((await response.json()) as { error: { code: string } }).error.code).toBe('world_unreadable')
    }
    const key = `${fleet.workers[0]!.credentials.apiKey}~a`
    expect((await get(fleet, '/~a/0/projects/', basic(key))).status).toBe(200)
  })
})
