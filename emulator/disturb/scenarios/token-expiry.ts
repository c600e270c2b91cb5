import type { Interceptor } from '../../model/contract/routed-request.ts'
import { sleep } from '../../tools/sleep.ts'
import { asksForNextPage, once } from './scenario.ts'
import { accessTokenOf, expire, expiringAt } from './tokens.ts'

/** The time that a request waits for another one with the same token, in milliseconds of real time. */
const wait = 25

/** Scenarios in which access tokens expire. */
export const tokenExpiry = {
  title: 'Tokens expire',
  scenarios: {
    'token-expires-mid-walk': {
      clause: '5.2',
      description:
        'The OAuth access token expires between two pages. The first request with a cursor is refused as unauthenticated until the client has a new token.',
      begin: (): Interceptor =>
        once(
          (routed) => asksForNextPage(routed) && accessTokenOf(routed) !== undefined,
          (routed, next) => {
            expire(routed, accessTokenOf(routed)!)
            return next()
          },
        ),
    },
    'token-expires-at-request': {
      clause: '5.2',
      description:
        'The OAuth access token expires just before its N-th request (default: 2), counted over all access tokens. That request is refused as unauthenticated until the client has a new token.',
      setting: { meaning: 'request that the token expires before', default: 2, most: 1_000_000 },
      begin: (request: number): Interceptor => expiringAt(request),
    },
    'tokens-expire-often': {
      clause: '5.2',
      description:
        'Every OAuth access token expires after N requests (default: 2), so that a client needs several tokens, and a client that refreshes them needs the refresh token that was issued last.',
      setting: { meaning: 'requests that each token is good for', default: 2, most: 1_000_000 },
      begin: (requests: number): Interceptor => {
        const counts = new Map<string, number>()
        return (routed, next) => {
          const token = accessTokenOf(routed)
          const count = token ? (counts.get(token.id) ?? 0) : 0
          if (token) counts.set(token.id, count + 1)
          if (token && count === requests) expire(routed, token)
          return next()
        }
      },
    },
    'token-expires-under-concurrency': {
      clause: '5.2',
      description: `The OAuth access token expires while two requests with it are under way: both are refused as unauthenticated. Until then, each request waits ${wait} ms for another one.`,
      begin: (): Interceptor => {
        const waiting = new Map<string, AbortController>()
        let done = false
        const intercept: Interceptor = async (routed, next) => {
          const token = done ? undefined : accessTokenOf(routed)
          if (!token) return next()
          const other = waiting.get(token.id)
          if (other) {
            done = true
            expire(routed, token)
            other.abort()
            return next()
          }
          const met = new AbortController()
          waiting.set(token.id, met)
          await sleep(wait, AbortSignal.any([met.signal, routed.request.signal])).catch(() => undefined)
          waiting.delete(token.id)
          routed.request.signal.throwIfAborted()
          return next()
        }
        return intercept
      },
    },
  },
}
