import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { type RunningServer, serve } from './serve.ts'

const start = Date.parse('2026-03-01T00:00:00Z')
const count = 200

let emulator: Emulator
let server: RunningServer

beforeAll(async () => {
  emulator = createEmulator({ clock: '2026-03-01T00:00:00Z' })
  server = await serve(emulator, { port: 0 })
})
afterAll(() => server.close())

interface Sent {
  readonly id: string
  readonly name: string
  readonly created_at: string
}

/** A client that knows nothing but an address and, where its world is not in it, a header. */
class WorldClient {
  readonly world: string
  readonly base: string
  readonly #headers: Readonly<Record<string, string>>
  #token = emulator.credentials.token

  constructor(world: string, by: 'path' | 'header') {
    this.world = world
    this.base = by === 'path' ? `${server.url}/~${world}` : server.url
    this.#headers = by === 'path' ? {} : { 'x-emulator-world': world }
  }

  async send(method: string, url: string, body?: unknown): Promise<Response> {
    const response = await fetch(url.startsWith('http') ? url : this.base + url, {
      method,
      headers: {
        ...this.#headers,
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`${this.world}: ${method} ${url} answered ${response.status}: ${await response.text()}`)
    return response
  }

  async json<Body>(method: string, url: string, body?: unknown): Promise<Body> {
    return (await (await this.send(method, url, body)).json()) as Body
  }

  async authenticate(): Promise<void> {
    const { clientId, clientSecret } = emulator.credentials
    const response = await fetch(`${this.base}/oauth/token`, {
      method: 'POST',
      headers: this.#headers,
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
    })
    this.#token = ((await response.json()) as { access_token: string }).access_token
  }

  async products(): Promise<readonly Sent[]> {
    const path = `/1.13/pulse/catalogs/${emulator.samples.catalogId}/products?limit=100`
    const all: Sent[] = []
    for (let more = true; more;) {
      const page = await this.json<{ data: readonly Sent[]; has_more: boolean }>(
        'GET',
        all.length === 0 ? path : `${path}&starting_after=${all.at(-1)!.id}`,
      )
      all.push(...page.data)
      more = page.has_more
    }
    return all
  }

  async events(): Promise<readonly Sent[]> {
    const all: Sent[] = []
    for (let url = `/0/issues/${emulator.samples.issueId}/events/`; ;) {
      const response = await this.send('GET', url)
      all.push(...((await response.json()) as Sent[]))
      const [, next = '', results] =
        /<([^>]+)>; rel="next"; results="(true|false)"/.exec(response.headers.get('link') ?? '') ?? []
      if (!next.startsWith(`${this.base}/0/issues/`)) throw new Error(`${this.world}: the next link leads to ${next}`)
      if (results === 'false') return all
      url = next
    }
  }
}

const namesOf = (records: readonly Sent[]) => records.map(({ name }) => name)

it(`keeps ${count} worlds apart that ${count} clients use at once, some of them reset or dropped meanwhile`, async () => {
  const own = {
    products: await new WorldClient('default', 'header').products(),
    events: await new WorldClient('default', 'header').events(),
  }

  async function use(index: number): Promise<WorldClient> {
    const client = new WorldClient(`w${index}`, index % 2 === 0 ? 'path' : 'header')
    const { world } = client
    // Made by PUT, or on first use.
    if (index % 3 === 0) await client.send('PUT', `/_emulator/worlds/${world}`)
    await client.send('POST', '/_emulator/clock', { advance: `${index}h` })
    await client.authenticate()
    const made: Sent[] = []
    for (let number = 0; number < 3; number++) {
      made.push(
        await client.json('POST', `/1.13/pulse/catalogs/${emulator.samples.catalogId}/products`, {
          name: `${world} product ${number}`,
        }),
      )
      await client.send('POST', '/_emulator/data/issue_events', {
        issue_id: emulator.samples.issueId,
        name: `${world} event ${number}`,
      })
    }
    // Ids rise in the order of creation, by the world's own clock.
    expect([world, made.map(({ id }) => id)]).toEqual([world, made.map(({ id }) => id).sort()])
    expect([world, [...new Set(made.map(({ created_at }) => Date.parse(created_at)))]]).toEqual([
      world,
      [start + index * 3_600_000],
    ])
    return client
  }

  /** What a client finds: what was there, behind what it made itself. */
  async function look(client: WorldClient, written: boolean): Promise<void> {
    const { world } = client
    const [products, events, clock] = await Promise.all([
      client.products(),
      client.events(),
      client.json<{ now: string }>('GET', '/_emulator/clock'),
    ])
    const last = (kind: string) => (written ? [2, 1, 0].map((number) => `${world} ${kind} ${number}`) : [])
    expect([world, namesOf(products)]).toEqual([world, [...last('product'), ...namesOf(own.products)]])
    expect([world, [...namesOf(events)].sort()]).toEqual([world, [...last('event'), ...namesOf(own.events)].sort()])
    expect([world, Date.parse(clock.now)]).toEqual([world, start + (written ? Number(world.slice(1)) * 3_600_000 : 0)])
  }

  const clients = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const client = await use(index)
      await look(client, true)
      const { world } = client
      const ends = index % 10 === 4 ? 'reset' : index % 10 === 7 ? 'dropped' : undefined
      if (ends === 'reset') await client.send('POST', '/_emulator/reset')
      if (ends === 'dropped') expect((await client.send('DELETE', `/_emulator/worlds/${world}`)).status).toBe(204)
      // Its token went with it.
      if (ends) await client.authenticate()
      await look(client, ends === undefined)
      return { client, written: ends === undefined }
    }),
  )

