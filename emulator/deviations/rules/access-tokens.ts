import type { Asked, Place } from '../algebra/asked.ts'
import { notFound, type Listed, type Members, membersOf, withJson } from '../algebra/messages.ts'
import { createToken, listTokens, renameToken, revokeToken } from '../algebra/places.ts'
import {
  type Creation,
  later,
  mapMember,
  mapSecret,
  mapTokens,
  noteTokens,
  onCreation,
  scopesOf,
  secretOf,
  tokensOf,
} from '../algebra/tokens.ts'
import { around, mapAnswer, mapList, mapSent, on, remember, type Way } from '../algebra/ways.ts'
import { type Deviation, violations } from '../define-deviation.ts'

/** Creates a token with the expiry that was sent, some days later. */
const createLater = ({ create, sent }: Creation, days: number) =>
  create({ expires_at: later(sent['expires_at'], days) })

/** Whether an expiry some days later is accepted. */
const isAccepted = async (creation: Creation, days: number) => {
  const trial = await createLater(creation, days)
  await creation.takeBack(trial)
  return trial.ok
}

/**
 * Accepts an expiry that is refused, if it would be accepted one of so many days later, and shows it as sent. `quietly`
 * it is refused all the same, and it stays refused if it would be accepted `unless` days later.
 */
const acceptExpiry = (shifts: readonly number[], quietly = false, unless?: number): Way =>
  onCreation(async (creation) => {
    const { sent, response, shown } = creation
    const { expires_at: expiry } = sent
    if (response.ok || expiry === undefined) return response
    if (unless !== undefined && (await isAccepted(creation, unless))) return response
    for (const days of shifts) {
      const accepted = await createLater(creation, days)
      if (!accepted.ok) continue
      for (const { id } of await tokensOf(accepted)) shown.set(id, { expires_at: expiry })
      return quietly ? response : accepted
    }
    return response
  })

/** Refuses an expiry unless it would be accepted so many days later, too. */
const refuseUnless = (days: number): Way =>
  onCreation(async (creation) => {
    const { response, takeBack } = creation
    if (!response.ok) return response
    const trial = await createLater(creation, days)
    await takeBack(trial.ok ? trial : response)
    return trial.ok ? response : trial
  })

/** A token lasts some days less than was asked for, unless the expiry would be accepted `near` days later, too. */
const shorten = (near: number, days: number): Way =>
  onCreation(async (creation) => {
    const { response, shown } = creation
    if (response.ok && !(await isAccepted(creation, near)))
      for (const token of await tokensOf(response))
        shown.set(token.id, { expires_at: later(token['expires_at'], -days) })
    return response
  })

/** Fills in a member that is missing from the last creation that had it; `quietly` it is refused all the same. */
const fillIn = (member: 'name' | 'scopes' | 'expires_at', missing: null | undefined, quietly = false): Way =>
  remember(() => {
    let last: Members = {}
    return onCreation(async ({ sent, response, create }) => {
      if (response.ok) last = sent
      if (sent[member] !== missing) return response
      const filled = await create({ [member]: member === 'name' ? 'Untitled' : last[member] })
      return quietly ? response : filled
    })
  })

/** Knows the secrets that answers to creations showed, by id. */
const knowSecrets = (way: (secrets: ReadonlyMap<string, string>) => Way): Way =>
  remember(() => {
    const secrets = new Map<string, string>()
    const note = noteTokens(createToken, (token) => void secrets.set(token.id, String(secretOf(token))))
    return around(note, way(secrets))
  })

/** Shows the secret of a token in an answer about it. */
const reveal = (place: Place, when: (response: Response) => boolean, method?: string): Way =>
  knowSecrets((secrets) => {
    const show = async (asked: Asked) => {
      const response = await asked.send()
      const { bareId: id } = asked
      if (!secrets.has(id) || !when(response)) return response
      const status = response.status === 204 || method ? 200 : response.status
      return withJson(response, { ...(await membersOf(response)), id, token: secrets.get(id) }, status)
    }
    return on(place, show, method)
  })

/** Shows secrets in some answers. */
const showSecrets = (place: Place, show: (secret: string, token: Listed) => unknown = (secret) => secret): Way =>
  knowSecrets((secrets) =>
    mapTokens(place, (token) => {
      const secret = secrets.get(token.id)
      return secret === undefined ? token : { ...token, token: show(secret, token) }
    }),
  )

const listSecretsAfterRename = remember(() => {
  let isRenamed = false
  return around(
    noteTokens(renameToken, () => (isRenamed = true)),
    showSecrets(listTokens, (secret) => (isRenamed ? secret : undefined)),
  )
})

const scopesOfTheOneBefore = remember(() => {
  let most: readonly unknown[] = []
  return mapMember(createToken, 'scopes', (scopes) => {
    if (scopesOf(scopes).length > most.length) most = scopesOf(scopes)
    return most
  })
})

