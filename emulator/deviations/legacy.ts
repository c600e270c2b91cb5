import { defineDeviation, type Deviation, type FetchWrapper, rewriteJson, rewriteUrl } from './define-deviation.ts'
import { isEventList, isGroupList } from './link-lists.ts'

const isRoot = (request: Request) => request.method === 'GET' && new URL(request.url).pathname.endsWith('/0/')
const isProjects = (request: Request) =>
  request.method === 'GET' && new URL(request.url).pathname.endsWith('/0/projects/')
const isBearer = (request: Request) => (request.headers.get('authorization') ?? '').startsWith('Bearer')
const isGroupPost = (request: Request) =>
  request.method === 'POST' && /\/0\/projects\/[^/]+\/groups\/$/.test(new URL(request.url).pathname)

const problem = (status: number) => () =>
  Response.json({ error: { code: 'refused', message: 'It is not served.' } }, { status })

/** Answers some requests without asking further. */
function instead(applies: (request: Request) => boolean, answer: (request: Request) => Response): FetchWrapper {
  return (next) => async (request) => (applies(request) ? answer(request) : next(request))
}

/** Alters the headers of some answers; undefined leaves one out. */
function withHeader(applies: (request: Request) => boolean, name: string, value: string | undefined): FetchWrapper {
  return (next) => async (request) => {
    const response = await next(request.clone())
    if (!applies(request)) return response
    const headers = new Headers(response.headers)
    if (value === undefined) headers.delete(name)
    else headers.set(name, value)
    return new Response(response.body, { status: response.status, headers })
  }
}

/** Alters the JSON body of a POST to the groups. */
function withBody(change: (body: Readonly<Record<string, unknown>>) => unknown): FetchWrapper {
  return (next) => async (request) => {
    if (!isGroupPost(request)) return next(request)
    const body = change((await request.clone().json()) as Readonly<Record<string, unknown>>)
    return next(new Request(request.url, { method: 'POST', headers: request.headers, body: JSON.stringify(body) }))
  }
}

/** A well-formed id of nothing gives what the first id gave that was asked for. */
function anyId(applies: (request: Request) => boolean): FetchWrapper {
  return (next) => {
    let known: string | undefined
    return async (request) => {
      const response = await next(request.clone())
      if (!applies(request)) return response
      const url = new URL(request.url)
      if (response.status === 200) known ??= url.pathname
      if (response.status !== 404 || known === undefined) return response
      url.pathname = known
      return next(new Request(url, request))
    }
  }
}

const hasStatusInQuery = (request: Request) => isGroupPost(request) && new URL(request.url).searchParams.has('status')

const rootDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'legacy-root-204',
    requirement: 'legacy.root',
    caughtBy: 'legacy.root.version',
    description: 'GET /0/ answers 204.',
    wrap: instead(isRoot, () => new Response(null, { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } })),
  }),
  defineDeviation({
    name: 'legacy-version-a-number',
    requirement: 'legacy.root',
    caughtBy: 'legacy.root.version',
    description: 'The version of GET /0/ is a number.',
    wrap: rewriteJson(isRoot, (body) => ({ ...(body as object), version: 0 })),
  }),
  defineDeviation({
    name: 'legacy-version-missing',
    requirement: 'legacy.root',
    caughtBy: 'legacy.root.version',
    description: 'GET /0/ has no version.',
    wrap: rewriteJson(isRoot, () => ({ status: 'ok' })),
  }),
  defineDeviation({
    name: 'legacy-root-a-list',
    requirement: 'legacy.root',
    caughtBy: 'legacy.root.version',
    description: 'GET /0/ answers a list.',
    wrap: rewriteJson(isRoot, (body) => [body]),
  }),
  defineDeviation({
    name: 'legacy-root-of-another-type',
    requirement: 'legacy.root-content-type',
    caughtBy: 'legacy.root.content-type',
    description: 'GET /0/ answers application/vnd.api+json.',
    wrap: withHeader(isRoot, 'content-type', 'application/vnd.api+json'),
  }),
  defineDeviation({
    name: 'legacy-root-as-text',
    requirement: 'legacy.root-content-type',
    caughtBy: 'legacy.root.content-type',
    description: 'GET /0/ answers text/plain.',
    wrap: withHeader(isRoot, 'content-type', 'text/plain; charset=utf-8'),
  }),
  defineDeviation({
    name: 'legacy-root-allows-post',
    requirement: 'legacy.root-allow',
    caughtBy: 'legacy.root.allow',
    description: 'The Allow of GET /0/ names POST too.',
    wrap: withHeader(isRoot, 'allow', 'GET, POST, HEAD, OPTIONS'),
  }),
  defineDeviation({
    name: 'legacy-root-allow-without-head',
    requirement: 'legacy.root-allow',
    caughtBy: 'legacy.root.allow',
    description: 'The Allow of GET /0/ lacks HEAD.',
    wrap: withHeader(isRoot, 'allow', 'GET, OPTIONS'),
  }),
  defineDeviation({
    name: 'legacy-root-allow-missing',
    requirement: 'legacy.root-allow',
    caughtBy: 'legacy.root.allow',
    description: 'GET /0/ has no Allow.',
    wrap: withHeader(isRoot, 'allow', undefined),
  }),
  defineDeviation({
    name: 'legacy-root-gone',
    requirement: 'versions.side-by-side',
    caughtBy: 'versions.side-by-side.both',
    description: 'The legacy API is switched off beside the versioned one.',
    wrap: instead((request) => new URL(request.url).pathname.endsWith('/0/'), problem(410)),
  }),
]

const listDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'legacy-projects-404',
    requirement: 'legacy.projects',
    caughtBy: 'legacy.projects.served',
    description: 'GET /0/projects/ answers 404 to a Bearer token.',
    wrap: instead((request) => isProjects(request) && isBearer(request), problem(404)),
  }),
  defineDeviation({
    name: 'legacy-projects-without-projects',
    requirement: 'legacy.projects',
    caughtBy: 'legacy.projects.served',
    description: 'GET /0/projects/ answers an object without a project to a Bearer token.',
    wrap: rewriteJson(
      (request) => isProjects(request) && isBearer(request),
      (body) => (Array.isArray(body) ? { count: body.length } : undefined),
    ),
  }),
  defineDeviation({
    name: 'legacy-groups-not-a-list',
    requirement: 'legacy.groups',
    caughtBy: 'legacy.groups.list',
    description: 'The groups are counted, not listed.',
    wrap: rewriteJson(
      (request, { status }) => isGroupList(request) && status === 200,
      (body) => ({ count: (body as readonly unknown[]).length }),
    ),
  }),
  defineDeviation({
    name: 'legacy-groups-404',
    requirement: 'legacy.groups',
    caughtBy: 'legacy.groups.list',
    description: 'The groups of a project answer 404.',
    wrap: instead((request) => isGroupList(request) && request.headers.has('authorization'), problem(404)),
  }),
  defineDeviation({
    name: 'legacy-events-not-a-list',
    requirement: 'legacy.events',
    caughtBy: 'legacy.events.list',
    description: 'The latest event is answered instead of the list.',
    wrap: rewriteJson(
      (request, { status }) => isEventList(request) && status === 200,
      (body) => (body as readonly unknown[])[0] ?? {},
    ),
  }),
  defineDeviation({
    name: 'legacy-project-id-ignored',
    requirement: 'legacy.groups',
    caughtBy: 'legacy.groups.own-project',
    description: 'Every project id gives the groups of the same project.',
    wrap: anyId(isGroupList),
  }),
  defineDeviation({
    name: 'legacy-issue-id-ignored',
    requirement: 'legacy.events',
    caughtBy: 'legacy.events.own-issue',
    description: 'Every issue id gives the events of the same issue.',
    wrap: anyId(isEventList),
  }),
  defineDeviation({
    name: 'legacy-projects-gone',
    requirement: 'legacy.projects',
    caughtBy: 'legacy.projects.served',
    description: 'GET /0/projects/ answers 404 to everybody.',
    wrap: instead(isProjects, problem(404)),
  }),
  defineDeviation({
    name: 'legacy-events-500',
    requirement: 'legacy.events',
    caughtBy: 'legacy.events.list',
    description: 'The events of an issue answer 500.',
    wrap: instead((request) => isEventList(request) && request.headers.has('authorization'), problem(500)),
  }),
]

const postDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'groups-post-405',
    requirement: 'legacy.groups-post',
    caughtBy: 'legacy.groups-post.body',
    description: 'POST to the groups answers 405.',
    wrap: instead((request) => isGroupPost(request) && request.headers.has('authorization'), problem(405)),
  }),
  defineDeviation({
    name: 'groups-post-takes-no-json',
    requirement: 'legacy.groups-post',
    caughtBy: 'legacy.groups-post.body',
    description: 'POST to the groups refuses JSON with 415.',
    wrap: instead(
      (request) => isGroupPost(request) && (request.headers.get('content-type') ?? '').includes('json'),
      problem(415),
    ),
  }),
  defineDeviation({
    name: 'groups-post-takes-no-status',
    requirement: 'legacy.groups-post',
    caughtBy: 'legacy.groups-post.body',
    description: 'POST to the groups refuses a body with status.',
    wrap: (next) => async (request) =>
      isGroupPost(request) && (await request.clone().text()).includes('status') ? problem(400)() : next(request),
  }),
  defineDeviation({
    name: 'groups-post-ignores-body',
    requirement: 'legacy.groups-post',
    caughtBy: 'legacy.groups-post.body',
    description: 'POST to the groups ignores the status of the body.',
    wrap: withBody(({ status: _status, ...others }) => others),
  }),
  defineDeviation({
    name: 'groups-post-ignores-query',
    requirement: 'legacy.groups-post-query',
    caughtBy: 'legacy.groups-post-query.status',
    description: 'POST to the groups ignores the status of the query.',
    wrap: rewriteUrl((url, request) => {
      if (!isGroupPost(request)) return undefined
      url.searchParams.delete('status')
      return url
    }),
  }),
  defineDeviation({
    name: 'groups-post-refuses-status-in-query',
    requirement: 'legacy.groups-post-query',
    caughtBy: 'legacy.groups-post-query.status',
    description: 'POST to the groups refuses status in the query with 400.',
    wrap: instead(hasStatusInQuery, problem(400)),
  }),
  defineDeviation({
    name: 'post-with-query-404',
    requirement: 'http.query-on-writes',
    caughtBy: 'http.query-on-writes.post',
    description: 'A POST with a query string answers 404.',
    wrap: instead((request) => isGroupPost(request) && new URL(request.url).search !== '', problem(404)),
  }),
]

/** Violations of clause 4.9, and of clause 9 by the legacy API. */
export const legacyDeviations: readonly Deviation[] = [...rootDeviations, ...listDeviations, ...postDeviations]
