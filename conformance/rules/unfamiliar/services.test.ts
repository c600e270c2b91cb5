import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { Conventions } from '../../../emulator/contract/conventions.ts'
import type { FetchLike } from '../../../emulator/deviations/define-deviation.ts'
import type { Check } from '../../run/define-check.ts'
import type { RunResult } from '../../run/result.ts'
import { configurationChecks } from '../configurations/configurations-checks.ts'
import { connectChecks } from '../connect/connect-checks.ts'
import { httpChecks } from '../http/http-checks.ts'
import { legacyGroupChecks } from '../legacy/groups-checks.ts'
import { legacyChecks } from '../legacy/legacy-checks.ts'
import { mcpChecks } from '../mcp/mcp-checks.ts'
import { serviceChecks } from '../services/services-checks.ts'

type Wrap = (next: FetchLike) => FetchLike

const own: readonly Check[] = [
  ...legacyChecks,
  ...legacyGroupChecks,
  ...httpChecks,
  ...configurationChecks,
  ...serviceChecks,
  ...connectChecks,
  ...mcpChecks,
]

async function check(wrap: Wrap, conventions: Partial<Conventions> = {}): Promise<RunResult> {
  const { target, fetch } = emulatorSubject(conventions)
  return runKit({ target, fetch: wrap(fetch) }, { checks: own })
}

/** Answers otherwise where the path matches; `change` gets the answer and returns another. */
function on(pattern: RegExp, change: (response: Response, request: Request) => Response | Promise<Response>): Wrap {
  return (next) => async (request) => {
    const response = await next(request.clone())
    return pattern.test(`${request.method} ${new URL(request.url).pathname}`) ? change(response, request) : response
  }
}

const json = (body: unknown, init?: ResponseInit) => Response.json(body, init)
const isGood = (response: Response) => response.status >= 200 && response.status < 300
const states: string[] = []
/** Another shape of a good JSON answer. */
const shaped = (pattern: RegExp, change: (body: never) => unknown): Wrap =>
  on(pattern, async (response) =>
    isGood(response) && response.status !== 204
      ? withHeaders(json(change((await response.json()) as never), { status: response.status }), {
          allow: response.headers.get('allow') ?? '',
          link: response.headers.get('link') ?? '',
        })
      : response,
  )
const withHeaders = (response: Response, headers: Readonly<Record<string, string>>) =>
  new Response(response.body, {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), ...headers },
  })

interface Capabilities {
  readonly commands: readonly {
    readonly name: string
    readonly inputSchema: {
      readonly properties: Readonly<Record<string, unknown>>
      readonly required: readonly string[]
    }
  }[]
}

const capabilities = (change: (body: Capabilities) => unknown) =>
  shaped(/^GET \/services\/[^/]+\/capabilities$/, change)
const configuration = /^GET \/1\.13\/configurations\//
const groupPost = /^POST \/0\/projects\/[^/]+\/groups\/$/

