// Right servers behind gateways, balancers and content delivery networks. Clause 4 states JSON, methods and paths, and
// leaves headers, white space and the form of credentials open.
import {
  type GatewayChange,
  escaped,
  httpDate,
  isLegacyRoot,
  linked,
  redirecting,
  refusingEvery,
  reversed,
  typed,
  withHeaders,
  written,
} from './gateway-changes.ts'
import { fromEmulator } from './from-emulator.ts'
import { mostDecided, type RightServer } from './right-server.ts'

const behind = (name: string, description: string, between: GatewayChange): RightServer => ({
  name,
  description,
  make: () => fromEmulator({ between }),
  decided: mostDecided,
})

/** The same in a time that jumps to what is waited for. */
const behindInTime = (name: string, description: string, between: GatewayChange): RightServer => ({
  name,
  description,
  make: () => fromEmulator({ between, fakeTime: true }),
  decided: mostDecided,
})

/** Right servers behind gateways. */
export const gatewayServers: readonly RightServer[] = [
  behind(
    'a new cookie with each answer',
    'Balancers pin a client to a server, and renew the pin each time.',
    withHeaders((headers, _request, count) =>
      headers.append('set-cookie', `lb=${`node${count}-`.repeat(8)}${count}; Path=/; HttpOnly`),
    ),
  ),
  behind(
    'headers of tracing and caching',
    'Request ids, Via, Age, ETag, Vary and HSTS of a content delivery network.',
    withHeaders((headers, _request, count) => {
      headers.set('x-request-id', `req-${count}`)
      headers.set('via', '1.1 edge')
      headers.set('age', '0')
      headers.set('etag', `W/"${count}"`)
      headers.set('vary', 'Accept, Authorization')
      headers.set('strict-transport-security', 'max-age=31536000')
    }),
  ),
  behind(
    'limits that are told with each answer',
    'RateLimit headers of API gateways. Clause 8 does not show theirs.',
    withHeaders((headers, _request, count) => {
      headers.set('ratelimit-limit', '1000')
      headers.set('ratelimit-remaining', String(1000 - count))
      headers.set('x-ratelimit-reset', '1')
    }),
  ),
  behind(
    'a charset with each JSON type',
    'ASP.NET and Spring.',
    typed(() => 'application/json; charset=utf-8'),
  ),
  behind(
    'a charset in capitals, without a blank',
    'Java servlets.',
    typed(() => 'application/json;charset=UTF-8'),
  ),
  behind(
    'errors of the type application/problem+json',
    'RFC 9457. Clause 7 does not show the shape of errors.',
    typed((type, _request, status) => (status >= 400 ? 'application/problem+json' : type)),
  ),
  behind(
    'a media type of the vendor',
    'Types that end in +json are JSON (RFC 6839). Clause 4.9 states application/json for the legacy root alone.',
    typed((type, request) => (isLegacyRoot(request) ? type : 'application/vnd.platform.v1+json')),
  ),
  behind(
    'a mark of the byte order',
    'Files that were saved on Windows.',
    written((value) => `\uFEFF${JSON.stringify(value)}`),
  ),
  behind(
    'JSON over many lines',
    'Services for people.',
    written((value) => `${JSON.stringify(value, undefined, 2)}\n`),
  ),
  behind(
    'JSON with tabs and line ends of Windows',
    'The same, on Windows.',
    written((value) => JSON.stringify(value, undefined, '\t').replaceAll('\n', '\r\n')),
  ),
  behind(
    'JSON with escapes',
    'PHP escapes slashes and everything beyond ASCII.',
    written((value) => escaped(JSON.stringify(value))),
  ),
  behind(
    'members in another order',
    'Maps without an order.',
    written((value) => JSON.stringify(reversed(value))),
  ),
  behind(
    'another Server header on refusals',
    'A gateway refuses what carries no credentials, in the JSON of the service.',
    withHeaders((headers, _request, _count, status) => headers.set('server', status === 401 ? 'gateway' : 'service')),
  ),
  behind(
    'two challenges with each 401',
    'RFC 9110 allows several. SPEC.md states none.',
    withHeaders((headers, _request, _count, status) => {
      if (status === 401)
        headers.set('www-authenticate', 'Bearer realm="api", error="invalid_token", Basic realm="api"')
    }),
  ),
  behind(
    'redirects with 308',
    'A gateway sends each read of the versioned API to an edge server first.',
    redirecting(308, ({ pathname }) => pathname.startsWith('/1.13/')),
  ),
  behind(
    'redirects with 307',
    'The same for a while, on the legacy API.',
    redirecting(307, ({ pathname }) => /^\/0\/(?:projects|issues)\//.test(pathname)),
  ),
  behind(
    'relative links',
    'RFC 8288: an address may be relative to the request.',
    linked((link) => link.replaceAll(/<https?:\/\/[^/]+/g, '<')),
  ),
  behind(
    'links with entries for first and last',
    'Most libraries send four entries. Clause 4.10 names two.',
    linked((link, { url }) => `<${url}>; rel="first", ${link}, <${url}>; rel="last"`),
  ),
  behind(
    'links without quotation marks',
    'RFC 8288 allows both.',
    linked((link) => link.replaceAll(/="([\w:]+)"/g, '=$1')),
  ),
  behind(
    'links whose rel comes last',
    'The order of parameters has no meaning.',
    linked((link) => link.replaceAll(/; (rel="\w+")((?:; (?!rel)\w+="[^"]*")*)/g, '$2; $1')),
  ),
  behind(
    'no Date',
    'Servers without a clock need not send it (RFC 9110, 6.6.1).',
    withHeaders((headers) => headers.delete('date')),
  ),
  behind(
    'answers without a length and a Server',
    'Functions in a cloud.',
    withHeaders((headers) => {
      headers.delete('content-length')
      headers.delete('server')
    }),
  ),
  behind(
    'headers for browsers from elsewhere',
    'CORS middleware adds them to each answer, OPTIONS among them.',
    withHeaders((headers) => {
      headers.set('access-control-allow-origin', '*')
      headers.set('access-control-allow-methods', 'GET,POST,PUT,PATCH,DELETE')
      headers.set('access-control-max-age', '600')
    }),
  ),
  behind(
    'no HEAD beside the legacy root',
    'Clause 4 does not list HEAD among the methods; clause 4.9 shows it at the legacy root.',
    (next) => async (request) =>
      request.method === 'HEAD' && !isLegacyRoot(request)
        ? new Response(null, { status: 405, headers: { allow: 'GET, OPTIONS', 'content-type': 'application/json' } })
        : await next(request),
  ),
  behindInTime(
    '429 for each 25th request, with seconds',
    'A limit per second.',
    refusingEvery(25, () => new Response(null, { status: 429, headers: { 'retry-after': '1' } })),
  ),
  behindInTime(
    '429 for each 25th request, with a date',
    'RFC 9110 allows both.',
    refusingEvery(
      25,
      (time) =>
        new Response(null, {
          status: 429,
          headers: { 'retry-after': httpDate(time.now() + 2000), date: httpDate(time.now()) },
        }),
    ),
  ),
  behindInTime(
    '429 for each 20th request, without Retry-After',
    'Small limiters.',
    refusingEvery(20, () => Response.json({ message: 'Slow down.' }, { status: 429 })),
  ),
  behindInTime(
    '503 for each 30th read',
    'A gateway whose service restarts.',
    refusingEvery(
      30,
      () => new Response('<h1>503</h1>', { status: 503, headers: { 'content-type': 'text/html', 'retry-after': '1' } }),
      ({ method }) => method === 'GET',
    ),
  ),
  behindInTime('answers that take half a second', 'A service far away.', (next, time) => async (request) => {
    await time.sleep(500)
    return await next(request)
  }),
]
