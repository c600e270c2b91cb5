import { credentialId } from '../../api/auth/sent-credential.ts'
import { isObject } from '../../tools/is-object.ts'
import type { Middleware, RequestContext } from '../../model/contract/request-context.ts'
import { replaceBody } from './scenario.ts'
import { expiringAt } from './tokens.ts'

type Members = Readonly<Record<string, unknown>>

/** The refresh token of an answer, in any envelope. */
function refreshTokenIn(json: unknown): string | undefined {
  if (!isObject(json)) return undefined
  const { refresh_token: token } = json
  if (typeof token === 'string') return token
  return Object.values(json)
    .map(refreshTokenIn)
    .find((found) => found !== undefined)
}

/** An answer without its refresh token. */
function withoutToken(json: Members): Members {
  const { refresh_token: _revoked, ...others } = json
  return Object.fromEntries(
    Object.entries(others).map(([name, member]) => [name, isObject(member) ? withoutToken(member) : member]),
  )
}

/** Revokes every refresh token as soon as it is issued, and expires an access token. */
function withoutRefresh(request: number, answer: (response: Response, json: Members) => Response): Middleware {
  const expiring = expiringAt(request)
  return async (context, next) => {
    if (context.endpoint.id !== 'oauth.token') return expiring(context, next)
    const response = await next(context)
    if (!response.ok) return response
    const json = (await response.clone().json()) as Members
    const refreshToken = refreshTokenIn(json)
    if (refreshToken === undefined) return response
    revokeRefreshToken(context, refreshToken)
    return answer(response, json)
  }
}

function revokeRefreshToken({ world }: RequestContext, refreshToken: string): void {
  const id = credentialId(world, 'refresh', refreshToken)
  if (world.get('credentials', id)) world.remove('credentials', id)
}

/** Scenarios in which a token cannot be refreshed. */
export const refusedRefresh = {
  title: 'Tokens expire',
  scenarios: {
    'refresh-refused': {
      clause: '5.2',
      description:
        'The OAuth access token expires just before its N-th request (default: 2), and every refresh token is refused with invalid_grant. The client credentials still lead to a new token.',
      setting: { meaning: 'request that the access token expires before', default: 2, most: 1_000_000 },
      begin: (request: number): Middleware => withoutRefresh(request, (response) => response),
    },
    'no-refresh-token': {
      clause: '2.3',
      description:
        'No refresh token is issued, and the OAuth access token expires just before its N-th request (default: 2). The client credentials lead to a new token.',
      setting: { meaning: 'request that the access token expires before', default: 2, most: 1_000_000 },
      begin: (request: number): Middleware =>
        withoutRefresh(request, (response, json) => replaceBody(response, JSON.stringify(withoutToken(json)))),
    },
  },
}
