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
} from './access-tokens-requests.ts'
import { defineDeviation, type Deviation, type FetchWrapper } from './define-deviation.ts'

/** Deviations that show the secret again, from the answers to creations: `shows` tells in which answers. */
function showSecrets(
  shows: (kind: string, renamed: boolean, response: Response) => boolean,
  shown: (secret: unknown, token: ShownToken) => unknown = (secret) => secret,
): FetchWrapper {
  return (next) => {
    const secrets = new Map<string, unknown>()
    let renamed = false
    return async (request) => {
      const asked = tokenRequest(request)
      const response = await next(request)
      if (!asked) return response
      if (asked.kind === 'create' && response.status < 300)
        for (const token of tokensIn(await bodyOf(response))) secrets.set(token.id, token['token'])
      renamed ||= asked.kind === 'rename' && response.status < 300
      if (!shows(asked.kind, renamed, response)) return response
      if (asked.kind === 'list') {
        const withSecret = (token: ShownToken) =>
          secrets.has(token.id) ? { ...token, token: shown(secrets.get(token.id), token) } : token
        return withAnswer(response, mapTokens(await bodyOf(response), withSecret))
      }
      if (!secrets.has(asked.id)) return response
      const status = response.status === 204 || asked.kind === 'retrieve' ? 200 : response.status
      return withAnswer(response, { ...(await bodyOf(response)), id: asked.id, token: secrets.get(asked.id) }, status)
    }
  }
}

/** A copy without one member. */
function without(token: Readonly<Record<string, unknown>>, member: string): unknown {
  return Object.fromEntries(Object.entries(token).filter(([name]) => name !== member))
}

