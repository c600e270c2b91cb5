// Behaviour of a service beside all conventions: its twin has it too, and a change of it is reported as exactly that.
import { expect, it } from 'vitest'
import { makeTwin } from '../../bin/judges/twin/make-twin.ts'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { type Learning, learnEmulator } from '../../testing/learned-emulator.ts'
import { ask } from '../../testing/suite/ask.ts'
import { toTarget } from '../target/target-file.ts'
import { compareDocuments, hasMoved } from './drift.ts'
import { driftLine, learnedText } from './learned-text.ts'

type Json = Readonly<Record<string, unknown>>
type Change = (json: Json, headers: Headers) => unknown

interface Sample {
  readonly what: string
  readonly at: RegExp
  readonly status: (status: number) => boolean
  readonly change: Change
  /** The lines of drift where a service begins to answer so. */
  readonly drift: readonly string[]
}

const isOk = (status: number) => status < 300
const isRefused = (status: number) => status >= 400

/** Each of a request whose method and path, and of an answer whose status fit. */
const samples: readonly Sample[] = [
  {
    what: 'a token response with a scope',
    at: /^POST \/oauth\/token/,
    status: isOk,
    change: (json) => ({ ...json, scope: 'all', organization: { plan: 'x' } }),
    drift: ['tokenResponse'],
  },
  {
    what: 'an error of the token endpoint without a description',
    at: /^POST \/oauth\/token/,
    status: isRefused,
    change: ({ error }) => ({ error }),
    drift: ['error_description (string) only before', 'error_description (string) only before'],
  },
  {
    what: 'a legacy root with further members',
    at: /^GET \/0\/$/,
    status: isOk,
    change: (json) => ({ ...json, organization: { id: '1' } }),
    drift: ['organization (object) only now'],
  },
  {
    what: 'a wrong state code that is refused as JSON',
    at: /^GET \/app\/[^/]+\/connect/,
    status: isRefused,
    change: (_json, headers) => {
      headers.set('content-type', 'application/json')
      return { message: 'There is no such code.' }
    },
    drift: ['media type text/html before, application/json now'],
  },
  {
    what: 'an error of one operation with a member that others lack',
    at: /^GET \/services\//,
    status: isRefused,
    change: (json) => ({ ...json, support: 'somebody' }),
    drift: ['support (string) only now'],
  },
  {
    what: 'an error of an enum filter with a member that others lack',
    at: /^GET \/1\.13\/\w+$/,
    status: (status) => status === 400,
    change: (json) => {
      const { error } = json as { readonly error: { readonly details: readonly Json[] } }
      return error.details.some(({ allowed }) => allowed) ? { error: { ...error, hint: 'See the list.' } } : json
    },
    drift: ['(resources.invalid-enum): error.hint (string) only now'],
  },
  {
    what: 'a list with counts beside its records',
    at: /^GET \/1\.13\/resources$/,
    status: isOk,
    change: (json) => ({ ...json, facets: { status: { active: 1, archived: 2 } } }),
    drift: ['(resources.list): facets (object) only now'],
  },
  {
    what: 'a list that does not say whether more records follow',
    at: /^GET \/1\.13\/environments$/,
    status: isOk,
    change: ({ has_more: _more, ...json }) => ({ ...json, meta: { count: 1 } }),
    drift: [
      'listEnvelope (clause 4) was {"environments.list":"data"}, and is {"environments.list":{"data":"$items"}}',
      '(environments.limit-1): meta (object) only now',
      '(environments.unknown-parameter): meta (object) only now',
    ],
  },
  {
    what: 'a header of its own',
    at: /^GET \/1\.13\/resources$/,
    status: isOk,
    change: (json, headers) => {
      headers.set('x-plan', 'free')
      return json
    },
    drift: ['header x-plan only now'],
  },
  {
    what: 'a quota by other names',
    at: /^GET \/services\/[^/]+\/capabilities/,
    status: isOk,
    change: (json, headers) => {
      headers.set('etag', '"1"')
      headers.set('x-ratelimit-left', '9')
      return json
    },
    drift: [
      '(services.capabilities): header etag only now; header x-ratelimit-left only now',
      '(services.capabilities-other): header etag only now; header x-ratelimit-left only now',
    ],
  },
  {
    what: 'two cookies',
    at: /^GET \/access-tokens$/,
    status: isOk,
    change: (json, headers) => {
      headers.append('set-cookie', 'lb=node7; Path=/')
      headers.append('set-cookie', 'seen=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT')
      return json
    },
    drift: ['header set-cookie lb only now; header set-cookie seen only now'],
  },
  {
    what: 'a list without HEAD',
    at: /^OPTIONS .*\/environments$/,
    status: isOk,
    change: (json, headers) => {
      headers.set('allow', 'GET, OPTIONS')
      return json
    },
    drift: ['HEAD only before'],
  },
  {
    what: 'groups that are described with PATCH',
    at: /^OPTIONS \/0\/projects\/.*groups\/$/,
    status: isOk,
    change: (json, headers) => {
      headers.set('allow', 'GET, HEAD, POST, PATCH, OPTIONS')
      return json
    },
    drift: ['(legacy.groups.options): method PATCH only now'],
  },
  {
    what: 'a page for missing credentials',
    at: /^GET \/0\/projects\/.*groups/,
    status: (status) => status === 401,
    change: (_json, headers) => {
      headers.set('content-type', 'text/html')
      return '<!doctype html><p>Sign in'
    },
    drift: ['media type application/json before, text/html now'],
  },
]

