import type { InterceptedRequest, Operations } from '../wrappers/intercepted-request.ts'
import { type Listed, noContent } from '../wrappers/messages.ts'
import { createToken, listTokens, renameToken, revokeToken } from '../wrappers/operations.ts'
import {
  type KnownTokens,
  knowTokens,
  later,
  mapTokens,
  noteTokens,
  onCreation,
  revokesUsed,
  tokensOf,
  type Creation,
  mapSecret,
  secretOf,
} from '../wrappers/access-tokens.ts'
import type { FetchWrapper } from '../define-deviation.ts'
import { around, mapAnswer, mapList, mapSent, on, remember, retry } from '../wrappers/fetch-wrappers.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

/** Shows tokens by their first names. */
export const showFirstNames = (operations: Operations): FetchWrapper =>
  remember(() => {
    const names = new Map<string, unknown>()
    return around(
      mapTokens(operations, (token) => ({ ...token, name: names.get(token.id) ?? token['name'] })),
      noteTokens(createToken, ({ id, name }) => void names.set(id, name)),
    )
  })

/**
 * A token that is revoked or expired goes on working at some operations.
 * @param isStill Tells at each use of such a token whether it does so.
 */
export const goOn = (
  end: 'revoked' | 'expired',
  operations: Operations,
  isStill: () => boolean = () => true,
): FetchWrapper =>
  knowTokens((known) => {
    const revoked = new Set<string>()
    return retry('everywhere', ({ ok, status }, intercepted) => {
      if (intercepted.isFor(revokeToken) && ok) revoked.add(intercepted.bareId)
      const token = known.get(intercepted.authorization)
      const isDead = status === 401 && token && revoked.has(token.id) === (end === 'revoked')
      return isDead && intercepted.isFor(operations) && isStill() ? { authorization: token.creator } : undefined
    })
  })

/** Some requests end tokens, which are refused from then on; `endedBy` gives them by their Authorization. */
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
  intercepted.isFor(renameToken)
    ? [...known.keys()].filter((secret) => known.get(secret)?.id === intercepted.bareId)
    : [],
)

/** A revocation of a token that was in use is answered, but not done. */
const revokeWithoutEffect = knowTokens((known) => {
  const hidden = new Set<string>()
  const revoke = on(revokeToken, async (intercepted) => {
    if (!revokesUsed(intercepted, known) || hidden.has(intercepted.bareId)) return intercepted.send()
    hidden.add(intercepted.bareId)
    return noContent()
  })
  return around(
    mapTokens(listTokens, (token) => (hidden.has(token.id) ? undefined : token)),
    revoke,
  )
})

/** The first page also lists the tokens that were revoked. */
const revokedStillListed = remember(() => {
  const listed = new Map<string, Listed>()
  const revoked: Listed[] = []
  const revoke = mapAnswer(revokeToken, (response, { bareId }) => {
    const token = listed.get(bareId)
    if (token) revoked.push(token)
    return response
  })
  const list = mapList(listTokens, (tokens, { query }) => {
    for (const token of tokens) listed.set(token.id, token)
    return query.has('starting_after') ? tokens : [...revoked, ...tokens]
  })
  return around(revoke, list)
})

/** Creates a token with another expiry, some days later, and shows the one that was sent. */
export const expireLater = (days: number): FetchWrapper =>
  onCreation(async ({ sent, response, overrides, create, takeBack }) => {
    const { expires_at: expiry } = sent
    if (!response.ok) return response
    const sooner = await create({ expires_at: later(expiry, days) })
    // Nothing is earlier than the earliest expiry that is accepted.
    if (!sooner.ok) return response
    await takeBack(response)
    for (const { id } of await tokensOf(sooner)) overrides.set(id, { expires_at: expiry })
    return sooner
  })

/** Creates a token with the expiry that was sent, some days later. */
export const createLater = ({ create, sent }: Creation, days: number): Promise<Response> =>
  create({ expires_at: later(sent['expires_at'], days) })

/** Resolves to true if an expiry some days later is accepted. */
export const isAccepted = async (creation: Creation, days: number): Promise<boolean> => {
  const trial = await createLater(creation, days)
  await creation.takeBack(trial)
  return trial.ok
}

/**
 * Accepts an expiry that is refused, if it would be accepted one of so many days later, and shows it as sent. `quietly`
 * it is refused all the same, and it stays refused if it would be accepted `unless` days later.
 */
export const acceptExpiry = (shifts: readonly number[], quietly = false, unless?: number): FetchWrapper =>
  onCreation(async (creation) => {
    const { sent, response, overrides } = creation
    const { expires_at: expiry } = sent
    if (response.ok || expiry === undefined) return response
    if (unless !== undefined && (await isAccepted(creation, unless))) return response
    for (const days of shifts) {
      const accepted = await createLater(creation, days)
      if (!accepted.ok) continue
      for (const { id } of await tokensOf(accepted)) overrides.set(id, { expires_at: expiry })
      return quietly ? response : accepted
    }
    return response
  })

/** Refuses an expiry unless it would be accepted so many days later, too. */
export const refuseUnless = (days: number): FetchWrapper =>
  onCreation(async (creation) => {
    const { response, takeBack } = creation
    if (!response.ok) return response
    const trial = await createLater(creation, days)
    await takeBack(trial.ok ? trial : response)
    return trial.ok ? response : trial
  })

/** Knows the secrets that answers to creations showed, by id. */
export const knowSecrets = (make: (secrets: ReadonlyMap<string, string>) => FetchWrapper): FetchWrapper =>
  remember(() => {
    const secrets = new Map<string, string>()
    const note = noteTokens(createToken, (token) => void secrets.set(token.id, String(secretOf(token))))
    return around(note, make(secrets))
  })

/** Shows secrets in some answers. */
export const showSecrets = (
  operations: Operations,
  show: (secret: string, token: Listed) => unknown = (secret) => secret,
): FetchWrapper =>
  knowSecrets((secrets) =>
    mapTokens(operations, (token) => {
      const secret = secrets.get(token.id)
      return secret === undefined ? token : { ...token, token: show(secret, token) }
    }),
  )

/** The behaviour of each deviation of "Personal access tokens". */
export const tokenBehaviours: BehavioursOf<'tokens'> = {
  'pat-create-always-refused': mapSent(createToken, () => ({})),
  'pat-secret-missing': mapSecret(() => undefined),
  'pat-secret-not-accepted': mapSecret((secret) => [...secret].reverse().join('')),
  'pat-secret-in-list': showSecrets(listTokens),
  'pat-list-empty': mapTokens(listTokens, () => undefined),
  'pat-no-minimum': acceptExpiry([4, 14, 400]),
  'pat-refuses-seven-days': refuseUnless(-1),
  'pat-rename-refused': mapSent(renameToken, () => ({})),
  'pat-rename-not-stored': showFirstNames([createToken, listTokens]),
  'pat-rename-ends-the-secret': endByRename,
  'pat-revoke-without-effect': revokeWithoutEffect,
  'pat-revoked-still-listed': revokedStillListed,
  'pat-never-expires': goOn('expired', 'everywhere'),
  'pat-expires-early': expireLater(-1),
}
