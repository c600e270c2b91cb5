import type { TObject } from 'typebox'
import type { AppOptions, ServedRequest } from './served-request.ts'
import { authenticate, authorize } from '../api/auth/authenticate.ts'
import { scopeOf } from '../api/auth/scopes.ts'
import type { Caller } from '../model/contract/caller.ts'
import type { Answer } from '../model/contract/answer.ts'
import type { PublicContext } from '../model/contract/context.ts'
import type { AnyPublicEndpoint, Endpoint } from '../model/contract/endpoint.ts'
import { after, attempt, type Eventually } from '../tools/eventually.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { assertMatches } from '../api/dialect/answer-schema.ts'
import { inputOf } from '../api/input/input-of.ts'
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
export function serveEndpoint(routed: ServedRequest, countRequest: AppOptions['countRequest']): Eventually<Response> {
  const { endpoint, request, cors, dialect } = routed
  // HEAD runs on a fork, so that it leaves no trace even where GET completes something.
  const world = request.method === 'HEAD' ? routed.world.fork() : routed.world
  const { caller, handle } = admit(routed, world)
  const limits = countRequest(routed.world, caller)
  if (routed.world.memory?.isFull && (request.method === 'POST' || request.method === 'PUT'))
    throw new ApiError('tooLarge', memoryIsFull, { code: 'memory_full' })
  const serve = () =>
    after(answer(routed, world, handle), (answered) => {
      const response = toResponse(answered, dialect, { limits, cors, index: routed.draft.index })
      return routed.checkResponses ? assertMatches(endpoint, response, dialect, world).then(() => response) : response
    })
  if (dialect.conventions.rateLimit === 0) return serve()
  return attempt(serve, (error) => {
    // A refused request counts like any other, so its answer has the RateLimit headers.
    if (error instanceof ApiError) error.headers = { ...limits, ...error.headers }
    throw error
  })
}

/* eslint-disable-next-line typescript/no-explicit-any -- each handler's types differ, and only it relies on them */
type Handle = (context: PublicContext<any, any, any>) => Eventually<Answer>

function isPublic(endpoint: Endpoint): endpoint is AnyPublicEndpoint {
  return endpoint.credentials.length === 0
}

/**
 * Authenticates and authorizes the caller.
 * @returns the caller of a protected endpoint, and the handler, which knows the caller.
 * @throws ApiError `unauthenticated` or `forbidden`.
 */
function admit(
  { endpoint, request, draft, conventions }: ServedRequest,
  world: World,
): { readonly caller: Caller | undefined; readonly handle: Handle } {
  if (isPublic(endpoint)) return { caller: undefined, handle: endpoint.handle }
  const caller = authenticate(world, request.headers.get('authorization'), endpoint.credentials)
  draft.credentials = caller.kind
  draft.credential = caller.credentialId
  if (endpoint.family) {
    const action = endpoint.action ?? (endpoint.method === 'GET' ? 'read' : 'write')
    authorize(caller, scopeOf(endpoint.family, action), conventions)
  }
  return { caller, handle: (context) => endpoint.handle(Object.assign(context, { caller })) }
}

function answer(routed: ServedRequest, world: World, handle: Handle): Eventually<Answer> {
  const { endpoint, conventions, rawParams, path, search, draft } = routed
  const params = readParams(endpoint.params, rawParams, path.startsWith('/0/'))
  const parameters = parseSearch(search)
  const { query: querySchema, body } = inputOf(endpoint, world.openMembers, conventions)
  const bodySchema: TObject | undefined = body
  // The schema of an adapter's command may name no members.
  const inBody = bodySchema?.properties && Object.keys(bodySchema.properties)
  const query = readQuery(querySchema, parameters, conventions, inBody)
  return after(readRequestBody(routed, bodySchema, parameters), (body) => {
    const { clock } = world
    draft.served = clock.hold()
    try {
      return handle({ ...routed, world, params, query, body })
    } finally {
      clock.release()
    }
  })
}

function readRequestBody(
  { endpoint, request, draft, conventions }: ServedRequest,
  schema: TObject | undefined,
  parameters: ReadonlyMap<string, readonly string[]>,
): Eventually<unknown> {
  if (endpoint.bodyType === 'own') return undefined
  if (!schema) {
    // Only the journal reads it, and reports it as unread.
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body
    return hasBody
      ? readText(request, conventions.bodyLimit, draft).then(
          () => undefined,
          () => undefined,
        )
      : undefined
  }
  if (endpoint.bodyType === 'form') return readForm(schema, request, conventions, draft, endpoint)
  return readJson(request, conventions, draft).then((json) => toBody(schema, json, parameters, conventions))
}
