import { ApiError } from '../api/dialect/api-error.ts'
import { preflight, addCors } from '../api/dialect/cors.ts'
import type { Dialect } from '../api/dialect/dialect.ts'
import { declaredInput } from '../api/input/list-query.ts'
import { methodEndpoint, type Route, type RouteMatch } from '../api/routing/router.ts'
import type { AskedOperation } from '../disturb/deviations/deviation.ts'
import type { Method, ServedEndpoint } from '../model/contract/endpoint.ts'
import type { OpenMembers } from '../model/resources/resources.ts'
import { shortPath } from '../tools/short-text.ts'
import type { AnyContext, RequestContext, SharedStep } from './context.ts'
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
