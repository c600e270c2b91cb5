import {
  bodyOf,
  changeTokens,
  handleTokens,
  later,
  mapTokens,
  type ShownToken,
  tokenRequest,
  tokensIn,
  withAnswer,
  withBody,
} from './access-tokens-requests.ts'
import { defineDeviation, type Deviation, type FetchLike, type FetchWrapper } from './define-deviation.ts'

type Changes = Readonly<Record<string, unknown>>

/**
 * A deviation under which a POST to a token changes more than its name: `changes` gets the token as it is and the
 * body that came, and tells what else changes.
 */
function changeMore(changes: (token: ShownToken, sent: Changes) => Changes): FetchWrapper {
  return handleTokens((next) => {
    const changed = new Map<string, Changes>()
    const show = (body: unknown) => mapTokens(body, (token) => ({ ...token, ...changed.get(token.id) }))
    return async (request, { kind, id }) => {
      const sent = kind === 'rename' ? await bodyOf(request) : {}
      const response = await next(kind === 'rename' ? withBody(request, { name: sent['name'] }) : request)
      if (response.status > 299 || response.status === 204) return response
      const body = await bodyOf(response)
      if (kind === 'rename')
        for (const token of tokensIn(body))
          changed.set(id, { ...changed.get(id), ...changes({ ...token, ...changed.get(id) }, sent) })
      return withAnswer(response, show(body))
    }
  })
}

/** A deviation under which a PUT to a token, which is not documented, renames it and changes one member more. */
function changeByPut(member: 'scopes' | 'expires_at'): FetchWrapper {
  return (next) => {
    const changed = new Map<string, Changes>()
    return async (request) => {
      const id =
        request.method === 'PUT'
          ? /\/access-tokens\/[^/]*([^/]{27})$/.exec(new URL(request.url).pathname)?.[1]
          : undefined
      const sent = id === undefined ? {} : await bodyOf(request)
      const asked =
        id === undefined
          ? request
          : new Request(request.url, {
              method: 'POST',
              headers: request.headers,
              body: JSON.stringify({ name: sent['name'] }),
            })
      const response = await next(asked.clone())
      if (!tokenRequest(asked) || response.status > 299 || response.status === 204) return response
      if (id !== undefined) changed.set(id, { [member]: sent[member] })
      return withAnswer(
        response,
        mapTokens(await bodyOf(response), (token) => ({ ...token, ...changed.get(token.id) })),
      )
    }
  }
}

/** Takes `expires_at` when it lies on one side of the present one. */
const expiryOn =
  (side: 'later' | 'earlier') =>
  (token: ShownToken, { expires_at: asked }: Changes): Changes =>
    asked !== undefined && (side === 'later') === String(asked) > String(token['expires_at'])
      ? { expires_at: asked }
      : {}

const scopesIf =
  (more: boolean) =>
  (token: ShownToken, { scopes }: Changes): Changes =>
    Array.isArray(scopes) && more === scopes.length > (token['scopes'] as readonly unknown[]).length ? { scopes } : {}

/** Takes as many scopes in place of those there are. */
const otherScopes = (token: ShownToken, { scopes }: Changes): Changes =>
  Array.isArray(scopes) && scopes.length === (token['scopes'] as readonly unknown[]).length ? { scopes } : {}

/** A deviation under which a new name is that of the token that was created next, too. */
function renameNext(next: FetchLike): FetchLike {
  const created: string[] = []
  const names = new Map<string, unknown>()
  return handleTokens((own) => async (request, { kind, id }) => {
    const sent = kind === 'rename' ? await bodyOf(request) : {}
    const response = await own(request)
    if (response.status > 299 || response.status === 204) return response
    const body = await bodyOf(response)
    if (kind === 'create') created.push(...tokensIn(body).map((token) => token.id))
    const after = kind === 'rename' ? created[created.indexOf(id) + 1] : undefined
    if (kind === 'rename') names.delete(id)
    if (after !== undefined) names.set(after, sent['name'])
    return withAnswer(
      response,
      mapTokens(body, (token) => ({ ...token, name: names.get(token.id) ?? token['name'] })),
    )
  })(next)
}

