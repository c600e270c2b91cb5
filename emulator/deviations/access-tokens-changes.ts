import { bodyOf, handleTokens, later, mapTokens, type ShownToken, tokensIn, withAnswer, withBody } from './access-tokens-requests.ts'
import { defineDeviation, type Deviation, type FetchLike } from './define-deviation.ts'

type Changes = Readonly<Record<string, unknown>>

/**
 * A deviation under which a POST to a token changes more than its name: `changes` gets the token as it is and the
 * body that came, and tells what else changes.
 */
function changeMore(changes: (token: ShownToken, sent: Changes) => Changes): (next: FetchLike) => FetchLike {
  return handleTokens((next) => {
    const changed = new Map<string, Changes>()
    const show = (body: unknown) => mapTokens(body, (token) => ({ ...token, ...changed.get(token.id) }))
    return async (request, { kind, id }) => {
      const sent = kind === 'rename' ? await bodyOf(request) : {}
      const response = await next(kind === 'rename' ? withBody(request, { name: sent['name'] }) : request)
      if (response.status > 299 || response.status === 204) return response
      const body = await bodyOf(response)
      if (kind === 'rename') for (const token of tokensIn(body)) changed.set(id, { ...changed.get(id), ...changes({ ...token, ...changed.get(id) }, sent) })
      return withAnswer(response, show(body))
    }
  })
}

/** Takes `expires_at` when it lies on one side of the present one. */
const expiryOn = (side: 'later' | 'earlier') => (token: ShownToken, { expires_at: asked }: Changes): Changes =>
  asked !== undefined && (side === 'later') === String(asked) > String(token['expires_at']) ? { expires_at: asked } : {}

const scopesIf = (more: boolean) => (token: ShownToken, { scopes }: Changes): Changes =>
  Array.isArray(scopes) && more === scopes.length > (token['scopes'] as readonly unknown[]).length ? { scopes } : {}

/** Deviations of what changes, and what must not. */
export const accessTokenChangeDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'pat-rename-not-stored', requirement: 'pat.name-updatable', caughtBy: 'pat.name-updatable.rename', description: 'The answer shows the new name, and the old one stays.',
    wrap: handleTokens((next) => {
      const first = new Map<string, unknown>()
      return async (request, { kind }) => {
        const response = await next(request)
        if (response.status > 299 || (kind !== 'create' && kind !== 'list')) return response
        const body = await bodyOf(response)
        if (kind === 'create') for (const { id, name } of tokensIn(body)) first.set(id, name)
        return withAnswer(response, mapTokens(body, (token) => ({ ...token, name: first.get(token.id) ?? token['name'] })))
      }
    }),
  }),
  defineDeviation({
    name: 'pat-rename-refused', requirement: 'pat.name-updatable', caughtBy: 'pat.name-updatable.rename', description: 'A token cannot be renamed.',
    wrap: handleTokens((next) => async (request, { kind }) => await next(kind === 'rename' ? withBody(request, {}) : request)),
  }),
  defineDeviation({ name: 'pat-rename-drops-a-scope', requirement: 'pat.scopes-fixed', caughtBy: 'pat.scopes-fixed.rename', description: 'A new name takes the last scope away.', wrap: changeMore((token) => ({ scopes: (token['scopes'] as readonly unknown[]).slice(0, -1) })) }),
  defineDeviation({ name: 'pat-scopes-can-be-narrowed', requirement: 'pat.scopes-fixed', caughtBy: 'pat.scopes-fixed.attempt', description: 'A token can be given fewer scopes.', wrap: changeMore(scopesIf(false)) }),
  defineDeviation({ name: 'pat-scopes-can-be-widened', requirement: 'pat.scopes-fixed', caughtBy: 'pat.scopes-fixed.attempt', description: 'A token can be given more scopes.', wrap: changeMore(scopesIf(true)) }),
  defineDeviation({ name: 'pat-rename-extends-expiry', requirement: 'pat.expiry-fixed', caughtBy: 'pat.expiry-fixed.rename', description: 'A new name lets a token last a week more.', wrap: changeMore((token) => ({ expires_at: later(token['expires_at'], 7) })) }),
  defineDeviation({ name: 'pat-expiry-can-be-later', requirement: 'pat.expiry-fixed', caughtBy: 'pat.expiry-fixed.attempt', description: 'A token can be made to last longer.', wrap: changeMore(expiryOn('later')) }),
  defineDeviation({ name: 'pat-expiry-can-be-earlier', requirement: 'pat.expiry-fixed', caughtBy: 'pat.expiry-fixed.attempt', description: 'A token can be made to expire earlier.', wrap: changeMore(expiryOn('earlier')) }),
]
