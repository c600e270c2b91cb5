// Clients that create, rename, delete, list, use up and reset, all at once. What they see must be linearizable.
import fc from 'fast-check'
import { createEmulator, type Emulator } from '../../../emulator/create-emulator.ts'
import { serve } from '../../../emulator/serve/serve.ts'
import type { Property } from '../run.ts'
import { absent, isExplained, type Operation } from './linearizable.ts'

const clients = 12

/** One step of one client. The numbers choose among the objects that exist at its turn. */
interface Act {
  readonly client: number
  readonly world: string
  readonly kind: string
  readonly way: number
  /** The index of one of the latest objects; beyond them a new one. */
  readonly pick: number
  /** Microtasks before the request, and turns of the event loop before its body. */
  readonly wait: number
  readonly pause: number
}

/** The steps of all clients. */
export const plans: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    client: fc.nat(clients - 1),
    world: fc.constantFrom('default', 'red', 'blue'),
    kind: fc.oneof(
      {
        weight: 80,
        arbitrary: fc.constantFrom('product', 'product', 'list', 'token', 'code', 'refresh', 'order', 'configuration'),
      },
      // It ends what was known of a whole world.
      { weight: 1, arbitrary: fc.constant('reset') },
    ),
    way: fc.nat(11),
    pick: fc.nat(5),
    wait: fc.nat(30),
    pause: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(3)),
  }),
  { minLength: 1, maxLength: 240, size: 'max' },
)

/** An answer, and when it was requested and came. */
interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- the clients read any member
  readonly json: any
  readonly from: number
  readonly to: number
}

/** A request, and the state of an object according to its answer. */
interface Use {
  readonly request: readonly [method: string, path: string, sent?: SentRequest]
  readonly says?: (answer: Answer) => Operation['apply']
  /** The object that it makes, and the state of that. */
  readonly makes?: (json: Answer['json']) => readonly [id: string, state: string]
}

interface SentRequest {
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  /** A Bearer token other than the one of the fixtures. */
  readonly auth?: string
}

type Fits = (state: string) => boolean
type Next = (state: string) => string

/** The answer fits some states, and leads to a new one. */
const whenFits =
  (fits: Fits, next: Next): Operation['apply'] =>
  (state) =>
    fits(state) ? next(state) : undefined
const unless = (fits: Fits): Operation['apply'] => whenFits(fits, (state) => state)
const shows = (answered: string) => unless((state) => state === answered)
const isMade = (made: string) =>
  whenFits(
    (state) => state === absent,
    () => made,
  )
const exists: Fits = (state) => state !== absent
const removes = (fits: Fits) => ({ status }: Answer) =>
  whenFits((state) => fits(state) === (status === 204), (state) => (fits(state) ? absent : state)) // prettier-ignore
/** It leads from one state to another, and is refused in any other. */
const leads = (before: string, after: string) => ({ status }: Answer) =>
  whenFits((state) => (state === before) === (status === 200), (state) => (status === 200 ? after : state)) // prettier-ignore
/** A member was written, and the answer shows the whole record. */
const writes = (answered: string, next: Next) =>
  whenFits((state) => (state === absent ? absent : next(state)) === answered, () => answered) // prettier-ignore

const productText = ({ status, json }: Answer) => (status === 200 ? `${json.name}|${json.brand}` : absent)

