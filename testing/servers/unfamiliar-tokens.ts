import { type Operations, without } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { type Listed, membersOf, text, withJson } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import {
  createToken,
  listTokens,
  renameToken,
  revokeToken,
} from '../../emulator/disturb/deviations/wrappers/operations.ts'
import {
  later,
  mapMember,
  mapTokens,
  onCreation,
  tokensOf,
} from '../../emulator/disturb/deviations/wrappers/access-tokens.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { around, mapAnswer, mapSent, on, remember } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'

/** Where answers show tokens. */
export const tokenOperations: Operations = [createToken, listTokens, renameToken]

/** Answers a creation with the record and the secret under other names, beside texts that are not secret. */
export const besideRecord: FetchWrapper = remember(() => {
  let count = 0
  return mapAnswer(createToken, async (response) => {
    const { token, ...record } = await membersOf(response)
    count++
    return withJson(response, {
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
  })
})

/** Nests the members of a record, as JSON:API does. */
export const nested: FetchWrapper = mapTokens(tokenOperations, ({ id, token, ...attributes }) => ({
  type: 'access-token',
  id,
  attributes,
  ...(token === undefined ? {} : { token }),
}))

/** Sends no time of creation. */
export const timeless: FetchWrapper = mapMember(tokenOperations, 'created_at', () => undefined)

/** Moves an expiry into the allowed range instead of refusing it. */
export const clamped: FetchWrapper = onCreation(async ({ sent, response, create }) => {
  if (response.ok || typeof sent['expires_at'] !== 'string') return response
  for (const days of [3, 13, -4]) {
    const taken = await create({ expires_at: later(sent['expires_at'], days) })
    if (taken.ok) return taken
  }
  return response
})

/** Ignores members that cannot change: the name is changed, and nothing is refused. */
export const ignored: FetchWrapper = mapSent(renameToken, ({ name }) => ({ name }))

/** Sends times as dates. */
export const days: FetchWrapper = mapMember(tokenOperations, 'expires_at', (expiry) => String(expiry).slice(0, 10))

/** Sends scopes as a string, in reverse order. */
export const scopeText: FetchWrapper = mapMember(tokenOperations, 'scopes', (scopes) =>
  [...(scopes as readonly string[])].reverse().join(' '),
)

/** Lists all tokens at once, oldest first, and ignores cursors. */
export const unpaged: FetchWrapper = on(listTokens, async (intercepted) => {
  const tokens: Listed[] = []
  for (;;) {
    const query = { ...without(...intercepted.query.keys()), limit: '5', starting_after: tokens.at(-1)?.id }
    const response = await intercepted.send({ query })
    const page = response.ok ? await tokensOf(response) : []
    tokens.push(...page)
    if (page.length === 0) return response.ok ? withJson(response, { tokens: tokens.reverse() }) : response
  }
})

/** Answers 202 and revokes a moment later. */
export const revokesLater: FetchWrapper = remember(() => {
  let pending: (() => Promise<Response>) | undefined
  let left = 0
  const accepted = new Set<string>()
  return on('everywhere', async (intercepted) => {
    if (pending && left-- <= 0) {
      const due = pending
      pending = undefined
      await due()
    }
    const { authorization } = intercepted
    if (!intercepted.isFor(revokeToken) || authorization === '' || !accepted.has(authorization)) {
      const response = await intercepted.send()
      if (response.ok) accepted.add(authorization)
      return response
    }
    await pending?.()
    pending = intercepted.send
    left = 1
    return new Response(null, { status: 202 })
  })
})

/** Accepts and sends times as strings of digits. */
export const textTimes: FetchWrapper = around(
  mapMember(tokenOperations, 'expires_at', String),
  mapSent([createToken, renameToken], ({ expires_at: expiry, ...sent }) =>
    expiry === undefined ? sent : { ...sent, expires_at: typeof expiry === 'string' ? Number(expiry) : 'none' },
  ),
)

/** Lists by page number, oldest first, and sends the URL of the next page. */
export const numbered: FetchWrapper = around(
  on(listTokens, async (intercepted) => {
    const response = await intercepted.send({ query: without(...intercepted.query.keys()) })
    if (!response.ok) return response
    const number = Number(intercepted.query.get('page') ?? 1)
    const tokens = await tokensOf(response)
    const { origin, pathname } = new URL(intercepted.request.url)
    return withJson(response, {
      tokens: tokens.slice(number * 3 - 3, number * 3),
      page: number,
      next: tokens.length > number * 3 ? `${origin}${pathname}?page=${number + 1}` : null,
    })
  }),
  unpaged,
)

/** Accepts names of at most 32 lower-case letters, digits and hyphens. */
export const shortNames: FetchWrapper = mapSent([createToken, renameToken], (sent) =>
  typeof sent['name'] === 'string' && !/^[a-z0-9-]{1,32}$/.test(sent['name']) ? {} : sent,
)

const known = ['access-tokens:read', 'environments:read', 'catalogs:read', 'projects:read']

/** Accepts and sends scopes as an object of flags. */
export const flags: FetchWrapper = around(
  mapMember(tokenOperations, 'scopes', (scopes) =>
    Object.fromEntries(known.map((scope) => [scope, (scopes as readonly string[]).includes(scope)])),
  ),
  mapSent([createToken, renameToken], (sent) => {
    const { scopes } = sent
    if (typeof scopes !== 'object' || scopes === null) return sent
    const set = Object.entries(scopes).flatMap(([scope, flag]) => (flag === true ? [scope] : []))
    return { ...sent, scopes: Array.isArray(scopes) ? 'none' : set }
  }),
)

/** Refuses with 422 as text, and redirects requests without credentials to a login page. */
export const refusals: FetchWrapper = (next) => async (request) => {
  const response = await next(request)
  if (response.status === 401) return new Response(null, { status: 302, headers: { location: 'https://login.test/' } })
  return response.status === 400 || response.status === 415 ? text('No.', 'text/plain', 422) : response
}
