import { type InterceptedRequest, tokensApi } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { notFound, readBodyMembers, noContent } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import {
  knowTokens,
  mapTokens,
  handleTokens,
  type Overrides,
  revokesUsed,
  applyOverrides,
  collectTokens,
  showFirstNames,
  endTokens,
  expireLater,
} from '../../emulator/disturb/deviations/groups/access-tokens.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import { around, mapAnswer, on, remember, retry } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { type Violation, violations } from './violations.ts'

/** A PUT to a token, which is not documented, changes one member besides the name. */
const changeByPut = (member: 'scopes' | 'expires_at'): FetchWrapper =>
  remember(() => {
    const overrides: Overrides = new Map()
    const put = async (intercepted: InterceptedRequest) => {
      const sent = await readBodyMembers(intercepted.request)
      const response = await intercepted.send({ method: 'POST', json: { name: sent['name'] } })
      if (response.ok) overrides.set(intercepted.bareId, { [member]: sent[member] })
      return applyOverrides(response, overrides)
    }
    const show = on(tokensApi, async ({ send }) => applyOverrides(await send(), overrides))
    return around(show, on('access-tokens.rename', put, 'PUT'))
  })

const reviveByRevocation = knowTokens((known) => {
  const revocations = new Map<string, number>()
  return retry('everywhere', ({ status }, intercepted) => {
    const { authorization, bareId } = intercepted
    if (intercepted.isFor('access-tokens.revoke') && status !== 401)
      revocations.set(bareId, (revocations.get(bareId) ?? 0) + 1)
    const token = known.get(authorization)
    return status === 401 && token && (revocations.get(token.id) ?? 0) > 1
      ? { authorization: token.creator }
      : undefined
  })
})

const renameHides = remember(() => {
  const hidden = new Set<string>()
  const hide = on('access-tokens.rename', async (intercepted) => {
    const response = await intercepted.send()
    if (!response.ok) return response
    hidden.add(intercepted.bareId)
    return notFound()
  })
  return around(
    mapTokens('access-tokens.list', (token) => (hidden.has(token.id) ? undefined : token)),
    hide,
  )
})

/** Takes one new name for each token. */
const renameOnce = (inSilence: boolean): FetchWrapper =>
  remember(() => {
    const names = new Map<string, unknown>()
    return on('access-tokens.rename', async (intercepted) => {
      const { name, ...others } = await readBodyMembers(intercepted.request)
      if (!names.has(intercepted.bareId)) {
        const response = await intercepted.send()
        if (response.ok && Object.keys(others).length === 0) names.set(intercepted.bareId, name)
        return response
      }
      return inSilence
        ? intercepted.send({ json: { ...others, name: names.get(intercepted.bareId) } })
        : intercepted.send({ json: {} })
    })
  })

const renameNext = remember(() => {
  const created: string[] = []
  return handleTokens(async (intercepted, overrides) => {
    const { name } = await readBodyMembers(intercepted.request)
    const response = await intercepted.send()
    if (intercepted.isFor('access-tokens.create')) created.push(...(await collectTokens(response)).map(({ id }) => id))
    if (!intercepted.isFor('access-tokens.rename') || !response.ok) return response
    overrides.delete(intercepted.bareId)
    const next = created[created.indexOf(intercepted.bareId) + 1]
    if (next !== undefined) overrides.set(next, { name })
    return response
  })
})

const revokeUnlistsAll = knowTokens((known) => {
  let isEmptied = false
  const revoke = mapAnswer('access-tokens.revoke', (response, intercepted) => {
    isEmptied ||= revokesUsed(intercepted, known)
    return response
  })
  return around(
    mapTokens('access-tokens.list', (token) => (isEmptied ? undefined : token)),
    revoke,
  )
})

/** Violations of clause 5.3 by changes of a token, and by its end. */
export const accessTokenChangeFaults: readonly Violation[] = [
  ...violations('pat.name-updatable.rename', {
    'pat-rename-hides-the-token': ['A new name is answered with 404, and the list loses the token.', renameHides],
    'pat-rename-renames-the-next': ['A new name is also given to the next token.', renameNext],
  }),
  ...violations('pat.name-updatable.again', {
    'pat-renames-once': ['A second new name is refused.', renameOnce(false)],
    'pat-renames-once-in-silence': [
      'A second new name is answered with success, but the first stays.',
      renameOnce(true),
    ],
  }),
  ...violations('pat.name-updatable.answer', {
    'pat-rename-answers-nothing': [
      'A new name is answered without the updated token.',
      mapAnswer('access-tokens.rename', noContent),
    ],
    'pat-rename-answers-the-old-name': [
      'A new name is answered with the old token.',
      showFirstNames(['access-tokens.create', 'access-tokens.rename']),
    ],
  }),
  ...violations('pat.scopes-fixed.attempt', {
    'pat-put-changes-scopes': ['A PUT changes the scopes of a token.', changeByPut('scopes')],
  }),
  ...violations('pat.expiry-fixed.attempt', {
    'pat-put-changes-expiry': ['A PUT changes the expires_at of a token.', changeByPut('expires_at')],
  }),
  ...violations('pat.revoke.refused', {
    'pat-revoke-answers-not-found': [
      'A revocation answers 404, whatever the id.',
      mapAnswer('access-tokens.revoke', notFound),
    ],
    'pat-revoked-again-comes-back': ['A token that is revoked a second time works again.', reviveByRevocation],
    'pat-revoke-ends-all': [
      'The revocation of a token in use ends every token created so far.',
      endTokens((intercepted, known) => (revokesUsed(intercepted, known) ? [...known.keys()] : [])),
    ],
  }),
  ...violations('pat.revoke-unlists.list', {
    'pat-revoke-unlists-all': ['The revocation of a token in use empties the list.', revokeUnlistsAll],
  }),
  ...violations('pat.expires.refused', {
    'pat-expires-two-minutes-early': [
      'A token stops working two minutes before its expires_at.',
      expireLater(-2 / 1440),
    ],
    'pat-expires-an-hour-late': ['A token works for an hour after its expires_at.', expireLater(1 / 24)],
    'pat-expires-ten-minutes-late': ['A token works for ten minutes after its expires_at.', expireLater(10 / 1440)],
  }),
]
