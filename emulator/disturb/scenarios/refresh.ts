import { credentialId } from '../../api/auth/world-suffix.ts'
import type { Interceptor, RoutedRequest } from '../../model/contract/routed-request.ts'
import { defineScenario, replaced, type Scenario } from './scenario.ts'
import { expiringAt } from './tokens.ts'

interface TokenAnswer {
  readonly refresh_token?: string
}

/** Revokes every refresh token as soon as it is issued, and expires an access token. */
function withoutRefresh(request: number, answer: (response: Response, json: TokenAnswer) => Response): Interceptor {
  const expiring = expiringAt(request)
  return async (routed, next) => {
    if (routed.endpoint.id !== 'oauth.token') return expiring(routed, next)
    const response = await next()
    if (!response.ok) return response
    const json = (await response.clone().json()) as TokenAnswer
    if (json.refresh_token === undefined) return response
    revoke(routed, json.refresh_token)
    return answer(response, json)
  }
}

function revoke({ world }: RoutedRequest, refreshToken: string): void {
  const id = credentialId(world, 'refresh', refreshToken)
  if (world.get('credentials', id)) world.remove('credentials', id)
}

const setting = { meaning: 'request that the access token expires before', default: 2, most: 1_000_000 }

/** Refuses to refresh an expired access token. */
export const refreshRefused: Scenario = defineScenario({
  name: 'refresh-refused',
  clause: '5.2',
  description:
    'The OAuth access token expires just before its N-th request (default: 2), and every refresh token is refused with invalid_grant. The client credentials still lead to a new token.',
  setting,
  begin: (request) => withoutRefresh(request, (response) => response),
})

/** Issues no refresh token. */
export const noRefreshToken: Scenario = defineScenario({
  name: 'no-refresh-token',
  clause: '2.3',
  description:
    'No refresh token is issued, and the OAuth access token expires just before its N-th request (default: 2). The client credentials lead to a new token.',
  setting,
  begin: (request) =>
    withoutRefresh(request, (response, { refresh_token: _revoked, ...others }) =>
      replaced(response, JSON.stringify(others)),
    ),
})
