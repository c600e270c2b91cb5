import type { InterceptedRequest, Operations } from '../wrappers/intercepted-request.ts'
import { type ListedRecord, noContent } from '../wrappers/messages.ts'
import {
  type KnownTokens,
  knowTokens,
  postponeExpiry,
  mapTokens,
  noteTokens,
  changeCreations,
  revokesUsed,
  collectTokens,
  mapSecret,
} from '../wrappers/access-tokens.ts'
import type { FetchWrapper } from '../deviation.ts'
import { around, mapAnswer, mapList, mapSent, on, remember } from '../wrappers/fetch-wrappers.ts'

/** Shows tokens with their original names. */
export const showFirstNames = (operations: Operations): FetchWrapper =>
  remember(() => {
    const names = new Map<string, unknown>()
    return around(
      mapTokens(operations, (token) => ({ ...token, name: names.get(token.id) ?? token['name'] })),
      noteTokens('access-tokens.create', ({ id, name }) => void names.set(id, name)),
    )
  })

/** Some requests end tokens, which are refused from then on. `endedBy` returns the Authorization of those tokens. */
export const endTokens = (
  endedBy: (intercepted: InterceptedRequest, known: KnownTokens) => readonly string[],
): FetchWrapper =>
  knowTokens((known) => {
    const ended = new Set<string>()
    return on('everywhere', async (intercepted) => {
      const response = await intercepted.send(
        ended.has(intercepted.authorization) ? { authorization: 'Bearer ended' } : undefined,
      )
      if (response.ok) for (const authorization of endedBy(intercepted, known)) ended.add(authorization)
      return response
    })
  })

const endByRename = endTokens((intercepted, known) =>
  intercepted.isFor('access-tokens.rename')
    ? [...known.keys()].filter((secret) => known.get(secret)?.id === intercepted.bareId)
    : [],
)

/** Answers the revocation of a token that was in use, but does not revoke it. */
const revokeWithoutEffect = knowTokens((known) => {
  const hidden = new Set<string>()
  const revoke = on('access-tokens.revoke', async (intercepted) => {
    if (!revokesUsed(intercepted, known) || hidden.has(intercepted.bareId)) return intercepted.send()
    hidden.add(intercepted.bareId)
    return noContent()
  })
  return around(
    mapTokens('access-tokens.list', (token) => (hidden.has(token.id) ? undefined : token)),
    revoke,
  )
})

/** The first page also lists the tokens that were revoked. */
const revokedStillListed = remember(() => {
  const listed = new Map<string, ListedRecord>()
  const revoked: ListedRecord[] = []
  const revoke = mapAnswer('access-tokens.revoke', (response, { bareId }) => {
    const token = listed.get(bareId)
    if (token) revoked.push(token)
    return response
  })
  const list = mapList('access-tokens.list', (tokens, { query }) => {
    for (const token of tokens) listed.set(token.id, token)
    return query.has('starting_after') ? tokens : [...revoked, ...tokens]
  })
  return around(revoke, list)
})

/** Creates a token that expires some days later than requested, and shows the requested expiry. */
export const expireLater = (days: number): FetchWrapper =>
  changeCreations(async ({ sent, response, overrides, create, takeBack }) => {
    const { expires_at: expiry } = sent
    if (!response.ok) return response
    const sooner = await create({ expires_at: postponeExpiry(expiry, days) })
    // If the changed expiry is refused, the token keeps the requested one.
    if (!sooner.ok) return response
    await takeBack(response)
    for (const { id } of await collectTokens(sooner)) overrides.set(id, { expires_at: expiry })
    return sooner
  })

/** Refuses an expiry unless the emulator also accepts the expiry this number of days later. */
export const refuseUnless = (days: number): FetchWrapper =>
  changeCreations(async (creation) => {
    const { create, response, sent, takeBack } = creation
    if (!response.ok) return response
    const trial = await create({ expires_at: postponeExpiry(sent['expires_at'], days) })
    await takeBack(trial.ok ? trial : response)
    return trial.ok ? response : trial
  })

/** The deviations of "Personal access tokens". */
export const tokenDeviations = {
  title: 'Personal access tokens',
  deviations: {
    'pat-secret-missing': ['pat.secret-shown.creation', 'A creation shows no secret.', mapSecret(() => undefined)],
    'pat-secret-not-accepted': [
      'pat.bearer.accepted',
      'The secret that is shown does not authenticate.',
      mapSecret((secret) => [...secret].reverse().join('')),
    ],
    'pat-list-empty': [
      'pat.list.created',
      'The list of tokens is always empty.',
      mapTokens('access-tokens.list', () => undefined),
    ],
    'pat-refuses-seven-days': ['pat.expiry-range.seven-days', 'A token must last 8 days.', refuseUnless(-1)],
    'pat-rename-refused': [
      'pat.name-updatable.rename',
      'A token cannot be renamed.',
      mapSent('access-tokens.rename', () => ({})),
    ],
    'pat-rename-not-stored': [
      'pat.name-updatable.rename',
      'The answer shows the new name, but the old one stays.',
      showFirstNames(['access-tokens.create', 'access-tokens.list']),
    ],
    'pat-rename-ends-the-secret': [
      'pat.name-updatable.secret',
      'A token is refused after it was renamed.',
      endByRename,
    ],
    'pat-revoke-without-effect': [
      'pat.revoke.refused',
      'A revoked token is gone from the list, but still works.',
      revokeWithoutEffect,
    ],
    'pat-revoked-still-listed': ['pat.revoke-unlists.list', 'A revoked token stays in the list.', revokedStillListed],
    'pat-expires-early': ['pat.expires.refused', 'A token stops working a day before its expires_at.', expireLater(-1)],
  },
} as const