  await Promise.all(clients.map(({ client, written }) => look(client, written)))
  await look(new WorldClient('default', 'header'), false)
  const worlds = await new WorldClient('default', 'header').json<readonly { name: string }[]>(
    'GET',
    '/_emulator/worlds',
  )
  expect(namesOf(worlds as readonly Sent[]).sort()).toEqual(
    ['default', ...clients.map(({ client }) => client.world)].sort(),
  )
}, 60_000)

it('keeps counting ids of one world when another is dropped and made anew', async () => {
  const [one, other] = [new WorldClient('ids-one', 'path'), new WorldClient('ids-other', 'header')]
  const create = async (client: WorldClient) => (await client.json<Sent>('POST', '/1.13/catalogs', { name: 'Made' })).id
  const before = [await create(one), await create(other)]
  await other.send('DELETE', '/_emulator/worlds/ids-other')
  // A world begins as every other did: the same ids for the same deeds.
  expect(await create(other)).toBe(before[1])
  expect(before[0]).toBe(before[1])
  const after = await create(one)
  expect(after > before[0]!).toBe(true)
  expect(await create(other)).toBe(after)
})

it.each(['path', 'header'] as const)('names its own address in documents, by %s', async (by) => {
  const client = new WorldClient(`documents-${by}`, by)
  const { servers, components } = await client.json<{
    servers: readonly { url: string }[]
    components: { securitySchemes: { accessToken: { flows: { clientCredentials: { tokenUrl: string } } } } }
  }>('GET', '/_emulator/api/openapi.json')
  expect(servers.map(({ url }) => url)).toEqual([client.base])
  expect(components.securitySchemes.accessToken.flows.clientCredentials.tokenUrl).toBe(`${client.base}/oauth/token`)
  const control = await client.json<{ servers: readonly { url: string }[] }>('GET', '/_emulator/openapi.json')
  expect(control.servers.map(({ url }) => url)).toEqual([`${client.base}/_emulator`])
  const index = await client.json<{ openapi: string; apiOpenapi: string }>('GET', '/_emulator/')
  expect(index).toMatchObject({
    openapi: `${client.base}/_emulator/openapi.json`,
    apiOpenapi: `${client.base}/_emulator/api/openapi.json`,
  })
})

