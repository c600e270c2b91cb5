import type { Asked, Place } from '../algebra/asked.ts'
import { notFound, type Listed, membersOf, noContent } from '../algebra/messages.ts'
import {
  createToken,
  legacyApi,
  listTokens,
  renameToken,
  resources,
  revokeToken,
  servicesApi,
} from '../algebra/places.ts'
import {
  type KnownTokens,
  knowTokens,
  later,
  mapTokens,
  noteTokens,
  onCreation,
  onTokens,
  revokesUsed,
  tokensOf,
} from '../algebra/tokens.ts'
import { around, mapAnswer, mapList, mapSent, on, remember, retry, type Way } from '../algebra/ways.ts'
import { type Deviation, violations } from '../define-deviation.ts'

/** Shows tokens by their first names. */
const showFirstNames = (place: Place): Way =>
  remember(() => {
    const names = new Map<string, unknown>()
    return around(
      mapTokens(place, (token) => ({ ...token, name: names.get(token.id) ?? token['name'] })),
      noteTokens(createToken, ({ id, name }) => void names.set(id, name)),
    )
  })

const renameHides = remember(() => {
  const hidden = new Set<string>()
  const hide = on(renameToken, async (asked) => {
    const response = await asked.send()
    if (!response.ok) return response
    hidden.add(asked.bareId)
    return notFound()
  })
  return around(
    mapTokens(listTokens, (token) => (hidden.has(token.id) ? undefined : token)),
    hide,
  )
})

/** Takes one new name for each token. */
const renameOnce = (inSilence: boolean): Way =>
  remember(() => {
    const names = new Map<string, unknown>()
    return on(renameToken, async (asked) => {
      const { name, ...others } = await membersOf(asked.request)
      if (!names.has(asked.bareId)) {
        const response = await asked.send()
        if (response.ok && Object.keys(others).length === 0) names.set(asked.bareId, name)
        return response
      }
      return inSilence ? asked.send({ json: { ...others, name: names.get(asked.bareId) } }) : asked.send({ json: {} })
    })
  })

const renameNext = remember(() => {
  const created: string[] = []
  return onTokens(async (asked, shown) => {
    const { name } = await membersOf(asked.request)
    const response = await asked.send()
    if (asked.at(createToken)) created.push(...(await tokensOf(response)).map(({ id }) => id))
    if (!asked.at(renameToken) || !response.ok) return response
    shown.delete(asked.bareId)
    const next = created[created.indexOf(asked.bareId) + 1]
    if (next !== undefined) shown.set(next, { name })
    return response
  })
})

/** A token that is revoked or expired goes on working at some operations. */
const goOn = (end: 'revoked' | 'expired', place: Place): Way =>
  knowTokens((known) => {
    const revoked = new Set<string>()
    return retry('everywhere', ({ ok, status }, asked) => {
      if (asked.at(revokeToken) && ok) revoked.add(asked.bareId)
      const token = known.get(asked.authorization)
      const isDead = status === 401 && token && revoked.has(token.id) === (end === 'revoked')
      return isDead && asked.at(place) ? { authorization: token.creator } : undefined
    })
  })

/** Some requests end tokens, which are refused from then on; `endedBy` gives them by their Authorization. */
const endTokens = (endedBy: (asked: Asked, known: KnownTokens) => readonly string[]): Way =>
  knowTokens((known) => {
    const ended = new Set<string>()
    return on('everywhere', async (asked) => {
      const response = await asked.send(ended.has(asked.authorization) ? { authorization: 'Bearer ended' } : undefined)
      if (response.ok) for (const authorization of endedBy(asked, known)) ended.add(authorization)
      return response
    })
  })

const endByRename = endTokens((asked, known) =>
  asked.at(renameToken) ? [...known.keys()].filter((one) => known.get(one)?.id === asked.bareId) : [],
)

/** A revocation of a token that was in use is answered, but not done. */
const revokeWithoutEffect = knowTokens((known) => {
  const hidden = new Set<string>()
  const revoke = on(revokeToken, async (asked) => {
    if (!revokesUsed(asked, known) || hidden.has(asked.bareId)) return asked.send()
    hidden.add(asked.bareId)
    return noContent()
  })
  return around(
    mapTokens(listTokens, (token) => (hidden.has(token.id) ? undefined : token)),
    revoke,
  )
})

