// 64 clients that create, rename, delete, list, use up, fork and reset, all at once and over HTTP.
import { Random } from '../../emulator/tools/random.ts'
import { History, type Span } from './history.ts'
import { addList, type Listed, pathOfPage } from './lists.ts'
import { Shelf } from './shelf.ts'
import { type Answer, Sender, type Subject } from './sender.ts'
import type { Operation } from './linearizable.ts'
import { absent, once, order, record, register } from './models.ts'

const clients = 64
const worlds = ['default', 'red', 'green', 'blue'] as const

/** Runs clients against a service until they have sent so many requests. */
export class Clients {
  readonly history: History = new History()
  readonly #subject: Subject
  readonly #random: Random
  readonly #sender: Sender
  readonly #shelves = new Map(worlds.map((world) => [world as string, new Shelf()]))
  readonly #lists: Listed[] = []
  #names = 0

  constructor(subject: Subject, seed: number) {
    this.#subject = subject
    this.#random = new Random(seed)
    this.#sender = new Sender(subject, this.history, clients)
  }

  /** Requests sent so far. */
  get asked(): number {
    return this.#sender.asked
  }

  /** @returns what no order of the operations explains, in words. */
  async run(requests: number): Promise<readonly string[]> {
    const client = async () => {
      while (this.asked < requests) await this.#act()
    }
    try {
      await Promise.all(Array.from({ length: clients }, client))
    } finally {
      this.#sender.close()
    }
    for (const listed of this.#lists) addList(this.history, listed)
    return this.history.contradictions()
  }

  async #act(): Promise<void> {
    const random = this.#random
    const world = worlds[random.below(worlds.length)]!
    // Resets are rare: each ends what was known of a whole world.
    if (random.below(600) === 0) return this.#reset(world)
    const { [random.below(this.#acts.length)]: act } = this.#acts
    await act!(world, this.#shelves.get(world)!)
  }

  readonly #reset = async (world: string): Promise<void> => {
    const how = this.#random.below(3)
    const [asked, method, path] = [
      ['default', 'PUT', `/_emulator/worlds/${world}`] as const,
      [world, 'POST', '/_emulator/reset'] as const,
      ['default', 'DELETE', `/_emulator/worlds/${world}`] as const,
    ][how]!
    const { status, span } = await this.#sender.send(asked, method, path)
    // The default world cannot be dropped, and a world that nobody has used is not there.
    if (status < 300) this.history.addReset(world, span)
  }

  readonly #product = async (world: string, shelf: Shelf): Promise<void> => {
    const random = this.#random
    const value = `v${++this.#names}`
    const id = random.below(8) === 0 ? undefined : shelf.take('product', random)
    if (id === undefined) {
      const brand = ['Hot', 'Cold'][random.below(2)]!
      const path = `/1.13/pulse/catalogs/${this.#subject.catalogId}/products`
      const { json, span } = await this.#sender.expect(201, world, 'POST', path, { json: { name: value, brand } })
      shelf.put('product', json.id)
      this.#add(
        world,
        `product ${json.id}`,
        span,
        `created as ${value} ${brand}`,
        record.created(record.state(value, brand)),
      )
      return
    }
    const object = `product ${id}`
    const path = `/1.13/catalog-products/${id}`
    const stateOf = ({ status, json }: Answer) => (status === 404 ? absent : record.state(json.name, json.brand))
    const way = random.below(12)
    if (way === 0) {
      const { status, span } = await this.#sender.send(world, 'DELETE', path)
      this.#add(world, object, span, `deleted: ${status}`, record.removed(status === 204))
    } else if (way < 6) {
      const member = way < 4 ? 'name' : 'brand'
      const written = member === 'brand' ? ['Hot', 'Cold'][random.below(2)]! : value
      const answer = await this.#sender.send(world, 'PUT', path, { json: { [member]: written } })
      const after = stateOf(answer)
      this.#add(
        world,
        object,
        answer.span,
        `${member} = ${written}: ${after}`,
        record.changed(member, written, after),
        after !== absent,
      )
    } else {
      const answer = await this.#sender.send(world, 'GET', path)
      this.#add(world, object, answer.span, `read: ${stateOf(answer)}`, record.read(stateOf(answer)))
    }
  }

