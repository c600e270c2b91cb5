import type { InterceptedRequest, Operations } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { notFound, type Members, membersOf, withJson } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import {
  createToken,
  listTokens,
  renameToken,
  revokeToken,
} from '../../emulator/disturb/deviations/wrappers/operations.ts'
import {
  knowTokens,
  mapMember,
  mapSecret,
  mapTokens,
  noteTokens,
  onCreation,
  scopesOf,
} from '../../emulator/disturb/deviations/wrappers/access-tokens.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { around, mapAnswer, mapList, on, remember } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { showSecrets, knowSecrets } from '../../emulator/disturb/deviations/behaviours/access-tokens.ts'
import { type Violation, violations } from './violations.ts'

/** Fills in a member that is missing from the last creation that had it; `quietly` it is refused all the same. */
const fillIn = (
  member: 'name' | 'scopes' | 'expires_at',
  missing: null | '' | undefined,
  quietly = false,
): FetchWrapper =>
  remember(() => {
    let last: Members = {}
    return onCreation(async ({ sent, response, create }) => {
      if (response.ok) last = sent
      if (sent[member] !== missing) return response
      const filled = await create({ [member]: member === 'name' ? 'Untitled' : last[member] })
      return quietly ? response : filled
    })
  })

/** Shows the secret of a token in an answer about it. */
const reveal = (operations: Operations, when: (response: Response) => boolean, method?: string): FetchWrapper =>
  knowSecrets((secrets) => {
    const show = async (intercepted: InterceptedRequest) => {
      const response = await intercepted.send()
      const { bareId: id } = intercepted
      if (!secrets.has(id) || !when(response)) return response
      const status = response.status === 204 || method ? 200 : response.status
      return withJson(response, { ...(await membersOf(response)), id, token: secrets.get(id) }, status)
    }
    return on(operations, show, method)
  })

const listSecretsAfterRename = remember(() => {
  let isRenamed = false
  return around(
    noteTokens(renameToken, () => (isRenamed = true)),
    showSecrets(listTokens, (secret) => (isRenamed ? secret : undefined)),
  )
})

const listOthers = knowTokens((known) =>
  mapTokens(listTokens, (token, intercepted) =>
    known.get(intercepted.authorization)?.id === token.id ? undefined : token,
  ),
)

const scopesOfPreceding = remember(() => {
  let most: readonly unknown[] = []
  return mapMember(createToken, 'scopes', (scopes) => {
    if (scopesOf(scopes).length > most.length) most = scopesOf(scopes)
    return most
  })
})

