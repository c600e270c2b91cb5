// The OAuth access tokens of requests, and their expiry.
import { parseAuthorization, credentialId } from '../../api/auth/sent-credential.ts'
import type { Middleware, RequestContext } from '../../model/contract/request-context.ts'
import type { StoredCredential } from '../../model/contract/stored-records.ts'

/** Returns the valid OAuth access token of a request to an endpoint that accepts one. HEAD has no effect. */
export function accessTokenOf({ endpoint, request, world }: RequestContext): StoredCredential | undefined {
  if (request.method === 'HEAD' || !endpoint.credentials.includes('accessToken')) return undefined
  const parsed = parseAuthorization(request.headers.get('authorization') ?? '')
  const stored =
    parsed?.scheme === 'bearer' ? world.get('credentials', credentialId(world, 'bearer', parsed.value)) : undefined
  return stored?.kind === 'accessToken' && (stored.expires_at === null || stored.expires_at > world.clock.now())
    ? stored
    : undefined
}

/** Expires a token at once. */
export function expire({ world }: RequestContext, token: StoredCredential): void {
  world.replace('credentials', { ...token, expires_at: world.clock.now() })
}

/** Makes a step that expires the access token of the N-th request that has a valid one, just before it. */
export function expiringAt(request: number): Middleware {
  let count = 0
  return (context, next) => {
    const token = count < request ? accessTokenOf(context) : undefined
    if (token && ++count === request) expire(context, token)
    return next(context)
  }
}