/** Shows the differences of a service that answers so now, and its twin. */
async function turned(sample: Omit<Sample, 'drift'>) {
  const { emulator, learned, document } = await learn([{ ...sample, drift: [] }])
  const drifts = compareDocuments(before.document, document)
  const target = toTarget(toTargetFile(emulator, 'http://target.test', false))
  const { document: ofTwin } = await makeTwin({ document, learned, target })
  return { lines: drifts.map(driftLine), ofTwin: ofTwin.twin!.differences }
}

const changing =
  (changes: readonly Sample[]) =>
  (next: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const response = await next(request)
    const place = `${request.method} ${new URL(request.url).pathname}`
    const found = changes.filter(({ at, status }) => at.test(place) && status(response.status))
    if (found.length === 0) return response
    const headers = new Headers(response.headers)
    const text = await response.text()
    const json: unknown = /^[[{]/.test(text) ? JSON.parse(text) : text
    const body = found.reduce((value, { change }) => change(value as Json, headers), json)
    const sent = typeof body === 'string' ? body || null : JSON.stringify(body)
    return new Response(sent, { status: response.status, headers })
  }

const learn = (changes: readonly Sample[]) => learnEmulator({}, { allowWrites: false, between: changing(changes) })
const before = await learn([])

it('makes a twin with identical answers, and counts them', async () => {
  const { emulator, learned, document } = await learn(samples)
  const target = toTarget(toTargetFile(emulator, 'http://target.test', false))
  const twin = await makeTwin({ document, learned, target })
  expect(twin.document.twin!.differences).toEqual([])
  const { asked } = twin.document.twin!
  expect(learnedText(twin.document, []).trimEnd()).toMatch(
    new RegExp(`; ${asked} of ${asked} answers alike, 7 operations assumed$`),
  )
  expect(learned.requests).toBeLessThanOrEqual(150)
})

it.each(samples)('reports $what as exactly that', async (sample) => {
  const { document } = await learn([sample])
  const drifts = compareDocuments(before.document, document)
  expect(drifts.map(driftLine)).toEqual(sample.drift.map((text) => expect.stringContaining(text)))
})

const typed = (json: Json, headers: Headers): unknown => {
  if (headers.get('content-type') === 'application/json') headers.set('content-type', 'application/vnd.api+json')
  return json
}
/** All but the legacy root, whose media type is stated. */
const everywhere = /^\w+ (?!\/0\/$)/

it('reports a media type of errors only, and of all answers, as exactly that', async () => {
  const ofErrors = await turned({ what: 'errors', at: everywhere, status: isRefused, change: typed })
  expect(ofErrors.lines).toEqual([
    expect.stringMatching(/^errorBody .* was error, and is \{"\$mediaType":"application\/vnd\.api\+json"/),
  ])
  const ofAll = await turned({ what: 'all', at: everywhere, status: () => true, change: typed })
  expect(new Set(ofAll.lines.map((line) => line.replace(/^(?:GET|POST|OPTIONS) .*: /, '')))).toEqual(
    new Set([...ofErrors.lines, 'media type application/json before, application/vnd.api+json now']),
  )
  expect([...ofErrors.ofTwin, ...ofAll.ofTwin]).toEqual([])
})

const entries = (headers: Headers): readonly string[] => (headers.get('link') ?? '').split(/,\s*(?=<)/)

it('sees no difference in a Link header of two lines', async () => {
  const inLines: Change = (json, headers) => {
    const [first = '', ...others] = entries(headers)
    headers.set('link', first)
    for (const entry of others) headers.append('link', entry)
    return json
  }
  const answers = await turned({ what: 'lines', at: /^GET \/0\/.*(?:groups|events)\/$/, status: isOk, change: inLines })
  expect(answers).toEqual({ lines: [], ofTwin: [] })
})

it('reports a missing rel=previous as a broken requirement, which the twin keeps', async () => {
  const withoutPrevious: Change = (json, headers) => {
    headers.set(
      'link',
      entries(headers)
        .filter((entry) => !entry.includes('previous'))
        .join(', '),
    )
    return json
  }
  const at = /^GET \/0\/.*(?:groups|events)\/$/
  const { lines, ofTwin } = await turned({ what: 'first', at, status: isOk, change: withoutPrevious })
  expect(lines).toEqual(
    ['legacy.groups.list', 'legacy.groups.next', 'legacy.events.list'].map((question) =>
      expect.stringContaining(`(${question}): relation previous cursor results only before`),
    ),
  )
  expect(ofTwin.map(({ question }) => question)).toEqual([
    'legacy.groups.list',
    'legacy.groups.next',
    'legacy.events.list',
    'legacy.groups.unknown-parameter',
  ])
})

const ends = samples.filter(({ drift }) => drift.every((text) => / only (?:now|before)/.test(text)))

it.each(ends)('reports the end of $what', async (sample) => {
  const { document } = await learn([sample])
  const drifts = compareDocuments(document, before.document)
  const swapped = { now: 'before', before: 'now' }
  const ended = (text: string) =>
    text.replaceAll(/(?<= only )(?:now|before)/g, (word) => swapped[word as keyof typeof swapped])
  expect(drifts.map(driftLine)).toEqual(sample.drift.map((text) => expect.stringContaining(ended(text))))
})

it('ignores an intermittent header', async () => {
  let asked = 0
  const cached = { ...samples.find(({ what }) => what === 'a header of its own')!, at: /^GET \/1\.13\/environments$/ }
  const { document } = await learn([{ ...cached, status: () => ++asked % 2 === 0 }])
  expect(compareDocuments(before.document, document)).toEqual([])
})

it('reports no drift for the headers of another gateway, and serves the learned ones', async () => {
  const sent = (headers: Readonly<Record<string, string>>): Sample => ({
    ...samples.find(({ what }) => what === 'a header of its own')!,
    at: /./,
    status: () => true,
    change: (json, all) => {
      for (const [name, value] of Object.entries(headers)) all.append(name, value)
      return json
    },
  })
  const edge = { 'x-cache': 'HIT', 'cf-ray': '8f', age: '3', 'set-cookie': '__cf_bm=1; Path=/' }
  const [was, is] = [
    await learn([sent({ ...edge, 'x-plan': 'free' })]),
    await learn([sent({ 'x-served-by': 'cache' })]),
  ]
  const drifts = compareDocuments(was.document, is.document)
  expect(new Set(drifts.map((drift) => driftLine(drift).replace(/^.*: /, '')))).toEqual(
    new Set(['header x-plan only before']),
  )
  expect(was.document.answers['environments.list']?.shape.headers).toEqual(
    expect.arrayContaining(['age', 'cf-ray', 'set-cookie __cf_bm', 'x-cache', 'x-plan']),
  )
})

it('learns how the token endpoint refuses a client where the target file has none', async () => {
  const withoutDescription = samples.find(({ what }) => what.startsWith('an error of the token endpoint'))!
  const { emulator, learned, document } = await learnEmulator(
    {},
    {
      allowWrites: false,
      between: changing([withoutDescription]),
      target: ({ credentials: { oauth: _oauth, ...credentials } = {}, ...others }) => ({ ...others, credentials }),
    },
  )
  const target = toTarget(toTargetFile(emulator, 'http://target.test', false))
  const { document: ofTwin, options } = await makeTwin({ document, learned, target })
  expect(ofTwin.answers).toHaveProperty(['oauth.unknown-client', 'shape', 'status'], 401)
  expect(ofTwin.twin!.differences).toEqual([])
  const form = { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' }
  const refused = await ask(createEmulator(options), 'POST', '/oauth/token', { form, auth: null })
  expect(refused.json).toEqual({ error: 'invalid_client' })
})

/** Redirects a request whose address changes. */
const redirecting = (status: number, change: (url: URL) => void) =>
  learnEmulator(
    {},
    {
      allowWrites: false,
      between: (next) => (request) => {
        const url = new URL(request.url)
        change(url)
        const isSame = url.href === request.url || request.method !== 'GET'
        return isSame ? next(request) : Promise.resolve(new Response(null, { status, headers: { location: url.href } }))
      },
    },
  )

const toPath = (url: URL) => void (url.pathname = url.pathname.replace(/(?<=^\/1\.13\/.*)\/$/, ''))
const toEdge = (url: URL) => {
  if (url.pathname.startsWith('/1.13/')) url.searchParams.set('via', 'edge')
}

const redirected: readonly (readonly [status: number, change: (url: URL) => void, asked: string, led: string])[] = [
  [301, toPath, '/1.13/resources/?limit=1', '/1.13/resources?limit=1'],
  [308, toPath, '/1.13/resources/', '/1.13/resources'],
  [307, toEdge, '/1.13/resources?limit=1', '/1.13/resources?limit=1&via=edge'],
  [308, toEdge, '/1.13/nowhere', '/1.13/nowhere?via=edge'],
]

it.each(redirected)('makes a twin that redirects with %d, as by %o', async (status, change, address, led) => {
  const { emulator, learned, document } = await redirecting(status, change)
  const target = toTarget(toTargetFile(emulator, 'http://target.test', false))
  const { document: ofTwin, options } = await makeTwin({ document, learned, target })
  expect(ofTwin.twin!.differences).toEqual([])
  const answer = await ask(createEmulator(options), 'GET', address)
  expect([answer.status, answer.headers.get('location')]).toEqual([status, `http://localhost${led}`])
})

it('reports another status of a redirect, and its end, as exactly that', async () => {
  const lines = async (from: number, to: number, change: (url: URL) => void) => {
    const [was, is] = [await redirecting(from, change), await redirecting(to, change)]
    return new Set(compareDocuments(was.document, is.document).map((drift) => driftLine(drift).replace(/^.*: /, '')))
  }
  expect(await lines(308, 301, toPath)).toEqual(new Set(['redirect 308 slash before, 301 slash now']))
  expect(await lines(307, 308, toEdge)).toEqual(new Set(['redirect 307 via=edge before, 308 via=edge now']))
  const { document } = await redirecting(307, toEdge)
  const ended = compareDocuments(document, before.document).map((drift) => driftLine(drift).replace(/^.*: /, ''))
  expect(new Set(ended)).toEqual(new Set(['redirect 307 via=edge before, none now']))
})

/** Answers otherwise at some addresses, and what a client then sends that no question did, with the twin's answer. */
const unasked: readonly (readonly [
  what: string,
  at: RegExp,
  change: (response: Response) => Promise<Response> | Response,
  method: string,
  toPath: (ids: { readonly projectId: string }) => string,
  status: number,
  json: unknown,
])[] = [
  [
    'refuses an unknown scope, where the service serves an empty list for an unknown catalog',
    /^GET .*(?:no_such_value|catalogs\/\w+\/products(?:\?|$))/,
    (response) => (response.status === 404 ? Response.json({ data: [] }) : response),
    'GET',
    () => '/1.13/configurations/prj_2rHt2Okh4RUnlKcuUyeAJjTsJzW?path=a',
    404,
    expect.anything(),
  ],
  [
    'refuses strangers everywhere by the page of something in front of the service',
    /environments$|products$|groups\/$/,
    (response) =>
      response.status === 401
        ? new Response('<!doctype html><p>No', {
            status: 401,
            headers: { 'content-type': 'text/html', server: 'edge' },
          })
        : response,
    'GET',
    () => '/1.13/resources',
    401,
    undefined,
  ],
  [
    'has the members of its groups in a new one',
    /^GET .*groups\/$/,
    async (response) => {
      const groups = (await response.json()) as readonly object[]
      const changed = response.ok ? groups.map((group) => ({ ...group, supplier: { id: 1 } })) : groups
      return Response.json(changed, response)
    },
    'POST',
    ({ projectId }) => `/0/projects/${projectId}/groups/`,
    201,
    expect.objectContaining({ supplier: { id: 1 } }),
  ],
]

it.each(unasked)('makes a twin that %s', async (_what, place, change, method, toPath, status, json) => {
  const { emulator, learned, document } = await learnEmulator(
    {},
    {
      allowWrites: false,
      between: (next) => async (request) => {
        const response = await next(request)
        return place.test(`${request.method} ${request.url}`) ? change(response) : response
      },
    },
  )
  const target = toTarget(toTargetFile(emulator, 'http://target.test', false))
  const { document: ofTwin, options } = await makeTwin({ document, learned, target })
  expect(ofTwin.twin!.differences).toEqual([])
  const twin = createEmulator(options)
  const path = toPath({ projectId: toTarget(toTargetFile(twin, 'http://twin.test', false)).samples!.projectId! })
  const sent = method === 'POST' ? { json: {} } : {}
  const answer = await ask(twin, method, path, { ...sent, ...(status === 401 ? { auth: null } : {}) })
  expect([answer.status, answer.json]).toEqual([status, json])
})

it('creates a group, which stays, learns its answer, and names it as assumed where nothing may be written', async () => {
  const counting = changing([
    {
      what: 'a count of groups',
      at: /^POST \/0\/projects\/.*groups\/$/,
      status: isOk,
      change: () => ({ created: 1, queued: false }),
      drift: [],
    },
  ])
  const { learned: without, document: assumed } = await learnEmulator({}, { between: counting, allowWrites: false })
  expect(without.leftovers).toEqual([])
  expect(assumed.assumed).toContain('groups.create')
  const { emulator, learned, document } = await learnEmulator({}, { between: counting })
  expect(learned.leftovers.filter((line) => line.startsWith('group'))).toHaveLength(1)
  expect(document.assumed).toEqual([])
  const target = toTarget(toTargetFile(emulator, 'http://target.test', true))
  const { document: ofTwin, options } = await makeTwin({ document, learned, target })
  expect(ofTwin.twin!.differences).toEqual([])
  const twin = createEmulator(options)
  const { projectId } = toTarget(toTargetFile(twin, 'http://twin.test', true)).samples!
  const created = await ask(twin, 'POST', `/0/projects/${projectId}/groups/`, { json: {} })
  expect(created.json).toEqual({ created: 1, queued: true })
})

it.each([
  [{ groupStatus: 'required' }, 'groupStatus (clause 4.9) was optional, and is required'],
  [{ earlierTokens: 'end' }, 'earlierTokens (clause 5.2) was stay, and is end'],
] as const)('learns and serves %o, and reports its change as exactly that', async (conventions, line) => {
  const all = { limits: { maxRequests: 400 } }
  const [was, is] = [await learnEmulator({}, all), await learnEmulator({ conventions }, all)]
  const target = toTarget(toTargetFile(is.emulator, 'http://target.test', true))
  const { document: ofTwin, options } = await makeTwin({ document: is.document, learned: is.learned, target })
  expect(ofTwin.twin!.differences).toEqual([])
  expect(options.conventions).toMatchObject(conventions)
  expect(compareDocuments(was.document, is.document).filter(hasMoved).map(driftLine)).toEqual([line])
})

it('names in the last lines the operations of which it saw no answer', async () => {
  const refused = new Response(null, { status: 403 })
  const between: Learning['between'] = (next) => (request) =>
    /POST .*groups\/$/.test(`${request.method} ${request.url}`) ? Promise.resolve(refused.clone()) : next(request)
  const { emulator, learned, document } = await learnEmulator({}, { between })
  const target = toTarget(toTargetFile(emulator, 'http://target.test', true))
  const { document: ofTwin } = await makeTwin({ document, learned, target })
  const text = learnedText(ofTwin, [])
  expect(text).toContain('\nAssumed, as no successful answer was seen: POST /0/projects/{project_id}/groups/.\n')
  expect(text.trimEnd()).toMatch(/ answers alike, 1 operation assumed$/)
})