/** Deviations of what changes, and what must not. */
export const accessTokenChangeDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'pat-rename-not-stored',
    requirement: 'pat.name-updatable',
    caughtBy: 'pat.name-updatable.rename',
    description: 'The answer shows the new name, and the old one stays.',
    wrap: handleTokens((next) => {
      const first = new Map<string, unknown>()
      return async (request, { kind }) => {
        const response = await next(request)
        if (response.status > 299 || (kind !== 'create' && kind !== 'list')) return response
        const body = await bodyOf(response)
        if (kind === 'create') for (const { id, name } of tokensIn(body)) first.set(id, name)
        return withAnswer(
          response,
          mapTokens(body, (token) => ({ ...token, name: first.get(token.id) ?? token['name'] })),
        )
      }
    }),
  }),
  defineDeviation({
    name: 'pat-rename-refused',
    requirement: 'pat.name-updatable',
    caughtBy: 'pat.name-updatable.rename',
    description: 'A token cannot be renamed.',
    wrap: handleTokens(
      (next) =>
        async (request, { kind }) =>
          await next(kind === 'rename' ? withBody(request, {}) : request),
    ),
  }),
  defineDeviation({
    name: 'pat-rename-renames-the-next',
    requirement: 'pat.name-updatable',
    caughtBy: 'pat.name-updatable.rename',
    description: 'A new name is that of the token that was created next, too.',
    wrap: renameNext,
  }),
  defineDeviation({
    name: 'pat-rename-answers-nothing',
    requirement: 'pat.name-updatable',
    caughtBy: 'pat.name-updatable.answer',
    description: 'A new name is answered without the updated token.',
    wrap: handleTokens((next) => async (request, { kind }) => {
      const response = await next(request)
      return kind === 'rename' && response.status < 300 ? new Response(null, { status: 204 }) : response
    }),
  }),
  defineDeviation({
    name: 'pat-rename-answers-the-old-name',
    requirement: 'pat.name-updatable',
    caughtBy: 'pat.name-updatable.answer',
    description: 'The answer to a new name shows the token as it was before.',
    wrap: handleTokens((next) => {
      const first = new Map<string, unknown>()
      return async (request, { kind }) => {
        const response = await next(request)
        if (response.status > 299 || (kind !== 'create' && kind !== 'rename')) return response
        const body = await bodyOf(response)
        if (kind === 'create') for (const { id, name } of tokensIn(body)) first.set(id, name)
        return withAnswer(
          response,
          mapTokens(body, (token) => ({ ...token, name: first.get(token.id) ?? token['name'] })),
        )
      }
    }),
  }),
  defineDeviation({
    name: 'pat-rename-answers-other-scopes',
    requirement: 'pat.scopes-fixed',
    caughtBy: 'pat.scopes-fixed.rename',
    description: 'The answer to a new name shows one scope of several.',
    wrap: changeTokens(['rename'], (token) => ({
      ...token,
      scopes: (token['scopes'] as readonly unknown[]).slice(0, 1),
    })),
  }),
  defineDeviation({
    name: 'pat-scopes-can-be-swapped',
    requirement: 'pat.scopes-fixed',
    caughtBy: 'pat.scopes-fixed.attempt',
    description: 'A token can be given as many other scopes.',
    wrap: changeMore(otherScopes),
  }),
  defineDeviation({
    name: 'pat-put-changes-scopes',
    requirement: 'pat.scopes-fixed',
    caughtBy: 'pat.scopes-fixed.attempt',
    description: 'A PUT changes the scopes of a token.',
    wrap: changeByPut('scopes'),
  }),
  defineDeviation({
    name: 'pat-put-changes-expiry',
    requirement: 'pat.expiry-fixed',
    caughtBy: 'pat.expiry-fixed.attempt',
    description: 'A PUT changes the expires_at of a token.',
    wrap: changeByPut('expires_at'),
  }),
  defineDeviation({
    name: 'pat-rename-drops-a-scope',
    requirement: 'pat.scopes-fixed',
    caughtBy: 'pat.scopes-fixed.rename',
    description: 'A new name takes the last scope away.',
    wrap: changeMore((token) => ({ scopes: (token['scopes'] as readonly unknown[]).slice(0, -1) })),
  }),
  defineDeviation({
    name: 'pat-scopes-can-be-narrowed',
    requirement: 'pat.scopes-fixed',
    caughtBy: 'pat.scopes-fixed.attempt',
    description: 'A token can be given fewer scopes.',
    wrap: changeMore(scopesIf(false)),
  }),
  defineDeviation({
    name: 'pat-scopes-can-be-widened',
    requirement: 'pat.scopes-fixed',
    caughtBy: 'pat.scopes-fixed.attempt',
    description: 'A token can be given more scopes.',
    wrap: changeMore(scopesIf(true)),
  }),
  defineDeviation({
    name: 'pat-rename-extends-expiry',
    requirement: 'pat.expiry-fixed',
    caughtBy: 'pat.expiry-fixed.rename',
    description: 'A new name lets a token last a week more.',
    wrap: changeMore((token) => ({ expires_at: later(token['expires_at'], 7) })),
  }),
  defineDeviation({
    name: 'pat-expiry-can-be-later',
    requirement: 'pat.expiry-fixed',
    caughtBy: 'pat.expiry-fixed.attempt',
    description: 'A token can be made to last longer.',
    wrap: changeMore(expiryOn('later')),
  }),
  defineDeviation({
    name: 'pat-expiry-can-be-earlier',
    requirement: 'pat.expiry-fixed',
    caughtBy: 'pat.expiry-fixed.attempt',
    description: 'A token can be made to expire earlier.',
    wrap: changeMore(expiryOn('earlier')),
  }),
]
