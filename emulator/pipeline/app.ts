import type { Conventions } from '../contract/conventions.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { OperationId } from '../endpoints/operation-ids.ts'
import { after, attempt, type Eventually } from '../tools/eventually.ts'
import { strike } from '../faults/strike.ts'
import { ApiError } from '../dialect/api-error.ts'
import { Recent } from '../tools/recent.ts'
import { shownPath } from '../tools/shown.ts'
import { type CorsHeaders, preflight, withCors } from '../dialect/cors.ts'
import { ConnectionDropped } from '../tools/connection-dropped.ts'
import { nearestPath } from './nearest-path.ts'
import { toErrorResponse } from '../dialect/respond.ts'
import { describeRoute } from './describe-route.ts'
import { endpointFor, type Found, type Route, Router } from './router.ts'
import { servedRoutes } from './routes.ts'
import type { AppOptions, Exchange, ServedScope } from './exchange.ts'
import { serveEndpoint } from './serve-endpoint.ts'
import type { Address } from './read-address.ts'
import { internalRefusal } from '../dialect/refusal-of.ts'

/** The API under one set of conventions. */
export interface App {
  readonly router: Router<Endpoint>
  /** The operation of an endpoint that is served. */
  readonly operationOf: (endpoint: Endpoint) => OperationId
  readonly respond: (request: Request, scope: ServedScope) => Eventually<Response>
  /** Makes the response for a refusal that came before the endpoint, in the form of the endpoints at the path. */
  readonly refuse: (refusal: ApiError, address: Pick<Address, 'isOwn' | 'path'>, cors: CorsHeaders) => Response
}

/** Builds the API from the list of endpoints. */
export function createApp(options: AppOptions): App {
  const { conventions } = options.dialect
  const router = new Router(servedRoutes([...options.endpoints.keys()], conventions), conventions.trailingSlash)
  const templates = router.routes.map((route) => route.path)
  const hints = new Recent(200, (path) => nearestPath(path, templates) ?? '')
  return {
    router,
    operationOf: (endpoint) => options.endpoints.get(endpoint)!.id,
    respond(request, scope) {
      const found = router.find(scope.path) ?? findEitherForm(router, scope)
      const answered = found
        ? serveRoute(found, request, scope, options)
        : refuseUnknownPath(hints, request, scope, options)
      return request.method === 'HEAD' ? after(answered, (response) => new Response(null, response)) : answered
    },
    refuse: (refusal, { isOwn, path }, cors) =>
      refuseAt(isOwn ? router.find(path)?.route : undefined, refusal, options, cors),
  }
}

/** The route of the path with one slash more or less at its end, where a scenario redirects there. */
function findEitherForm(router: Router<Endpoint>, { path, world }: ServedScope): Found<Endpoint> | undefined {
  if (world.scenarios.isEmpty || !world.scenarios.serveEitherSlash) return undefined
  return router.find(path.endsWith('/') ? path.slice(0, -1) : `${path}/`)
}

/** A route whose endpoint has its own form of errors uses it for every method. */
function refuseAt(
  route: Route<Endpoint> | undefined,
  refusal: ApiError,
  { dialect }: AppOptions,
  cors: CorsHeaders,
): Response {
  const own = route && [...route.endpoints.values()].find(({ toErrorResponse: toOwn }) => toOwn)?.toErrorResponse
  return own ? withCors(own(refusal), cors) : toErrorResponse(refusal, dialect, cors)
}

function serveRoute(
  found: Found<Endpoint>,
  request: Request,
  scope: ServedScope,
  options: AppOptions,
): Eventually<Response> {
  return attempt(
    () => serveMethod(found, request, scope, options),
    (error) => refuseAt(found.route, toRefusal(error, request, scope, options), options, scope.cors),
  )
}

