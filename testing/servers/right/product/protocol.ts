// Factors of HTTP: statuses, headers, redirects and gateways (clauses 4, 7 and 8).
import { mcpWithSessions, plainMcp } from '../service/mcp.ts'
import { httpDate, policyJson } from '../service/usual-policy.ts'
import { changeEachAnswer, changeMatchingAnswers, type Between, type Factor, changeAnswerHeaders } from './factor.ts'

const titledAnswer = (text: string, status = 200): Response =>
  new Response(`<!doctype html><title>${text}</title><p>${text}.`, {
    status,
    headers: { 'content-type': 'text/html' },
  })

const isLegacyRoot = ({ url }: Request): boolean => new URL(url).pathname === '/0/'

/** Clause 7: statuses other than 400 are not shown. */
export const refusals: Factor = {
  usual: {},
  '422, the client by 400, the grant by 401': {
    choices: {
      status: { refused: 422, invalidBody: 422, mediaType: 422 },
      oauth: { status: { client: 400, grant: 401 } },
    },
  },
  '403 for strangers, clients and grants': {
    choices: {
      status: { stranger: 403, refused: 403, unknown: 403 },
      oauth: { status: { client: 403, grant: 403 } },
    },
  },
  '404 for strangers and methods': { choices: { status: { stranger: 404, forbidden: 404, method: 404 } } },
  '410 for what is unknown': { choices: { status: { unknown: 410, mediaType: 400, invalidBody: 409, method: 403 } } },
  '400 for strangers, 409 for what is refused': {
    choices: { status: { stranger: 400, refused: 409, invalidBody: 409, mediaType: 400 } },
  },
  '407 for strangers': { choices: { status: { stranger: 407 } } },
  rare: {
    choices: { status: { stranger: 402, unknown: 410, mediaType: 406, method: 501, invalidBody: 424, refused: 412 } },
  },
  'a page of 403 for strangers': {
    between: changeEachAnswer((response) => (response.status === 401 ? titledAnswer('Forbidden', 403) : response)),
  },
}

/** Clause 7: nor are those of success. */
export const successes: Factor = {
  usual: {},
  '200 throughout': {
    choices: { status: { created: 200, deleted: 200, posted: 200 }, token: { answersDeleted: true } },
  },
  '202 for what is written': { choices: { status: { created: 202, deleted: 202, posted: 202, renamed: 202 } } },
  '201 for what is issued, an empty object for what is deleted, a count of groups': {
    choices: { status: { granted: 201, prepared: 201, renamed: 201, deleted: 200 } },
    between: changeMatchingAnswers(/^POST \/0\//, (response) =>
      response.ok ? policyJson({ created: 1, queued: false }, 201) : response,
    ),
  },
  '206 for what is read': {
    between: changeEachAnswer((response, request) =>
      request.method === 'GET' && response.status === 200 && !isLegacyRoot(request)
        ? new Response(response.body, { status: 206, headers: response.headers })
        : response,
    ),
  },
  '202 for a group, without a body': {
    between: changeMatchingAnswers(/^POST \/0\//, (response) =>
      response.ok ? new Response(null, { status: 202 }) : response,
    ),
  },
}

const typed = (typeOf: (status: number) => string, isRootToo = false): Between =>
  changeAnswerHeaders((headers, request, status) => {
    if (headers.get('content-type') === 'application/json' && (isRootToo || !isLegacyRoot(request)))
      headers.set('content-type', typeOf(status))
  })

/** Clause 4: JSON unless stated. Only the legacy root has a stated media type. */
export const mediaTypes: Factor = {
  'application/json': {},
  'with a charset': { between: typed(() => 'application/json; charset=utf-8', true) },
  'a charset in capitals': { between: typed(() => 'application/json;charset=UTF-8', true) },
  'problems by their own type': {
    between: typed((status) => (status >= 400 ? 'application/problem+json' : 'application/json')),
  },
  'the type of the vendor': { between: typed(() => 'application/vnd.platform.v1+json') },
}

