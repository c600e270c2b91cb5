// The OAuth access tokens of requests, and their expiry.
import { parseAuthorization } from '../../api/auth/authorization.ts'
import { credentialId } from '../../api/auth/world-suffix.ts'
import type { Interceptor, RoutedRequest } from '../../model/contract/routed-request.ts'
import type { StoredCredential } from '../../model/contract/stored-records.ts'

/** Returns the valid OAuth access token of a request to an endpoint that accepts one. HEAD has no effect. */
export function accessTokenOf({ endpoint, request, world }: RoutedRequest): StoredCredential | undefined {
  if (request.method === 'HEAD' || !endpoint.credentials.includes('accessToken')) return undefined
  const parsed = parseAuthorization(request.headers.get('authorization') ?? '')
  const stored =
    parsed?.scheme === 'bearer' ? world.get('credentials', credentialId(world, 'bearer', parsed.value)) : undefined
  return stored?.kind === 'accessToken' && (stored.expires_at === null || stored.expires_at > world.clock.now())
    ? stored
    : undefined
}

/** Expires a token at once. */
export function expire({ world }: RoutedRequest, token: StoredCredential): void {
  world.replace('credentials', { ...token, expires_at: world.clock.now() })
}

/** Makes an interceptor that expires the access token of the N-th request that has a valid one, just before it. */
export function expiringAt(request: number): Interceptor {
  let count = 0
  return (routed, next) => {
    const token = count < request ? accessTokenOf(routed) : undefined
    if (token && ++count === request) expire(routed, token)
    return next()
  }
}