/** Deviations of what answers about tokens show. */
export const accessTokenAnswerDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'pat-list-not-served',
    requirement: 'pat.list',
    caughtBy: 'pat.list.served',
    description: 'The list of tokens is not found.',
    wrap: handleTokens((next) => async (request, { kind }) => {
      const response = await next(request)
      return kind === 'list' && response.status === 200
        ? withAnswer(response, { error: { code: 'not_found', message: 'Nothing here.' } }, 404)
        : response
    }),
  }),
  defineDeviation({
    name: 'pat-list-empty',
    requirement: 'pat.list',
    caughtBy: 'pat.list.created',
    description: 'The list of tokens is always empty.',
    wrap: changeTokens(['list'], () => undefined),
  }),
  defineDeviation({
    name: 'pat-list-leaves-out-the-newest',
    requirement: 'pat.list',
    caughtBy: 'pat.list.created',
    description: 'The list of tokens begins with the second.',
    wrap: handleTokens((next) => async (request, { kind }) => {
      const response = await next(request)
      if (kind !== 'list' || response.status !== 200) return response
      const body = await bodyOf(response)
      const [newest] = tokensIn(body)
      return withAnswer(
        response,
        mapTokens(body, (token) => (token.id === newest!.id ? undefined : token)),
      )
    }),
  }),
  defineDeviation({
    name: 'pat-id-prefixed',
    requirement: 'pat.record',
    caughtBy: 'pat.record.id',
    description: 'The answer to a creation has a prefixed id.',
    wrap: changeTokens(['create'], (token) => ({ ...token, id: `pat_${token.id}` })),
  }),
  defineDeviation({
    name: 'pat-name-cut',
    requirement: 'pat.record',
    caughtBy: 'pat.record.name',
    description: 'Names are cut after 10 characters.',
    wrap: changeTokens(['create', 'list'], (token) => ({ ...token, name: String(token['name']).slice(0, 10) })),
  }),
  defineDeviation({
    name: 'pat-scopes-not-listed',
    requirement: 'pat.record',
    caughtBy: 'pat.record.scopes',
    description: 'The list does not show scopes.',
    wrap: changeTokens(['list'], (token) => without(token, 'scopes')),
  }),
  defineDeviation({
    name: 'pat-first-scope-alone',
    requirement: 'pat.record',
    caughtBy: 'pat.record.scopes',
    description: 'Of several scopes only the first is kept.',
    wrap: changeTokens(['create', 'rename', 'list'], (token) => ({
      ...token,
      scopes: (token['scopes'] as readonly unknown[]).slice(0, 1),
    })),
  }),
  defineDeviation({
    name: 'pat-scopes-of-the-one-before',
    requirement: 'pat.record',
    caughtBy: 'pat.record.scopes',
    description: 'A token with fewer scopes than an earlier one has those of that one.',
    wrap: handleTokens((next) => {
      let most: readonly unknown[] = []
      return async (request, { kind }) => {
        const response = await next(request)
        if (response.status > 299 || kind !== 'create') return response
        return withAnswer(
          response,
          mapTokens(await bodyOf(response), (token) => {
            const scopes = token['scopes'] as readonly unknown[]
            if (scopes.length > most.length) most = scopes
            return { ...token, scopes: most }
          }),
        )
      }
    }),
  }),
  defineDeviation({
    name: 'pat-expiry-not-shown-at-creation',
    requirement: 'pat.record',
    caughtBy: 'pat.record.expires-at',
    description: 'The answer to a creation has no expires_at.',
    wrap: changeTokens(['create'], (token) => without(token, 'expires_at')),
  }),
  defineDeviation({
    name: 'pat-expiry-a-month-off',
    requirement: 'pat.record',
    caughtBy: 'pat.record.expires-at',
    description: 'The list shows an expires_at a month before the one that was asked for.',
    wrap: changeTokens(['list'], (token) => ({ ...token, expires_at: later(token['expires_at'], -30) })),
  }),
  defineDeviation({
    name: 'pat-secret-missing',
    requirement: 'pat.secret-shown',
    caughtBy: 'pat.secret-shown.creation',
    description: 'The answer to a creation has no secret.',
    wrap: changeTokens(['create'], (token) => without(token, 'token')),
  }),
  defineDeviation({
    name: 'pat-secret-masked',
    requirement: 'pat.secret-shown',
    caughtBy: 'pat.secret-shown.creation',
    description: 'The answer to a creation shows the end of the secret alone.',
    wrap: changeTokens(['create'], (token) => ({ ...token, token: `****${String(token['token']).slice(-4)}` })),
  }),
  defineDeviation({
    name: 'pat-secret-not-accepted',
    requirement: 'pat.bearer',
    caughtBy: 'pat.bearer.accepted',
    description: 'The secret that is shown is not the one that authenticates.',
    wrap: changeTokens(['create'], (token) => ({ ...token, token: [...String(token['token'])].reverse().join('') })),
  }),
  defineDeviation({
    name: 'pat-secret-in-list',
    requirement: 'pat.secret-once',
    caughtBy: 'pat.secret-once.list',
    description: 'The list shows the secrets.',
    wrap: showSecrets((kind, _renamed, { status }) => kind === 'list' && status === 200),
  }),
  defineDeviation({
    name: 'pat-secret-in-list-as-base64',
    requirement: 'pat.secret-once',
    caughtBy: 'pat.secret-once.list',
    description: 'The list shows the secrets in base64.',
    wrap: showSecrets(
      (kind, _renamed, { status }) => kind === 'list' && status === 200,
      (secret) => btoa(String(secret)),
    ),
  }),
  defineDeviation({
    name: 'pat-secret-in-list-of-single-scopes',
    requirement: 'pat.secret-once',
    caughtBy: 'pat.secret-once.later',
    description: 'The list shows the secrets of tokens with one scope.',
    wrap: showSecrets(
      (kind, _renamed, { status }) => kind === 'list' && status === 200,
      (secret, { scopes }) => ((scopes as readonly unknown[]).length === 1 ? secret : null),
    ),
  }),
  defineDeviation({
    name: 'pat-secret-retrievable',
    requirement: 'pat.secret-once',
    caughtBy: 'pat.secret-once.retrieve',
    description: 'GET of one token shows its secret.',
    wrap: showSecrets((kind) => kind === 'retrieve'),
  }),
  defineDeviation({
    name: 'pat-secret-in-rename',
    requirement: 'pat.secret-once',
    caughtBy: 'pat.secret-once.rename',
    description: 'The answer to a new name shows the secret.',
    wrap: showSecrets((kind, _renamed, { status }) => kind === 'rename' && status < 300),
  }),
  defineDeviation({
    name: 'pat-secret-in-list-behind-rename',
    requirement: 'pat.secret-once',
    caughtBy: 'pat.secret-once.rename',
    description: 'Once a token was renamed, the list shows the secrets.',
    wrap: showSecrets((kind, renamed, { status }) => kind === 'list' && renamed && status === 200),
  }),
  defineDeviation({
    name: 'pat-secret-in-revocation',
    requirement: 'pat.secret-once',
    caughtBy: 'pat.secret-once.revoke',
    description: 'The answer to a revocation shows the secret.',
    wrap: showSecrets((kind, _renamed, { status }) => kind === 'revoke' && status < 300),
  }),
  defineDeviation({
    name: 'pat-secret-in-refusal',
    requirement: 'pat.secret-once',
    caughtBy: 'pat.secret-once.later',
    description: 'The refusal of a change to what is fixed shows the secret.',
    wrap: showSecrets((kind, _renamed, { status }) => kind === 'rename' && status >= 400),
  }),
]
