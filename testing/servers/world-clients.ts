// Clients of the worlds of one server.
import { expect } from 'vitest'
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { RunningServer } from '../../emulator/serve/serve.ts'

/** An emulator and where it is served. */
export interface ServedEmulator {
  readonly emulator: Emulator
  readonly server: RunningServer
}

export interface SentRequest {
  readonly id: string
  readonly name: string
  readonly created_at: string
}

/** A client that knows an address and, where its world is not in the address, a header. */
export class WorldClient {
  readonly world: string
  readonly base: string
  readonly #emulator: Emulator
  readonly #headers: Readonly<Record<string, string>>
  #token: string

  constructor({ emulator, server }: ServedEmulator, world: string, by: 'path' | 'header') {
    this.#emulator = emulator
    this.#token = emulator.credentials.token
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
    const { clientId, clientSecret } = this.#emulator.credentials
    const response = await fetch(`${this.base}/oauth/token`, {
      method: 'POST',
      headers: this.#headers,
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
    })
    this.#token = ((await response.json()) as { access_token: string }).access_token
  }

  async products(): Promise<readonly SentRequest[]> {
    const path = `/1.13/pulse/catalogs/${this.#emulator.samples.catalogId}/products?limit=100`
    const all: SentRequest[] = []
    for (let more = true; more;) {
      const page = await this.json<{ data: readonly SentRequest[]; has_more: boolean }>(
        'GET',
        all.length === 0 ? path : `${path}&starting_after=${all.at(-1)!.id}`,
      )
      all.push(...page.data)
      more = page.has_more
    }
    return all
  }

  async events(): Promise<readonly SentRequest[]> {
    const all: SentRequest[] = []
    for (let url = `/0/issues/${this.#emulator.samples.issueId}/events/`; ;) {
      const response = await this.send('GET', url)
      all.push(...((await response.json()) as SentRequest[]))
      const [, next = '', results] =
        /<([^>]+)>; rel="next"; results="(true|false)"/.exec(response.headers.get('link') ?? '') ?? []
      if (!next.startsWith(`${this.base}/0/issues/`)) throw new Error(`${this.world}: the next link leads to ${next}`)
      if (results === 'false') return all
      url = next
    }
  }
}

const recordNames = (records: readonly SentRequest[]) => records.map(({ name }) => name)

/** Runs as many clients as worlds at once. Some reset or drop their world. None may see what another created. */
export async function keepWorldsApart(served: ServedEmulator, count: number): Promise<void> {
  const { emulator } = served
  const start = emulator.clock.now()
  const inWorld = {
    products: await new WorldClient(served, 'default', 'header').products(),
    events: await new WorldClient(served, 'default', 'header').events(),
  }

  async function use(index: number): Promise<WorldClient> {
    const client = new WorldClient(served, `w${index}`, index % 2 === 0 ? 'path' : 'header')
    const { world } = client
    // A world is created by PUT, or on first use.
    if (index % 3 === 0) await client.send('PUT', `/_emulator/worlds/${world}`)
    await client.send('POST', '/_emulator/clock', { advance: `${index}h` })
    await client.authenticate()
    const made: SentRequest[] = []
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

  /** Expects a client to find its own records first, then those of the seed. */
  async function look(client: WorldClient, written: boolean): Promise<void> {
    const { world } = client
    const [products, events, clock] = await Promise.all([
      client.products(),
      client.events(),
      client.json<{ now: string }>('GET', '/_emulator/clock'),
    ])
    const last = (kind: string) => (written ? [2, 1, 0].map((number) => `${world} ${kind} ${number}`) : [])
    expect([world, recordNames(products)]).toEqual([world, [...last('product'), ...recordNames(inWorld.products)]])
    expect([world, [...recordNames(events)].sort()]).toEqual([
      world,
      [...last('event'), ...recordNames(inWorld.events)].sort(),
    ])
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
      // The token was dropped with the world.
      if (ends) await client.authenticate()
      await look(client, ends === undefined)
      return { client, written: ends === undefined }
    }),
  )

  await Promise.all(clients.map(({ client, written }) => look(client, written)))
  await look(new WorldClient(served, 'default', 'header'), false)
  const worlds = await new WorldClient(served, 'default', 'header').json<readonly { name: string }[]>(
    'GET',
    '/_emulator/worlds',
  )
  expect(recordNames(worlds as readonly SentRequest[]).sort()).toEqual(
    ['default', ...clients.map(({ client }) => client.world)].sort(),
  )
}
