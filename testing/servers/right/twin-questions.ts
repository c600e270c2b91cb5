// Questions for a service and its twin that `emulator learn` does not ask: other values, pages and refusals.
import type { FetchFunction } from '../../../conformance/send/sender.ts'
import type { Target } from '../../../conformance/target/target-file.ts'

/** Something that answers, and what is known of it. */
export interface AskedServer {
  readonly target: Target
  readonly fetch: FetchFunction
  /** Milliseconds since 1970 by its clock. */
  readonly now: number
}

/** An answer in the parts that a client can notice. */
export interface FullAnswer {
  readonly status: number
  readonly mediaType: string
  /** The names of the headers that an application sets. */
  readonly headers: readonly string[]
  readonly allow: string
  /** The entries of the Link header, with their attributes. */
  readonly links: readonly string[]
  /** The types of each member, by its path. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>
}

type Query = Readonly<Record<string, string | number>>

interface SentQuestion {
  readonly method?: string
  readonly query?: Query
  /** `none`, the whole header, or by default the Bearer token. */
  readonly as?: string
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
}

/** The sources of the values in requests. */
class Scene {
  readonly target: Target
  readonly now: number
  readonly #fetch: FetchFunction
  readonly #seed: number
  readonly #kept = new Map<string, readonly unknown[]>()
  bearer = ''

  constructor({ target, fetch, now }: AskedServer, seed: number) {
    this.target = target
    this.now = now
    this.#fetch = fetch
    this.#seed = seed
  }

