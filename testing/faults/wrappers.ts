// Wrappers around `fetch` that only faults of the kit need, beside those of the deviations that are shipped.
import type { FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import { acceptMistaken } from '../../emulator/disturb/deviations/groups/credentials.ts'
import {
  type Creation,
  knowTokens,
  postponeExpiry,
  mapTokens,
  noteTokens,
  changeCreations,
  readSecret,
  collectTokens,
} from '../../emulator/disturb/deviations/groups/access-tokens.ts'
import { around, mapAnswer, on, remember, retry } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { InterceptedRequest, Operations } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import type { LinkedPage } from '../../emulator/disturb/deviations/groups/link.ts'
import { type ListedRecord, readBodyMembers } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { client, type Form, readSentForm, type Grant } from '../../emulator/disturb/deviations/groups/oauth.ts'

/** Answers requests that are refused as the first good one, if `isTaken`. */
export const replay = (
  operations: Operations,
  isTaken: (response: Response, intercepted: InterceptedRequest) => boolean | Promise<boolean>,
): FetchWrapper =>
  remember(() => {
    let first: Response | undefined
    return on(operations, async (intercepted) => {
      const response = await intercepted.send()
      if (response.status < 400) first ??= response.clone()
      return response.status >= 400 && first && (await isTaken(response, intercepted)) ? first.clone() : response
    })
  })

/** An id of nothing gets what the first id got that was found. */
export const anyId = (operations: Operations): FetchWrapper =>
  remember(() => {
    let found: string | undefined
    return retry(operations, ({ ok, status }, { id }) => {
      if (ok) found ??= id
      return status === 404 && found !== undefined ? { id: found } : undefined
    })
  })

export const isLast = ({ next, items }: LinkedPage): boolean => next.results === 'false' && items.length > 0

/** The scopes of a token; none for a value that is not a list. */
export const scopeList = (scopes: unknown): readonly unknown[] => (Array.isArray(scopes) ? scopes : [])

/** Changes a member of the tokens in answers; undefined leaves it out. */
export const mapMember = (operations: Operations, member: string, change: (value: unknown) => unknown): FetchWrapper =>
  mapTokens(operations, (token) => ({ ...token, [member]: change(token[member]) }))

/** The last moment up to `expires_at` that is a whole number of days, or of parts of a day, from 1970. */
export function roundDownToDays(expiry: unknown, days: number): unknown {
  const time = typeof expiry === 'number' ? expiry * (expiry > 1e11 ? 1 : 1000) : Date.parse(String(expiry))
  return postponeExpiry(expiry, -((time / 86_400_000) % days))
}

/** The credentials of the client in a form. */
export const pickClient = ({ client_id = '', client_secret = '' }: Form): Form => ({ client_id, client_secret })

/** Gives a token where one is refused, if `isTaken` by the last good form: as if the client of that one had asked. */
export const accept = (
  grant: Grant,
  isTaken: (form: Form, good: Form) => boolean,
  read = (form: Form, good: Form): Form => ({ ...form, ...pickClient(good) }),
): FetchWrapper =>
  remember(() => {
    let good: Form = {}
    return retry('oauth.token', async ({ ok }, intercepted) => {
      const form = await readSentForm(intercepted)
      if (ok) good = form
      return !ok && form['grant_type'] === grant && isTaken(form, good) ? { form: read(form, good) } : undefined
    })
  })

/** Takes a wrong client_secret for the right one. */
export const mistakeSecret = (isTaken: (secret: string, right: string) => boolean): FetchWrapper =>
  accept(client, ({ client_id: id, client_secret: secret }, good) => {
    const right = good['client_secret']
    return secret !== undefined && right !== undefined && id === good['client_id'] && isTaken(secret, right)
  })

/** Knows the access tokens that were given, by the Authorization that they make, and the request for each. */
export const rememberGrants = (make: (grants: ReadonlyMap<string, InterceptedRequest>) => FetchWrapper): FetchWrapper =>
  remember(() => {
    const grants = new Map<string, InterceptedRequest>()
    const note = mapAnswer('oauth.token', async (response, intercepted) => {
      grants.set(`Bearer ${String((await readBodyMembers(response))['access_token'])}`, intercepted)
      return response
    })
    return around(note, make(grants))
  })

/**
 * An access token by one grant that is refused still works at some operations.
 * @param isStill Tells at each use of such a token whether it does so.
 */
export const keepAlive = (
  operations: Operations,
  grant: Grant = client,
  isStill: () => boolean = () => true,
): FetchWrapper =>
  rememberGrants((grants) =>
    retry('everywhere', async ({ status }, intercepted) => {
      const source = grants.get(intercepted.authorization)
      if (status !== 401 || !source || !intercepted.isFor(operations)) return undefined
      const form = await readSentForm(source)
      if (form['grant_type'] !== grant || !isStill()) return undefined
      const again = await source.send({ form: { grant_type: client, ...pickClient(form) } })
      return { authorization: `Bearer ${String((await readBodyMembers(again))['access_token'])}` }
    }),
  )

/**
 * A token that is revoked or expired still works at some operations.
 * @param isStill Tells at each use of such a token whether it does so.
 */
export const keepWorking = (
  end: 'revoked' | 'expired',
  operations: Operations,
  isStill: () => boolean = () => true,
): FetchWrapper =>
  knowTokens((known) => {
    const revoked = new Set<string>()
    return retry('everywhere', ({ ok, status }, intercepted) => {
      if (intercepted.isFor('access-tokens.revoke') && ok) revoked.add(intercepted.bareId)
      const token = known.get(intercepted.authorization)
      const isDead = status === 401 && token && revoked.has(token.id) === (end === 'revoked')
      return isDead && intercepted.isFor(operations) && isStill() ? { authorization: token.creator } : undefined
    })
  })

/** Creates a token with the expiry that was sent, some days later. */
export const createLater = ({ create, sent }: Creation, days: number): Promise<Response> =>
  create({ expires_at: postponeExpiry(sent['expires_at'], days) })

/** Resolves to true if an expiry some days later is accepted. */
export const isAccepted = async (creation: Creation, days: number): Promise<boolean> => {
  const trial = await createLater(creation, days)
  await creation.takeBack(trial)
  return trial.ok
}

/**
 * Accepts an expiry that is refused, if it would be accepted one of some days later, and shows it as sent. `quietly`
 * it is still refused, and it stays refused if it would be accepted `unless` days later.
 */
export const acceptExpiry = (shifts: readonly number[], quietly = false, unless?: number): FetchWrapper =>
  changeCreations(async (creation) => {
    const { sent, response, overrides } = creation
    const { expires_at: expiry } = sent
    if (response.ok || expiry === undefined) return response
    if (unless !== undefined && (await isAccepted(creation, unless))) return response
    for (const days of shifts) {
      const accepted = await createLater(creation, days)
      if (!accepted.ok) continue
      for (const { id } of await collectTokens(accepted)) overrides.set(id, { expires_at: expiry })
      return quietly ? response : accepted
    }
    return response
  })

/** Knows the secrets that answers to creations showed, by id. */
export const knowSecrets = (make: (secrets: ReadonlyMap<string, string>) => FetchWrapper): FetchWrapper =>
  remember(() => {
    const secrets = new Map<string, string>()
    const note = noteTokens('access-tokens.create', (token) => void secrets.set(token.id, String(readSecret(token))))
    return around(note, make(secrets))
  })

/** Shows secrets in some answers. */
export const showSecrets = (
  operations: Operations,
  show: (secret: string, token: ListedRecord) => unknown = (secret) => secret,
): FetchWrapper =>
  knowSecrets((secrets) =>
    mapTokens(operations, (token) => {
      const secret = secrets.get(token.id)
      return secret === undefined ? token : { ...token, token: show(secret, token) }
    }),
  )

export const open = (operations: Operations): FetchWrapper => acceptMistaken(operations, (sent) => sent === '')

export const isOptions = ({ request }: InterceptedRequest): boolean => request.method === 'OPTIONS'

export const isBearer = ({ authorization }: InterceptedRequest): boolean => authorization.startsWith('Bearer')