it('takes a token where it was made, and nowhere else', async () => {
  const client = new WorldClient('tokens', 'path')
  await client.authenticate()
  await client.send('GET', '/1.13/environments')
  await expect(client.send('GET', `${server.url}/1.13/environments`)).rejects.toThrow('answered 401')
  await expect(client.send('GET', `${server.url}/~tokens-2/1.13/environments`)).rejects.toThrow('answered 401')
})

it('connects a third party within the world: the form of the consent page goes to its own address', async () => {
  const client = new WorldClient('connect', 'path')
  const { state } = await client.json<{ state: string }>('POST', '/app/shop/prepare-connect')
  const address = `${client.base}/app/shop/connect?prepare_state=${state}`
  const page = await (await fetch(address)).text()
  expect(page).toMatch(/<form method="post"><button name="decision" value="approve">/)
  expect((await fetch(address.replace('/~connect', ''))).status).toBe(400)
  const done = await (
    await fetch(address, { method: 'POST', body: new URLSearchParams({ decision: 'approve' }) })
  ).text()
  const [id = ''] = /[0-9A-Za-z]{27}(?=<)/.exec(done) ?? []
  expect(await client.json('GET', `/1.13/adapter-connections/${id}`)).toMatchObject({ adapter: 'shop' })
  await expect(client.send('GET', `${server.url}/1.13/adapter-connections/${id}`)).rejects.toThrow('answered 404')
})

it.each(['path', 'header'] as const)('serves the official MCP client in a world, by %s', async (by) => {
  const name = `mcp-${by}`
  const world = emulator.worlds.use(name)
  for (const { id } of world.collection('adapter_connections').all()) world.remove('adapter_connections', id)
  const connection = world.insert('adapter_connections', {
    id: world.nextId(),
    name: 'Mine',
    adapter_id: null,
    adapter: 'shop',
    status: 'active',
    created_at: world.timestamp(),
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(`${new WorldClient(name, by).base}/mcp`), {
    requestInit: {
      headers: {
        authorization: `Bearer ${emulator.credentials.token}`,
        ...(by === 'header' ? { 'x-emulator-world': name } : {}),
      },
    },
  })
  await client.connect(transport as Parameters<Client['connect']>[0])
  onTestFinished(() => client.close())
  const made = await client.callTool({
    name: 'shop_create-order',
    arguments: { customer: 'Ada Lovelace', items: [{ sku: 'SKU-1', quantity: 1 }] },
  })
  expect(made.structuredContent).toMatchObject({ customer: 'Ada Lovelace' })
  expect(world.collection('adapter_records').size).toBe(1)
  expect(emulator.worlds.default.collection('adapter_records').size).toBe(0)
  expect(connection.id).toHaveLength(27)
})

it.each(['/~', '/~-a', '/~a%20b', '/~..%2Fx', '/~%7E', `/~${'a'.repeat(101)}`])(
  'answers 400 at %s, says what a name is, and makes no world',
  async (base) => {
    const before = emulator.worlds.names
    for (const path of ['/1.13/environments', '/oauth/token', '/_emulator/clock', '']) {
      const response = await fetch(server.url + base + path)
      const { error } = (await response.json()) as { error: { message: string } }
      expect([path, response.status, error.message]).toEqual([
        path,
        400,
        expect.stringMatching(/^A world's name has 1 to 100 letters, digits, .*; got "/),
      ])
    }
    expect(emulator.worlds.names).toEqual(before)
  },
)

it('tells a PUT of such a name, a GET and a DELETE of an unknown world', async () => {
  const client = new WorldClient('default', 'header')
  await expect(client.send('PUT', '/_emulator/worlds/-a')).rejects.toThrow(/answered 400.*1 to 100/)
  await expect(client.send('GET', '/_emulator/worlds/nobody')).rejects.toThrow(/answered 404.*PUT makes one/)
  await expect(client.send('DELETE', '/_emulator/worlds/nobody')).rejects.toThrow(/answered 404/)
  await expect(client.send('DELETE', '/_emulator/worlds/default')).rejects.toThrow(/answered 409.*reset it instead/)
})