/** The calls of a client for each kind of object. Without an id it makes one. */
const kinds: Readonly<Record<string, (seen: SeenHistory, id: string | undefined, act: Act, name: string) => Use>> = {
  product({ emulator }, id, { way }, name) {
    const brand = way % 2 === 0 ? 'Hot' : 'Cold'
    if (id === undefined)
      return {
        request: ['POST', `/1.13/pulse/catalogs/${emulator.samples.catalogId}/products`, { json: { name, brand } }],
        makes: ({ id: made }) => [made, `${name}|${brand}`],
      }
    const path = `/1.13/catalog-products/${id}`
    if (way === 0) return { request: ['DELETE', path], says: removes(exists) }
    if (way > 6) return { request: ['GET', path], says: (answer) => shows(productText(answer)) }
    const json = way > 3 ? { name } : { brand }
    const next: Next = (state) => (way > 3 ? `${name}|${state.split('|')[1]}` : `${state.split('|')[0]}|${brand}`)
    return { request: ['PUT', path, { json }], says: (answer) => writes(productText(answer), next) }
  },
  // Known by its secret, which leads to an id. A world that starts again may give the same secret with another id.
  token(_seen, known, { way }, name) {
    if (known === undefined)
      return {
        request: [
          'POST',
          '/access-tokens',
          { json: { name, scopes: ['environments:read'], expires_at: '2026-09-01T00:00:00Z' } },
        ],
        makes: ({ id, token }) => [`${id} ${token}`, `${id} ${name}`],
      }
    const [id, auth] = known.split(' ') as [string, string]
    const isIt: Fits = (state) => state.startsWith(id)
    if (way === 0) return { request: ['DELETE', `/access-tokens/${id}`], says: removes(isIt) }
    if (way < 5)
      return {
        request: ['POST', `/access-tokens/${id}`, { json: { name } }],
        says: ({ status, json }) =>
          whenFits(
            (state) => (isIt(state) ? status === 200 && json.name === name : status === 404),
            (state) => (isIt(state) ? `${id} ${name}` : state),
          ),
      }
    return {
      request: ['GET', '/1.13/environments?limit=1', { auth }],
      says: ({ status }) => unless((state) => exists(state) === (status === 200)),
    }
  },
  code: (_seen, code) =>
    code === undefined
      ? {
          request: ['POST', '/app/shop/prepare-connect', { json: {} }],
          makes: ({ state }) => [state, 'fresh'],
        }
      : {
          request: ['POST', `/app/shop/connect?prepare_state=${code}`, { form: { decision: 'approve' } }],
          says: leads('fresh', 'used'),
        },
  refresh({ emulator }, token) {
    const { clientId, clientSecret } = emulator.credentials
    const client = { client_id: clientId, client_secret: clientSecret }
    const makes: Use['makes'] = ({ refresh_token: made }) => [made, 'fresh']
    return token === undefined
      ? { request: ['POST', '/oauth/token', { form: { grant_type: 'client_credentials', ...client } }], makes }
      : {
          request: ['POST', '/oauth/token', { form: { grant_type: 'refresh_token', refresh_token: token, ...client } }],
          says: leads('fresh', 'used'),
          makes,
        }
  },
  order({ shop }, id, { way }) {
    const command = (name: string, json: object): Use['request'] => [
      'POST',
      `/services/${shop}/${name}-order`,
      { json },
    ]
    if (id === undefined) {
      const request = command('create', { customer: 'Ada', items: [{ sku: 'FREE-1', quantity: 1 }] })
      return { request, makes: ({ id: made }) => [made, 'placed'] }
    }
    if (way < 4) return { request: command('ship', { id }), says: leads('placed', 'shipped') }
    if (way < 8) return { request: command('cancel', { id }), says: leads('placed', 'cancelled') }
    return {
      request: command('retrieve', { id }),
      says: ({ status, json }) => shows(status === 200 ? json.status : absent),
    }
  },
  configuration({ emulator }, _id, { way, pick }, name) {
    const path = `/1.13/configurations/${emulator.samples.scopeId}?path=histories.${pick}`
    return way % 2 === 0
      ? { request: ['PUT', path, { json: name }], says: () => () => name }
      : { request: ['GET', path], says: ({ status, json }) => shows(status === 200 ? json : absent) }
  },
}

/** An object and what clients saw of it. */
interface UsedObject {
  readonly kind: string
  readonly id: string
  readonly world: string
  readonly operations: Operation[]
}

/** A page of products, which says something of every product between its ends. */
interface Page extends Answer {
  readonly world: string
  /** The filter. */
  readonly brand: string
  /** The page shows ids below this one. */
  readonly below: string
}

/** The clients of one service, and what they saw. */
class SeenHistory {
  readonly emulator: Emulator
  readonly shop: string
  readonly #fetch: (request: Request) => Promise<Response>
  readonly #url: string
  /** The objects by name and world. */
  readonly #objects = new Map<string, UsedObject>()
  /** The latest objects of each kind and world. */
  readonly #shelves = new Map<string, readonly string[]>()
  readonly #pages: Page[] = []
  readonly #resets: (Operation & { readonly world: string })[] = []
  #now = 0

  constructor(emulator: Emulator, url: string, fetch: (request: Request) => Promise<Response>) {
    this.emulator = emulator
    this.#url = url
    this.#fetch = fetch
    const shops = emulator.data.find('adapter_connections').filter(({ adapter }) => adapter === 'shop')
    this.shop = shops.find(({ status }) => status === 'active')!.id
  }

  async act(act: Act): Promise<void> {
    if (act.kind === 'reset') return this.#reset(act)
    if (act.kind === 'list') return this.#list(act)
    const { world, kind, pick } = act
    const shelf = `${kind} of ${world}`
    const known = this.#shelves.get(shelf) ?? []
    const { request, says, makes } = kinds[kind]!(this, known[pick], act, `v${++this.#now}`)
    const answer = await this.#send(act, ...request)
    const { from, to, status, json } = answer
    const [method, path, sent] = request
    const words = [method, path, JSON.stringify(sent), '->', status, JSON.stringify(json)?.slice(0, 120)]
    const note = (id: string, apply: Operation['apply']) => {
      // A token is known by its secret.
      const name = `${kind} ${id.split(' ').at(-1)} of ${world}`
      const { operations } =
        this.#objects.get(name) ?? this.#objects.set(name, { kind, id, world, operations: [] }).get(name)!
      operations.push({ from, to, name: words.join(' '), apply, overwrites: method === 'PUT' })
    }
    if (says) note(known[pick] ?? String(pick), says(answer))
    if (!makes) return
    if (status > 299) {
      if (says) return
      throw new Error(`Nothing was made: ${words.join(' ')}`)
    }
    const [id, state] = makes(json)
    this.#shelves.set(shelf, [...(this.#shelves.get(shelf) ?? []), id].slice(-5))
    note(id, isMade(state))
  }

