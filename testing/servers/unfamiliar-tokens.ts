import {
  type Body,
  bodyOf,
  changeTokens,
  handleTokens,
  later,
  tokenRequest,
  tokensIn,
  withAnswer,
  withBody,
} from '../../emulator/deviations/access-tokens-requests.ts'
import type { FetchWrapper } from '../../emulator/deviations/define-deviation.ts'

/** Answers a creation with the record and the secret under other names, beside texts that are not secret. */
export const besideRecord: FetchWrapper = handleTokens((next) => {
  let count = 0
  return async (request, { kind }) => {
    const response = await next(request)
    if (kind !== 'create' || response.status > 299) return response
    const { token, ...record } = await bodyOf(response)
    count++
    return withAnswer(response, {
      meta: {
        request: `req-${count}-0123456789`,
        message: 'Keep it safe.',
        href: `/tokens/${count}/abcdefgh`,
        status: 'active',
        fingerprint: `sha-${count}-0123456789`,
      },
      api_token: { ...record, owner: 'user-0123456789' },
      plain_text: token,
    })
  }
})

/** Nests the members of a record, as JSON:API does. */
export const nested: FetchWrapper = changeTokens(['create', 'list', 'rename'], ({ id, token, ...attributes }) => ({
  type: 'access-token',
  id,
  attributes,
  ...(token === undefined ? {} : { token }),
}))

/** Sends no time of creation. */
export const timeless: FetchWrapper = changeTokens(
  ['create', 'list', 'rename'],
  ({ created_at: _created, ...token }) => token,
)

/** Moves an expiry into the allowed range instead of refusing it. */
export const clamped: FetchWrapper = handleTokens((next) => async (request, { kind }) => {
  const sent = kind === 'create' ? await bodyOf(request) : {}
  const response = await next(request.clone())
  if (kind !== 'create' || response.status < 300 || typeof sent['expires_at'] !== 'string') return response
  for (const days of [3, 13, -4]) {
    const taken = await next(withBody(request.clone(), { ...sent, expires_at: later(sent['expires_at'], days) }))
    if (taken.status < 300) return taken
  }
  return response
})

/** Ignores members that cannot change: the name is changed, and nothing is refused. */
export const ignored: FetchWrapper = handleTokens(
  (next) =>
    async (request, { kind }) =>
      await next(kind === 'rename' ? withBody(request, { name: (await bodyOf(request))['name'] }) : request),
)

/** Sends times as dates. */
export const days: FetchWrapper = changeTokens(['create', 'list', 'rename'], (token) => ({
  ...token,
  expires_at: String(token['expires_at']).slice(0, 10),
}))

/** Sends scopes as a string, in reverse order. */
export const scopeText: FetchWrapper = changeTokens(['create', 'list', 'rename'], (token) => ({
  ...token,
  scopes: [...(token['scopes'] as readonly string[])].reverse().join(' '),
}))

/** Lists all tokens at once, oldest first, and ignores cursors. */
export const unpaged: FetchWrapper = handleTokens((next) => async (request, { kind }) => {
  if (kind !== 'list') return await next(request)
  const { origin, pathname } = new URL(request.url)
  const tokens: unknown[] = []
  let response: Response
  for (let query = '?limit=5'; ; query = `?limit=5&starting_after=${String((tokens.at(-1) as Body)['id'])}`) {
    response = await next(new Request(`${origin}${pathname}${query}`, request))
    const page = response.status === 200 ? tokensIn(await bodyOf(response)) : []
    if (page.length === 0) break
    tokens.push(...page)
  }
  return response.status === 200 ? withAnswer(response, { tokens: tokens.reverse() }) : response
})

/** Answers 202 and revokes a moment later. */
export const revokesLater: FetchWrapper = (next) => {
  let pending: Request | undefined
  let left = 0
  return async (request) => {
    if (pending && left-- <= 0) {
      const due = pending
      pending = undefined
      await next(due)
    }
    const isStranger =
      !request.headers.has('authorization') || request.headers.get('authorization')!.includes('never-issued')
    if (tokenRequest(request)?.kind !== 'revoke' || isStranger) return await next(request)
    if (pending) await next(pending)
    pending = request
    left = 1
    return new Response(null, { status: 202 })
  }
}

/** Accepts and sends times as strings of digits. */
export const textTimes: FetchWrapper = (next) => {
  const shown = changeTokens(['create', 'list', 'rename'], (token) => ({
    ...token,
    expires_at: String(token['expires_at']),
  }))
  return shown(
    handleTokens((own) => async (request, { kind }) => {
      const sent = kind === 'create' || kind === 'rename' ? await bodyOf(request) : {}
      if (sent['expires_at'] === undefined) return await own(request)
      return await own(
        withBody(request, {
          ...sent,
          expires_at: typeof sent['expires_at'] === 'string' ? Number(sent['expires_at']) : 'none',
        }),
      )
    })(next),
  )
}

/** Lists by page number, oldest first, and sends the URL of the next page. */
export const numbered: FetchWrapper = (next) => {
  const all = unpaged(next)
  return async (request) => {
    const url = new URL(request.url)
    if (tokenRequest(request)?.kind !== 'list') return await next(request)
    const response = await all(new Request(`${url.origin}${url.pathname}`, request))
    if (response.status !== 200) return response
    const number = Number(url.searchParams.get('page') ?? 1)
    const tokens = tokensIn(await bodyOf(response))
    const more = tokens.length > number * 3
    return withAnswer(response, {
      tokens: tokens.slice(number * 3 - 3, number * 3),
      page: number,
      next: more ? `${url.origin}${url.pathname}?page=${number + 1}` : null,
    })
  }
}

/** Accepts names of at most 32 lower-case letters, digits and hyphens. */
export const shortNames: FetchWrapper = handleTokens((next) => async (request, { kind }) => {
  const { name } = kind === 'create' || kind === 'rename' ? await bodyOf(request) : {}
  return await next(typeof name === 'string' && !/^[a-z0-9-]{1,32}$/.test(name) ? withBody(request, {}) : request)
})

/** Accepts and sends scopes as an object of flags. */
export const flags: FetchWrapper = (next) => {
  const shown = changeTokens(['create', 'list', 'rename'], (token) => ({
    ...token,
    scopes: Object.fromEntries(
      ['environments:read', 'catalogs:read', 'projects:read'].map((scope) => [
        scope,
        (token['scopes'] as readonly string[]).includes(scope),
      ]),
    ),
  }))
  return shown(
    handleTokens((own) => async (request, { kind }) => {
      const sent = kind === 'create' || kind === 'rename' ? await bodyOf(request) : {}
      const { scopes } = sent
      if (typeof scopes !== 'object' || scopes === null) return await own(request)
      return await own(
        withBody(request, {
          ...sent,
          scopes: Array.isArray(scopes)
            ? 'none'
            : Object.entries(scopes).flatMap(([scope, flag]) => (flag === true ? [scope] : [])),
        }),
      )
    })(next),
  )
}

/** Refuses with 422 as text, and redirects requests without credentials to a login page. */
export const refusals: FetchWrapper = (next) => async (request) => {
  const response = await next(request)
  if (response.status === 401) return new Response(null, { status: 302, headers: { location: 'https://login.test/' } })
  return response.status === 400 || response.status === 415
    ? new Response('No.', { status: 422, headers: { 'content-type': 'text/plain' } })
    : response
}
