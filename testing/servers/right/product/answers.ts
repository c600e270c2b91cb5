// Factors of answers: their shapes, statuses, headers, and how they are sent (clauses 4, 7 and 9).
import { gzipSync } from 'node:zlib'
import { compressed, inLines, inPieces, named, untilClose } from '../transports.ts'
import { hal, jsonApi, problem } from '../envelopes.ts'
import { json } from '../service/usual-policy.ts'
import { type Between, type Factor, withHeaders } from './factor.ts'

const idOf = (record: unknown): string => (record as { readonly id: string }).id

/** Clause 4: the envelope is not shown. */
export const envelopes: Factor = {
  results: {},
  'a bare array': { choices: { list: (_kind, records) => records } },
  'JSON:API': { choices: { list: jsonApi.list!, single: jsonApi.single! } },
  HAL: { choices: { list: hal.list!, show: hal.show! } },
  edges: {
    choices: {
      list: (kind, records, { hasMore }) => ({
        data: { [kind]: { edges: records.map((node) => ({ node })), pageInfo: { hasMore } } },
      }),
    },
  },
  'records by their ids': {
    choices: {
      list: (_kind, records) => ({ records: Object.fromEntries(records.map((record) => [idOf(record), record])) }),
    },
  },
  'the name of the kind': {
    choices: {
      list: (kind, records, { hasMore }) => ({ [`${kind}s`]: records, meta: { count: records.length, hasMore } }),
      single: (kind, record) => ({ [kind]: record }),
    },
  },
  'a success beside it': {
    choices: {
      list: (_kind, records, { last }) => ({ success: true, payload: { list: records, next_cursor: last ?? null } }),
      single: (_kind, record) => ({ success: true, payload: record }),
    },
  },
}

/** Clause 2.4: no fields are shown beyond id and name. */
export const members: Factor = {
  usual: {},
  'many more': {
    choices: {
      show: (kind, record) => ({
        ...record,
        createdBy: { id: 'user-17', name: 'Ann', role: { id: 3, name: 'owner' } },
        meta_data: { tags: ['a', 'b'], external: [{ id: 'SAP_00017', system: 'sap' }] },
        parent: null,
        object: kind,
      }),
    },
  },
  'id and name alone': {
    choices: {
      show: (kind, record) =>
        kind === 'token' || kind === 'group' ? record : { id: record['id'], name: record['name'] },
    },
  },
}

/** Clause 7: the body of an error is not shown, but that it has the allowed options. */
export const errors: Factor = {
  'code and message': {},
  'problem details': { choices: { error: problem.error! } },
  'a list of texts': {
    choices: { error: ({ detail, options }) => [detail, ...(options ?? []).map((option) => `allowed: ${option}`)] },
  },
  'a text': {
    choices: { error: ({ detail, options }) => (options ? `${detail}: use ${options.join(', ')}` : detail) },
  },
  'by member': {
    choices: {
      error: ({ detail, options }) =>
        options ? { errors: { status: [`not one of ${options.join(' | ')}`] } } : { errors: { base: [detail] } },
    },
  },
  'nothing but the options': { choices: { error: ({ options }) => (options ? { allowed: options } : undefined) } },
}

/** Clause 7: statuses other than 400 are not shown. */
export const refusals: Factor = {
  usual: {},
  '422': { choices: { status: { refused: 422, invalidBody: 422, mediaType: 422 } } },
  '403 for strangers': { choices: { status: { stranger: 403, refused: 403, unknown: 403 } } },
  '404 for strangers and methods': { choices: { status: { stranger: 404, forbidden: 404, method: 404 } } },
  '410 for what is unknown': { choices: { status: { unknown: 410, mediaType: 400, invalidBody: 409, method: 403 } } },
  rare: {
    choices: { status: { stranger: 402, unknown: 410, mediaType: 406, method: 501, invalidBody: 424, refused: 412 } },
  },
  'the client by 400, the grant by 401': { choices: { oauth: { status: { client: 400, grant: 401 } } } },
  'the client and the grant by 403': { choices: { oauth: { status: { client: 403, grant: 403 } } } },
}

