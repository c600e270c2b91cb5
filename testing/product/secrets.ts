// The secrets of a run: where each is sent, and the values that are right there.
import type { FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import { readSecret, collectTokens } from '../../emulator/disturb/deviations/groups/access-tokens.ts'
import { around, on, remember } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { Changes, InterceptedRequest } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { readBodyMembers } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { readSentForm } from '../../emulator/disturb/deviations/groups/oauth.ts'

/** A kind of secret, as the default world issues it. */
export type SecretKind =
  | 'token'
  | 'created-token'
  | 'client-token'
  | 'refreshed-token'
  | 'integration-token'
  | 'api-key'
  | 'dsn'
  | 'client-secret'
  | 'refresh-token'
  | 'state-code'
  | 'client-id'
  | 'token-id'

/** The places of a secret in a request. */
export type Slot = 'bearer' | 'basic' | 'dsn' | 'client_secret' | 'refresh_token' | 'prepare_state'

const basicKey = (authorization: string): string | undefined => {
  const [, encoded] = /^Basic (\S+)$/.exec(authorization) ?? []
  try {
    return encoded === undefined ? undefined : /^(.+):$/.exec(atob(encoded))?.[1]
  } catch {
    return undefined
  }
}

const keyOfDsn = (authorization: string): readonly string[] =>
  /^(DSN \w+:\/\/)([^@]+)(@.*)$/.exec(authorization)?.slice(1) ?? []

/** The secret in a slot of a request; undefined where the request has none. */
export async function readSlot(slot: Slot, intercepted: InterceptedRequest): Promise<string | undefined> {
  const { authorization, query, operation } = intercepted
  switch (slot) {
    case 'bearer':
      return /^Bearer (\S+)$/.exec(authorization)?.[1]
    case 'basic':
      return basicKey(authorization)
    case 'dsn':
      return keyOfDsn(authorization)[1]
    case 'prepare_state':
      return query.get('prepare_state') ?? undefined
    default:
      return operation?.id === 'oauth.token' ? (await readSentForm(intercepted))[slot] : undefined
  }
}

/** The changes that put a secret into a slot of a request. */
export async function fillSlot(slot: Slot, intercepted: InterceptedRequest, secret: string): Promise<Changes> {
  const [before = '', , after = ''] = keyOfDsn(intercepted.authorization)
  switch (slot) {
    case 'bearer':
      return { authorization: `Bearer ${secret}` }
    case 'basic':
      return { authorization: `Basic ${btoa(`${secret}:`)}` }
    case 'dsn':
      return { authorization: `${before}${secret}${after}` }
    case 'prepare_state':
      return { query: { prepare_state: secret } }
    default:
      return { form: { ...(await readSentForm(intercepted)), [slot]: secret } }
  }
}

/** The secrets of each kind that a run used or got, the latest last. */
export type KnownSecrets = (kind: SecretKind) => readonly string[]

const kindOfBearer = (secret: string, known: KnownSecrets): SecretKind | undefined => {
  if (secret.startsWith('int_')) return 'integration-token'
  return secret.startsWith('pat_') && !known('created-token').includes(secret) ? 'token' : undefined
}

/** Knows the secrets of the run: those that were accepted, and those that answers gave. */
export const knowRunSecrets = (make: (known: KnownSecrets) => FetchWrapper): FetchWrapper =>
  remember(() => {
    const secrets = new Map<SecretKind, Set<string>>()
    const known: KnownSecrets = (kind) => [...(secrets.get(kind) ?? [])]
    const add = (kind: SecretKind | undefined, secret: unknown) => {
      if (kind === undefined || typeof secret !== 'string' || secret === '') return
      if (!secrets.has(kind)) secrets.set(kind, new Set())
      secrets.get(kind)!.add(secret)
    }
    const note = on('everywhere', async (intercepted) => {
      const response = await intercepted.send()
      if (!response.ok) return response
      const bearer = await readSlot('bearer', intercepted)
      if (bearer !== undefined) add(kindOfBearer(bearer, known), bearer)
      add('api-key', await readSlot('basic', intercepted))
      add('dsn', await readSlot('dsn', intercepted))
      if (intercepted.isFor('oauth.token')) {
        const form = await readSentForm(intercepted)
        const answer = await readBodyMembers(response)
        add('client-id', form['client_id'])
        add('client-secret', form['client_secret'])
        add('refresh-token', answer['refresh_token'])
        add(form['grant_type'] === 'refresh_token' ? 'refreshed-token' : 'client-token', answer['access_token'])
      }
      if (intercepted.isFor('access-tokens.create'))
        for (const token of await collectTokens(response)) {
          add('created-token', readSecret(token))
          add('token-id', token.id)
        }
      if (intercepted.isFor('access-tokens.list'))
        for (const { id } of await collectTokens(response)) add('token-id', id)
      if (intercepted.isFor('connect.prepare'))
        add(
          'state-code',
          Object.values(await readBodyMembers(response)).find((value) => typeof value === 'string'),
        )
      return response
    })
    return around(make(known), note)
  })
