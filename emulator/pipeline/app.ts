import type { Conventions } from '../model/contract/conventions.ts'
import type { Endpoint, Method } from '../model/contract/endpoint.ts'
import type { Interceptor } from '../model/contract/exchange.ts'
import type { OperationId } from '../api/endpoints/operation-ids.ts'
import { after, attempt, type Eventually } from '../tools/eventually.ts'
import { faultSteps } from '../disturb/faults/fault-steps.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { BoundedMemo } from '../tools/bounded-memo.ts'
import { shownPath } from '../tools/shown.ts'
import { type CorsHeaders, preflight, withCors } from '../api/dialect/cors.ts'
import { ConnectionDropped } from '../tools/connection-dropped.ts'
import { nearestPath } from './nearest-path.ts'
import { toErrorResponse } from '../api/dialect/respond.ts'
import type { AskedOperation } from '../api/routing/asked-operation.ts'
import { describeRoute } from '../api/routing/describe-route.ts'
import { endpointFor, type Found, type Route, Router } from '../api/routing/router.ts'
import { servedRoutes } from '../api/routing/routes.ts'
import type { AppOptions, ServedExchange, ServedScope } from './exchange.ts'
import { serveEndpoint } from './serve-endpoint.ts'
import type { Address } from './read-address.ts'
import { internalRefusal } from '../api/dialect/refusal-of.ts'

/** The API under one set of conventions. */
export interface App {
  readonly router: Router<Endpoint>
  /** The operation for a method at an address; undefined for HEAD and OPTIONS, and where nothing is served. */
  readonly operationAt: (address: Address, method: string) => AskedOperation | undefined
  readonly respond: (request: Request, scope: ServedScope) => Eventually<Response>
  /** Makes the response for a refusal that came before the endpoint, in the form of the endpoints at the path. */
  readonly refuse: (refusal: ApiError, address: Pick<Address, 'isOwn' | 'path'>, cors: CorsHeaders) => Response
}

/** Builds the API from the list of endpoints. */
export function createApp(options: AppOptions): App {
  const { conventions } = options.dialect
  const router = new Router(servedRoutes([...options.endpoints.keys()], conventions), conventions.trailingSlash)
  const templates = router.routes.map((route) => route.path)
  const hints = new BoundedMemo(200, (path) => nearestPath(path, templates) ?? '')
  return {
    router,
    operationAt({ isOwn, path, baseUrl }, method) {
      const found = isOwn ? router.find(path) : undefined
      const endpoint = found?.route.endpoints.get(method as Method)
      return found && endpoint && { id: options.endpoints.get(endpoint)!.id, params: found.decoded, baseUrl }
    },
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
  return serveExchange({ endpoint, request, scope, dialect, rawParams: found.decoded }, operation.id, options)
}

/** Answers a preflight too: if it failed, a browser would show neither the 404 nor its hint. */
function refuseUnknownPath(
  hints: BoundedMemo<string>,
  request: Request,
  scope: ServedScope,
  options: AppOptions,
): Response {
  const { dialect } = options
  const refuse = () => {
    const refusal = unknownPath(scope.path, hints, dialect.conventions)
    return toErrorResponse(toRefusal(refusal, request, scope, options), dialect, scope.cors)
  }
  const answered = preflight(request, 'GET, HEAD, POST, PUT, DELETE, OPTIONS')
  return answered ? withCors(answered, scope.cors) : refuse()
}

/** Serves a request whose endpoint is known: the fault that is triggered, then scenarios, then the endpoint. */
function serveExchange(exchange: ServedExchange, operation: OperationId, options: AppOptions): Eventually<Response> {
  const { draft, world } = exchange.scope
  if (world.faults.isIdle && world.scenarios.isEmpty) return serveEndpoint(exchange, options)
  const triggered = world.faults.take(operation)
  if (triggered) draft.fault = triggered.fault
  const steps = [...(triggered ? faultSteps(triggered) : []), ...world.scenarios.interceptors]
  return passThrough(steps, exchange, options)
}

/** Passes a request through steps to its endpoint. A refusal becomes a response for the step before it. */
async function passThrough(
  [step, ...later]: readonly Interceptor[],
  exchange: ServedExchange,
  options: AppOptions,
): Promise<Response> {
  const { endpoint, request, scope } = exchange
  try {
    if (!step) return await serveEndpoint(exchange, options)
    return await step(exchange, (search = scope.search) =>
      passThrough(later, { ...exchange, scope: { ...scope, search } }, options),
    )
  } catch (error) {
    const refusal = toRefusal(error, request, scope, options)
    const toOwn = endpoint.toErrorResponse
    return toOwn ? withCors(toOwn(refusal), scope.cors) : toErrorResponse(refusal, options.dialect, scope.cors)
  }
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

function unknownPath(path: string, hints: BoundedMemo<string>, conventions: Conventions): ApiError {
  const [, first = '', second = ''] = path.split('/')
  if (/^\d+(\.\d+)*$/.test(first) && first !== '0' && !conventions.versions.includes(first)) {
    const allowed = [...conventions.versions, '0']
    const list = `The versions are ${allowed.join(', ')}.`
    return new ApiError('unknownPath', `There is no version ${first}. ${list}`, {
      requirement: 'versions.current',
      details: [{ at: 'version', message: `is not served. ${list}`, allowed }],
    })
  }
  const best = hints.of(path)
  const hint = best ? ` The nearest documented path is ${best}.` : ''
  return new ApiError(
    'unknownPath',
    `There is no endpoint at ${shownPath(path)}${second === '' && first === '' ? ', the root' : ''}.${hint}`,
  )
}