/** Clause 7: nor are those of success. */
export const successes: Factor = {
  usual: {},
  '200 throughout': {
    choices: { status: { created: 200, deleted: 200, posted: 200 }, token: { answersDeleted: true } },
  },
  '202 for what is written': { choices: { status: { created: 202, deleted: 202, posted: 202, renamed: 202 } } },
  '201 for what is issued': { choices: { status: { granted: 201, prepared: 201, renamed: 201 } } },
  '206 for what is read': {
    between: async (request, next) => {
      const response = await next(request.clone())
      const isRead = request.method === 'GET' && response.status === 200 && new URL(request.url).pathname !== '/0/'
      return isRead ? new Response(response.body, { status: 206, headers: response.headers }) : response
    },
  },
  '202 for a group, without a body': {
    between: async (request, next) => {
      const response = await next(request.clone())
      const isGroup = request.method === 'POST' && new URL(request.url).pathname.startsWith('/0/')
      return isGroup && response.ok ? new Response(null, { status: 202 }) : response
    },
  },
}

const typed = (typeOf: (status: number) => string, isRootToo: boolean): Between =>
  withHeaders((headers, request, status) => {
    const isRoot = new URL(request.url).pathname === '/0/'
    if (headers.get('content-type') === 'application/json' && (isRootToo || !isRoot))
      headers.set('content-type', typeOf(status))
  })

/** Clause 4: JSON unless stated. The legacy root alone has a stated media type. */
export const mediaTypes: Factor = {
  'application/json': {},
  'with a charset': { between: typed(() => 'application/json; charset=utf-8', true) },
  'a charset in capitals': { between: typed(() => 'application/json;charset=UTF-8', true) },
  'problems by their own type': {
    between: typed((status) => (status >= 400 ? 'application/problem+json' : 'application/json'), false),
  },
  'the type of the vendor': { between: typed(() => 'application/vnd.platform.v1+json', false) },
}

/** RFC 9110 and 9112 leave it open. */
export const transports: Factor = {
  'in process': {},
  'pieces of seven bytes': { send: inPieces(7) },
  gzip: { send: compressed('gzip', (body) => gzipSync(body)) },
  'names in capitals': { send: named((name) => name.toUpperCase()) },
  'lists in several lines': { send: inLines({ link: /,\s*(?=<)/, allow: /\s*,\s*/ }) },
  'HTTP/1.0': { send: untilClose },
  'headers of a balancer': {
    between: withHeaders((headers, _request, status) => {
      headers.set('x-request-id', `req-${status}`)
      headers.append('set-cookie', 'lb=node-7; Path=/; HttpOnly')
      headers.append('set-cookie', 'seen=1; Path=/')
      headers.set('vary', 'Accept, Authorization')
      if (status === 201) headers.set('location', '/somewhere')
      if (status === 401) headers.set('www-authenticate', 'Bearer realm="api", Basic realm="api"')
    }),
  },
}

/** A path that is no other but for its slash at the end; undefined where the slash is as documented. */
function canonical(url: URL): URL | undefined {
  const { pathname } = url
  const hasSlash = pathname.endsWith('/')
  const isLegacy = pathname.startsWith('/0')
  if (pathname === '/' || hasSlash === isLegacy) return undefined
  const target = new URL(url)
  target.pathname = hasSlash ? pathname.slice(0, -1) : `${pathname}/`
  return target
}

const redirecting =
  (status: number, isRelative = false): Between =>
  async (request, next) => {
    const target = canonical(new URL(request.url))
    if (target === undefined) return next(request)
    const location = isRelative ? `${target.pathname}${target.search}` : target.href
    return new Response(null, { status, headers: { location } })
  }

/** Clause 4 shows each path in one form. */
export const slashes: Factor = {
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
}

/** Clause 4: OPTIONS describes the endpoint; HEAD is not among the methods. */
export const methods: Factor = {
  'Allow and a body': {},
  '204 and Allow': { choices: { options: (allow) => new Response(null, { status: 204, headers: { allow } }) } },
  'Allow in another order': {
    choices: {
      options: (allow) =>
        new Response(null, { status: 200, headers: { allow: allow.split(', ').toReversed().join(',') } }),
    },
  },
  'a description, and CORS': {
    choices: {
      options: (allow) =>
        json({ name: 'Endpoint', parses: ['application/json'] }, 200, {
          allow,
          'access-control-allow-methods': 'GET, POST',
        }),
    },
  },
  'HEAD at the legacy root alone': { choices: { head: 'at the legacy root' } },
}