function serveMethod(
  found: Found<Endpoint>,
  request: Request,
  scope: ServedScope,
  options: AppOptions,
): Eventually<Response> {
  const { dialect } = options
  const { route } = found
  const { allow } = route
  if (request.method === 'OPTIONS') {
    const isEmpty = dialect.conventions.optionsAnswer === 'noContent'
    const answer = () =>
      isEmpty ? new Response(null, { status: 204, headers: { Allow: allow } }) : describeRoute(route, route.path)
    return withCors(preflight(request, allow) ?? answer(), scope.cors)
  }
  const endpoint = endpointFor(route, request.method)
  if (!endpoint) {
    throw new ApiError('method', `${request.method} is not allowed here. The methods are: ${allow}.`, {
      headers: { Allow: allow },
    })
  }
  const operation = options.endpoints.get(endpoint)!
  scope.draft.operation = operation
  return intercepted({ endpoint, request, scope, dialect, rawParams: found.decoded, options }, operation.id)
}

/** Answers a preflight too: if it failed, a browser would show neither the 404 nor its hint. */
function refuseUnknownPath(hints: Recent<string>, request: Request, scope: ServedScope, options: AppOptions): Response {
  const { dialect } = options
  const refuse = () => {
    const refusal = unknownPath(scope.path, hints, dialect.conventions)
    return toErrorResponse(toRefusal(refusal, request, scope, options), dialect, scope.cors)
  }
  const answered = preflight(request, 'GET, HEAD, POST, PUT, DELETE, OPTIONS')
  return answered ? withCors(answered, scope.cors) : refuse()
}

/** Serves an exchange. The faults of its world run first, then its scenarios. */
function intercepted(exchange: Exchange, operation: OperationId): Eventually<Response> {
  const { request, scope, options } = exchange
  const { faults, scenarios } = scope.world
  if (faults.isIdle && scenarios.isEmpty) return serveEndpoint(exchange)
  const answered = async (run: () => Eventually<Response>): Promise<Response> => {
    try {
      return await run()
    } catch (error) {
      return toOwnResponse(exchange, toRefusal(error, request, scope, options))
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
  const hit = faults.take(operation)
  if (!hit) return played(exchange)
  scope.draft.fault = hit.fault
  const refuse = (refusal: ApiError) => toOwnResponse(exchange, toRefusal(refusal, request, scope, options))
  return strike(hit, exchange, { next: async () => await played(exchange), refuse })
}

/** The response for a refusal, in the form that its endpoint declares. */
function toOwnResponse({ endpoint, scope, dialect }: Exchange, refusal: ApiError): Response {
  const { toErrorResponse: toOwn } = endpoint
  return toOwn ? withCors(toOwn(refusal), scope.cors) : toErrorResponse(refusal, dialect, scope.cors)
}

/**
 * Converts an error into a refusal and records it in the journal.
 * @throws the error itself when there is no one to answer: the connection was dropped, or the client aborted.
 */
function toRefusal(error: unknown, request: Request, { draft }: ServedScope, options: AppOptions): ApiError {
  if (
    error instanceof ConnectionDropped ||
    (!(error instanceof ApiError) && request.signal.aborted && error === request.signal.reason)
  )
    throw error
  const refusal = error instanceof ApiError ? error : internalRefusal(error, options.onError)
  draft.noteRefusal(refusal)
  return refusal
}

function unknownPath(path: string, hints: Recent<string>, conventions: Conventions): ApiError {
  const [, first = '', second = ''] = path.split('/')
  if (/^\d+(\.\d+)*$/.test(first) && first !== '0' && !conventions.versions.includes(first)) {
    return new ApiError(
      'unknownPath',
      `There is no version ${first}. The versions are ${[...conventions.versions, '0'].join(', ')}.`,
      {
        requirement: 'versions.current',
        details: [{ at: 'version', message: 'is not served', allowed: [...conventions.versions, '0'] }],
      },
    )
  }
  const best = hints.of(path)
  const hint = best ? ` The nearest documented path is ${best}.` : ''
  return new ApiError(
    'unknownPath',
    `There is no endpoint at ${shownPath(path)}${second === '' && first === '' ? ', the root' : ''}.${hint}`,
  )
}
