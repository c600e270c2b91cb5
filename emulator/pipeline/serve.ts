import type { TObject } from 'typebox'
import { authenticate, authorize } from '../api/auth/authenticate.ts'
import { toScope } from '../api/auth/scopes.ts'
import { assertAnswerMatches } from '../api/dialect/answer-schema.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { noLimits, toResponse } from '../api/dialect/respond.ts'
import { declaredInput } from '../api/input/input-of.ts'
import { hasPages, pageQuery } from '../api/input/list-query.ts'
import { readJsonBody, readBodyText, toBody } from '../api/input/read-body.ts'
import { readForm } from '../api/input/read-form.ts'
import { parseSearch, readParams, readQuery } from '../api/input/read-parameters.ts'
import type { Next } from '../model/contract/request-context.ts'
import { memoryIsFull } from '../world/world-memory.ts'
import type { PipelineContext, Step } from './context.ts'

/**
 * Authenticates and authorizes the caller of a protected endpoint, and counts the request against the rate limit.
 * @throws ApiError `unauthenticated`, `forbidden` or `rateLimited`.
 */
export const checkCredentials: Step = (context, next) => {
  const { endpoint, request, draft, conventions, world, app } = context
  if (endpoint.credentials.length > 0) {
    const caller = (context.caller = authenticate(world, request.headers.get('authorization'), endpoint.credentials))
    draft.credentials = caller.kind
    draft.credential = caller.credentialId
    if (endpoint.family) {
      const action = endpoint.action ?? (endpoint.method === 'GET' ? 'read' : 'write')
      authorize(caller, toScope(endpoint.family, action), conventions)
    }
  }
  const { rateLimit } = conventions
  context.limits = rateLimit === 0 ? noLimits : app.options.limiter.count(world, context.caller, rateLimit)
  if (world.memory?.isFull && (request.method === 'POST' || request.method === 'PUT'))
    throw new ApiError('tooLarge', memoryIsFull, { code: 'memory_full' })
  // HEAD runs on a fork, so that it leaves no trace even where GET completes something.
  const admitted = request.method === 'HEAD' ? { ...context, world: world.fork() } : context
  return rateLimit === 0 ? next(admitted) : addLimitHeaders(admitted, next)
}

/** A refused request counts like any other, so its answer has the RateLimit headers. */
async function addLimitHeaders(context: PipelineContext, next: Next<PipelineContext>): Promise<Response> {
  try {
    return await next(context)
  } catch (error) {
    if (error instanceof ApiError) error.headers = { ...context.limits, ...error.headers }
    throw error
  }
}

/** The parameters that a list without pages ignores. */
const pageParameters = Object.keys(pageQuery)

/** Reads and checks the parameters and the body. @throws ApiError */
export const readInput: Step = (context, next) => {
  const { endpoint, conventions, rawParams, path, search, world } = context
  context.params = readParams(endpoint.params, rawParams, path.startsWith('/0/'))
  const parameters = parseSearch(search)
  const { query: querySchema, body } = declaredInput(endpoint, world.openMembers, conventions)
  const bodySchema: TObject | undefined = body
  // The schema of an adapter's command may name no members.
  const inBody = bodySchema?.properties && Object.keys(bodySchema.properties)
  const isWhole = endpoint.answer.kind === 'list' && !hasPages(endpoint, conventions)
  context.query = readQuery(querySchema, parameters, conventions, isWhole ? pageParameters : inBody)
  const reading = readRequestBody(context, bodySchema, parameters)
  // Without a body, a request is served at the time of its arrival.
  return reading ? awaitBody(context, reading, next) : next(context)
}

async function awaitBody(
  context: PipelineContext,
  reading: Promise<unknown>,
  next: Next<PipelineContext>,
): Promise<Response> {
  context.body = await reading
  return await next(context)
}

/** Reads the body; undefined if there is nothing to read. */
function readRequestBody(
  { endpoint, request, draft, conventions }: PipelineContext,
  schema: TObject | undefined,
  parameters: ReadonlyMap<string, readonly string[]>,
): Promise<unknown> | undefined {
  if (endpoint.bodyType === 'own') return undefined
  if (!schema) {
    // Only the journal uses this body, to report it as unread.
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body
    return hasBody
      ? readBodyText(request, conventions.bodyLimit, draft).then(
          () => undefined,
          () => undefined,
        )
      : undefined
  }
  if (endpoint.bodyType === 'form') return readForm(schema, request, conventions, draft, endpoint)
  return readJsonBody(request, conventions, draft).then((json) => toBody(schema, json, parameters, conventions))
}

/** Calls the handler of the endpoint, and makes the response of its answer. */
export async function callHandler(context: PipelineContext): Promise<Response> {
  const { endpoint, draft, dialect, limits, cors, checkResponses, world } = context
  const { clock } = world
  draft.served = clock.hold()
  const answering = (() => {
    try {
      return endpoint.handle(context)
    } finally {
      clock.release()
    }
  })()
  // Most answers are ready, and awaiting them would take a microtask.
  const answer = answering instanceof Promise ? await answering : answering
  const response = toResponse(answer, dialect, { limits, cors, index: draft.index })
  if (checkResponses) await assertAnswerMatches(endpoint, response, dialect, world)
  return response
}
