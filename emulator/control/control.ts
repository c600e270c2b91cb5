import type { Conventions } from '../dialect/conventions.ts'
import type { Emulator } from '../create-emulator.ts'
import { nearest } from '../tools/nearest.ts'
import { WorldError } from '../world/worlds.ts'
import { ControlError } from './control-error.ts'
import { controlEndpoints } from './control-endpoints.ts'
import type { ControlEndpoint } from './define-control.ts'
import { readControlBody, readControlParams, readControlQuery } from './read-control.ts'

export interface ControlScope {
  readonly worldName: string
  /** The path behind `/_emulator`. */
  readonly path: string
  readonly search: string
  readonly baseUrl: string
}

export type Control = (request: Request, scope: ControlScope) => Promise<Response>

interface ControlRoute {
  readonly path: string
  readonly endpoints: ReadonlyMap<string, ControlEndpoint>
  readonly allow: string
}

/** The control API under `/_emulator/`: its routes, OPTIONS, HEAD and 405 follow from the list of its endpoints. */
export function createControl(emulator: Emulator, initialConventions: Conventions): Control {
  const routes = toControlRoutes(controlEndpoints)
  return async function control(request, scope) {
    try {
      return await serve(emulator, initialConventions, routes, request, scope)
    } catch (error) {
      if (error instanceof ControlError) return error.toResponse()
      if (error instanceof WorldError) return new ControlError('invalid_request', error.message).toResponse()
      throw error
    }
  }
}

async function serve(
  emulator: Emulator,
  initialConventions: Conventions,
  routes: readonly ControlRoute[],
  request: Request,
  scope: ControlScope,
): Promise<Response> {
  const { route, raw } = findRoute(routes, scope.path)
  const { allow } = route
  if (request.method === 'OPTIONS') {
    const methods = Object.fromEntries(
      [...route.endpoints].map(([method, { id, summary, params, query, body }]) => [
        method,
        { operation: id, summary, parameters: { path: params, query }, body },
      ]),
    )
    return Response.json(
      { path: `/_emulator${route.path}`, allow: allow.split(', '), methods },
      { headers: { Allow: allow } },
    )
  }
  const endpoint = route.endpoints.get(request.method === 'HEAD' ? 'GET' : request.method)
  if (!endpoint)
    throw new ControlError(
      'method_not_allowed',
      `${request.method} is not served at /_emulator${route.path}. Served are: ${allow}.`,
      { headers: { Allow: allow } },
    )
  const params = readControlParams(raw)
  const query = readControlQuery(endpoint, scope.search)
  const body = await readControlBody(endpoint, request)
  const answer = endpoint.handle({
    emulator,
    world: emulator.worlds.use(scope.worldName),
    initialConventions,
    baseUrl: scope.baseUrl,
    params,
    query,
    body,
  })
  const { status = 200, headers = {} } = answer
  const response =
    answer.body === undefined
      ? new Response(null, { status, headers })
      : Response.json(answer.body, { status, headers })
  // What is read here changes with every request.
  response.headers.set('Cache-Control', 'no-store')
  return request.method === 'HEAD' ? new Response(null, response) : response
}

const methodOrder = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

function toControlRoutes(endpoints: readonly ControlEndpoint[]): readonly ControlRoute[] {
  const byPath = new Map<string, Map<string, ControlEndpoint>>()
  for (const endpoint of endpoints) {
    const methods = byPath.get(endpoint.path) ?? new Map<string, ControlEndpoint>()
    byPath.set(endpoint.path, methods.set(endpoint.method, endpoint))
  }
  return [...byPath].map(([path, methods]) => {
    const served = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS']
    return { path, endpoints: methods, allow: methodOrder.filter((method) => served.includes(method)).join(', ') }
  })
}

function findRoute(
  routes: readonly ControlRoute[],
  path: string,
): { readonly route: ControlRoute; readonly raw: Readonly<Record<string, string>> } {
  const given = (path === '' ? '/' : path).split('/')
  // A slash at the end changes nothing here: people type these addresses by hand.
  if (given.length > 2 && given.at(-1) === '') given.pop()
  for (const route of routes) {
    const raw = match(route.path.split('/'), given)
    if (raw) return { route, raw }
  }
  const paths = routes.map((route) => route.path)
  const hint = nearest(path, paths) ?? paths.find((candidate) => candidate.split('/')[1] === given[1])
  throw new ControlError(
    'unknown_path',
    `The control API has nothing at /_emulator${path.slice(0, 200)}.${hint === undefined ? '' : ` The nearest is /_emulator${hint}.`} GET /_emulator/ lists everything.`,
  )
}

function match(template: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (template.length !== given.length) return undefined
  const raw: Record<string, string> = {}
  for (const [index, segment] of template.entries()) {
    const value = given[index]!
    if (segment.startsWith('{')) {
      if (value === '') return undefined
      raw[segment.slice(1, -1)] = value
    } else if (segment !== value) return undefined
  }
  return raw
}
