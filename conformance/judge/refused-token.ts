import type { Exchange } from '../conclusions/exchange.ts'
import type { Call } from './call.ts'
import type { Run } from './run.ts'

/** What asks about a refused token: a session. */
interface Asking {
  readonly run: Run
  send(call: Call): Promise<Exchange>
  remember<T>(finder: object, parameters: string, find: (asking: Asking) => Promise<T>): Promise<T>
}

/** Statuses besides 401 by which targets refuse a request without valid credentials. */
const refusals: ReadonlySet<number> = new Set([302, 303, 403, 404])

/** What the answer to a request without credentials is remembered by. */
const strangers = {}

/** What is remembered by: whether a new token is accepted a moment later. */
const settling = {}

/** Milliseconds before each look at whether a new token is accepted now. */
const settlingPauses = [0, 200, 800, 2000]

/** A request that any token of a client may make (clause 4.4). */
function controlOf({ run }: Asking): Call {
  return { path: `/${run.version}/environments` }
}

/**
 * Whether an answer refuses a token that worked before because the token has expired: by 401, or by the answer that
 * this target gives to a request without credentials. A 403 or 404 may have another reason, so a request that needs
 * the token alone decides. If the token has expired, the next request asks for a new one.
 */
export async function hasLapsed(session: Asking, token: string, { response, startedAt }: Exchange): Promise<boolean> {
  const { tokens, findings } = session.run
  const { status } = response
  if (!tokens.mayHaveLapsed(token, startedAt)) return false
  let refusedAt = startedAt
  if (status !== 401) {
    if (!refusals.has(status)) return false
    const stranger = await session.remember(strangers, '', (own) => own.send({ ...controlOf(own), as: 'none' }))
    if (stranger.response.status !== status) return false
    const control = await session.send({ ...controlOf(session), as: { bearer: token } })
    if (control.response.status !== status) return false
    // The answer before may have had another reason.
    refusedAt = control.startedAt
  }
  tokens.lapsed(token, refusedAt)
  findings.learn('accessTokenLapsedAfterSeconds', tokens.lapsedAfter)
  return true
}

/**
 * Whether a new token that is refused works a moment later: a target may take some time to know it everywhere. A
 * request that needs the token alone decides. All requests with the token wait together.
 */
export async function settles(session: Asking, token: string, { response, startedAt }: Exchange): Promise<boolean> {
  const { tokens, time, findings } = session.run
  const { status } = response
  if ((status !== 401 && !refusals.has(status)) || !tokens.mayBeTooNew(token, startedAt)) return false
  return await session.remember(settling, token, async (own) => {
    for (const pause of settlingPauses) {
      await time.sleep(pause)
      const control = await own.send({ ...controlOf(own), as: { bearer: token } })
      if (control.response.status >= 300) continue
      findings.learn('newTokensWorkAfterMilliseconds', time.now() - startedAt)
      return true
    }
    return false
  })
}
