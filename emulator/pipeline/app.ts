import type { Conventions } from '../model/contract/conventions.ts'
import type { Endpoint, Method } from '../model/contract/endpoint.ts'
import type { Interceptor } from '../model/contract/routed-request.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import { factsOf } from '../journal/operation-facts.ts'
import { after, attempt, type Eventually } from '../tools/eventually.ts'
import { faultSteps } from '../disturb/faults/fault-steps.ts'
import { answerFormOf, inForm } from '../api/dialect/answer-forms.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { BoundedMemo } from '../tools/bounded-memo.ts'
import { shortPath } from '../tools/short-text.ts'
import { type CorsHeaders, preflight, withCors } from '../api/dialect/cors.ts'
import type { Dialect } from '../api/dialect/dialect.ts'
import { ConnectionDropped } from '../tools/connection-dropped.ts'
import { nearestPath } from './nearest-path.ts'
import { toErrorResponse } from '../api/dialect/respond.ts'
import type { AskedOperation } from '../api/routing/asked-operation.ts'
import { describeRoute } from '../api/routing/describe-route.ts'
import { endpointFor, type RouteMatch, type Route, Router } from '../api/routing/router.ts'
import { servedRoutes } from '../api/routing/routes.ts'
import type { AppOptions, ServedRequest } from './served-request.ts'
import { serveEndpoint } from './serve-endpoint.ts'
import type { RequestWorld } from './find-world.ts'
import { longestAddress, type ReceivedRequest } from './received-request.ts'
import { internalRefusal } from '../api/dialect/refusal-of.ts'
import type { World } from '../world/world.ts'

/** The API under one set of conventions. */
export class App {
  readonly dialect: Dialect
  readonly router: Router<Endpoint>
  readonly #options: AppOptions
  readonly #hints: BoundedMemo<string>
  /** The form of errors of each route that has its own, for every method. */
  readonly #errorForms: ReadonlyMap<Route<Endpoint>, NonNullable<Endpoint['toErrorResponse']>>