/** A path that differs only by its slash at the end; undefined where the slash is as documented. */
function canonical(url: URL): URL | undefined {
  const { pathname } = url
  const hasSlash = pathname.endsWith('/')
  if (pathname === '/' || hasSlash === pathname.startsWith('/0')) return undefined
  const target = new URL(url)
  target.pathname = hasSlash ? pathname.slice(0, -1) : `${pathname}/`
  return target
}

const locationAnswer = (location: string, status = 302): Response =>
  new Response(null, { status, headers: { location } })

const redirecting =
  (status: number, isRelative = false): Between =>
  (request, next) => {
    const target = canonical(new URL(request.url))
    if (target === undefined) return next(request)
    return locationAnswer(isRelative ? `${target.pathname}${target.search}` : target.href, status)
  }

/** Clause 4 shows each path in one form. */
export const redirects: Factor = {
  'one form': {},
  '301 to the other form': { between: redirecting(301) },
  '308 to the other form': { between: redirecting(308) },
  '302 to a relative address': { between: redirecting(302, true) },
  'both forms': {
    between: (request, next) => {
      const target = canonical(new URL(request.url))
      return next(target === undefined ? request : new Request(target, request))
    },
  },
  'each read to an edge server first': {
    between: (request, next) => {
      const url = new URL(request.url)
      const { pathname, searchParams } = url
      if (searchParams.has('via')) {
        searchParams.delete('via')
        return next(new Request(url, request))
      }
      const isLegacy = /^\/0\/(?:projects|issues)\//.test(pathname)
      if (request.method !== 'GET' || (!isLegacy && !pathname.startsWith('/1.13/'))) return next(request)
      searchParams.set('via', 'edge')
      return locationAnswer(`${pathname}${url.search}`, isLegacy ? 307 : 308)
    },
  },
}

/** Clause 4: OPTIONS describes the endpoint; HEAD is not among the methods. */
export const methods: Factor = {
  'Allow and a body': {},
  '204 and Allow': { choices: { options: (allow) => new Response(null, { status: 204, headers: { allow } }) } },
  '204 and any method': { choices: { options: () => new Response(null, { status: 204, headers: { allow: '*' } }) } },
  'Allow in another order': {
    choices: {
      options: (allow) => new Response(null, { headers: { allow: allow.split(', ').toReversed().join(',') } }),
    },
  },
  'a description, and CORS': {
    choices: {
      options: (allow) =>
        policyJson({ name: 'Endpoint', parses: ['application/json'], actions: { POST: {} } }, 200, {
          allow,
          'access-control-allow-methods': 'GET, POST',
        }),
    },
  },
  'HEAD at the legacy root alone': { choices: { head: 'at the legacy root' } },
}

const urlCursor = (url: string): string => /cursor=([^&]*)/.exec(url)![1]!
const relative = (url: string): string => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** Clause 4.10 shows the entries of the Link header and their attributes; RFC 8288 leaves their form open. */
export const links: Factor = {
  usual: {},
  'without quotes': {
    choices: { link: ({ rel, url, results }) => `<${url}>;rel=${rel};results=${results};cursor=${urlCursor(url)}` },
  },
  'attributes in another order': {
    choices: {
      link: ({ rel, url, results }) =>
        `<${url}>; title="a page, of many"; cursor="${urlCursor(url)}"; results="${results}"; REL="${rel}"`,
    },
  },
  'more relations, next first': {
    choices: {
      links: (entries, write) => {
        const first = entries[0]!.url.replace(/cursor=.*/, '')
        return [...entries.map(write).toReversed(), `<${first}>; rel="first"`, `<${first}>; rel="last"`].join(', ')
      },
    },
  },
  'relative addresses': {
    choices: {
      link: ({ rel, url, results }) =>
        `<${relative(url)}>; rel="${rel}"; results="${results}"; cursor="${urlCursor(url)}"`,
    },
  },
  'encoded cursors that begin with a time': {
    choices: {
      link: ({ rel, url, results }) => {
        const cursor = urlCursor(url).replace('0:', '1420837590:')
        const target = url.replace(/cursor=.*/, `cursor=${encodeURIComponent(cursor)}`)
        return `<${target}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`
      },
    },
  },
  'blanks everywhere': {
    choices: {
      link: ({ rel, url, results }) => `<${url}> ;  rel="${rel}" ;results="${results}" ; cursor="${urlCursor(url)}"`,
      links: (entries, write) => entries.map(write).join(' ,   '),
    },
  },
}