  async #reset(act: Act): Promise<void> {
    const path = `/_emulator/worlds/${act.world}`
    const outside = { ...act, world: 'default' }
    const { status, from, to } =
      act.way % 3 === 0
        ? await this.#send(act, 'POST', '/_emulator/reset')
        : await this.#send(outside, act.way % 3 === 1 ? 'PUT' : 'DELETE', path)
    // The default world cannot be dropped, and a world that nobody has used is not there.
    if (status < 300)
      this.#resets.push({
        from,
        to,
        name: 'the world starts again',
        apply: () => absent,
        overwrites: true,
        world: act.world,
      })
  }

  /** Walks the newest two pages, filtered or not. */
  async #list(act: Act): Promise<void> {
    const brand = ['', 'Hot', 'Cold'][act.way % 3]!
    for (let page = 0, below = ''; page < 2; page++) {
      const query = { limit: '6', ...(brand ? { brand } : {}), ...(below ? { starting_after: below } : {}) }
      const path = `/1.13/pulse/catalogs/${this.emulator.samples.catalogId}/products?${new URLSearchParams(query)}`
      const answer = await this.#send(act, 'GET', path)
      this.#pages.push({ ...answer, world: act.world, brand, below })
      if (!answer.json.has_more) return
      below = answer.json.data.at(-1).id
    }
  }

  async #send({ world, wait, pause }: Act, method: string, path: string, sent: SentRequest = {}): Promise<Answer> {
    const { json, form, auth = this.emulator.credentials.token } = sent
    for (let turn = 0; turn < wait; turn++) await undefined
    const text = form ? new URLSearchParams(form).toString() : JSON.stringify(json)
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const headers = { authorization: `Bearer ${auth}`, ...(text === undefined ? {} : { 'content-type': type }) }
    const body = text === undefined ? null : delayed(text, pause)
    const url = `${this.#url}${world === 'default' ? '' : `/~${world}`}${path}`
    const from = ++this.#now
    const response = await this.#fetch(new Request(url, { method, headers, body, duplex: 'half' } as RequestInit))
    const answered = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, json: isJson ? JSON.parse(answered) : undefined, from, to: ++this.#now }
  }

  /** The objects that no order of the operations explains, each with its history. */
  contradictions(): readonly string[] {
    return [...this.#objects].flatMap(([name, used]) => {
      const { kind, world, operations } = used
      const listed = kind === 'product' ? this.#pages.flatMap((page) => toOperations(page, used)) : []
      const all = [...operations, ...listed, ...this.#resets.filter((reset) => reset.world === world)]
      if (isExplained(all)) return []
      const lines = all
        .toSorted((left, right) => left.from - right.from)
        .map(({ from, to, name }) => `  ${from} to ${to}: ${name}`)
      return [[`No order explains what clients saw of ${name}:`, ...lines].join('\n')]
    })
  }
}

/** The state of a product on a page: its value, or absent. */
function toOperations(
  { world, from, to, json, brand, below }: Page,
  { id, world: itsWorld, operations }: UsedObject,
): readonly Operation[] {
  const products: readonly { readonly id: string; readonly name: string; readonly brand: string }[] = json.data
  const answered = products.find((product) => product.id === id)
  const isBetween = (below === '' || id < below) && (!json.has_more || id > products.at(-1)!.id)
  const isUsed = operations.some((use) => use.from < to) && operations.some((use) => use.to > from)
  if (world !== itsWorld || !(answered || (isBetween && isUsed))) return []
  const apply = answered
    ? shows(`${answered.name}|${answered.brand}`)
    : unless((state) => state === absent || (brand !== '' && !state.endsWith(`|${brand}`)))
  return [{ from, to, name: `listed: ${JSON.stringify(answered)?.slice(0, 120)}`, apply }]
}

/** A body that comes some turns of the event loop later. */
function delayed(text: string, turns: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
      controller.enqueue(Buffer.from(text))
      controller.close()
    },
  })
}

/** Lets clients use an emulator at once, in process or over HTTP. @throws Error with what no order explains. */
export async function useAtOnce(emulator: Emulator, plan: readonly Act[], overHttp = false): Promise<void> {
  const server = overHttp ? await serve(emulator, { port: 0 }) : undefined
  const seen = new SeenHistory(emulator, server?.url ?? 'http://localhost', server ? fetch : emulator.fetch)
  const client = async (number: number) => {
    for (const act of plan) if (act.client === number) await seen.act(act)
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number))).finally(() => server?.close())
  const contradictions = seen.contradictions()
  if (contradictions.length > 0) throw new Error(contradictions.join('\n'))
}

/** Some order explains what clients saw that used an emulator at once. */
export const historiesProperty: Property = () => {
  // The clock is stopped, so nothing expires on a slow machine.
  const emulator = createEmulator({ clock: '2026-04-01T00:00:00Z', requests: { entries: 0 } })
  return fc.asyncProperty(fc.tuple(plans, fc.constantFrom(false, false, false, true)), ([plan, overHttp]) =>
    useAtOnce(emulator.fork(), plan, overHttp),
  )
}
