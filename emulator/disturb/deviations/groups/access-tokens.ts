import { type InterceptedRequest, type Operations, tokensApi } from '../wrappers/intercepted-request.ts'
import { readJson, type ListedRecord, type Members, replaceJsonBody, noContent } from '../wrappers/messages.ts'
import { isObject } from '../../../tools/is-object.ts'
import type { FetchWrapper } from '../deviation.ts'
import { around, mapAnswer, mapBody, on, remember, mapList, mapSent } from '../wrappers/fetch-wrappers.ts'

const isListedToken = (value: unknown): value is ListedRecord =>
  isObject(value) && 'id' in value && 'expires_at' in value

/** Changes the records of tokens in a body, in any envelope; undefined removes one from a list. */
export function mapBodyTokens(body: unknown, change: (token: ListedRecord) => unknown): unknown {
  if (Array.isArray(body)) return body.map((item) => mapBodyTokens(item, change)).filter((item) => item !== undefined)
  if (isListedToken(body)) return change(body)
  if (!isObject(body)) return body
  return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, mapBodyTokens(member, change)]))
}

/** The tokens in an answer, whether it is one or a list. */
export async function collectTokens(response: Response): Promise<readonly ListedRecord[]> {
  const found: ListedRecord[] = []
  mapBodyTokens(await readJson(response), (token) => void found.push(token))
  return found
}

/** The name that the conventions give to the secret in the answer to a creation. */
const secretMemberName = (token: ListedRecord): string => ['secret', 'value'].find((name) => name in token) ?? 'token'

export const readSecret = (token: ListedRecord): unknown => token[secretMemberName(token)]

/** Changes the tokens in answers; undefined removes one from a list. */
export const mapTokens = (
  operations: Operations,
  change: (token: ListedRecord, intercepted: InterceptedRequest) => unknown,
): FetchWrapper =>
  mapBody(operations, (body, intercepted) => mapBodyTokens(body, (token) => change(token, intercepted)))

/** Changes the secret in the answers to creations; undefined leaves it out. */
export const mapSecret = (change: (secret: string) => unknown): FetchWrapper =>
  mapTokens('access-tokens.create', (token) => ({
    ...token,
    [secretMemberName(token)]: change(String(readSecret(token))),
  }))

/** Notes the tokens of answers. */
export const noteTokens = (operations: Operations, note: (token: ListedRecord) => void): FetchWrapper =>
  mapAnswer(operations, async (response) => {
    for (const token of await collectTokens(response)) note(token)
    return response
  })

/** The members that answers show instead of a token's real ones, by id. */
export type Overrides = Map<string, Members>

/** Changes how an answer shows tokens. */
export async function applyOverrides(response: Response, overrides: Overrides): Promise<Response> {
  const body = await readJson(response)
  const show = (token: ListedRecord) => ({ ...token, ...overrides.get(token.id) })
  return response.ok && body !== undefined ? replaceJsonBody(response, mapBodyTokens(body, show)) : response
}

/** Handles requests about tokens, and shows tokens with the noted overrides. */
export const handleTokens = (
  handle: (intercepted: InterceptedRequest, overrides: Overrides) => Promise<Response>,
): FetchWrapper =>
  remember(() => {
    const overrides: Overrides = new Map()
    return on(tokensApi, async (intercepted) => applyOverrides(await handle(intercepted, overrides), overrides))
  })

/** The creation of a token, and the answer of the wrapped server. */
export interface Creation {
  readonly sent: Members
  readonly response: Response
  readonly overrides: Overrides
  /** Creates a token with some members changed. */
  readonly create: (changes: Members) => Promise<Response>
  /** Revokes the token of an answer. */
  readonly takeBack: (response: Response) => Promise<void>
}

/** Changes the answers to creations. */
export const changeCreations = (handle: (creation: Creation) => Promise<Response>): FetchWrapper =>
  handleTokens(async (intercepted, overrides) => {
    const sent = intercepted.isFor('access-tokens.create') ? await readJson(intercepted.request) : undefined
    const response = await intercepted.send()
    if (!isObject(sent)) return response
    const url = intercepted.request.url.replace(/\/?(?:\?.*)?$/, '/')
    return handle({
      sent,
      response,
      overrides,
      create: (changes) => intercepted.send({ json: { ...sent, ...changes } }),
      async takeBack(answer) {
        for (const { id } of answer.ok ? await collectTokens(answer) : [])
          await intercepted.send({ method: 'DELETE', url: url + id })
      },
    })
  })

const day = 86_400_000

/** `expires_at` some days later, in its original form. A value that is not a time stays unchanged. */
export function postponeExpiry(expiry: unknown, days: number): unknown {
  if (typeof expiry === 'number') return expiry + (expiry > 1e11 ? days * day : days * 86_400)
  const time = Date.parse(String(expiry)) + days * day
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString().replace('.000Z', 'Z') : expiry
}

/** A token that was created. */
interface KnownToken {
  readonly id: string
  /** The Authorization of the creation. */
  readonly creator: string
  /** True if its secret was sent as Bearer. */
  used: boolean
}

/** Tokens by the Authorization that their secrets make. */
export type KnownTokens = ReadonlyMap<string, KnownToken>

/** Knows every token that was created. */
export const knowTokens = (make: (known: KnownTokens) => FetchWrapper): FetchWrapper =>
  remember(() => {
    const known = new Map<string, KnownToken>()
    const note = on('everywhere', async (intercepted) => {
      const { authorization: creator } = intercepted
      const user = known.get(creator)
      if (user) user.used = true
      const response = await intercepted.send()
      for (const token of intercepted.isFor('access-tokens.create') && response.ok ? await collectTokens(response) : [])
        known.set(`Bearer ${String(readSecret(token))}`, { id: token.id, creator, used: false })
      return response
    })
    return around(note, make(known))
  })

/** Returns true if a request revokes a token that was in use, and comes from its creator. */
export function revokesUsed(intercepted: InterceptedRequest, known: KnownTokens): boolean {
  const isMeant = ({ id, used, creator }: KnownToken) =>
    used && id === intercepted.bareId && creator === intercepted.authorization
  return intercepted.isFor('access-tokens.revoke') && [...known.values()].some(isMeant)
}

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
