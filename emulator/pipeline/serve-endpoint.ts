import type { TObject } from 'typebox'
import type { Exchange } from './exchange.ts'
import { authenticate, authorize } from '../auth/authenticate.ts'
import { scopeOf } from '../auth/scopes.ts'
import type { Caller } from '../contract/caller.ts'
import type { Answer } from '../contract/answer.ts'
import { after, attempt, type Eventually } from '../tools/eventually.ts'
import { ApiError } from '../dialect/api-error.ts'
import { assertMatches } from '../dialect/answer-schema.ts'
import { readJson, readText, toBody } from '../input/read-body.ts'
import { readForm } from '../input/read-form.ts'
import { parseSearch, readParams, readQuery } from '../input/read-parameters.ts'
import { toResponse } from '../dialect/respond.ts'
import { memoryIsFull } from '../world/world-memory.ts'
import type { World } from '../world/world.ts'

/**
 * Serves an endpoint: authenticates the caller, reads and checks the input, calls the handler and renders its answer.
 * @throws ApiError when the request is refused.
 */
export function serveEndpoint(exchange: Exchange): Eventually<Response> {
  const { endpoint, request, scope, dialect, options } = exchange
  // HEAD runs on a fork, so that it leaves no trace even where GET completes something.
  const world = request.method === 'HEAD' ? scope.world.fork() : scope.world
  const caller = callerOf(exchange, world)
  const limits = options.countRequest(scope, caller)
  if (scope.world.memory?.isFull && (request.method === 'POST' || request.method === 'PUT'))
    throw new ApiError('tooLarge', memoryIsFull, { code: 'memory_full' })
  const serve = () =>
    after(answer(exchange, world, caller), (answered) => {
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

/** The caller; undefined at a public endpoint. @throws ApiError `unauthenticated` or `forbidden`. */
function callerOf({ endpoint, request, scope, dialect }: Exchange, world: World): Caller | undefined {
  if (endpoint.credentials.length === 0) return undefined
  const caller = authenticate(world, request.headers.get('authorization'), endpoint.credentials)
  scope.draft.credentials = caller.kind
  scope.draft.credential = caller.credentialId
  if (endpoint.family) {
    const action = endpoint.action ?? (endpoint.method === 'GET' ? 'read' : 'write')
    authorize(caller, scopeOf(endpoint.family, action), dialect.conventions)
  }
  return caller
}

function answer(exchange: Exchange, world: World, caller: Caller | undefined): Eventually<Answer> {
  const { endpoint, request, scope, dialect, rawParams, options } = exchange
  const { conventions } = dialect
  const params = readParams(endpoint.params, rawParams, scope.path.startsWith('/0/'))
  const parameters = parseSearch(scope.search)
  const bodySchema: TObject | undefined = endpoint.body
  // The schema of an adapter's command may name no members.
  const inBody = bodySchema?.properties && Object.keys(bodySchema.properties)
  const query = readQuery(endpoint.query, parameters, conventions, inBody)
  return after(readRequestBody(exchange, parameters), (body) =>
    endpoint.handle({
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
      adapters: options.adapters,
      caller: caller as Caller,
      checkResponses: options.checkResponses,
      onError: options.onError,
      params,
      query,
      body,
    }),
  )
}

function readRequestBody(
  { endpoint, request, scope, dialect }: Exchange,
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
