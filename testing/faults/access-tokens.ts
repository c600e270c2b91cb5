import type { InterceptedRequest, Operations } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { notFound, readBodyMembers, replaceJsonBody } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { knowTokens, mapSecret, mapTokens, noteTokens } from '../../emulator/disturb/deviations/groups/access-tokens.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import { around, mapAnswer, on, remember } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { type Violation, violations } from './violations.ts'
import { knowSecrets, mapMember, scopeList, showSecrets } from './wrappers.ts'

/** Shows the secret of a token in an answer about it. */
const reveal = (operations: Operations, when: (response: Response) => boolean, method?: string): FetchWrapper =>
  knowSecrets((secrets) => {
    const show = async (intercepted: InterceptedRequest) => {
      const response = await intercepted.send()
      const { bareId: id } = intercepted
      if (!secrets.has(id) || !when(response)) return response
      const status = response.status === 204 || method ? 200 : response.status
      return replaceJsonBody(response, { ...(await readBodyMembers(response)), id, token: secrets.get(id) }, status)
    }
    return on(operations, show, method)
  })

const listSecretsAfterRename = remember(() => {
  let isRenamed = false
  return around(
    noteTokens('access-tokens.rename', () => (isRenamed = true)),
    showSecrets('access-tokens.list', (secret) => (isRenamed ? secret : undefined)),
  )
})

const listOthers = knowTokens((known) =>
  mapTokens('access-tokens.list', (token, intercepted) =>
    known.get(intercepted.authorization)?.id === token.id ? undefined : token,
  ),
)

const scopesOfPreceding = remember(() => {
  let most: readonly unknown[] = []
  return mapMember('access-tokens.create', 'scopes', (scopes) => {
    if (scopeList(scopes).length > most.length) most = scopeList(scopes)
    return most
  })
})

/** Violations of clauses 2.2, 4.2 and 5.3 by creations, and by what answers show of tokens. */
export const accessTokenFaults: readonly Violation[] = [
  ...violations('pat.create.token', {
    'pat-create-answers-no-record': [
      'A creation is answered without the token.',
      mapAnswer('access-tokens.create', (response) => replaceJsonBody(response, { message: 'The token was created.' })),
    ],
  }),
  ...violations('pat.list.served', {
    'pat-list-not-served': ['The list of tokens is not found.', mapAnswer('access-tokens.list', notFound)],
  }),
  ...violations('pat.list.asking', {
    'pat-list-without-the-one-that-asks': ['A token that lists tokens is not in its own list.', listOthers],
  }),
  ...violations('pat.record.scopes', {
    'pat-scopes-of-the-one-before': [
      'A token with fewer scopes than an earlier one has its scopes.',
      scopesOfPreceding,
    ],
  }),
  ...violations('pat.secret-shown.creation', {
    'pat-secret-masked': [
      'A creation shows only the end of the secret.',
      mapSecret((secret) => `****${secret.slice(-4)}`),
    ],
  }),
  ...violations('pat.secret-once.later', {
    'pat-secret-in-list-of-single-scopes': [
      'The list shows the secrets of tokens with one scope.',
      showSecrets('access-tokens.list', (secret, { scopes }) => (scopeList(scopes).length === 1 ? secret : null)),
    ],
    'pat-secret-in-refusal': [
      'The refusal of a change to what is fixed shows the secret.',
      reveal('access-tokens.rename', ({ status }) => status >= 400),
    ],
    'pat-secret-in-list-behind-rename': [
      'After a token was renamed, the list shows the secrets.',
      listSecretsAfterRename,
    ],
  }),
  ...violations('pat.secret-once.retrieve', {
    'pat-secret-retrievable': ['GET of one token shows its secret.', reveal('access-tokens.rename', () => true, 'GET')],
  }),
]
