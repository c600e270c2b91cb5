import type { Middleware, RoutedContext } from '../../model/contract/request-context.ts'
import { Random } from '../../tools/random.ts'
import { sleep } from '../../tools/sleep.ts'
import { asksForNextPage, actOnFirst, copyResponse } from './scenario.ts'
import { credentialId, parseAuthorization } from '../../api/auth/sent-credential.ts'
import type { StoredCredential } from '../../model/contract/stored-records.ts'

/** Returns the valid OAuth access token of a request to an endpoint that accepts one. HEAD has no effect. */
function validAccessToken({ endpoint, request, world }: RoutedContext): StoredCredential | undefined {
  if (request.method === 'HEAD' || !endpoint.credentials.includes('accessToken')) return undefined
  const parsed = parseAuthorization(request.headers.get('authorization') ?? '')
  const stored =
    parsed?.scheme === 'bearer' ? world.get('credentials', credentialId(world, 'bearer', parsed.value)) : undefined
  return stored?.kind === 'accessToken' && (stored.expires_at === null || stored.expires_at > world.clock.now())
    ? stored
    : undefined
}

/** Expires a token at once. */
function expireToken({ world }: RoutedContext, token: StoredCredential): void {
  world.replace('credentials', { ...token, expires_at: world.clock.now() })
}

/** Makes a step that expires the access token of the N-th request that has a valid one, just before it. */
function expireAtRequest(request: number): Middleware {
  let count = 0
  return (context, next) => {
    const token = count < request ? validAccessToken(context) : undefined
    if (token && ++count === request) expireToken(context, token)
    return next(context)
  }
}

/** The time that a request waits for another one with the same token, in milliseconds of real time. */
const wait = 25

/** The longest time that an answer is held, in milliseconds of real time. */
const patience = 250

/**
 * Revokes every refresh token as soon as it is issued, and expires an access token.
 * @param isShown False: no answer has it.
 */
function revokeRefreshTokens(request: number, isShown: boolean): Middleware {
  const expiring = expireAtRequest(request)
  return async (context, next) => {
    if (context.endpoint.id !== 'oauth.token') return expiring(context, next)
    const response = await next(context)
    if (!response.ok) return response
    let issued: string | undefined
    const others: unknown = JSON.parse(await response.clone().text(), (name, value: unknown) => {
      if (name !== 'refresh_token' || typeof value !== 'string') return value
      issued = value
      return undefined
    })
    if (issued !== undefined) revokeRefreshToken(context, issued)
    return issued === undefined || isShown ? response : copyResponse(response, {}, JSON.stringify(others))
  }
}

function revokeRefreshToken({ world }: RoutedContext, refreshToken: string): void {
  const id = credentialId(world, 'refresh', refreshToken)
  if (world.get('credentials', id)) world.remove('credentials', id)
}

