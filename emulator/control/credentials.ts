import { Type, type Static } from 'typebox'
import { credentialId, defaultWorldName } from '../api/auth/sent-credential.ts'
import type { Credentials } from '../model/contract/credentials.ts'
import type { CollectionRecords } from '../model/contract/stored-records.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { runInTurns } from '../tools/in-turns.ts'
import { nullable } from '../tools/record-of.ts'
import { shortJson } from '../tools/short-text.ts'
import { toIso } from '../tools/time.ts'
import type { DeepReadonly } from '../tools/deep-readonly.ts'
import type { World } from '../world/world.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { limitItems, limitParameter, wholeNumber } from './list-limits.ts'

type StoredCredential = CollectionRecords['credentials']

const kinds = [
  'accessToken',
  'refreshToken',
  'personalAccessToken',
  'integrationToken',
  'apiKey',
  'dsn',
  'oauthClient',
] as const

const CredentialSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the credential here; it holds the hash of the secret.' }),
    kind: Type.Enum([...kinds]),
    label: nullable(Type.String(), 'Its name in the journal, such as oauth#2; null for one that is too old.'),
    name: nullable(Type.String(), 'The name of a personal access token, or the id of an OAuth client.'),
    scopes: Type.Array(Type.String()),
    expiresAt: nullable(Type.String({ format: 'date-time' }), 'Virtual time; null for one that does not expire.'),
    secondsLeft: nullable(Type.Number(), 'Of virtual time; 0 when it has expired, null when it never does.'),
    projectId: nullable(Type.String(), 'The project that it is bound to.'),
    owner: Type.String({ description: 'The record of a personal access token, or the OAuth client of a token.' }),
    secret: nullable(
      Type.String(),
      'In the form that clients send, for the credentials of every new world; for all others the emulator keeps only a hash.',
    ),
  },
  { title: 'Credential', additionalProperties: false },
)

/** A credential as the control API lists it. */
export type ListedCredential = DeepReadonly<Static<typeof CredentialSchema>>

const params = Type.Object({ id: Type.String() })

/** Shows and revokes the credentials of a world. */
export const credentialEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'credentials.list',
    method: 'GET',
    path: '/credentials',
    summary: "Lists the credentials of the request's world by kind, with their scopes and the time they have left.",
    query: Type.Object({
      kind: Type.Optional(Type.Enum([...kinds])),
      limit: limitParameter,
      offset: wholeNumber(0),
    }),
    answers: [
      {
        status: 200,
        description: 'The credentials of the page, and the number of all of that kind.',
        schema: Type.Object(
          { data: Type.Array(CredentialSchema), count: Type.Integer(), has_more: Type.Boolean() },
          { additionalProperties: false },
        ),
      },
    ],
    handle: async ({ emulator, world, query: { kind, limit, offset = 0 } }) => {
      const { items, count, hasMore } = await runInTurns(
        world
          .collection('credentials')
          .pageInSteps({ where: kind === undefined ? {} : { kind }, limit: limitItems(limit) }, offset),
      )
      const secrets = seededSecrets(world, emulator.credentials)
      return { body: { data: items.map((item) => toListedCredential(world, item, secrets)), count, has_more: hasMore } }
    },
  }),
  defineControl({
    id: 'credentials.revoke',
    method: 'DELETE',
    path: '/credentials/{id}',
    summary:
      'Revokes a credential. The record of a personal access token and the tokens of a client are removed with it.',
    params,
    answers: [{ status: 204, description: 'The credential is unknown from now on.' }],
    handle: ({ world, params: { id } }) => {
      const stored = world.get('credentials', id)
      if (!stored)
        throw new ApiError(
          'unknown',
          `No credential has the id ${shortJson(id)}. GET /_emulator/credentials lists them.`,
          {
            code: 'unknown_credential',
          },
        )
      world.transact(() => revokeStored(world, stored))
    },
  }),
]

function revokeStored(world: World, { id, kind, owner_id: owner }: StoredCredential): void {
  if (kind === 'personalAccessToken' && world.get('access_tokens', owner)) world.remove('access_tokens', owner)
  else world.remove('credentials', id)
  if (kind !== 'oauthClient') return
  const tokens = world.collection('credentials').all({ where: { owner_id: id } })
  world.removeAll(
    'credentials',
    tokens.map((token) => token.id),
  )
}

/** The secrets that every new world has, by the id of their credential. They include the name of a named world. */
function seededSecrets(world: World, credentials: Credentials): ReadonlyMap<string, string> {
  const sent = (secret: string) => (world.name === defaultWorldName ? secret : `${secret}~${world.name}`)
  return new Map([
    [credentialId(world, 'bearer', credentials.token), sent(credentials.token)],
    [credentialId(world, 'bearer', credentials.integrationToken), sent(credentials.integrationToken)],
    [credentialId(world, 'key', credentials.apiKey), sent(credentials.apiKey)],
    [credentialId(world, 'dsn', credentials.dsn), sent(credentials.dsn)],
    [`client:${credentials.clientId}`, credentials.clientSecret],
  ])
}

function toListedCredential(
  world: World,
  stored: StoredCredential,
  secrets: ReadonlyMap<string, string>,
): ListedCredential {
  const { id, kind, scopes, expires_at: expires, project_id: projectId, owner_id: owner } = stored
  const left = expires === null ? null : Math.max(0, Math.ceil((expires - world.clock.now()) / 1000))
  const name =
    kind === 'personalAccessToken'
      ? (world.get('access_tokens', owner)?.name ?? null)
      : kind === 'oauthClient'
        ? id.slice('client:'.length)
        : null
  return {
    id,
    kind,
    label: world.requests.issuedCredentials.get(id)?.label ?? null,
    name,
    scopes: [...scopes],
    expiresAt: expires === null ? null : toIso(expires),
    secondsLeft: left,
    projectId,
    owner,
    secret: secrets.get(id) ?? null,
  }
}
