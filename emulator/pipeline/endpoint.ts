// Serves a request by its endpoint: finds the route, checks the credentials, reads the input and calls the handler.
import type { TObject, TSchema } from 'typebox'
import { authenticate, authorize } from '../api/auth/authenticate.ts'
import { toScope } from '../api/auth/scopes.ts'
import { assertAnswerMatches } from '../api/dialect/answer-schema.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { addCors, preflight } from '../api/dialect/cors.ts'
import type { Dialect } from '../api/dialect/dialect.ts'
import { noLimits, toResponse } from '../api/dialect/respond.ts'
import { declaredInput, isPageless, pageQuery } from '../api/input/list-query.ts'
import { largeBody, readJsonBody, readBodyText, toBody } from '../api/input/read-body.ts'
import { readForm } from '../api/input/read-form.ts'
import { parseSearch, readParams, readQuery } from '../api/input/read-parameters.ts'
import { methodEndpoint, type Route, type RouteMatch } from '../api/routing/router.ts'
import type { AskedOperation } from '../disturb/deviations/deviation.ts'
import type { Answer } from '../model/contract/answer.ts'
import type { Method, ServedEndpoint } from '../model/contract/endpoint.ts'
import type { OpenMembers } from '../model/resources/resources.ts'
import { describeFaults, keyword } from '../tools/json-schema.ts'
import { findFaults } from '../tools/schema-validator.ts'
import { shortPath } from '../tools/short-text.ts'
import { memoryIsFull } from '../world/world-memory.ts'
import type { AnyContext, RequestContext, Rest, SharedStep, Step } from './context.ts'
import { refuseNoted } from './refuse.ts'

/** Finds the endpoint of a request. Answers OPTIONS, and refuses unknown paths and methods. */
export const findRoute: SharedStep = (context, next) => {
  const found = lookUpRoute(context)
  if (!found) return answerUnknownPath(context)
  const { route, params } = found
  const { request, app } = context
  context.route = route
  if (request.method === 'OPTIONS') return answerOptions(route, context)
  const endpoint = methodEndpoint(route, request.method)
  if (!endpoint) {
    throw new ApiError('method', `${request.method} is not allowed here. The methods are: ${route.allow}.`, {
      headers: { Allow: route.allow },
    })
  }
  context.endpoint = endpoint
  context.rawParams = params
  context.dialect = app.dialect.of(endpoint.id)
  context.conventions = context.dialect.conventions
  return next(context)
}

/** The operation for a method at an address; undefined for HEAD and OPTIONS, and if nothing is served there. */
export function servedOperation(
  { app, isBelowBase, path, baseUrl }: RequestContext,
  method: string,
): AskedOperation | undefined {
  const found = isBelowBase ? app.router.find(path) : undefined
  const endpoint = found?.route.endpoints.get(method as Method)
  return found && endpoint && { id: endpoint.id, params: found.params, baseUrl }
}

/** The route of a path. If a scenario redirects there, the trailing slash may be added or removed. */
function lookUpRoute<Served extends ServedEndpoint>({
  app,
  isBelowBase,
  path,
  world,
}: RequestContext<Served>): RouteMatch<Served> | undefined {
  if (!isBelowBase) return undefined
  const found = app.router.find(path)
  if (found || !world?.scenarios.serveEitherSlash) return found
  return app.router.find(path.endsWith('/') ? path.slice(0, -1) : `${path}/`)
}

async function answerOptions(
  route: Route<ServedEndpoint>,
  { request, app, cors, world }: AnyContext,
): Promise<Response> {
  const { allow } = route
  const { optionsAnswer } = app.dialect.conventions
  const answer = () =>
    optionsAnswer === 'noContent'
      ? new Response(null, { status: 204, headers: { Allow: allow } })
      : optionsAnswer === 'empty'
        ? new Response(null, { headers: { Allow: allow } })
        : Response.json(describeRoute(route, world?.openMembers, app.dialect), { headers: { Allow: allow } })
  return addCors(preflight(request, allow) ?? answer(), cors)
}

/** A route for people: the summary and the input of each method. */
function describeRoute(
  { path, endpoints, allow }: Route<ServedEndpoint>,
  openMembers: OpenMembers = false,
  dialect: Dialect,
) {
  const methods = Object.fromEntries(
    [...endpoints].map(([method, endpoint]) => {
      const { id, summary, credentials, params } = endpoint
      const { query, body } = declaredInput(endpoint, openMembers, dialect.of(endpoint.id).conventions)
      return [method, { operation: id, summary, credentials, parameters: { path: params, query }, body }]
    }),
  )
  return { path, allow: allow.split(', '), methods }
}