  /** Walks the newest two pages, filtered or not. */
  readonly #list = async (world: string): Promise<void> => {
    const brand = [undefined, 'Hot', 'Cold'][this.#random.below(3)]
    let below: string | undefined
    for (let page = 0; page < 2; page++) {
      const path = pathOfPage(this.#subject.catalogId, brand, below)
      const { json, span } = await this.#sender.expect(200, world, 'GET', path)
      const products = json.data as readonly { readonly id: string; readonly name: string; readonly brand: string }[]
      const states = new Map(products.map((product) => [product.id, record.state(product.name, product.brand)]))
      const above = json.has_more ? products.at(-1)!.id : ''
      this.#lists.push({ world, span, below, above, states, brand })
      if (!json.has_more) return
      below = above
    }
  }

  readonly #token = async (world: string, shelf: Shelf): Promise<void> => {
    const random = this.#random
    const name = `t${++this.#names}`
    const known = random.below(8) === 0 ? undefined : shelf.take('token', random)
    if (known === undefined) {
      const expiresAt = new Date(1_775_000_000_000 + 200 * 86_400_000).toISOString()
      const json = { name, scopes: ['environments:read'], expires_at: expiresAt }
      const answer = await this.#sender.expect(201, world, 'POST', '/access-tokens', { json })
      shelf.put('token', `${answer.json.id} ${answer.json.token}`)
      const created = record.created(record.state(name, ''))
      this.#add(world, `token ${answer.json.id}`, answer.span, `created as ${name}`, created)
      return
    }
    const [id, secret] = known.split(' ') as [string, string]
    const object = `token ${id}`
    const way = random.below(8)
    if (way === 0) {
      const { status, span } = await this.#sender.send(world, 'DELETE', `/access-tokens/${id}`)
      this.#add(world, object, span, `revoked: ${status}`, record.removed(status === 204))
    } else if (way < 4) {
      const { status, json, span } = await this.#sender.send(world, 'POST', `/access-tokens/${id}`, { json: { name } })
      const after = status === 404 ? absent : record.state(json.name, '')
      const changed = record.changed('name', name, after)
      this.#add(world, object, span, `renamed to ${name}: ${status}`, changed, after !== absent)
    } else {
      const { status, span } = await this.#sender.send(world, 'GET', '/1.13/environments?limit=1', { auth: secret })
      this.#add(world, object, span, `used: ${status}`, (state) =>
        (state !== absent) === (status === 200) ? state : undefined,
      )
    }
  }

  readonly #code = async (world: string, shelf: Shelf): Promise<void> => {
    const known = this.#random.below(4) === 0 ? undefined : shelf.take('code', this.#random)
    if (known === undefined) {
      const { json, span } = await this.#sender.expect(200, world, 'POST', '/app/shop/prepare-connect', { json: {} })
      shelf.put('code', json.state)
      this.#add(world, `code ${json.state}`, span, 'issued', once.issued())
      return
    }
    const path = `/app/shop/connect?prepare_state=${known}`
    const { status, span } = await this.#sender.send(world, 'POST', path, { form: { decision: 'approve' } })
    this.#add(world, `code ${known}`, span, `used: ${status}`, once.tried(status === 200))
  }

  readonly #refresh = async (world: string, shelf: Shelf): Promise<void> => {
    const { clientId, clientSecret } = this.#subject.credentials
    const known = this.#random.below(4) === 0 ? undefined : shelf.take('refresh', this.#random)
    const grant =
      known === undefined ? { grant_type: 'client_credentials' } : { grant_type: 'refresh_token', refresh_token: known }
    const form = { ...grant, client_id: clientId, client_secret: clientSecret }
    const { status, json, span } = await this.#sender.send(world, 'POST', '/oauth/token', { form })
    if (known !== undefined)
      this.#add(world, `refresh token ${known}`, span, `used: ${status}`, once.tried(status === 200))
    if (status !== 200) return
    shelf.put('refresh', json.refresh_token)
    this.#add(world, `refresh token ${json.refresh_token}`, span, 'issued', once.issued())
  }

  readonly #order = async (world: string, shelf: Shelf): Promise<void> => {
    const random = this.#random
    const command = (name: string, json: unknown) =>
      this.#sender.send(world, 'POST', `/services/${this.#subject.shopId}/${name}`, { json })
    const id = random.below(5) === 0 ? undefined : shelf.take('order', random)
    if (id === undefined) {
      const { json, span } = await command('create-order', { customer: 'Ada', items: [{ sku: 'FREE-1', quantity: 1 }] })
      shelf.put('order', json.id)
      this.#add(world, `order ${json.id}`, span, 'placed', order.created())
      return
    }
    const way = (['ship', 'cancel', 'retrieve'] as const)[random.below(3)]!
    const { status, json, span } = await command(`${way}-order`, { id })
    if (way === 'retrieve') {
      const state = status === 200 ? (json.status as string) : absent
      this.#add(world, `order ${id}`, span, `read: ${state}`, order.read(state))
      return
    }
    const outcome = status === 200 ? 'done' : status === 400 ? 'refused' : 'absent'
    const to = way === 'ship' ? 'shipped' : 'cancelled'
    this.#add(world, `order ${id}`, span, `${to}: ${outcome}`, order.moved(to, outcome))
  }

  readonly #configuration = async (world: string): Promise<void> => {
    const key = `k${this.#random.below(6)}`
    const path = `/1.13/configurations/${this.#subject.scopeId}?path=histories.${key}`
    const value = `v${++this.#names}`
    if (this.#random.below(2) === 0) {
      const { span } = await this.#sender.expect(200, world, 'PUT', path, { json: value })
      this.#add(world, `configuration ${key}`, span, `written: ${value}`, register.written(value), true)
    } else {
      const { status, json, span } = await this.#sender.send(world, 'GET', path)
      const read = status === 200 ? String(json) : absent
      this.#add(world, `configuration ${key}`, span, `read: ${read}`, register.read(read))
    }
  }

  /** The next acts of a client; some more often than others. */
  readonly #acts = [
    this.#product,
    this.#product,
    this.#product,
    this.#list,
    this.#token,
    this.#code,
    this.#refresh,
    this.#order,
    this.#configuration,
  ]

  #add(world: string, object: string, span: Span, name: string, apply: Operation['apply'], overwrites = false): void {
    this.history.add(world, object, { ...span, name, apply, overwrites })
  }
}
