// Answers to OPTIONS, to queries on writes and to JSON bodies that are odd, and redirects.
import { expect, it } from 'vitest'
import { resultLines, runKit } from '../../../testing/conformance/subject.ts'
import { checksBlameNothing, itEnds } from '../../../testing/servers/ends.ts'
import { groupPost, json, oddEmulator, changeAnswers, type Wrap } from '../../../testing/servers/odd-emulator.ts'
import { openService } from '../../../testing/servers/right/service/open-service.ts'

/** The methods of the documented paths. */
function documentedMethods({ url }: Request): readonly string[] {
  const { pathname } = new URL(url)
  if (/\/groups\/$|\/access-tokens$/.test(pathname)) return ['GET', 'POST']
  if (/\/access-tokens\/[^/]+$/.test(pathname)) return ['POST', 'DELETE']
  return /^\/(?:oauth|app)\/|^\/services\/(?!.*\/capabilities$)/.test(pathname) ? ['POST'] : ['GET']
}

const options = (answer: (methods: readonly string[]) => Response): Wrap =>
  changeAnswers(/^OPTIONS /, (_response, request) => answer(documentedMethods(request)))
const empty = (headers: Readonly<Record<string, string>>, status = 204): Response =>
  new Response(null, { status, headers })
const everyMethod = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

const described = ['http.options.environments', 'http.options.command', 'http.options.legacy-groups-post'] as const

checksBlameNothing(described, oddEmulator, [
  ['Allow in lower case without blanks', options((methods) => empty({ allow: methods.join(',').toLowerCase() }, 200))],
  ['Allow with every method anywhere', options(() => empty({ allow: everyMethod }))],
  ['Allow: *', options(() => empty({ allow: '*' }))],
  ['Allow as a list in JSON', options((methods) => json({ allow: [...methods, 'OPTIONS'] }))],
  ['Allow as a text in JSON', options((methods) => json({ endpoint: { allowedMethods: methods.join(', ') } }))],
  [
    'the item of an OpenAPI document',
    options((methods) => json(Object.fromEntries(methods.map((method) => [method.toLowerCase(), {}])))),
  ],
  [
    'only writing actions, next to Allow',
    options((methods) => json({ actions: { POST: {} } }, 200, { allow: methods.join(', ') })),
  ],
  ['a description and no methods', options(() => json({ name: 'List', renders: ['application/json'] }))],
  ['a description in which methods are a number', options(() => json({ name: 'List', methods: 2 }))],
  [
    'XML next to Allow',
    options(
      (methods) => new Response('<a/>', { headers: { 'content-type': 'application/xml', allow: methods.join() } }),
    ),
  ],
  ['the methods of CORS for every path', options(() => empty({ 'access-control-allow-methods': everyMethod }))],
  [
    'CORS that lets pages of other origins only read',
    options(() => empty({ 'access-control-allow-methods': 'GET, HEAD' })),
    ['http.options.command', 'http.options.legacy-groups-post'],
  ],
  ['401 without the credentials of a browser', options(() => json({ message: 'no' }, 401)), described],
  [
    'a refusal by a firewall before the API',
    options(
      () => new Response('<h1>403</h1>', { status: 405, headers: { server: 'edge', 'content-type': 'text/html' } }),
    ),
    described,
  ],
])

/** Changes what the emulator is asked. */
const asking =
  (change: (request: Request, url: URL) => Request | Response): Wrap =>
  (next) =>
  async (request) => {
    const asked = change(request, new URL(request.url))
    return asked instanceof Response ? asked : await next(asked)
  }
const refusal = (status: number) => json({ message: 'no' }, status)
const renames = /^POST \/access-tokens\/[^/]+$/
const tokenWrites = ['http.query-on-writes.*-token']
const needsStatusInBody = changeAnswers(groupPost, async (response, request) =>
  (await request.text()).includes('status') ? response : refusal(400),
)

checksBlameNothing(tokenWrites, oddEmulator, [
  ['a new name that is answered by 204', changeAnswers(renames, (response) => (response.ok ? empty({}) : response))],
])
checksBlameNothing(tokenWrites, openService, [['four tokens for a user', { moods: { quota: 4 } }]])
checksBlameNothing(['http.query-on-writes.post'], oddEmulator, [
  ['groups that take a status in the body', needsStatusInBody],
])
itEnds(oddEmulator, [
  [
    'http.json-body.everywhere',
    'insufficientEvidence',
    'no JSON body that is taken',
    asking((request) => (request.headers.get('content-type') === 'application/json' ? refusal(422) : request)),
  ],
])

it('follows redirects to the other form of a path, and reports them', async () => {
  const between = asking((request, { pathname, search }) =>
    pathname.endsWith('/')
      ? request
      : new Response(null, { status: 308, headers: { location: `${pathname}/${search}` } }),
  )
  const { options, ...subject } = oddEmulator({ between, conventions: { trailingSlash: 'any' } })
  const result = await runKit(subject, { ...options, only: ['environments.*', 'resources.*'] })
  expect(resultLines(result, 'fail', 'blocked', 'insufficientEvidence')).toEqual([])
  expect(result.findings['redirects']).toMatch(/^(.*[^/]) to \1\/$/)
})
