import { tokenRequest } from './access-tokens-requests.ts'
import { defineDeviation, type Deviation, type FetchWrapper } from './define-deviation.ts'
import { authorizationOf, by, knowTokens } from './known-tokens.ts'

/** A deviation under which a token that is at its end goes on working at some paths. */
export function goOn(end: 'revoked' | 'expired', path: RegExp): FetchWrapper {
  return knowTokens((next, known) => {
    const revoked = new Set<string>()
    return async (request) => {
      const asked = tokenRequest(request)
      const response = await next(request.clone())
      if (asked?.kind === 'revoke' && response.status < 300) revoked.add(asked.id)
      const token = known.get(authorizationOf(request))
      if (
        response.status !== 401 ||
        !token ||
        revoked.has(token.id) !== (end === 'revoked') ||
        !path.test(new URL(request.url).pathname)
      )
        return response
      return await next(by(request, token.creator))
    }
  })
}

/** A deviation under which a token is refused once it was renamed. */
const endByRename = knowTokens((next, known) => {
  const renamed = new Set<string>()
  return async (request) => {
    const asked = tokenRequest(request)
    const token = known.get(authorizationOf(request))
    const response = await next(token && renamed.has(token.id) ? by(request, 'Bearer ended') : request.clone())
    if (asked?.kind === 'rename' && response.status < 300) renamed.add(asked.id)
    return response
  }
})

const revoked = { requirement: 'pat.revoke', caughtBy: 'pat.revoke.refused' } as const
const expired = { requirement: 'pat.expires', caughtBy: 'pat.expires.refused' } as const

/** Deviations of tokens that are at their end in one part of the service and not in another. */
export const deadTokenDeviations: readonly Deviation[] = [
  defineDeviation({
    ...revoked,
    name: 'pat-revoked-works-on-services',
    description: 'A revoked token goes on working on the Services API.',
    wrap: goOn('revoked', /^\/services\//),
  }),
  defineDeviation({
    ...revoked,
    name: 'pat-revoked-works-on-legacy',
    description: 'A revoked token goes on working on the legacy API.',
    wrap: goOn('revoked', /^\/0\//),
  }),
  defineDeviation({
    ...revoked,
    name: 'pat-revoked-works-on-resources',
    description: 'A revoked token still lists resources.',
    wrap: goOn('revoked', /\/resources$/),
  }),
  defineDeviation({
    ...revoked,
    name: 'pat-revoked-lists-tokens',
    description: 'A revoked token still lists tokens.',
    wrap: goOn('revoked', /\/access-tokens$/),
  }),
  defineDeviation({
    ...expired,
    name: 'pat-expired-works-on-services',
    description: 'A token goes on working on the Services API behind its expires_at.',
    wrap: goOn('expired', /^\/services\//),
  }),
  defineDeviation({
    ...expired,
    name: 'pat-expired-works-on-legacy',
    description: 'A token goes on working on the legacy API behind its expires_at.',
    wrap: goOn('expired', /^\/0\//),
  }),
  defineDeviation({
    name: 'pat-rename-ends-the-secret',
    requirement: 'pat.name-updatable',
    caughtBy: 'pat.name-updatable.secret',
    description: 'A token is refused once it was renamed.',
    wrap: endByRename,
  }),
]