/** Scenarios in which access tokens expire, and some in which they cannot be refreshed. */
export const tokenExpiry = {
  title: 'Tokens expire',
  scenarios: {
    'token-expires-mid-walk': {
      clause: '5.2',
      description:
        'The OAuth access token expires between two pages. The first request with a cursor is refused as unauthenticated until the client has a new token.',
      begin: (): Middleware =>
        actOnFirst(
          (context) => asksForNextPage(context) && validAccessToken(context) !== undefined,
          (context, next) => {
            expireToken(context, validAccessToken(context)!)
            return next(context)
          },
        ),
    },
    'token-expires-at-request': {
      clause: '5.2',
      description:
        'The OAuth access token expires just before its N-th request (default: 2), counted over all access tokens. That request is refused as unauthenticated until the client has a new token.',
      setting: { meaning: 'request that the token expires before', default: 2, most: 1_000_000 },
      begin: (request: number): Middleware => expireAtRequest(request),
    },
    'tokens-expire-often': {
      clause: '5.2',
      description:
        'Every OAuth access token expires after N requests (default: 2), so that a client needs several tokens, and a client that refreshes them needs the refresh token that was issued last.',
      setting: { meaning: 'requests that each token is good for', default: 2, most: 1_000_000 },
      begin: (requests: number): Middleware => {
        const counts = new Map<string, number>()
        return (context, next) => {
          const token = validAccessToken(context)
          const count = token ? (counts.get(token.id) ?? 0) : 0
          if (token) counts.set(token.id, count + 1)
          if (token && count === requests) expireToken(context, token)
          return next(context)
        }
      },
    },
    'token-expires-under-concurrency': {
      clause: '5.2',
      description: `The OAuth access token expires while two requests with it are under way. Order 1 (the default) refuses both at once. Order 2 refuses one, and holds the answer to the other until the client returns with another token. From 3 on, the number chooses which of them is done before the expiry, and which answer is held for how many others. Until two requests meet, each waits ${wait} ms for another one.`,
      setting: { meaning: 'order of the answers', default: 1, most: 1_000_000 },
      begin: (order: number): Middleware => expireDuringRace(createRace(order)),
    },
    'refresh-refused': {
      clause: '5.2',
      description:
        'The OAuth access token expires just before its N-th request (default: 2), and every refresh token is refused with invalid_grant. The client credentials still lead to a new token.',
      setting: { meaning: 'request that the access token expires before', default: 2, most: 1_000_000 },
      begin: (request: number): Middleware => revokeRefreshTokens(request, true),
    },
    'no-refresh-token': {
      clause: '2.3',
      description:
        'No refresh token is issued, and the OAuth access token expires just before its N-th request (default: 2). The client credentials lead to a new token.',
      setting: { meaning: 'request that the access token expires before', default: 2, most: 1_000_000 },
      begin: (request: number): Middleware => revokeRefreshTokens(request, false),
    },
  },
}

type Racer = 'first' | 'second'

/** The order of two requests and one expiry. */
interface Race {
  /** The request that is served before the expiry; undefined if both are refused. */
  readonly early: Racer | undefined
  /** The request whose answer is held. */
  readonly held: Racer | undefined
  /** The number of answers to other requests that are sent first. */
  readonly answers: number
}

/** Two orders are fixed, the others are random. */
function createRace(order: number): Race {
  if (order === 1) return { early: undefined, held: undefined, answers: 0 }
  if (order === 2) return { early: undefined, held: 'second', answers: 2 }
  const random = new Random(order)
  const early = ([undefined, 'first', 'second'] as const)[random.below(3)]
  return { early, held: random.below(2) === 0 ? 'first' : 'second', answers: 1 + random.below(3) }
}

/** Two requests that are under way with one token. */
interface ConcurrentUse {
  readonly met: AbortController
  readonly expiry: PromiseWithResolvers<void>
}

/** Expires the token of the first two requests that are under way at the same time. */
function expireDuringRace({ early, held, answers }: Race): Middleware {
  const waiting = new Map<string, ConcurrentUse>()
  const release = new AbortController()
  let isOver = false
  let left = answers
  return async (context, next) => {
    if (isOver) {
      const response = await next(context)
      if (--left === 0) release.abort()
      return response
    }
    const token = validAccessToken(context)
    if (!token) return next(context)
    const other = waiting.get(token.id)
    const { met, expiry } = other ?? { met: new AbortController(), expiry: Promise.withResolvers<void>() }
    if (other) {
      isOver = true
      met.abort()
    } else {
      waiting.set(token.id, { met, expiry })
      await pauseForEvent(wait, met, context)
      waiting.delete(token.id)
      if (!met.signal.aborted) {
        context.request.signal.throwIfAborted()
        return next(context)
      }
    }
    const racer = other ? 'second' : 'first'
    const before = racer === early ? await next(context) : undefined
    if (racer === (early ?? 'second')) {
      expireToken(context, token)
      expiry.resolve()
    }
    await expiry.promise
    const response = before ?? (await next(context))
    if (racer === held) await pauseForEvent(patience, release, context)
    return response
  }
}

/** Waits until a time has passed, another event has occurred, or the client has disconnected. */
async function pauseForEvent(milliseconds: number, until: AbortController, { request }: RoutedContext): Promise<void> {
  await sleep(milliseconds, AbortSignal.any([until.signal, request.signal])).catch(() => undefined)
}
