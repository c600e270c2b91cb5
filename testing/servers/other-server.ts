import type { FetchFunction } from '../../conformance/send/sender.ts'
import type { Target } from '../../conformance/target/target-file.ts'
import { otherLists } from './other-server-lists.ts'
import { otherLinks } from './other-server-links.ts'
import type { Desk, Kind, OtherServerOptions, Stored } from './other-server-options.ts'

const defaults: OtherServerOptions = {
  counts: { product: 60, environment: 7, resource: 40, event: 23, group: 17 },
  envelope: (_kind, records) => ({ data: records }),
  show: (_kind, record) => visibleMembers(record),
  error: (_status, message, options) => ({ error: message, ...(options ? { allowed: options } : {}) }),
  limit: { usual: 20, least: 1, most: 100, above: 'clamp' },
  paged: ['product', 'resource', 'environment'],
  unknownParameter: undefined,
  unknownCursor: undefined,
  behindLast: undefined,
  searched: ['name', '_keywords'],
  brands: ['Acme', 'Nordwind', 'Globex', 'Initech'],
  categories: ['Lamps', 'Chairs', 'Desk Tops'],
  names: ['Blue Lamp', 'Red Chair', 'Wooden Table', 'Great Sofa', 'Plain Desk'],
  statuses: ['active', 'inactive', 'archived'],
  linkPageSize: 5,
  newestEventsFirst: true,
  linkIdentifier: '0',
  projects: 'list',
  link: ({ rel, url, results, cursor }) => `<${url}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`,
  options: () => new Response(null, { headers: { allow: 'GET, HEAD, POST, DELETE, OPTIONS' } }),
  madeEvery: undefined,
  deletedEvery: undefined,
}

/** The members of a record that are sent. */
export function visibleMembers(record: Stored, ...hidden: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !name.startsWith('_') && !hidden.includes(name)))
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const written = (value: number, length: number): string =>
  length === 0 ? '' : written(Math.floor(value / 62), length - 1) + alphabet[value % 62]!
const bearer = 'Bearer of-the-other-server'
const integration = 'Bearer of-its-integration'
const basic = `Basic ${btoa('its-api-key:')}`

/**
 * A second implementation of clauses 2.1, 4.4 to 4.6, 4.9 and 4.10. It shares nothing with the emulator, so a check
 * that takes a habit of the emulator for a rule raises a false alarm here.
 */