  constructor(options: AppOptions) {
    const { conventions } = options.dialect
    this.#options = options
    this.dialect = options.dialect
    this.router = new Router(servedRoutes(options.endpoints, conventions), conventions.trailingSlash)
    this.#errorForms = new Map(
      this.router.routes.flatMap((route) =>
        [...route.endpoints.values()].flatMap(({ toErrorResponse: toResponse }) =>
          toResponse ? [[route, toResponse]] : [],
        ),
      ),
    )
    const templates = this.router.routes.map((route) => route.path)
    this.#hints = new BoundedMemo(200, (path) => nearestPath(path, templates) ?? '')
  }

  /** The operation for a method at an address; undefined for HEAD and OPTIONS, and where nothing is served. */
  operationAt({ isBelowBase, path, baseUrl }: ReceivedRequest, method: string): AskedOperation | undefined {
    const found = isBelowBase ? this.router.find(path) : undefined
    const endpoint = found?.route.endpoints.get(method as Method)
    return found && endpoint && { id: endpoint.id, params: found.decoded, baseUrl }
  }

  /** Answers a request in its world. */
  respond(received: ReceivedRequest, requestWorld: RequestWorld, draft: JournalDraft): Eventually<Response> {
    const { request } = received
    const found = this.#find(received, requestWorld.world)
    const refuse = (error: unknown) =>
      this.#refuse(toRefusal(error, request, draft, this.#options.onError), found?.route, received, draft.index)
    const answered = attempt(
      () =>
        found ? this.#serve(found, received, requestWorld, draft, refuse) : this.#serveUnknownPath(received, refuse),
      refuse,
    )
    const formed = after(answered, (response) => this.#inForm(response, request, draft))
    return request.method === 'HEAD' ? after(formed, withoutBody) : formed
  }

  /** The answer in the form that the convention `answerForms` gives it. */
  #inForm(response: Response, { method }: Request, { operation, refusal }: JournalDraft): Eventually<Response> {
    const { answerForms } = this.dialect.conventions
    if (answerForms === 'none') return response
    const name = response.headers.get('x-emulator-code') ?? (method === 'OPTIONS' ? 'options' : 'success')
    const outcome = { operation: operation?.id, name, message: refusal?.message }
    const form = answerFormOf(answerForms, outcome)
    return form ? inForm(response, form, outcome) : response
  }

  /** Makes the response for a refusal before the world is known, in the form of the endpoints at the path. */
  refuse(refusal: ApiError, { request, isBelowBase, path, sender }: ReceivedRequest): Response {
    // Megabytes of slashes are no path of an endpoint, and take long to take apart.
    const route = isBelowBase && path.length <= longestAddress ? this.router.find(path)?.route : undefined
    const response = this.#refuse(refusal, route, { request, sender }, undefined)
    return request.method === 'HEAD' ? withoutBody(response) : response
  }

  #refuse(
    refusal: ApiError,
    route: Route<Endpoint> | undefined,
    { request, sender: { cors } }: Pick<ReceivedRequest, 'request' | 'sender'>,
    index: number | undefined,
  ): Response {
    const toResponse = route && this.#errorForms.get(route)
    if (toResponse) return withCors(toResponse(refusal), cors)
    const endpoint = route && endpointFor(route, request.method)
    const dialect = endpoint ? this.dialect.of(endpoint.id) : this.dialect
    return toErrorResponse(refusal, dialect, { cors, index })
  }

  /** The route of a path, also with one slash more or less at its end where a scenario redirects there. */
  #find({ isBelowBase, path }: ReceivedRequest, { scenarios }: World): RouteMatch<Endpoint> | undefined {
    if (!isBelowBase) return undefined
    const found = this.router.find(path)
    if (found || scenarios.isEmpty || !scenarios.serveEitherSlash) return found
    return this.router.find(path.endsWith('/') ? path.slice(0, -1) : `${path}/`)
  }

  #serve(
    { route, decoded }: RouteMatch<Endpoint>,
    { request, sender, baseUrl, path, search }: ReceivedRequest,
    { world, worldSuffix }: RequestWorld,
    draft: JournalDraft,
    refuse: (error: unknown) => Response,
  ): Eventually<Response> {
    const { adapters, checkResponses, onError, countRequest } = this.#options
    const { cors } = sender
    if (request.method === 'OPTIONS') return answerOptions(route, request, cors, this.dialect.conventions, world)
    const endpoint = endpointFor(route, request.method)
    if (!endpoint) {
      throw new ApiError('method', `${request.method} is not allowed here. The methods are: ${route.allow}.`, {
        headers: { Allow: route.allow },
      })
    }
    draft.operation = factsOf(endpoint)
    const dialect = this.dialect.of(endpoint.id)
    const { conventions } = dialect
    const routed: ServedRequest = {
      request,
      baseUrl,
      path,
      search,
      cors,
      world,
      worldSuffix,
      draft,
      conventions,
      dialect,
      adapters,
      checkResponses,
      onError,
      endpoint,
      rawParams: decoded,
    }
    if (world.faults.isIdle && world.scenarios.isEmpty) return serveEndpoint(routed, countRequest)
    const triggered = world.faults.take(endpoint.id)
    if (triggered) draft.fault = triggered.fault
    const steps = [...(triggered ? faultSteps(triggered) : []), ...world.scenarios.interceptors]
    const serve = (changed: ServedRequest) => serveEndpoint(changed, countRequest)
    return passThrough(steps, routed, serve, refuse)
  }

  /** Answers a preflight too: if it failed, a browser would show neither the 404 nor its hint. */
  #serveUnknownPath(
    { request, sender, isBelowBase, path }: ReceivedRequest,
    refuse: (error: unknown) => Response,
  ): Response {
    const { basePath } = this.#options
    if (!isBelowBase) {
      const message = `There is no endpoint at ${shortPath(path)}: every path begins with ${basePath}.`
      return refuse(new ApiError('unknownPath', message))
    }
    const answered = preflight(request, 'GET, HEAD, POST, PUT, DELETE, OPTIONS')
    if (answered) return withCors(answered, sender.cors)
    return refuse(unknownPath(path, this.#hints, this.dialect.conventions))
  }
}

const withoutBody = (response: Response): Response => new Response(null, response)

function answerOptions(
  route: Route<Endpoint>,
  request: Request,
  cors: CorsHeaders,
  { optionsAnswer }: Conventions,
  { openMembers }: Pick<World, 'openMembers'>,
): Response {
  const { allow } = route
  const answer = () =>
    optionsAnswer === 'noContent'
      ? new Response(null, { status: 204, headers: { Allow: allow } })
      : optionsAnswer === 'empty'
        ? new Response(null, { headers: { Allow: allow } })
        : describeRoute(route, route.path, openMembers)
  return withCors(preflight(request, allow) ?? answer(), cors)
}

/** Passes a request through steps to its endpoint. A refusal becomes a response for the step before it. */
async function passThrough(
  [step, ...later]: readonly Interceptor[],
  routed: ServedRequest,
  serve: (routed: ServedRequest) => Eventually<Response>,
  refuse: (error: unknown) => Response,
): Promise<Response> {
  try {
    if (!step) return await serve(routed)
    return await step(routed, (search = routed.search) => passThrough(later, { ...routed, search }, serve, refuse))
  } catch (error) {
    return refuse(error)
  }
}

/**
 * Converts an error into a refusal and records it in the journal.
 * @throws the error itself when there is no one to answer: the connection was dropped, or the client aborted.
 */
function toRefusal(error: unknown, request: Request, draft: JournalDraft, onError: (error: unknown) => void): ApiError {
  const isRefusal = error instanceof ApiError
  // The signal of a request over HTTP is made when it is read.
  if (error instanceof ConnectionDropped || (!isRefusal && request.signal.aborted && error === request.signal.reason))
    throw error
  const refusal = isRefusal ? error : internalRefusal(error, onError)
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
    `There is no endpoint at ${shortPath(path)}${second === '' && first === '' ? ', the root' : ''}.${hint}`,
  )
}
