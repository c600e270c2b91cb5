import { at } from '../catalogue/operations.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { Call } from './call.ts'
import type { Run } from './run.ts'

/** The part of a session that asks about a refused token. */
interface Asking {
  readonly run: Run
  send(call: Call): Promise<Exchange>
  remember<T>(finder: object, parameters: string, find: (asking: Asking) => Promise<T>): Promise<T>
}

/** Statuses besides 401 by which targets refuse a request without valid credentials. */
const refusals: ReadonlySet<number> = new Set([302, 303, 403, 404])

/** The key under which a session remembers the answer to a request without credentials. */
const strangers = {}

/** The key under which a session remembers whether a new token is accepted a moment later. */
const settling = {}

/** The milliseconds to wait before each look at whether a new token is accepted. */
const settlingPauses = [0, 200, 800, 2000]

/** A request that every token of a client may send (clause 4.4). */
const control: Call = { path: at('environments.list') }

/**
 * Resolves to true if the target refuses a token that worked before because it has expired: by 401, or by its answer to
 * a request without credentials. A 403 or 404 may have another reason, so a request that needs only the token decides.
 * If the token has expired, the next request asks for a new one.
 */
export async function hasLapsed(session: Asking, token: string, { response, startedAt }: Exchange): Promise<boolean> {
  const { tokens, findings } = session.run
  const { status } = response
  if (!tokens.mayHaveLapsed(token, startedAt)) return false
  let refusedAt = startedAt
  if (status !== 401) {
    if (!refusals.has(status)) return false
    const stranger = await session.remember(strangers, '', (fork) => fork.send({ ...control, as: 'none' }))
    if (stranger.response.status !== status) return false
    const answer = await session.send({ ...control, as: { bearer: token } })
    if (answer.response.status !== status) return false
    // The earlier answer may have had another reason.
    refusedAt = answer.startedAt
  }
  tokens.lapsed(token, refusedAt)
  findings.learn('accessTokenLapsedAfterSeconds', tokens.lapsedAfter)
  return true
}

/**
 * Resolves to true if a new token that is refused works a moment later: a target may take some time to know it
 * everywhere. A request that needs only the token decides. All requests with the token wait together.
 */
export async function settles(session: Asking, token: string, { response, startedAt }: Exchange): Promise<boolean> {
  const { tokens, time, findings } = session.run
  const { status } = response
  if ((status !== 401 && !refusals.has(status)) || !tokens.mayBeTooNew(token, startedAt)) return false
  return await session.remember(settling, token, async (fork) => {
    for (const pause of settlingPauses) {
      await time.sleep(pause)
      const answer = await fork.send({ ...control, as: { bearer: token } })
      if (answer.response.status >= 300) continue
      findings.learn('newTokensWorkAfterMilliseconds', time.now() - startedAt)
      return true
    }
    return false
  })
}