/** Violations of clauses 2.2, 4.2 and 5.3 by creations, and by what answers show of tokens. */
export const accessTokenFaults: readonly Violation[] = [
  ...violations('pat.create', 'pat.create.token', {
    'pat-create-answers-no-record': [
      'A creation is answered without the token.',
      mapAnswer(createToken, (response) => withJson(response, { message: 'The token was created.' })),
    ],
  }),
  ...violations('pat.requires-name', 'pat.requires-name.missing', {
    'pat-without-name-accepted': ['A token without a name gets one.', fillIn('name', undefined)],
    'pat-without-name-refused-yet-created': [
      'A creation without a name is refused, but done.',
      fillIn('name', undefined, true),
    ],
  }),
  ...violations('pat.requires-name', 'pat.requires-name.null', {
    'pat-null-name-accepted': ['A token with null as its name gets one.', fillIn('name', null)],
  }),
  ...violations('pat.requires-scopes', 'pat.requires-scopes.missing', {
    'pat-without-scopes-accepted': [
      'A token without scopes gets those of an earlier one.',
      fillIn('scopes', undefined),
    ],
    'pat-without-scopes-refused-yet-created': [
      'A creation without scopes is refused, but done.',
      fillIn('scopes', undefined, true),
    ],
  }),
  ...violations('pat.requires-scopes', 'pat.requires-scopes.null', {
    'pat-null-scopes-accepted': ['A token with null as scopes gets those of an earlier one.', fillIn('scopes', null)],
  }),
  ...violations('pat.requires-expiry', 'pat.requires-expiry.missing', {
    'pat-without-expiry-accepted': [
      'A token without expires_at lasts as long as an earlier one.',
      fillIn('expires_at', undefined),
    ],
  }),
  ...violations('pat.requires-expiry', 'pat.requires-expiry.empty', {
    'pat-empty-expiry-accepted': [
      'A token with an empty text as expires_at lasts as long as an earlier one.',
      fillIn('expires_at', ''),
    ],
  }),
  ...violations('pat.requires-expiry', 'pat.requires-expiry.null', {
    'pat-null-expiry-accepted': [
      'A token with null as expires_at lasts as long as an earlier one.',
      fillIn('expires_at', null),
    ],
  }),
  ...violations('pat.list', 'pat.list.served', {
    'pat-list-not-served': ['The list of tokens is not found.', mapAnswer(listTokens, notFound)],
  }),
  ...violations('pat.list', 'pat.list.created', {
    'pat-list-leaves-out-the-newest': [
      'The list of tokens begins with the second.',
      mapList(listTokens, (records) => records.slice(1)),
    ],
  }),
  ...violations('pat.list', 'pat.list.asking', {
    'pat-list-without-the-one-that-asks': ['A token that lists tokens is not in its own list.', listOthers],
  }),
  ...violations('pat.record', 'pat.record.id', {
    'pat-id-prefixed': ['A creation shows a prefixed id.', mapMember(createToken, 'id', (id) => `pat_${String(id)}`)],
  }),
  ...violations('pat.record', 'pat.record.name', {
    'pat-name-cut': [
      'Names are cut after 10 characters.',
      mapMember([createToken, listTokens], 'name', (name) => String(name).slice(0, 10)),
    ],
  }),
  ...violations('pat.record', 'pat.record.scopes', {
    'pat-scopes-not-listed': ['The list does not show scopes.', mapMember(listTokens, 'scopes', () => undefined)],
    'pat-first-scope-alone': [
      'Of several scopes only the first is kept.',
      mapMember([createToken, renameToken, listTokens], 'scopes', (scopes) => scopesOf(scopes).slice(0, 1)),
    ],
    'pat-scopes-of-the-one-before': [
      'A token with fewer scopes than an earlier one has its scopes.',
      scopesOfPreceding,
    ],
  }),
  ...violations('pat.secret-shown', 'pat.secret-shown.creation', {
    'pat-secret-masked': [
      'A creation shows only the end of the secret.',
      mapSecret((secret) => `****${secret.slice(-4)}`),
    ],
  }),
  ...violations('pat.secret-once', 'pat.secret-once.list', {
    'pat-secret-in-list-as-hexadecimal': [
      'The list shows the secrets in hexadecimal digits.',
      showSecrets(listTokens, (secret) =>
        [...secret].map((character) => character.charCodeAt(0).toString(16)).join(''),
      ),
    ],
    'pat-secret-in-list-as-base64': [
      'The list shows the secrets in base64.',
      showSecrets(listTokens, (secret) => btoa(secret)),
    ],
  }),
  ...violations('pat.secret-once', 'pat.secret-once.later', {
    'pat-secret-in-list-of-single-scopes': [
      'The list shows the secrets of tokens with one scope.',
      showSecrets(listTokens, (secret, { scopes }) => (scopesOf(scopes).length === 1 ? secret : null)),
    ],
    'pat-secret-in-refusal': [
      'The refusal of a change to what is fixed shows the secret.',
      reveal(renameToken, ({ status }) => status >= 400),
    ],
  }),
  ...violations('pat.secret-once', 'pat.secret-once.retrieve', {
    'pat-secret-retrievable': ['GET of one token shows its secret.', reveal(renameToken, () => true, 'GET')],
  }),
  ...violations('pat.secret-once', 'pat.secret-once.rename', {
    'pat-secret-in-rename': ['A new name is answered with the secret.', showSecrets(renameToken)],
    'pat-secret-in-list-behind-rename': [
      'After a token was renamed, the list shows the secrets.',
      listSecretsAfterRename,
    ],
  }),
  ...violations('pat.secret-once', 'pat.secret-once.revoke', {
    'pat-secret-in-revocation': ['A revocation is answered with the secret.', reveal(revokeToken, ({ ok }) => ok)],
  }),
]