/** The first page also lists the tokens that were revoked. */
const revokedStillListed = remember(() => {
  const shown = new Map<string, Listed>()
  const revoked: Listed[] = []
  const revoke = mapAnswer(revokeToken, (response, { bareId }) => {
    const token = shown.get(bareId)
    if (token) revoked.push(token)
    return response
  })
  const list = mapList(listTokens, (tokens, { query }) => {
    for (const token of tokens) shown.set(token.id, token)
    return query.has('starting_after') ? tokens : [...revoked, ...tokens]
  })
  return around(revoke, list)
})

const revokeUnlistsAll = knowTokens((known) => {
  let isEmptied = false
  const revoke = mapAnswer(revokeToken, (response, asked) => {
    isEmptied ||= revokesUsed(asked, known)
    return response
  })
  return around(
    mapTokens(listTokens, (token) => (isEmptied ? undefined : token)),
    revoke,
  )
})

/** Creates a token with another expiry, some days later, and shows the one that was sent. */
const expireLater = (days: number) =>
  onCreation(async ({ sent, response, shown, create, takeBack }) => {
    const { expires_at: expiry } = sent
    if (!response.ok) return response
    const sooner = await create({ expires_at: later(expiry, days) })
    // Nothing is earlier than the earliest expiry that is accepted.
    if (!sooner.ok) return response
    await takeBack(response)
    for (const { id } of await tokensOf(sooner)) shown.set(id, { expires_at: expiry })
    return sooner
  })

/** Violations of clause 5.3 by changes of a token, and by its end. */
export const accessTokenChangeDeviations: readonly Deviation[] = violations`
  pat.name-updatable.rename
    pat-rename-not-stored: The answer shows the new name, but the old one stays.
      ${showFirstNames([createToken, listTokens])}
    pat-rename-refused: A token cannot be renamed. ${mapSent(renameToken, () => ({}))}
    pat-rename-hides-the-token: A new name is answered with 404, and the list loses the token. ${renameHides}
    pat-rename-renames-the-next: A new name is also given to the next token. ${renameNext}
  pat.name-updatable.again
    pat-renames-once: A second new name is refused. ${renameOnce(false)}
    pat-renames-once-in-silence: A second new name is answered with success, but the first stays. ${renameOnce(true)}
  pat.name-updatable.answer
    pat-rename-answers-nothing: A new name is answered without the updated token. ${mapAnswer(renameToken, noContent)}
    pat-rename-answers-the-old-name: A new name is answered with the old token.
      ${showFirstNames([createToken, renameToken])}
  pat.revoke.refused
    pat-revoke-without-effect: A revoked token is gone from the list, but goes on working. ${revokeWithoutEffect}
    pat-revoke-answers-not-found: A revocation answers 404, whatever the id. ${mapAnswer(revokeToken, notFound)}
    pat-revoke-ends-all: The revocation of a token in use ends every token created so far.
      ${endTokens((asked, known) => (revokesUsed(asked, known) ? [...known.keys()] : []))}
    pat-revoked-works-on-services: A revoked token works on the Services API. ${goOn('revoked', servicesApi)}
    pat-revoked-works-on-legacy: A revoked token works on the legacy API. ${goOn('revoked', legacyApi)}
    pat-revoked-works-on-resources: A revoked token still lists resources. ${goOn('revoked', resources)}
    pat-revoked-lists-tokens: A revoked token still lists tokens. ${goOn('revoked', listTokens)}
  pat.name-updatable.secret
    pat-rename-ends-the-secret: A token is refused after it was renamed. ${endByRename}
  pat.revoke-unlists.list
    pat-revoked-still-listed: A revoked token stays in the list. ${revokedStillListed}
    pat-revoke-unlists-all: The revocation of a token in use empties the list. ${revokeUnlistsAll}
  pat.expires.refused
    pat-never-expires: An expired token goes on working. ${goOn('expired', 'everywhere')}
    pat-expires-early: A token stops working a day before its expires_at. ${expireLater(-1)}
    pat-expires-an-hour-early: A token stops working an hour before its expires_at. ${expireLater(-1 / 24)}
    pat-expires-two-minutes-early: A token stops working two minutes before its expires_at. ${expireLater(-2 / 1440)}
    pat-expires-an-hour-late: A token works for an hour after its expires_at. ${expireLater(1 / 24)}
    pat-expires-ten-minutes-late: A token works for ten minutes after its expires_at. ${expireLater(10 / 1440)}
    pat-expired-works-on-services: An expired token works on the Services API. ${goOn('expired', servicesApi)}
    pat-expired-works-on-legacy: An expired token works on the legacy API. ${goOn('expired', legacyApi)}
`