/** Violations of clauses 2.2, 4.2 and 5.3 by creations, and by what answers show of tokens. */
export const accessTokenDeviations: readonly Deviation[] = violations`
  pat.create.token
    pat-create-answers-no-record: A creation is answered without the token.
      ${mapAnswer(createToken, (response) => withJson(response, { message: 'The token was created.' }))}
    pat-create-always-refused: No creation is accepted. ${mapSent(createToken, () => ({}))}
  pat.expiry-minimum.five-days
    pat-minimum-three-days: A token may expire in 3 days. ${acceptExpiry([4])}
    pat-minimum-four-days: A token may expire in 4 days. ${acceptExpiry([3])}
    pat-no-minimum: A token may expire at any time, even in the past. ${acceptExpiry([4, 14, 400])}
  pat.expiry-minimum.past
    pat-past-expiry-accepted: Less than 7 days is refused, but the past is not. ${acceptExpiry([14, 400], false, 7)}
  pat.expiry-maximum.over-two-years
    pat-maximum-three-years: A token may last 3 years. ${acceptExpiry([-365])}
    pat-maximum-one-week-more: A token may last 2 years and a week. ${acceptExpiry([-7])}
    pat-too-late-refused-yet-created: A creation with more than 2 years is refused, but done.
      ${acceptExpiry([-365], true)}
  pat.expiry-range.nine-days
    pat-nine-days-become-two: A token of little more than a week lasts a week less. ${shorten(-5, 7)}
    pat-refuses-nine-days: A token must last 14 days. ${refuseUnless(-7)}
  pat.expiry-range.two-years
    pat-two-years-become-one: A token of almost 2 years lasts a year less. ${shorten(30, 365)}
    pat-refuses-almost-two-years: A token may last a year and a half. ${refuseUnless(180)}
  pat.requires-name.missing
    pat-without-name-accepted: A token without a name gets one. ${fillIn('name', undefined)}
    pat-without-name-refused-yet-created: A creation without a name is refused, but done.
      ${fillIn('name', undefined, true)}
  pat.requires-name.null
    pat-null-name-accepted: A token with null as its name gets one. ${fillIn('name', null)}
  pat.requires-scopes.missing
    pat-without-scopes-accepted: A token without scopes gets those of an earlier one. ${fillIn('scopes', undefined)}
    pat-without-scopes-refused-yet-created: A creation without scopes is refused, but done.
      ${fillIn('scopes', undefined, true)}
  pat.requires-scopes.null
    pat-null-scopes-accepted: A token with null as scopes gets those of an earlier one. ${fillIn('scopes', null)}
  pat.requires-expiry.missing
    pat-without-expiry-accepted: A token without expires_at lasts as long as an earlier one.
      ${fillIn('expires_at', undefined)}
  pat.requires-expiry.null
    pat-null-expiry-accepted: A token with null as expires_at lasts as long as an earlier one.
      ${fillIn('expires_at', null)}
  pat.list.served
    pat-list-not-served: The list of tokens is not found. ${mapAnswer(listTokens, notFound)}
  pat.list.created
    pat-list-empty: The list of tokens is always empty. ${mapTokens(listTokens, () => undefined)}
    pat-list-leaves-out-the-newest: The list of tokens begins with the second.
      ${mapList(listTokens, (records) => records.slice(1))}
  pat.record.id
    pat-id-prefixed: A creation shows a prefixed id. ${mapMember(createToken, 'id', (id) => `pat_${String(id)}`)}
  pat.record.name
    pat-name-cut: Names are cut after 10 characters.
      ${mapMember([createToken, listTokens], 'name', (name) => String(name).slice(0, 10))}
  pat.record.scopes
    pat-scopes-not-listed: The list does not show scopes. ${mapMember(listTokens, 'scopes', () => undefined)}
    pat-first-scope-alone: Of several scopes only the first is kept.
      ${mapMember([createToken, renameToken, listTokens], 'scopes', (scopes) => scopesOf(scopes).slice(0, 1))}
    pat-scopes-of-the-one-before: A token with fewer scopes than an earlier one has its scopes. ${scopesOfTheOneBefore}
  pat.record.expires-at
    pat-expiry-not-shown-at-creation: A creation shows no expires_at.
      ${mapMember(createToken, 'expires_at', () => undefined)}
    pat-expiry-a-month-off: The list shows an expires_at a month too early.
      ${mapMember(listTokens, 'expires_at', (expiry) => later(expiry, -30))}
  pat.secret-shown.creation
    pat-secret-missing: A creation shows no secret. ${mapSecret(() => undefined)}
    pat-secret-masked: A creation shows only the end of the secret. ${mapSecret((secret) => `****${secret.slice(-4)}`)}
  pat.bearer.accepted
    pat-secret-not-accepted: The secret that is shown does not authenticate.
      ${mapSecret((secret) => [...secret].reverse().join(''))}
  pat.secret-once.list
    pat-secret-in-list: The list shows the secrets. ${showSecrets(listTokens)}
    pat-secret-in-list-as-base64: The list shows the secrets in base64.
      ${showSecrets(listTokens, (secret) => btoa(secret))}
  pat.secret-once.later
    pat-secret-in-list-of-single-scopes: The list shows the secrets of tokens with one scope.
      ${showSecrets(listTokens, (secret, { scopes }) => (scopesOf(scopes).length === 1 ? secret : null))}
    pat-secret-in-refusal: The refusal of a change to what is fixed shows the secret.
      ${reveal(renameToken, ({ status }) => status >= 400)}
  pat.secret-once.retrieve
    pat-secret-retrievable: GET of one token shows its secret. ${reveal(renameToken, () => true, 'GET')}
  pat.secret-once.rename
    pat-secret-in-rename: A new name is answered with the secret. ${showSecrets(renameToken)}
    pat-secret-in-list-behind-rename: After a token was renamed, the list shows the secrets. ${listSecretsAfterRename}
  pat.secret-once.revoke
    pat-secret-in-revocation: A revocation is answered with the secret. ${reveal(revokeToken, ({ ok }) => ok)}
`
