import type { Conventions } from '../model/contract/conventions.ts'
import type { ControlApi, ControlScope } from '../model/contract/control.ts'
import type { Emulator } from '../emulator.ts'
import { describeRoute } from '../api/routing/describe-route.ts'
import { endpointFor, type RouteMatch, Router, toRoutes } from '../api/routing/router.ts'
import { Turn } from '../tools/in-turns.ts'
import { nearest } from '../tools/nearest.ts'
import { controlEndpointsWith } from './control-endpoints.ts'
import type { ControlAnswer, ControlContext, ControlEndpoint } from './define-control.ts'
import { EventStreams } from './event-stream.ts'
import { readControlBody, readControlParams, readControlQuery } from './read-control.ts'
import { ApiError, refusals } from '../api/dialect/api-error.ts'
import { refusalOf } from '../api/dialect/refusal-of.ts'

/**
 * Makes the control API under `/_emulator/`. Routes, OPTIONS, HEAD and 405 derive from the list of endpoints.
 * @param more Endpoints that the caller adds.
 */
export function createControl(
  emulator: Emulator,
  initialConventions: Conventions,
  more: readonly ControlEndpoint[] = [],
): ControlApi {
  const routes = toRoutes(controlEndpointsWith(more).map((endpoint) => [endpoint.path, endpoint]))
  // People type these URLs by hand, so a trailing slash is ignored.
  const router = new Router(routes, 'any')
  const shared = { emulator, initialConventions, streams: new EventStreams() }
  return async function control(request, scope) {
    const response = await answer(request, scope)
    return request.method === 'HEAD' ? new Response(null, response) : response
  }

  async function answer(request: Request, scope: ControlScope): Promise<Response> {
    try {
      return await serve(shared, router, request, scope)
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      return toResponse(refusal)
    }
  }
}

async function serve(
  shared: Pick<ControlContext, 'emulator' | 'initialConventions' | 'streams'>,
  router: Router<ControlEndpoint>,
  request: Request,
  scope: ControlScope,
): Promise<Response> {
  const { route, params: raw } = find(router, scope.path)
  const { allow } = route
  if (request.method === 'OPTIONS') return describeRoute(route, `/_emulator${route.path}`)
  const endpoint = endpointFor(route, request.method)
  if (!endpoint)
    throw new ApiError('method', `/_emulator${route.path} does not allow ${request.method}. Allowed are: ${allow}.`, {
      headers: { Allow: allow },
    })
  const params = readControlParams(raw)
  const query = readControlQuery(endpoint, scope.search)
  const body = await readControlBody(endpoint, request)
  const answer = await endpoint.handle({
    ...shared,
    // Not at once: a world that was evicted can be created anew below its own path.
    get world() {
      const { worlds } = shared.emulator
      return looks(request) ? worlds.look(scope.worldName) : worlds.use(scope.worldName)
    },
    request,
    baseUrl: scope.baseUrl,
    params,
    query,
    body,
  })
  const response = responseOf(answer)
  // Every request changes the state that this API shows.
  response.headers.set('Cache-Control', 'no-store')
  return response
}

/** Returns true for a request that changes nothing, so that it creates no world either. */
function looks({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

function responseOf({ status = 200, headers = {}, body, text, stream }: ControlAnswer): Response {
  if (stream) return new Response(stream, { status, headers })
  if (text) return new Response(streamOf(text), { status, headers: { 'content-type': 'application/json', ...headers } })
  return body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers })
}

/** Makes each piece when the client has room for it, and serves others between the pieces. */
function streamOf(text: Iterator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const work = new Turn()
  return new ReadableStream(
    {
      type: 'bytes',
      pull: async (controller) => {
        for (;;) {
          await work.end()
          const { done, value } = text.next()
          if (done) {
            controller.close()
            return controller.byobRequest?.respond(0)
          }
          if (value !== '') return controller.enqueue(encoder.encode(value))
        }
      },
      cancel: () => void text.return?.(),
    },
    { highWaterMark: 0 },
  )
}

function find(router: Router<ControlEndpoint>, path: string): RouteMatch<ControlEndpoint> {
  const found = router.find(path === '' ? '/' : path)
  if (found) return found
  const paths = router.routes.map((route) => route.path)
  const named = paths.filter((candidate) => candidate !== '/')
  const hint = nearest(path, named) ?? named.find((candidate) => candidate.split('/')[1] === path.split('/')[1])
  const suggestion = hint === undefined ? '' : ` The nearest is /_emulator${hint}.`
  throw new ApiError(
    'unknownPath',
    `The control API has no path /_emulator${path.slice(0, 200)}.${suggestion} GET /_emulator/ lists all paths.`,
    { code: 'unknown_path' },
  )
}

/** Makes the response of a refusal. Conventions do not change the format of the control API. */
function toResponse({ kind, code, status = refusals[kind].status, message, details, headers }: ApiError): Response {
  const error = details.length > 0 ? { code, message, details } : { code, message }
  return Response.json({ error }, { status, headers })
}
