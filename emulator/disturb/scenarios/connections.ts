import { ApiError } from '../../api/dialect/api-error.ts'
import { codeOfStatus } from '../../api/dialect/error-codes.ts'
import type { Middleware, RoutedContext } from '../../model/contract/request-context.ts'
import { ConnectionDropped } from '../../tools/connection-dropped.ts'
import { sleep } from '../../tools/sleep.ts'
import { acceptsCredentials, actOnFirst } from './scenario.ts'

/** The path with its trailing slash added or removed. */
const otherForm = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)

/** Returns true if a request has the documented form of the path. */
function isDocumentedForm({ endpoint: { path: template }, path, conventions }: RoutedContext): boolean {
  const documented = typeof template === 'string' ? template : template(conventions)
  return documented.endsWith('/') === path.endsWith('/')
}

/** Does the first successful write, and refuses it all the same. */
function loseAnswer(refusal: () => Error): Middleware {
  let done = false
  return async (context, next) => {
    const isWrite = !done && context.request.method !== 'GET' && acceptsCredentials(context)
    const response = await next(context)
    if (!isWrite || done || !response.ok) return response
    done = true
    throw refusal()
  }
}

/** Answers that come late or never, and redirects. */
export const connections = {
  title: 'Connections and redirects',
  scenarios: {
    'slow-answer': {
      clause: '8',
      description:
        'The first request with valid credentials is served at once, and answered N milliseconds later (default: 2000), in real time.',
      setting: { meaning: 'milliseconds until the answer', default: 2000, most: 600_000 },
      begin: (milliseconds: number): Middleware =>
        actOnFirst(acceptsCredentials, async (context, next) => {
          const response = await next(context)
          await sleep(milliseconds, context.request.signal)
          return response
        }),
    },
    'connection-dropped-on-read': {
      clause: '4',
      description:
        'The first GET with valid credentials is not answered: the connection is closed. The same request then succeeds.',
      begin: (): Middleware =>
        actOnFirst(
          (context) => context.request.method === 'GET' && acceptsCredentials(context),
          () => Promise.reject(new ConnectionDropped()),
        ),
    },
    'connection-dropped-after-write': {
      clause: '4',
      description:
        'The first successful POST, PUT or DELETE with valid credentials is done but not answered: the connection is closed.',
      begin: (): Middleware => loseAnswer(() => new ConnectionDropped()),
    },
    'gateway-timeout-after-write': {
      clause: '7',
      description:
        'The first successful POST, PUT or DELETE with valid credentials is done, but answered with 504, as by a gateway that stopped waiting.',
      begin: (): Middleware =>
        loseAnswer(
          () => new ApiError('fault', 'The gateway had no answer in time.', { status: 504, code: codeOfStatus(504) }),
        ),
    },
    'slash-redirect': {
      clause: '4.9',
      description:
        'Every GET of a documented path with valid credentials is answered with 308 to the same path with its trailing slash added or removed, where it is served.',
      servesEitherSlash: true,
      begin: (): Middleware => (context, next) => {
        const { request, baseUrl, path, search, cors } = context
        if (request.method !== 'GET' || !acceptsCredentials(context) || !isDocumentedForm(context)) return next(context)
        const headers = { Location: `${baseUrl}${otherForm(path)}${search}`, ...cors }
        return Promise.resolve(new Response(null, { status: 308, headers }))
      },
    },
  },
}