it.each<[string, Wrap]>([
  [
    'capabilities as a map of schemas under their names',
    capabilities(({ commands }) => ({
      data: {
        commands: Object.fromEntries(
          commands.map(({ name, inputSchema }) => [name, { input: inputSchema, description: 'x' }]),
        ),
      },
    })),
  ],
  [
    'capabilities as a list with schemas in texts',
    capabilities(({ commands }) =>
      commands.map(({ name, inputSchema }) => ({ command: name, schema: JSON.stringify(inputSchema) })),
    ),
  ],
  [
    'capabilities by reference',
    capabilities(({ commands }) => ({
      commands: commands.map(({ name }) => ({ name, body: { $ref: `#/$defs/${name}` } })),
      $defs: Object.fromEntries(commands.map(({ name, inputSchema }) => [name, inputSchema])),
    })),
  ],
  [
    'capabilities with joined schemas',
    capabilities(({ commands }) => ({
      commands: commands.map(({ name, inputSchema: { properties, required } }) => ({
        name,
        body: { allOf: [{ type: 'object', properties }, { required }] },
      })),
    })),
  ],
  [
    'capabilities as an OpenAPI document',
    capabilities(({ commands }) => ({
      openapi: '3.1.0',
      paths: Object.fromEntries(
        commands.map(({ name, inputSchema }) => [
          `/services/{id}/${name}`,
          { post: { requestBody: { content: { 'application/json': { schema: inputSchema } } } } },
        ]),
      ),
    })),
  ],
  [
    'capabilities as MCP tools',
    capabilities(({ commands }) => ({
      tools: commands.map(({ name, inputSchema }) => ({ name: `shop_${name}`, inputSchema })),
    })),
  ],
  ['results in an envelope', shaped(/^POST \/services\//, (result) => ({ status: 'done', result, errors: [] }))],
  [
    'refused bodies with 200 and errors',
    on(/^POST \/services\//, (response) =>
      response.status === 400 ? json({ errors: [{ at: '/customer', message: 'is missing' }] }) : response,
    ),
  ],
  [
    'refused bodies with 422',
    on(/^POST \/services\//, (response) =>
      response.status === 400 ? json({ message: 'no' }, { status: 422 }) : response,
    ),
  ],
  [
    'results with 202',
    on(/^POST \/services\//, async (response) =>
      response.status === 200 ? json({ job: 'x1' }, { status: 202 }) : response,
    ),
  ],
  [
    'an empty result',
    on(/^POST \/services\//, (response) => (response.status === 200 ? new Response(null, { status: 204 }) : response)),
  ],
  [
    'capabilities of other connections for any id',
    on(/^GET \/services\/[^/]+\/capabilities$/, (response) =>
      response.status === 404 ? json({ commands: [] }) : response,
    ),
  ],
  [
    'configuration values in an envelope with much else',
    shaped(configuration, (value) => ({
      id: 'x',
      scope: 'prj',
      path: 'a',
      value,
      version: 3,
      updated_at: '2026-01-01T00:00:00Z',
      links: {},
    })),
  ],
  [
    'configuration values beside their path, null where nothing is',
    on(configuration, async (response, request) =>
      json({
        path: new URL(request.url).searchParams.get('path'),
        value: isGood(response) ? await response.json() : null,
      }),
    ),
  ],
  ['configuration values as entries of a list', shaped(configuration, (value) => ({ values: [{ value }] }))],
  [
    'a state code deep inside',
    shaped(/^POST .*prepare-connect$/, ({ state }: { state: string }) => ({
      data: {
        id: 'a1b2c3d4',
        type: 'connect_request',
        attributes: { stateCode: state, expiresAt: '2026-01-01T00:00:00.000000Z' },
      },
    })),
  ],
  [
    'a state code of its own name',
    shaped(/^POST .*prepare-connect$/, ({ state }: { state: string }) => ({ nonce: state, expires_in: 60 })),
  ],
  [
    'a state code of a few letters',
    (next) => async (request) => {
      const url = new URL(request.url)
      const code = url.searchParams.get('prepare_state')
      if (code?.startsWith('kfq'))
        url.searchParams.set(
          'prepare_state',
          code.slice(3).replaceAll(/[a-z]/g, (letter) => states[letter.charCodeAt(0) - 97] ?? letter),
        )
      const response = await next(new Request(url, request))
      if (!url.pathname.endsWith('prepare-connect') || !isGood(response)) return response
      states.push(((await response.json()) as { state: string }).state)
      return json({ state: `kfq${String.fromCharCode(96 + states.length)}` })
    },
  ],
  [
    'a state code that is called an id',
    shaped(/^POST .*prepare-connect$/, ({ state }: { state: string }) => ({ prepare_id: state, expires_in: 60 })),
  ],
  [
    'a state code within an address',
    shaped(/^POST .*prepare-connect$/, ({ state }: { state: string }) => ({
      url: `https://target.test/app/shop/connect?prepare_state=${state}&lang=en`,
    })),
  ],
  [
    'prepare-connect with 201',
    on(/^POST .*prepare-connect$/, async (response) =>
      response.status === 200 ? json(await response.json(), { status: 201 }) : response,
    ),
  ],
  [
    'connect by 302 to a provider, and an error page by 302',
    on(
      /^GET \/app\/[^/]+\/connect$/,
      (response, request) =>
        new Response(null, {
          status: 302,
          headers: {
            location:
              response.status < 400
                ? `https://provider.example/authorize?state=${new URL(request.url).searchParams.get('prepare_state')}`
                : '/connect-failed',
          },
        }),
    ),
  ],
  [
    'an error page with 200 for a wrong code',
    on(/^GET \/app\/[^/]+\/connect$/, (response) =>
      response.status >= 400
        ? new Response('<!doctype html><p>This link is no longer good.', { headers: { 'content-type': 'text/html' } })
        : response,
    ),
  ],
  [
    'OPTIONS with 204 and Allow alone',
    on(/^OPTIONS /, () => new Response(null, { status: 204, headers: { allow: 'OPTIONS, HEAD, GET' } })),
  ],
  [
    'OPTIONS with a description and no Allow',
    on(/^OPTIONS /, () => json({ name: 'List', actions: { get: { description: 'Lists.' } } })),
  ],
  [
    'OPTIONS as for CORS',
    on(/^OPTIONS /, () => new Response(null, { status: 200, headers: { 'access-control-allow-methods': 'GET,POST' } })),
  ],
  [
    'Allow in another order and case',
    on(/^GET \/0\/$/, (response) => withHeaders(response, { allow: 'options,GET ,  head' })),
  ],
  [
    'media types with parameters',
    (next) => async (request) => {
      const response = await next(request)
      return response.headers.get('content-type') === 'application/json'
        ? withHeaders(response, { 'content-type': 'Application/JSON; charset="utf-8"' })
        : response
    },
  ],
  [
    'lists as application/vnd.api+json',
    on(/^GET \/1\.13\//, (response) => withHeaders(response, { 'content-type': 'application/vnd.api+json' })),
  ],
  [
    'refusals as pages, save 400',
    (next) => async (request) => {
      const response = await next(request)
      return response.status > 400
        ? new Response('<!doctype html><p>No', { status: response.status, headers: { 'content-type': 'text/html' } })
        : response
    },
  ],
  [
    'other members at the legacy root',
    shaped(/^GET \/0\/$/, (body: object) => ({ ...body, version: '', user: { id: 1 }, features: ['a'] })),
  ],
  [
    'a legacy root that takes credentials',
    on(/^GET \/0\/$/, (response, request) =>
      request.headers.has('authorization') ? response : json({ detail: 'credentials' }, { status: 401 }),
    ),
  ],
  ['projects within a page', shaped(/^GET \/0\/projects\/$/, (projects) => ({ results: { projects }, total: 2 }))],
  ['groups within a page', shaped(/^GET \/0\/projects\/[^/]+\/groups\/$/, (groups) => ({ results: { groups } }))],
  [
    'a new group within an envelope that has a status too',
    shaped(groupPost, (group) => ({ status: 'created', data: { group } })),
  ],
  [
    'MCP as server-sent events',
    on(/^POST \/mcp$/, async (response) => {
      const text = await response.text()
      const message = text.startsWith('{') ? text : /^data: ?(.*)$/m.exec(text)![1]!
      return new Response(`: hello\r\nevent: message\r\nid: 1\r\ndata: ${message}\r\n\r\n`, {
        headers: { 'content-type': 'text/event-stream' },
      })
    }),
  ],
  [
    'MCP as plain JSON, a batch of one',
    on(/^POST \/mcp$/, async (response) => {
      const text = await response.text()
      return json([JSON.parse(text.startsWith('{') ? text : /^data: ?(.*)$/m.exec(text)![1]!)])
    }),
  ],
  [
    'MCP that speaks no such version',
    on(/^POST \/mcp$/, () =>
      json(
        { jsonrpc: '2.0', id: 1, error: { code: -32_602, message: 'Unsupported protocol version' } },
        { status: 400 },
      ),
    ),
  ],
])('passes every check given %s', async (_what, wrap) => {
  const result = await check(wrap)
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

/** Right as well, and with too little to see for a verdict. */
it.each<[string, Wrap, readonly string[]]>([
  [
    'groups whose status is not shown',
    on(groupPost, (response) => (response.status === 201 ? new Response(null, { status: 202 }) : response)),
    ['legacy.groups-post-query.status'],
  ],
  [
    'groups that take no status of the others',
    on(groupPost, async (response, request) =>
      /"resolved|=resolved|ignored/.test(`${await request.text()}${request.url}`)
        ? json({ message: 'no' }, { status: 422 })
        : response,
    ),
    ['legacy.groups-post.body', 'legacy.groups-post-query.status', 'http.query-on-writes.post'],
  ],
  [
    'groups that want more than a status',
    on(groupPost, () => json({ message: 'title is missing' }, { status: 400 })),
    ['legacy.groups-post.body', 'legacy.groups-post-query.status', 'http.query-on-writes.post'],
  ],
  [
    'configuration values at the leaves alone',
    on(configuration, async (response) =>
      isGood(response) && (await response.clone().text()).startsWith('{')
        ? json({ message: 'no value' }, { status: 404 })
        : response,
    ),
    ['configurations.dotted-path.levels'],
  ],
  [
    'capabilities that show other schemas than the body has',
    capabilities(({ commands }) =>
      commands.map(({ name }) => ({ name, parameters: [{ name: 'order', type: 'object' }] })),
    ),
    ['services.validated.invalid-body'],
  ],
  [
    'one page for every code, on which a script goes on',
    on(
      /^GET \/app\/[^/]+\/connect$/,
      () =>
        new Response('<!doctype html><script src="/app.js"></script>', { headers: { 'content-type': 'text/html' } }),
    ),
    ['connect.code-verified.made-up', 'connect.code-verified.none'],
  ],
  [
    'an MCP endpoint with credentials of its own',
    on(
      /^POST \/mcp$/,
      () =>
        new Response(null, {
          status: 401,
          headers: {
            'www-authenticate': 'Bearer resource_metadata="https://target.test/.well-known/oauth-protected-resource"',
          },
        }),
    ),
    ['mcp.endpoint.speaks'],
  ],
  [
    'OPTIONS that takes other rights',
    on(/^OPTIONS \/1/, () => json({}, { status: 403 })),
    ['http.options.environments'],
  ],
  ['no project', on(/^GET \/0\/projects\/$/, () => json([])), ['legacy.projects.served']],
  [
    'no project in an envelope',
    on(/^GET \/0\/projects\/$/, () => json({ data: [], has_more: false })),
    ['legacy.projects.served'],
  ],
  [
    'a connect page for a browser that is signed in',
    on(/^GET \/app\/[^/]+\/connect$/, () =>
      json({ message: 'sign in' }, { status: 401, headers: { 'www-authenticate': 'Cookie' } }),
    ),
    ['connect.browser.page', 'connect.code-verified.made-up', 'connect.code-verified.none'],
  ],
  [
    'groups whose answer tells how the request went',
    shaped(groupPost, ({ id }: { id: string }) => ({ id, status: 'accepted' })),
    ['legacy.groups-post.body', 'legacy.groups-post-query.status', 'http.query-on-writes.post'],
  ],
  [
    'commands that run later, and are refused then',
    on(/^POST \/services\/[^/]+\/(?!no-)/, (response) =>
      response.status === 200 || response.status === 400 ? json({ job: 'x1' }, { status: 202 }) : response,
    ),
    ['services.validated.invalid-body'],
  ],
  [
    'a value that is null, as that of nothing',
    on(configuration, () => json(null)),
    ['configurations.value.served', 'configurations.dotted-path.steps', 'configurations.dotted-path.levels'],
  ],
  [
    'a value that is null, in an envelope',
    on(configuration, () => json({ value: null, inherited: {} })),
    ['configurations.value.served', 'configurations.dotted-path.steps', 'configurations.dotted-path.levels'],
  ],
])('decides nothing, and blames nothing, given %s', async (_what, wrap, undecided) => {
  const result = await check(wrap)
  expect(
    resultLines(result, 'fail', 'error', 'blocked').filter((line) => !line.startsWith('legacy.projects.key-bound')),
  ).toEqual([])
  expect(result.results.filter(({ verdict }) => verdict === 'insufficientEvidence').map(({ check: id }) => id)).toEqual(
    undecided,
  )
})

it.each<[string, Partial<Conventions>]>([
  ['problem bodies', { errorBody: 'problem' }],
  ['a map of capabilities', { capabilities: 'map' }],
  ['the redirect flow', { connectFlow: 'redirect' }],
  ['the immediate flow', { connectFlow: 'immediate' }],
  ['OPTIONS without content', { optionsAnswer: 'noContent' }],
  ['another MCP path', { mcpPath: '/ai/mcp' }],
  ['another version', { versions: ['2.0', '1.14'] }],
])('passes every check given %s', async (_what, conventions) => {
  expect(
    resultLines(await check((next) => next, conventions), 'fail', 'error', 'blocked', 'insufficientEvidence'),
  ).toEqual([])
})

it.each<[string, (value: unknown, path: string) => unknown]>([
  ['beside the path', (value, path) => ({ path, value })],
  ['under the path', (value, path) => ({ [path]: value })],
  [
    'with a link to itself',
    (value, path) => ({ value, self: `/1.13/configurations/x?path=${encodeURIComponent(path)}` }),
  ],
])('fails configurations.dotted-path given the same configuration at every path, %s', async (_what, change) => {
  const result = await check(
    on(configuration, (response, request) =>
      json(change({ notifications: { email: true }, mail: 3 }, new URL(request.url).searchParams.get('path') ?? ''), {
        status: response.status,
      }),
    ),
  )
  expect(resultLines(result, 'fail').map((line) => line.split(' ')[0])).toContain('configurations.dotted-path.levels')
})

it('fails legacy.groups-post given groups that take a status in the query alone', async () => {
  const result = await check(
    on(groupPost, async (response, request) =>
      (await request.text()).includes('status') ? json({ message: 'no' }, { status: 422 }) : response,
    ),
  )
  expect(resultLines(result, 'fail').map((line) => line.split(' ')[0])).toEqual(['legacy.groups-post.body'])
})

it('asks for a new code given a target that has lost the first, as one that was started anew', async () => {
  let opened = 0
  const result = await check(
    (next) => async (request) =>
      /\/connect\?prepare_state=/.test(request.url) && opened++ === 0
        ? json({ message: 'no such code' }, { status: 410 })
        : next(request),
  )
  expect(resultLines(result, 'fail', 'blocked', 'insufficientEvidence')).toEqual([])
})