export function otherServer(change: Partial<OtherServerOptions> = {}): {
  readonly target: Target
  readonly fetch: FetchFunction
} {
  const options = { ...defaults, ...change }
  let serial = 0
  const newId = () =>
    written(160_000_000 + Math.floor(serial / 3), 6) + written(serial++, 6) + written((serial * 7919) % 9_999_991, 15)
  const [workspace, project, issue, catalog] = [newId(), newId(), newId(), newId()] as const
  const stored: Readonly<Record<Kind, Stored[]>> = { product: [], environment: [], resource: [], event: [], group: [] }
  const chosen = (list: readonly string[], index: number) => list[index % list.length]!
  const make = (kind: Kind, index: number): void => {
    const id = newId()
    const named = {
      id,
      name: `${chosen(options.names, index)} ${index}`,
      owner: { id: workspace, name: 'Acme Workspace' },
      _keywords: `hidden ${chosen(options.names, index + 2)}`,
    }
    const records: Readonly<Record<Kind, Stored>> = {
      product: {
        ...named,
        brand: chosen(options.brands, index * 7 + (index >> 2)),
        category: chosen(options.categories, index * 3 + (index >> 1)),
        status: chosen(options.statuses, (index * 5) >> 1),
      },
      resource: { ...named, status: chosen(options.statuses, index + (index >> 3)) },
      environment: named,
      event: { id, message: `event ${index}` },
      group: {
        id,
        title: `group ${index}`,
        status: chosen(['unresolved', 'resolved', 'unresolved', 'ignored'], index),
      },
    }
    stored[kind].push(records[kind])
  }
  const kinds = Object.keys(stored) as Kind[]
  for (let index = 0; index < Math.max(...Object.values(options.counts)); index++)
    for (const kind of kinds) if (index < options.counts[kind]) make(kind, index)

  const refuse: Desk['refuse'] = (status, message, allowed) =>
    Response.json(options.error(status, message, allowed), { status })
  const desk: Desk = {
    options,
    stored,
    refuse,
    readId: (text) => /^(?:[a-z]{3}_)?([0-9A-Za-z]{27})$/.exec(text ?? '')?.[1],
  }
  let requests = 0
  const goOn = (): void => {
    requests++
    if (options.madeEvery !== undefined && requests % options.madeEvery === 0)
      for (const kind of kinds) make(kind, stored[kind].length)
    if (options.deletedEvery !== undefined && requests % options.deletedEvery === 0)
      for (const kind of ['product', 'resource', 'event'] as const)
        stored[kind].splice((requests * 13) % stored[kind].length, 1)
  }

  const legacy = async (request: Request, path: string, authorization: string): Promise<Response> => {
    if (path === '/0/') return Response.json({ version: '0' }, { headers: { allow: 'GET, HEAD, OPTIONS' } })
    if (![bearer, integration, basic].includes(authorization)) return refuse(401, 'who are you?')
    if (path === '/0/projects/') {
      const environment = { id: project, slug: 'main', name: 'Main', organization: { id: workspace, name: 'Acme' } }
      if (options.projects === 'by key alone')
        return authorization === basic ? Response.json(environment) : refuse(403, 'a key, please')
      return typeof options.projects === 'number'
        ? refuse(options.projects, 'nothing here')
        : Response.json(options.projects === 'list' ? [environment] : environment)
    }
    const [, resource, segment] =
      /^\/0\/(projects(?=\/[^/]+\/groups\/)|issues(?=\/[^/]+\/events\/))\/([^/]+)\/\w+\/$/.exec(path) ?? []
    if (segment === undefined) return refuse(404, 'no such path')
    const id = desk.readId(decodeURIComponent(segment))
    if (id === undefined) return refuse(400, 'no id')
    if (id !== (resource === 'issues' ? issue : project)) return refuse(404, 'unknown')
    if (request.method !== 'POST')
      return otherLinks(desk, resource === 'issues' ? 'event' : 'group', new URL(request.url))
    const { status = 'unresolved' } = JSON.parse((await request.text()) || '{}') as { status?: string }
    make('group', stored.group.length)
    const made = { ...stored.group.at(-1)!, status: new URL(request.url).searchParams.get('status') ?? status }
    stored.group.splice(-1, 1, made)
    return Response.json(made)
  }

  const fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const authorization = request.headers.get('authorization') ?? ''
    if (url.pathname.startsWith('/make/')) {
      make(url.pathname.endsWith('product') ? 'product' : 'event', requests)
      return new Response(null, { status: 204 })
    }
    goOn()
    if (request.method === 'OPTIONS') return options.options()
    if (url.pathname.startsWith('/0/')) return legacy(request, url.pathname, authorization)
    if (authorization !== bearer) return refuse(401, 'who are you?')
    if (url.pathname === '/1.13/environments') return otherLists(desk, 'environment', url)
    if (url.pathname === '/1.13/resources') return otherLists(desk, 'resource', url)
    const segment = /^\/1\.13\/pulse\/catalogs\/([^/]+)\/products$/.exec(url.pathname)?.[1]
    if (segment === undefined) return refuse(404, 'no such path')
    const id = desk.readId(decodeURIComponent(segment))
    if (id === undefined) return refuse(400, 'no id')
    return id === catalog ? otherLists(desk, 'product', url) : refuse(404, 'unknown')
  }

  const target: Target = {
    baseUrl: 'http://other.test',
    credentials: { token: bearer.slice(7), integrationToken: integration.slice(7), apiKey: 'its-api-key' },
    samples: { catalogId: catalog, projectId: project, issueId: issue, apiKeyProjectId: project },
    enumFilters: ['/1.13/resources', `/1.13/pulse/catalogs/${catalog}/products`].map((path) => ({
      path,
      parameter: 'status',
      values: options.statuses,
    })),
    hooks: {
      createProduct: { method: 'POST', path: '/make/product' },
      createEvent: { method: 'POST', path: '/make/event' },
    },
    allowWrites: true,
  }
  return { target, fetch }
}