/** Answers a preflight: if it failed, a browser would show neither the 404 nor its hint. Refuses any other request. */
async function answerUnknownPath(context: AnyContext): Promise<Response> {
  const { request, cors, isBelowBase, path, app } = context
  if (!isBelowBase) {
    const message = `There is no endpoint at ${shortPath(path)}: every path begins with ${app.options.basePath}.`
    return refuseNoted(new ApiError('unknownPath', message), context)
  }
  const answered = preflight(request, 'GET, HEAD, POST, PUT, DELETE, OPTIONS')
  return answered ? addCors(answered, cors) : refuseNoted(app.unknownPath(path), context)
}

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
async function addLimitHeaders(context: RequestContext, next: Rest): Promise<Response> {
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
export const readInput: SharedStep = (context, next) => {
  const { endpoint, conventions, rawParams, path, search, world } = context
  context.params = readParams(endpoint.params, rawParams, path.startsWith('/0/'))
  const parameters = parseSearch(search)
  const { query: querySchema, body } = declaredInput(endpoint, world?.openMembers ?? false, conventions)
  const bodySchema = body as TSchema | undefined
  // The schema of an adapter's command may name no members.
  const inBody = bodySchema && endpoint.bodyType !== 'whole' ? Object.keys(keyword(bodySchema, 'properties') ?? {}) : []
  const others = isPageless(endpoint, conventions) ? pageParameters : inBody
  context.query = readQuery(querySchema, parameters, conventions, others)
  // Without a body, a request is served at the time of its arrival.
  return hasBody(context, bodySchema)
    ? awaitBody(context, readRequestBody(context, bodySchema, parameters), () => next(context))
    : next(context)
}

async function awaitBody(
  context: AnyContext,
  reading: Promise<unknown>,
  next: () => Promise<Response>,
): Promise<Response> {
  context.body = await reading
  return await next()
}

/** Returns true for a body to read. Without a schema, it is refused, or only the journal uses it, to report it as unread. */
function hasBody({ endpoint: { bodyType }, request }: AnyContext, schema: TSchema | undefined): boolean {
  if (schema || bodyType === 'own' || bodyType === 'whole') return bodyType !== 'own'
  return request.method !== 'GET' && request.method !== 'HEAD' && request.body !== null
}

async function readRequestBody(
  { endpoint, request, route, draft, conventions }: AnyContext,
  schema: TSchema | undefined,
  parameters: ReadonlyMap<string, readonly string[]>,
): Promise<unknown> {
  const { method, bodyType, bodyLimit = conventions.bodyLimit, bodyOptional } = endpoint
  const place = `${method} ${route!.path}`
  if (!schema) {
    const text = await readBodyText(request, bodyType === 'whole' ? 0 : bodyLimit, draft).catch(() => 'too long')
    if (bodyType === 'whole' && text !== '') throw new ApiError('refused', `${place} takes no body. Leave it out.`)
    return undefined
  }
  if (bodyType === 'form') return await readForm(schema, request, conventions, draft, endpoint)
  const mostValues = (endpoint.bodyLimit ?? 0) > largeBody ? Infinity : undefined
  const json = await readJsonBody(request, { bodyLimit, mostValues }, draft)
  if (bodyType !== 'whole') return toBody(schema as TObject, json, parameters, conventions)
  const hint = 'OPTIONS shows its schema.'
  if (json === undefined && !bodyOptional)
    throw new ApiError('refused', `${place} needs a JSON body; got none. ${hint}`)
  const body = json === undefined ? {} : json
  const faults = findFaults(schema, body)
  if (faults.length === 0) return body
  throw new ApiError('refused', `The body is invalid: ${describeFaults(faults)}. ${hint}`, { details: faults })
}

/** Calls the handler of the endpoint, and makes the response of its answer. */
export async function callHandler(context: RequestContext): Promise<Response> {
  const { endpoint, draft, dialect, limits, cors, checkResponses, world } = context
  const { clock } = world
  draft.served = clock.hold()
  let answering: Answer | Promise<Answer>
  try {
    answering = endpoint.handle(context)
  } finally {
    clock.release()
  }
  const answer = await answering
  const response = toResponse(answer, dialect, { limits, cors, index: draft.index })
  if (checkResponses) await assertAnswerMatches(endpoint, response, dialect, world)
  return response
}
