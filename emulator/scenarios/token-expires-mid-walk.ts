import { parseAuthorization } from '../auth/authorization.ts'
import type { StoredCredential } from '../contract/stored-records.ts'
import { credentialId } from '../auth/world-suffix.ts'
import type { Operation } from '../contract/intercept.ts'
import { defineScenario, asksForNextPage, once, type Scenario } from './scenario.ts'

/** Returns the valid OAuth access token of a request. */
function accessTokenOf({ request, scope: { world } }: Operation): StoredCredential | undefined {
  const parsed = parseAuthorization(request.headers.get('authorization') ?? '')
  const stored =
    parsed?.scheme === 'bearer' ? world.get('credentials', credentialId(world, 'bearer', parsed.value)) : undefined
  return stored?.kind === 'accessToken' && (stored.expires_at === null || stored.expires_at > world.clock.now())
    ? stored
    : undefined
}

/** Expires the OAuth access token of a client while it walks a list. */
export const tokenExpiresMidWalk: Scenario = defineScenario({
  name: 'token-expires-mid-walk',
  clause: '5.2',
  description:
    'The OAuth access token expires between two pages. The first request with a cursor is refused as unauthenticated ' +
    'until the client has a new token.',
  begin: () =>
    once(
      (operation) => asksForNextPage(operation) && accessTokenOf(operation) !== undefined,
      (operation, next) => {
        const { world } = operation.scope
        world.replace('credentials', { ...accessTokenOf(operation)!, expires_at: world.clock.now() })
        return next()
      },
    ),
})
