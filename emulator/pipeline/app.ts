import { Hono } from 'hono'
import type { Caller } from '../auth/authenticate.ts'
import type { Conventions } from '../dialect/conventions.ts'
import type { Endpoint, Method } from '../endpoints/define-endpoint.ts'
import type { OperationId } from '../endpoints/operation-ids.ts'
import { after, attempt, type Eventually } from '../tools/eventually.ts'
import { strike } from '../faults/strike.ts'
import { ApiError, shownPath } from '../dialect/api-error.ts'
import { preflight, withCors } from '../dialect/cors.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { ConnectionDropped } from '../tools/connection-dropped.ts'
import { nearestPath } from './nearest-path.ts'
import { toErrorResponse } from '../dialect/respond.ts'
import { describeEndpoint } from './describe-endpoint.ts'
import { type Draft, noteRefusal } from '../journal/draft.ts'
import { type Route, toRoutes } from './routes.ts'
import { type Exchange, serveEndpoint } from './serve-endpoint.ts'
import type { AdapterRegistry } from '../services/define-adapter.ts'
import type { World } from '../world/world.ts'

/** What one request brings along, beside itself. */
export interface RequestScope {
  readonly world: World
  readonly baseUrl: string
  /** The path behind the base, as it came. */
  readonly path: string
  readonly search: string
  /** What the journal notes of it. */
  readonly draft: Draft
}

export interface AppOptions {
  readonly endpoints: readonly Endpoint[]
  readonly dialect: Dialect
  readonly adapters: AdapterRegistry
  /** Checks every response against its declared schema: for tests and development. */
  readonly checkResponses: boolean
  /** Told of every error that is the emulator's own. */
  readonly onError: (error: unknown) => void
  /** Counts a request against the caller's limit (clause 8). */
  readonly countRequest: (scope: RequestScope, caller: Caller | undefined) => Readonly<Record<string, string>>
}

export type App = (request: Request, scope: RequestScope) => Eventually<Response>

/** The HTTP application that follows from the endpoint list. */
export function createApp(options: AppOptions): App {
  const { dialect } = options
  const { conventions } = dialect
  const routes = toRoutes(options.endpoints, conventions)
  const hono = new Hono<{ Bindings: RequestScope }>({
    getPath: (_request, context) => (context as unknown as { env: RequestScope }).env.path,
  })
  for (const route of routes) {
    const pattern = route.path.replaceAll(/\{(\w+)\}/g, ':$1{[^/]*}')
    const ownForm = [...route.endpoints.values()].find((endpoint) => endpoint.toErrorResponse)?.toErrorResponse
    const handler = (c: { env: RequestScope; req: { raw: Request; param: () => Record<string, string> } }) => {
      const serve = () => serveRoute(route, c.req.raw, c.env, c.req.param(), options)
      return ownForm
        ? attempt(serve, (error) => withCors(ownForm(toRefusal(error, c.req.raw, c.env, options))))
        : serve()
    }
    const patterns =
      conventions.trailingSlash === 'documented'
        ? [pattern]
        : [pattern, pattern.endsWith('/') ? pattern.slice(0, -1) : `${pattern}/`]
    for (const path of patterns) hono.all(path, (c) => handler(c as never))
  }
  // A browser must get as far as the 404 and its hint: a preflight that fails shows it neither.
  hono.notFound((c) =>
    withCors(
      preflight(c.req.raw, 'GET, HEAD, POST, PUT, DELETE, OPTIONS') ??
        toErrorResponse(toRefusal(unknownPath(c.env.path, routes, conventions), c.req.raw, c.env, options), dialect),
    ),
  )
  hono.onError((error, c) => withCors(toErrorResponse(toRefusal(error, c.req.raw, c.env, options), dialect)))
  return function respond(request, scope) {
    return hono.fetch(request, scope)
  }
}

