import { expect, it } from 'vitest'
import { resultLines } from '../../../testing/selftest/subject.ts'
import { check, json, on, type Wrap } from '../../../testing/servers/unfamiliar-services.ts'

/** The methods of the documented paths. */
function methodsAt({ url }: Request): readonly string[] {
  const { pathname } = new URL(url)
  if (/\/groups\/$|\/access-tokens$/.test(pathname)) return ['GET', 'POST']
  if (/\/access-tokens\/[^/]+$/.test(pathname)) return ['POST', 'DELETE']
  return /^\/(?:oauth|app)\/|^\/services\/(?!.*\/capabilities$)/.test(pathname) ? ['POST'] : ['GET']
}

const options = (answer: (methods: readonly string[], request: Request) => Response): Wrap =>
  on(/^OPTIONS /, (_response, request) => answer(methodsAt(request), request))
const empty = (headers: Readonly<Record<string, string>>, status = 204): Response =>
  new Response(null, { status, headers })

const undecided = ['fail', 'error', 'blocked', 'insufficientEvidence'] as const

it.each<[string, Wrap]>([
  ['Allow alone, with 204', options((methods) => empty({ allow: ['OPTIONS', ...methods].join(', ') }))],
  ['Allow in lower case without blanks', options((methods) => empty({ allow: methods.join(',').toLowerCase() }, 200))],
  ['Allow with every method anywhere', options(() => empty({ allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' }))],
  ['Allow: *', options(() => empty({ allow: '*' }))],
  ['Allow as a list in JSON', options((methods) => json({ allow: [...methods, 'OPTIONS'] }))],
  ['Allow as a text in JSON', options((methods) => json({ endpoint: { allowedMethods: methods.join(', ') } }))],
  [
    'the item of an OpenAPI document',
    options((methods) => json(Object.fromEntries(methods.map((method) => [method.toLowerCase(), {}])))),
  ],
  [
    'a description with actions that write alone, next to Allow',
    options((methods) => json({ name: 'List', actions: { POST: {} } }, { headers: { allow: methods.join(', ') } })),
  ],
  ['a description and no methods', options(() => json({ name: 'List', renders: ['application/json'] }))],
  ['a description in which methods are a number', options(() => json({ name: 'List', methods: 2 }))],
  [
    'XML next to Allow',
    options(
      (methods) =>
        new Response('<application/>', { headers: { 'content-type': 'application/xml', allow: methods.join(', ') } }),
    ),
  ],
  [
    'the methods of CORS for every path',
    options(() => empty({ 'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE' })),
  ],
])('passes every check given OPTIONS with %s', async (_what, wrap) => {
  expect(resultLines(await check(wrap), ...undecided)).toEqual([])
})

it.each<[string, Wrap, string]>([
  [
    'CORS that lets pages of other origins only read',
    options(() => empty({ 'access-control-allow-methods': 'GET, HEAD' })),
    'http.options.command',
  ],
  [
    '401 without the credentials of a browser',
    options(() => json({ message: 'no' }, { status: 401 })),
    'http.options.environments',
  ],
  [
    'a refusal by a firewall before the API',
    options(
      () => new Response('<h1>403</h1>', { status: 405, headers: { server: 'edge', 'content-type': 'text/html' } }),
    ),
    'http.options.environments',
  ],
])('blames nothing, and says what it could not see, given OPTIONS with %s', async (_what, wrap, unseen) => {
  const result = await check(wrap)
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(resultLines(result, 'insufficientEvidence').map((line) => line.split(' ')[0])).toContain(unseen)
})

it.each<[string, Wrap]>([
  [
    'parameters refused that the target does not know',
    (next) => async (request) =>
      new URL(request.url).searchParams.has('conformance')
        ? json({ message: 'unknown' }, { status: 422 })
        : next(request),
  ],
  [
    'parameters of writes ignored',
    (next) => (request) => {
      const url = new URL(request.url)
      url.searchParams.delete('conformance')
      return next(new Request(url, request))
    },
  ],
])('blames nothing, and leaves nothing undecided, given %s', async (_what, wrap) => {
  expect(resultLines(await check(wrap), ...undecided)).toEqual([])
})
