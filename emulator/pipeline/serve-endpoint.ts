import type { TObject } from 'typebox'
import type { AppOptions, ServedExchange } from './exchange.ts'
import { authenticate, authorize } from '../api/auth/authenticate.ts'
import { scopeOf } from '../api/auth/scopes.ts'
import type { Caller } from '../model/contract/caller.ts'
import type { Answer } from '../model/contract/answer.ts'
import type { AnyProtectedEndpoint, AnyPublicEndpoint, Endpoint } from '../model/contract/endpoint.ts'
import { after, attempt, type Eventually } from '../tools/eventually.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { assertMatches } from '../api/dialect/answer-schema.ts'
import { readJson, readText, toBody } from '../api/input/read-body.ts'
import { readForm } from '../api/input/read-form.ts'
import { parseSearch, readParams, readQuery } from '../api/input/read-parameters.ts'
import { toResponse } from '../api/dialect/respond.ts'
import { memoryIsFull } from '../world/world-memory.ts'
import type { World } from '../world/world.ts'

/**
 * Serves an endpoint: authenticates the caller, reads and checks the input, calls the handler and renders its answer.
 * @throws ApiError when the request is refused.
 */
export function serveEndpoint(exchange: ServedExchange, options: AppOptions): Eventually<Response> {
  const { endpoint, request, scope } = exchange
  const { dialect } = options
  // HEAD runs on a fork, so that it leaves no trace even where GET completes something.
  const world = request.method === 'HEAD' ? scope.world.fork() : scope.world
  const admission = admit(exchange, world)
  const limits = options.countRequest(scope, admission.caller)
  if (scope.world.memory?.isFull && (request.method === 'POST' || request.method === 'PUT'))
    throw new ApiError('tooLarge', memoryIsFull, { code: 'memory_full' })
  const serve = () =>
    after(answer(admission, exchange, world, options), (answered) => {
      const response = toResponse(answered, dialect, { limits, cors: scope.cors })
      return options.checkResponses ? assertMatches(endpoint, response, dialect).then(() => response) : response
    })
  if (dialect.conventions.rateLimit === 0) return serve()
  return attempt(serve, (error) => {
    // A refused request counts like any other, so its answer has the RateLimit headers.
    if (error instanceof ApiError) error.headers = { ...limits, ...error.headers }
    throw error
  })
}

/** An endpoint with the caller that it admits. */
type Admission =
  | { readonly endpoint: AnyPublicEndpoint; readonly caller: undefined }
  | { readonly endpoint: AnyProtectedEndpoint; readonly caller: Caller }

function isPublic(endpoint: Endpoint): endpoint is AnyPublicEndpoint {
  return endpoint.credentials.length === 0
}

/** Authenticates and authorizes the caller. @throws ApiError `unauthenticated` or `forbidden`. */
function admit({ endpoint, request, scope, dialect }: ServedExchange, world: World): Admission {
  if (isPublic(endpoint)) return { endpoint, caller: undefined }
  const caller = authenticate(world, request.headers.get('authorization'), endpoint.credentials)
  scope.draft.credentials = caller.kind
  scope.draft.credential = caller.credentialId
  if (endpoint.family) {
    const action = endpoint.action ?? (endpoint.method === 'GET' ? 'read' : 'write')
    authorize(caller, scopeOf(endpoint.family, action), dialect.conventions)
  }
  return { endpoint, caller }
}

function answer(
  admission: Admission,
  exchange: ServedExchange,
  world: World,
  { adapters, checkResponses, onError }: AppOptions,
): Eventually<Answer> {
  const { endpoint, request, scope, dialect, rawParams } = exchange
  const { conventions } = dialect
  const params = readParams(endpoint.params, rawParams, scope.path.startsWith('/0/'))
  const parameters = parseSearch(scope.search)
  const bodySchema: TObject | undefined = endpoint.body
  // The schema of an adapter's command may name no members.
  const inBody = bodySchema?.properties && Object.keys(bodySchema.properties)
  const query = readQuery(endpoint.query, parameters, conventions, inBody)
  return after(readRequestBody(exchange, parameters), (body) => {
    const context = {
      request,
      baseUrl: scope.baseUrl,
      path: scope.path,
      search: scope.search,
      world,
      worldSuffix: scope.worldSuffix,
      draft: scope.draft,
      cors: scope.cors,
      conventions,
      dialect,
      adapters,
      checkResponses,
      onError,
      params,
      query,
      body,
    }
    const { caller } = admission
    return caller === undefined
      ? admission.endpoint.handle(context)
      : admission.endpoint.handle(Object.assign(context, { caller }))
  })
}

function readRequestBody(
  { endpoint, request, scope, dialect }: ServedExchange,
  parameters: ReadonlyMap<string, readonly string[]>,
): Eventually<unknown> {
  const { conventions } = dialect
  if (endpoint.bodyType === 'own') return undefined
  if (!endpoint.body) {
    // Only the journal reads it, and reports it as unread.
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body
    return hasBody
      ? readText(request, conventions.bodyLimit, scope.draft).then(
          () => undefined,
          () => undefined,
        )
      : undefined
  }
  const schema: TObject = endpoint.body
  if (endpoint.bodyType === 'form') return readForm(schema, request, conventions, scope.draft)
  return readJson(request, conventions, scope.draft).then((json) => toBody(schema, json, parameters, conventions))
}