function serveRoute(
  route: Route,
  request: Request,
  scope: RequestScope,
  rawParams: Readonly<Record<string, string>>,
  options: AppOptions,
): Eventually<Response> {
  const { dialect } = options
  if (request.method === 'OPTIONS') return withCors(preflight(request, route.allow) ?? describeEndpoint(route, dialect))
  const isHead = request.method === 'HEAD'
  const endpoint = route.endpoints.get((isHead ? 'GET' : request.method) as Method)
  if (!endpoint) {
    throw new ApiError('method', `${request.method} is not served here. Served are: ${route.allow}.`, {
      headers: { Allow: route.allow },
    })
  }
  scope.draft.endpoint = endpoint
  const answered = intercepted({ endpoint, request, scope, dialect, rawParams, options })
  return isHead ? after(answered, ({ status, headers }) => new Response(null, { status, headers })) : answered
}

/** Serves an exchange after the scenarios of its world, and before them its faults, have had their way with it. */
function intercepted(exchange: Exchange): Eventually<Response> {
  const { endpoint, request, scope, options } = exchange
  const { faults, scenarios } = scope.world
  if (faults.isEmpty && scenarios.isEmpty) return serveEndpoint(exchange)
  const answered = async (run: () => Eventually<Response>): Promise<Response> => {
    try {
      return await run()
    } catch (error) {
      return refusalOf(endpoint, toRefusal(error, request, scope, options), options)
    }
  }
  const played = scenarios.interceptors.reduce<(changed: Exchange) => Eventually<Response>>(
    (next, intercept) => (changed) =>
      answered(() =>
        intercept(changed, (search = changed.scope.search) =>
          answered(() => next({ ...changed, scope: { ...changed.scope, search } })),
        ),
      ),
    serveEndpoint,
  )
  const fault = faults.take(endpoint.id as OperationId)
  scope.draft.fault = fault
  return fault ? strike(fault, exchange, async () => await played(exchange)) : played(exchange)
}

/** A refusal in the form that its endpoint gives it. */
function refusalOf({ toErrorResponse: toOwn }: Endpoint, refusal: ApiError, { dialect }: AppOptions): Response {
  return withCors(toOwn ? toOwn(refusal) : toErrorResponse(refusal, dialect))
}

/**
 * The refusal that an error means to the client, noted in the journal.
 * @throws the error itself where no answer is to come: the connection was dropped, or the client gave up.
 */
function toRefusal(error: unknown, request: Request, { draft }: RequestScope, options: AppOptions): ApiError {
  if (
    error instanceof ConnectionDropped ||
    (!(error instanceof ApiError) && request.signal.aborted && error === request.signal.reason)
  )
    throw error
  const refusal = error instanceof ApiError ? error : internalError(error, options)
  noteRefusal(draft, refusal)
  return refusal
}

function internalError(error: unknown, { onError }: AppOptions): ApiError {
  onError(error)
  return new ApiError(
    'internal',
    `The emulator itself failed: ${error instanceof Error ? error.message : String(error)}. Please report it.`,
  )
}

function unknownPath(path: string, routes: readonly Route[], conventions: Conventions): ApiError {
  const [, first = '', second = ''] = path.split('/')
  if (/^\d+(\.\d+)*$/.test(first) && first !== '0' && !conventions.versions.includes(first)) {
    return new ApiError(
      'unknownPath',
      `There is no version ${first}. The versions served are ${[...conventions.versions, '0'].join(', ')}.`,
      {
        requirement: 'versions.current',
        details: [{ at: 'version', message: 'is not served', allowed: [...conventions.versions, '0'] }],
      },
    )
  }
  const best = nearestPath(
    path,
    routes.map((route) => route.path),
  )
  const hint = best ? ` The nearest documented path is ${best}.` : ''
  return new ApiError(
    'unknownPath',
    `Nothing is documented at ${shownPath(path)}${second === '' && first === '' ? ', the root' : ''}.${hint}`,
  )
}
