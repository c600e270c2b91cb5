import { expect, it } from 'vitest'
import { resultLines } from '../../../testing/selftest/subject.ts'
import {
  capabilities,
  check,
  configuration,
  groupPost,
  isGood,
  json,
  on,
  shaped,
  type Wrap,
} from '../../../testing/servers/unfamiliar-services.ts'

const connectCodes = [
  'connect.code-verified.made-up',
  'connect.code-verified.near-misses',
  'connect.code-verified.none',
  'connect.short-lived.month-old',
] as const

/** Servers that are right too, but show too little for a verdict. */
it.each<[string, Wrap, readonly string[]]>([
  [
    'groups whose status is not shown',
    on(groupPost, (response) => (response.status === 201 ? new Response(null, { status: 202 }) : response)),
    ['legacy.groups-post-query.status'],
  ],
  [
    'groups that refuse the statuses of others',
    on(groupPost, async (response, request) =>
      /"resolved|=resolved|ignored/.test(`${await request.text()}${request.url}`)
        ? json({ message: 'no' }, { status: 422 })
        : response,
    ),
    ['legacy.groups-post.body', 'legacy.groups-post-query.status', 'http.query-on-writes.post'],
  ],
  [
    'groups that require more than a status',
    on(groupPost, () => json({ message: 'title is missing' }, { status: 400 })),
    [
      'legacy.groups-post.body',
      'legacy.groups-post-query.status',
      'http.options.legacy-groups-post',
      'http.query-on-writes.post',
    ],
  ],
  [
    'configuration values only at the leaves',
    on(configuration, async (response) =>
      isGood(response) && (await response.clone().text()).startsWith('{')
        ? json({ message: 'no value' }, { status: 404 })
        : response,
    ),
    ['configurations.dotted-path.levels'],
  ],
  [
    'capabilities with a schema other than that of the body',
    capabilities(({ commands }) =>
      commands.map(({ name }) => ({ name, parameters: [{ name: 'order', type: 'object' }] })),
    ),
    [
      'services.validated.shown-schema',
      'services.validated.invalid-body',
      'services.validated.elsewhere',
      'services.validated.format',
    ],
  ],
  [
    'one page for every code, with a script',
    on(
      /^GET \/app\/[^/]+\/connect$/,
      () =>
        new Response('<!doctype html><script src="/app.js"></script>', { headers: { 'content-type': 'text/html' } }),
    ),
    connectCodes,
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
    'OPTIONS that requires other rights',
    on(/^OPTIONS \/1/, () => json({}, { status: 403 })),
    ['environments', 'resources', 'products', 'configurations'].map((name) => `http.options.${name}`),
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
    ['connect.browser.page', ...connectCodes],
  ],
  [
    'groups whose answer has the status of the request',
    shaped(groupPost, ({ id }: { id: string }) => ({ id, status: 'accepted' })),
    ['legacy.groups-post.body', 'legacy.groups-post-query.status'],
  ],
  [
    'commands that are refused later',
    on(/^POST \/services\/[^/]+\/(?!no-)/, (response) =>
      response.status === 200 || response.status === 400 ? json({ job: 'x1' }, { status: 202 }) : response,
    ),
    ['services.validated.invalid-body', 'services.validated.elsewhere', 'services.validated.format'],
  ],
  [
    'a value that is null, like that of nothing',
    on(configuration, () => json(null)),
    [
      'configurations.dotted-path.with-parameter',
      'configurations.value.served',
      'configurations.value.scope',
      'configurations.dotted-path.steps',
      'configurations.dotted-path.levels',
    ],
  ],
  [
    'a value that is null, in an envelope',
    on(configuration, () => json({ value: null, inherited: {} })),
    [
      'configurations.dotted-path.with-parameter',
      'configurations.value.served',
      'configurations.value.scope',
      'configurations.dotted-path.steps',
      'configurations.dotted-path.levels',
    ],
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

it.each<[string, (value: unknown, path: string) => unknown]>([
  ['next to the path', (value, path) => ({ path, value })],
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

it.each<[string, (status: { body: boolean; query: boolean }) => boolean]>([
  ['in the body or in the query', ({ body, query }) => body || query],
  ['in the body', ({ body }) => body],
])('decides whether a POST takes a query given groups that need a status %s', async (_where, isTaken) => {
  const result = await check(
    on(groupPost, async (response, request) => {
      const query = new URL(request.url).searchParams.has('status')
      return isTaken({ body: (await request.text()).includes('status'), query })
        ? response
        : json({ message: 'status is required' }, { status: 400 })
    }),
  )
  expect(result.results.find(({ check: id }) => id === 'http.query-on-writes.post')).toMatchObject({ verdict: 'pass' })
})

it('fails legacy.groups-post given groups that accept a status only in the query', async () => {
  const result = await check(
    on(groupPost, async (response, request) =>
      (await request.text()).includes('status') ? json({ message: 'no' }, { status: 422 }) : response,
    ),
  )
  expect(resultLines(result, 'fail').map((line) => line.split(' ')[0])).toEqual(['legacy.groups-post.body'])
})

it('asks for a new code given a target that lost the first in a restart', async () => {
  let opened = 0
  const result = await check(
    (next) => async (request) =>
      /\/connect\?prepare_state=/.test(request.url) && opened++ === 0
        ? json({ message: 'no such code' }, { status: 410 })
        : next(request),
  )
  expect(resultLines(result, 'fail', 'blocked', 'insufficientEvidence')).toEqual([])
})