/** A gateway adds its own headers (RFC 9110). */
export const gateways: Factor = {
  none: {},
  'a balancer': {
    between: changeAnswerHeaders((headers, _request, status, { count }) => {
      headers.append('set-cookie', `lb=${`node${count}-`.repeat(8)}${count}; Path=/; HttpOnly`)
      headers.append('set-cookie', 'seen=1; Path=/')
      headers.set('vary', 'Accept, Authorization')
      headers.set('server', status === 401 ? 'gateway' : 'service')
      if (status === 201) headers.set('location', '/somewhere')
      if (status === 401)
        headers.set('www-authenticate', 'Bearer realm="api", error="invalid_token", Basic realm="api"')
    }),
  },
  'a content delivery network': {
    between: changeAnswerHeaders((headers, _request, _status, { count }) => {
      const added = {
        'x-request-id': `req-${count}`,
        via: '1.1 edge',
        age: '0',
        etag: `W/"${count}"`,
        'strict-transport-security': 'max-age=31536000',
        'ratelimit-limit': '1000',
        'ratelimit-remaining': String(1000 - count),
        'x-ratelimit-reset': '1',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE',
      }
      for (const [name, value] of Object.entries(added)) headers.set(name, value)
    }),
  },
}

const interrupting =
  (nth: number, answer: (now: number) => Response, isRefused = (_request: Request): boolean => true): Between =>
  (request, next, { count, now }) =>
    count % nth === 0 && isRefused(request) ? answer(now) : next(request)

/** Clause 8: request rate limits exist, and their values are not shown. A service may be away for a moment. */
export const interruptions: Factor = {
  none: {},
  'sixty requests in ten seconds': { choices: { moods: { rate: 60 } } },
  '429 for each 25th request, with a date': {
    between: interrupting(
      25,
      (now) =>
        new Response(null, { status: 429, headers: { 'retry-after': httpDate(now + 2000), date: httpDate(now) } }),
    ),
  },
  '429 for each 20th request, without Retry-After': {
    between: interrupting(20, () => policyJson({ message: 'Slow down.' }, 429)),
  },
  '503 for each 30th request that reads': {
    between: interrupting(
      30,
      () => new Response('<h1>503</h1>', { status: 503, headers: { 'content-type': 'text/html', 'retry-after': '1' } }),
      ({ method }) => method === 'GET',
    ),
  },
}

/** Clause 4.3: the name of the state code is not shown, nor what a browser gets. */
export const connects: Factor = {
  'a page': {},
  'a redirect': {
    choices: {
      codeName: 'code',
      connect: (isGood, code) =>
        isGood ? locationAnswer(`https://other.test/authorize?state=${code}`) : titledAnswer('Unknown state', 404),
    },
  },
  'an error page of status 200': {
    choices: { codeName: 'state', connect: (isGood) => titledAnswer(isGood ? 'Connected' : 'This link has expired') },
  },
  'a redirect to the dashboard': {
    choices: {
      connect: (isGood) => locationAnswer(`/dashboard/connections?result=${isGood ? 'connected' : 'invalid_state'}`),
    },
  },
  'a code that opens once': { choices: { codeUses: 1 } },
  'a code of ten seconds': { choices: { codeLifetime: 10 } },
}

/** Clause 4.8 shows no behaviour. */
export const mcp: Factor = {
  none: {},
  'JSON without sessions': { choices: { mcp: plainMcp } },
  'sessions and event streams': { choices: { mcp: mcpWithSessions(false) } },
}

/** Clause 7 states no 404. */
export const unknowns: Factor = { refused: {}, 'have nothing': { choices: { unknown: 'nothing' } } }
