import { defaultWorldName } from '../api/auth/sent-credential.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { defaultConventions } from '../api/dialect/conventions.ts'
import { Dialect } from '../api/dialect/dialect.ts'
import { Router, toRoutes } from '../api/routing/router.ts'
import type { Emulator } from '../emulator.ts'
import type { Conventions } from '../model/contract/conventions.ts'
import { type AnyContext, compose, type RequestContext, type Rest, type Step } from '../pipeline/context.ts'
import type { App, AppOptions } from '../pipeline/app.ts'
import { worldOfAddress } from '../pipeline/find-world.ts'
import { answerRefusals, leaveOutHeadBody } from '../pipeline/refuse.ts'
import { findRoute, readInput } from '../pipeline/endpoint.ts'
import { TimeSlice } from '../tools/in-turns.ts'
import { nearest } from '../tools/nearest.ts'
import { shortPath } from '../tools/short-text.ts'
import { listControlEndpoints } from './control-endpoints.ts'
import type { ControlAnswer, ControlEndpoint } from './define-control.ts'
import { EventStreams } from './event-stream.ts'

interface ControlParts {
  readonly emulator: Emulator
  readonly initialConventions: Conventions
  readonly app: AppOptions
  /** Endpoints that the caller adds. */
  readonly more?: readonly ControlEndpoint[] | undefined
}

/** The conventions of the control API. People type its URLs by hand, so a slash at the end is ignored. */
const controlConventions: Conventions = {
  ...defaultConventions,
  trailingSlash: 'any',
  unknownParameters: 'refuse',
  bodyLimit: 65_536,
}

/**
 * Makes the pipeline of the control API. It shares routing, input and refusals with the emulated API; its last step
 * differs, since conventions do not change its answers, and some are streams.
 */
export function createControl({ emulator, initialConventions, app, more = [] }: ControlParts): Rest {
  const shared = { emulator, initialConventions, streams: new EventStreams() }
  const served = toControlApp(app, listControlEndpoints(more))
  const way = compose<ControlEndpoint>(
    [answerRefusals, leaveOutHeadBody, findRoute, checkEncoding, readInput],
    async (context) => {
      const { request, endpoint } = context
      const worldName = worldOfAddress(context) ?? defaultWorldName
      // Looked up late: an evicted world can be created again below its own path.
      const get = () => (changesNothing(request) ? emulator.worlds.look(worldName) : emulator.worlds.use(worldName))
      const grown = Object.assign(Object.defineProperty(context, 'world', { get }), shared)
      const answer = await endpoint.handle(grown)
      const response = toControlResponse({ status: endpoint.answers[0]!.status, ...answer })
      // Every request changes the state that this API shows.
      response.headers.set('Cache-Control', 'no-store')
      return response
    },
  )
  return (context) => way(Object.assign(context as AnyContext, { app: served }) as RequestContext<ControlEndpoint>)
}

/** Refuses invalid percent-encoding in the path, which the emulated API takes for a part of a name. */
const checkEncoding: Step<ControlEndpoint> = (context, next) => {
  try {
    decodeURIComponent(context.path)
  } catch {
    throw new ApiError('refused', `The path must be valid percent-encoding; got ${shortPath(context.path)}.`)
  }
  return next(context)
}

/** The control API as an app. Conventions do not change it. */
function toControlApp(options: AppOptions, endpoints: readonly ControlEndpoint[]): App<ControlEndpoint> {
  const routes = toRoutes(endpoints.map((endpoint) => [`/_emulator${endpoint.path}`, endpoint]))
  const named = endpoints.map(({ path }) => path).filter((path) => path !== '/')
  return {
    options,
    dialect: new Dialect(controlConventions),
    router: new Router(routes, controlConventions.trailingSlash),
    unknownPath: (whole) => {
      const path = whole.slice('/_emulator'.length)
      const hint = nearest(path, named) ?? named.find((other) => other.split('/')[1] === path.split('/')[1])
      const suggestion = hint === undefined ? '' : ` The nearest is /_emulator${hint}.`
      return new ApiError(
        'unknownPath',
        `The control API has no path /_emulator${path.slice(0, 200)}.${suggestion} GET /_emulator/ lists all paths.`,
        { code: 'unknown_path' },
      )
    },
  }
}

/** Returns true for a request that changes nothing, so that it creates no world either. */
function changesNothing({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

function toControlResponse({
  status,
  headers = {},
  body,
  text,
  stream,
}: ControlAnswer & { readonly status: number }): Response {
  if (stream) return new Response(stream, { status, headers })
  if (text)
    return new Response(streamText(text), { status, headers: { 'content-type': 'application/json', ...headers } })
  return body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers })
}

/** Makes each piece when the client has room for it. Other requests are served between the pieces. */
function streamText(text: Iterator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const work = new TimeSlice()
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