  async send(path: string, { method = 'GET', query = {}, as, json, form }: SentQuestion = {}): Promise<Response> {
    const url = new URL(`${this.target.baseUrl}${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    const authorization = as ?? `Bearer ${this.bearer}`
    const request = () =>
      new Request(url, {
        method,
        redirect: 'manual',
        headers: {
          accept: 'application/json',
          ...(authorization === 'none' ? {} : { authorization }),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      })
    const first = await this.#fetch(request())
    return first.status === 429 || first.status > 501 ? await this.#fetch(request()) : first
  }

  /** The records of a list. */
  async records(path: string, sent: SentQuestion = {}): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const key = `${path} ${JSON.stringify(sent)}`
    if (!this.#kept.has(key)) {
      const response = await this.send(path, sent)
      this.#kept.set(key, flatRecords(await tryReadJson(response)))
    }
    return this.#kept.get(key) as readonly Readonly<Record<string, unknown>>[]
  }

  /** One of several values, by the seed. */
  pick<Value>(values: readonly Value[], salt: number): Value | undefined {
    return values[(this.#seed * 7 + salt) % Math.max(1, values.length)]
  }

  /** A well-formed id that no object has. */
  strange(salt: number): string {
    const letters = '0123456789abcdefghijklmnopqrstuvwxyz'
    return `1${Array.from({ length: 26 }, (_none, index) => letters[(this.#seed * 5 + salt * 3 + index * 11) % 36]).join('')}`
  }
}

async function tryReadJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (value: unknown): boolean => typeof value === 'string' && /^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$/.test(value)

/** The first list of objects with ids, with an `id` in each that is found below it. */
function flatRecords(json: unknown): readonly Readonly<Record<string, unknown>>[] {
  const flat = (item: unknown): readonly Readonly<Record<string, unknown>>[] => {
    if (!isObject(item)) return []
    if (isId(item['id'])) return [{ ...Object.values(item).find(isObject), ...item }]
    return Object.values(item).flatMap(flat).slice(0, 1)
  }
  if (Array.isArray(json)) return json.flatMap(flat)
  if (!isObject(json)) return []
  const entries = Object.entries(json)
  if (entries.length > 0 && entries.every(([name, value]) => isId(name) && isObject(value)))
    return entries.map(([id, value]) => ({ ...(value as object), id }))
  for (const [, value] of entries) {
    const found = flatRecords(value)
    if (found.length > 0) return found
  }
  return []
}

function findFittingText(json: unknown, fits: (name: string, text: string) => boolean): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  for (const [name, value] of Object.entries(json)) {
    const found = typeof value === 'string' ? (fits(name, value) ? value : undefined) : findFittingText(value, fits)
    if (found !== undefined) return found
  }
  return undefined
}

type Question = (scene: Scene) => Promise<Response | undefined>

const recordIds = (records: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
  records.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))

const catalogPath = ({ target }: Scene): string => `/1.13/pulse/catalogs/${target.samples?.catalogId}/products`
const tokenListPath = ({ target }: Scene): string => target.paths?.accessTokens ?? '/access-tokens'
const groupListPath = ({ target }: Scene): string => `/0/projects/${target.samples?.projectId}/groups/`
const eventListPath = ({ target }: Scene): string => `/0/issues/${target.samples?.issueId}/events/`
const integration = ({ target }: Scene): string => `Bearer ${target.credentials?.integrationToken}`
const apiKeyHeader = ({ target }: Scene): string => `Basic ${btoa(`${target.credentials?.apiKey}:`)}`
const environments = '/1.13/environments'
const resources = '/1.13/resources'

const get =
  (path: string | ((scene: Scene) => string), sent: (scene: Scene) => SentQuestion = () => ({})): Question =>
  (scene) =>
    scene.send(typeof path === 'string' ? path : path(scene), sent(scene))

const statusFilterValues = ({ target: { enumFilters = [] } }: Scene): readonly string[] =>
  enumFilters.find(({ path, parameter }) => path.endsWith('/resources') && parameter === 'status')?.values ?? []

/** A page after, or before, one of the first records of a list. */
const adjacentPage =
  (path: (scene: Scene) => string, cursor: 'starting_after' | 'ending_before', limit: number): Question =>
  async (scene) => {
    const id = scene.pick(recordIds(await scene.records(path(scene))).slice(0, 3), 1)
    if (id === undefined) return undefined
    return scene.send(path(scene), { query: { limit, [cursor]: id } })
  }

/** The first records of a list, fewer than it has, so that more follow at the service and at its twin. */
const firstPage =
  (path: (scene: Scene) => string): Question =>
  async (scene) => {
    const { length } = await scene.records(path(scene))
    return scene.send(path(scene), { query: { limit: Math.max(1, Math.min(3, length - 1)) } })
  }

/** A filter by one member of a record. */
const filtered =
  (member: string): Question =>
  async (scene) => {
    const record = scene.pick(await scene.records(catalogPath(scene)), 2)
    const value = record?.[member]
    if (typeof value !== 'string') return undefined
    return scene.send(catalogPath(scene), { query: { [member]: value, limit: 1 } })
  }

/** The expiry of a token in a form like that of the tokens in the list. */
function expiryLike(like: unknown, days: number, now: number): unknown {
  const time = now + days * 86_400_000
  if (typeof like === 'number') return like > 1e11 ? time : Math.floor(time / 1000)
  const text = String(like ?? '')
  if (/^\d{13}$/.test(text)) return String(time)
  if (/^\d{9,10}$/.test(text)) return String(Math.floor(time / 1000))
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return new Date(time).toISOString().slice(0, 10)
  if (text.endsWith('GMT')) return new Date(time).toUTCString()
  return new Date(time).toISOString()
}

const declaredScopes = ({ target }: Scene): unknown => target.personalAccessTokens?.scopes

async function tokenBody(scene: Scene, name: string, days = 90): Promise<Readonly<Record<string, unknown>>> {
  const [first] = await scene.records(tokenListPath(scene))
  return { name, scopes: declaredScopes(scene), expires_at: expiryLike(first?.['expires_at'], days, scene.now) }
}

/** Where no token shows a time, the first form that is taken. */
async function requestSceneToken(scene: Scene, name: string, days = 90): Promise<Response> {
  const time = scene.now + days * 86_400_000
  const others = [
    Math.floor(time / 1000),
    time,
    new Date(time).toISOString().slice(0, 10),
    String(Math.floor(time / 1000)),
  ]
  const body = await tokenBody(scene, name, days)
  let response = await scene.send(tokenListPath(scene), { method: 'POST', json: body })
  for (const expiry of days < 7 || response.status < 300 ? [] : others)
    if (response.status >= 400)
      response = await scene.send(tokenListPath(scene), { method: 'POST', json: { ...body, expires_at: expiry } })
  return response
}

const askAboutToken =
  (ask: (scene: Scene, path: string) => Promise<Response>): Question =>
  async (scene) => {
    const created = await tryReadJson(await requestSceneToken(scene, `for ${ask.name}`))
    const id = findFittingText(created, (name, text) => name === 'id' && isId(text))
    return id === undefined ? undefined : ask(scene, `${tokenListPath(scene)}/${id}`)
  }

const commandPath = ({ target: { samples } }: Scene, name: string | undefined = samples?.command?.name): string =>
  `/services/${samples?.adapterConnectionId}/${name}`

const grant = ({ target: { credentials } }: Scene, form: Readonly<Record<string, string>>): SentQuestion => ({
  method: 'POST',
  as: 'none',
  form: {
    client_id: credentials?.oauth?.clientId ?? 'no-such-client',
    client_secret: credentials?.oauth?.clientSecret ?? 'no-such-secret',
    ...form,
  },
})

/** The questions by name. */
const questions: Readonly<Record<string, Question>> = {
  'environments, three at most': firstPage(() => environments),
  'environments behind one': adjacentPage(() => environments, 'starting_after', 1),
  'environments with a wrong token': get(environments, ({ strange }) => ({ as: `Bearer ${strange.name}-wrong` })),
  'an environment by its prefixed id': async (scene) => {
    const id = scene.pick(recordIds(await scene.records(environments)), 3)
    return id === undefined ? undefined : scene.send(`${environments}/${id}`)
  },
  'an environment by an id that is too short': get((scene) => `${environments}/${scene.strange(4).slice(1)}`),
  'resources by a status': get(resources, (scene) => ({
    query: { status: scene.pick(statusFilterValues(scene), 5) ?? 'active', limit: 2 },
  })),
  'resources by a wrong status': get(resources, () => ({ query: { status: 'ACTIVE!', limit: 2 } })),
  'resources before one': adjacentPage(() => resources, 'ending_before', 2),
  'resources without credentials': get(resources, () => ({ as: 'none' })),
  'products, three at most': firstPage(catalogPath),
  'products behind one': adjacentPage(catalogPath, 'starting_after', 3),
  'products before one': adjacentPage(catalogPath, 'ending_before', 3),
  'products by brand': filtered('brand'),
  'no products by a search': get(catalogPath, () => ({ query: { search: 'zqzqzq' } })),
  'products with a limit of zero': get(catalogPath, () => ({ query: { limit: 0 } })),
  'products behind an id that is too long': get(catalogPath, (scene) => ({
    query: { starting_after: `${scene.strange(6)}0` },
  })),
  'products by a wrong status': get(catalogPath, () => ({ query: { status: 'no such status' } })),
  'products of another catalog': get((scene) => `/1.13/pulse/catalogs/${scene.strange(7)}/products`),
  'a configuration value that is not there': get(
    ({ target }) => `/1.13/configurations/${target.samples?.scopeId}`,
    () => ({ query: { path: 'no.such.value' } }),
  ),
  'the configuration of a malformed scope': get('/1.13/configurations/prj_-', () => ({ query: { path: 'a' } })),
  'the capabilities of an unknown connection': get((scene) => `/services/${scene.strange(8)}/capabilities`),
  'a command': (scene) =>
    scene.send(commandPath(scene), { method: 'POST', json: scene.target.samples?.command?.validBody ?? {} }),
  'a command with a wrong body': (scene) =>
    scene.send(commandPath(scene), { method: 'POST', json: { ['no such member']: 1 } }),
  'a new token': (scene) => requestSceneToken(scene, 'twin'),
  // A service may have had none before.
  tokens: get(tokenListPath),
  'a new token for three days': (scene) => requestSceneToken(scene, 'three days', 3),
  'a renamed token': askAboutToken(async function rename(scene, path) {
    return scene.send(path, { method: 'POST', json: { name: 'renamed' } })
  }),
  'a revoked token': askAboutToken(async function revoke(scene, path) {
    return scene.send(path, { method: 'DELETE' })
  }),
  'an unknown token': (scene) =>
    scene.send(`${tokenListPath(scene)}/${scene.strange(9)}`, { method: 'POST', json: { name: 'renamed' } }),
  'an access token': get('/oauth/token', (scene) => grant(scene, { grant_type: 'client_credentials' })),
  'an access token for a wrong secret': get('/oauth/token', (scene) =>
    grant(scene, { grant_type: 'client_credentials', client_secret: 'wrong' }),
  ),
  'an access token by a wrong refresh token': get('/oauth/token', (scene) =>
    grant(scene, { grant_type: 'refresh_token', refresh_token: 'wrong' }),
  ),
  'a state code': (scene) => scene.send(`/app/${scene.target.samples?.adapter}/prepare-connect`, { method: 'POST' }),
  'a wrong state code': get(
    ({ target }) => `/app/${target.samples?.adapter}/connect`,
    () => ({ as: 'none', query: { prepare_state: 'no-such-code' } }),
  ),
  'the legacy root': get('/0/', () => ({ as: 'none' })),
  'groups of a token': get(groupListPath, (scene) => ({ as: integration(scene) })),
  'groups behind a cursor': get(groupListPath, (scene) => ({ as: apiKeyHeader(scene), query: { cursor: '0:1:0' } })),
  'a new group': async (scene) => {
    const [like] = await scene.records(groupListPath(scene), { as: apiKeyHeader(scene) })
    const { status } = like ?? {}
    // A status that the twin shows in another object is made up.
    const json = statusFilterValues(scene).includes(String(status)) ? { status } : {}
    return scene.send(groupListPath(scene), { method: 'POST', as: apiKeyHeader(scene), json })
  },
  'events of a token': get(eventListPath, (scene) => ({ as: integration(scene) })),
}

/** The questions that need what a target file may leave out. */
function isAskable(name: string, { samples, credentials }: Target): boolean {
  if (/^(?:no )?products/.test(name)) return samples?.catalogId !== undefined
  if (/configuration/.test(name)) return samples?.scopeId !== undefined
  if (/command|capabilities/.test(name)) return samples?.adapterConnectionId !== undefined
  if (/state code/.test(name)) return samples?.adapter !== undefined
  if (/group/.test(name)) return samples?.projectId !== undefined && credentials?.apiKey !== undefined
  if (/events/.test(name)) return samples?.issueId !== undefined && credentials?.integrationToken !== undefined
  return true
}

/** The headers that the transport, a proxy or the emulator's own notes set. */
const unheard =
  /^(?:date|content-length|content-type|content-encoding|trailer|connection|keep-alive|transfer-encoding|server|vary|via|link|allow|access-control-.*|x-emulator-.*)$/

function fullMembers(json: unknown): FullAnswer['members'] {
  const members = new Map<string, Set<string>>()
  const visit = (value: unknown, path: string): void => {
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
    members.set(path, (members.get(path) ?? new Set()).add(type))
    if (Array.isArray(value)) for (const item of value) visit(item, `${path}[]`)
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) visit(member, `${path}.${isId(name) ? '{id}' : name}`)
  }
  if (json !== undefined) visit(json, '')
  return members
}

async function toFullAnswer(response: Response): Promise<FullAnswer> {
  const links = (response.headers.get('link') ?? '').split(/,\s*(?=<)/).flatMap((entry) => {
    const names = [...entry.matchAll(/;\s*([\w-]+)=/g)].map(([, name]) => name!.toLowerCase())
    const relation = /rel="?(\w+)/i.exec(entry)?.[1]
    return relation === undefined ? [] : [`${relation} ${names.toSorted().join(' ')}`]
  })
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  const json = await tryReadJson(response.clone())
  const isEmpty = (await response.text()) === ''
  return {
    status: response.status,
    mediaType: isEmpty ? '' : type,
    headers: [...response.headers.keys()].filter((name) => !unheard.test(name)).toSorted(),
    allow: (response.headers.get('allow') ?? '')
      .split(/\s*,\s*/)
      .toSorted()
      .join(' '),
    links: links.toSorted(),
    members: fullMembers(json),
  }
}

/** The answers to all questions; undefined where a service has nothing to ask it about. */
export async function askAll(asked: AskedServer, seed: number): Promise<ReadonlyMap<string, FullAnswer | undefined>> {
  const root = await asked.fetch(new Request(`${asked.target.baseUrl}/0/`))
  // The clock of a service may differ.
  const date = Date.parse(root.headers.get('date') ?? '')
  const scene = new Scene({ ...asked, now: Number.isNaN(date) ? asked.now : date }, seed)
  const { token } = asked.target.credentials ?? {}
  const issued =
    token ??
    findFittingText(
      await tryReadJson(await scene.send('/oauth/token', grant(scene, { grant_type: 'client_credentials' }))),
      (name) => /^access_?token$/i.test(name),
    )
  scene.bearer = issued ?? ''
  const answers = new Map<string, FullAnswer | undefined>()
  for (const [name, question] of Object.entries(questions)) {
    const response = isAskable(name, asked.target) ? await question(scene) : undefined
    answers.set(name, response && (await toFullAnswer(response)))
  }
  return answers
}

const isInnerPath = (path: string, outer: string) => path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`)

/** True where an answer holds nothing at a place, so that what is there cannot show. */
function isHidden(path: string, { members }: FullAnswer): boolean {
  for (const [outer, types] of members) {
    if (outer !== path && !isInnerPath(path, outer)) continue
    const isEmpty = ![...members.keys()].some((inner) => isInnerPath(inner, outer))
    if (isInnerPath(path, outer) && isEmpty && (types.has('array') || types.has('null'))) return true
    // A map by id may be empty.
    if (path.slice(outer.length).startsWith('.{id}') && isEmpty) return true
  }
  return false
}

/** The differences between two answers, in words. Values are not compared. */
export function describeDifferences(left: FullAnswer, right: FullAnswer): readonly string[] {
  if (left.status !== right.status) return [`status ${left.status} and ${right.status}`]
  const differs = (what: string, of: string, to: string) => (of === to ? [] : [`${what} ${of} and ${to}`])
  const paths = [...new Set([...left.members.keys(), ...right.members.keys()])].toSorted()
  const members = paths.flatMap((path) => {
    const [of, to] = [left.members.get(path), right.members.get(path)]
    if (!of || !to) {
      const side = of ? right : left
      const outer = paths.some(
        (other) => isInnerPath(path, other) && left.members.has(other) !== right.members.has(other),
      )
      return outer || isHidden(path, side) ? [] : [`${path} only in the ${of ? 'first' : 'second'}`]
    }
    const real = (types: ReadonlySet<string>) => [...types].filter((type) => type !== 'null')
    const [some, others] = [real(of), real(to)]
    const fits =
      some.length === 0 ||
      others.length === 0 ||
      some.every((type) => to.has(type)) ||
      others.every((type) => of.has(type))
    return fits ? [] : [`${path} is ${[...of].join()} and ${[...to].join()}`]
  })
  return [
    ...differs('media type', left.mediaType, right.mediaType),
    ...differs('headers', left.headers.join(' '), right.headers.join(' ')),
    ...differs('Allow', left.allow, right.allow),
    ...differs('Link', left.links.join(', '), right.links.join(', ')),
    ...members,
  ]
}