const quoted = (value: string): string => `"${value}"`
const cursorOf = (url: string): string => /cursor=([^&]*)/.exec(url)![1]!
const relative = (url: string): string => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** Clause 4.10 shows the entries of the Link header and their attributes; RFC 8288 leaves their form open. */
export const links: Factor = {
  usual: {},
  'without quotes': {
    choices: { link: ({ rel, url, results }) => `<${url}>;rel=${rel};results=${results};cursor=${cursorOf(url)}` },
  },
  'attributes in another order': {
    choices: {
      link: ({ rel, url, results }) =>
        `<${url}>; title="a page, of many"; cursor=${quoted(cursorOf(url))}; results="${results}"; rel="${rel}"`,
    },
  },
  'more relations, next first': {
    choices: {
      links: (entries, write) =>
        [
          ...entries.map(write).toReversed(),
          `<${entries[0]!.url.replace(/cursor=.*/, '')}>; rel="first"`,
          '<https://docs.test/paging>; rel=help',
        ].join(', '),
    },
  },
  'relative addresses': {
    choices: {
      link: ({ rel, url, results }) =>
        `<${relative(url)}>; rel="${rel}"; results="${results}"; cursor="${cursorOf(url)}"`,
    },
  },
  'encoded cursors': {
    choices: {
      link: ({ rel, url, results }) =>
        `<${url.replace(/cursor=.*/, `cursor=${encodeURIComponent(cursorOf(url))}`)}>; rel="${rel}"; results="${results}"; cursor="${cursorOf(url)}"`,
    },
  },
  'blanks everywhere': {
    choices: {
      link: ({ rel, url, results }) => `<${url}> ;  rel="${rel}" ;results="${results}" ; cursor="${cursorOf(url)}"`,
      links: (entries, write) => entries.map(write).join(' ,   '),
    },
  },
}

/** Clause 4.7: the schemas, in whatever form; clause 4.3: whatever completes the connection in a browser. */
export const services: Factor = {
  'a map of commands': {},
  'a list of tools, and 204': {
    choices: {
      capabilities: (commands) => ({
        tools: Object.entries(commands).map(([name, schema]) => ({ name, inputSchema: schema })),
      }),
      result: () => new Response(null, { status: 204 }),
    },
  },
  'an OpenAPI document, and 202': {
    choices: {
      capabilities: (commands) => ({
        openapi: '3.1.0',
        info: { title: 'Commands', version: '1' },
        paths: Object.fromEntries(
          Object.entries(commands).map(([name, schema]) => [
            `/services/{adapterConnectionId}/${name}`,
            {
              post: {
                operationId: name,
                requestBody: { content: { 'application/json': { schema } } },
                responses: { 202: { description: 'Taken' } },
              },
            },
          ]),
        ),
      }),
      result: (job) => json({ job, href: `/jobs/${job}` }, 202),
    },
  },
}

const page = (text: string, status = 200) =>
  new Response(`<!doctype html><title>${text}</title><p>${text}.`, {
    status,
    headers: { 'content-type': 'text/html' },
  })

/** Clause 4.3: the name of the state code is not shown, nor what a browser gets. */
export const connects: Factor = {
  'a page': {},
  'a redirect': {
    choices: {
      codeName: 'code',
      connect: (isGood, code) =>
        isGood
          ? new Response(null, { status: 302, headers: { location: `https://other.test/authorize?state=${code}` } })
          : page('Unknown state', 404),
    },
  },
  'an error page of status 200': {
    choices: { codeName: 'state', connect: (isGood) => page(isGood ? 'Connected' : 'This link has expired') },
  },
  'a code that opens once': { choices: { codeUses: 1 } },
  'a code of ten seconds': { choices: { codeLifetime: 10 } },
}
