import type { InterceptedRequest, Operations } from './intercepted-request.ts'
import { readJson, type ListedRecord, type Members, replaceJsonBody } from './messages.ts'
import { isObject } from '../../../tools/is-object.ts'
import { tokensApi } from './operations.ts'
import type { FetchWrapper } from '../deviation.ts'
import { around, mapAnswer, mapBody, on, remember } from './fetch-wrappers.ts'

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
