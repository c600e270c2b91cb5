import { bodyOf, tokenRequest, tokensIn } from './access-tokens-requests.ts'
import type { FetchLike, FetchWrapper } from './define-deviation.ts'

/** The same request from somebody else. */
export function by(request: Request, authorization: string): Request {
  const headers = new Headers(request.headers)
  headers.set('authorization', authorization)
  return new Request(request, { headers })
}

export interface KnownToken {
  readonly id: string
  /** The Authorization of the creation. */
  readonly creator: string
  /** Whether its secret was sent as Bearer. */
  used: boolean
}

/** A deviation that knows every token that was created, by the Authorization that its secret makes. */
export function knowTokens(
  answer: (next: FetchLike, known: ReadonlyMap<string, KnownToken>) => FetchLike,
): FetchWrapper {
  return (next) => {
    const known = new Map<string, KnownToken>()
    const own = answer(next, known)
    return async (request) => {
      const user = known.get(authorizationOf(request))
      if (user) user.used = true
      const response = await own(request.clone())
      if (tokenRequest(request)?.kind !== 'create' || response.status > 299) return response
      for (const token of tokensIn(await bodyOf(response)))
        known.set(`Bearer ${String(token['token'])}`, { id: token.id, creator: authorizationOf(request), used: false })
      return response
    }
  }
}

/** The token that a request revokes, when it was in use. */
export function usedTokenRevoked(request: Request, known: ReadonlyMap<string, KnownToken>): KnownToken | undefined {
  const asked = tokenRequest(request)
  return asked?.kind === 'revoke'
    ? [...known.values()].find(
        ({ id, used, creator }) => used && id === asked.id && creator === authorizationOf(request),
      )
    : undefined
}

export const authorizationOf = (request: Request): string => request.headers.get('authorization') ?? ''
