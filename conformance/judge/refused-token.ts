import { at } from '../catalogue/operation-paths.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { retryWithPauses } from '../send/time.ts'
import type { Call } from './call.ts'
import type { Run } from './run.ts'

/** The part of a session that examines a refused credential. */
export interface TokenSession {
  readonly run: Run
  fork(): TokenSession
  send(call: Call): Promise<Exchange>
  remember<T>(finder: object, parameters: string, find: (asking: TokenSession) => Promise<T>): Promise<T>
}

/** Returns true if a target may refuse a request without valid credentials with this status: clause 7 states none. */
const mayRefuseToken = (status: number): boolean =>
  status === 302 || status === 303 || (status >= 400 && status < 500 && status !== 429)

/** The key under which a session remembers the answer to a request without credentials. */
const strangers = {}

/** The key under which a session remembers whether a new token is accepted after a delay. */
const settling = {}

/** The milliseconds to wait before each test whether a new token is accepted. */
const settlingPauses = [0, 200, 800, 2000]

/** A request that every token of a client may send (clause 4.4). */
const control: Call = { path: at('environments.list') }

/**
 * Resolves to true if the target refuses a token that worked before because it has expired: by 401, or by its answer to
 * a request without credentials. A 403 or 404 may have another reason, so a request that needs only the token decides.
 * If the token has expired, the next request asks for a new one.
 */
export async function hasLapsed(
  session: TokenSession,
  token: string,
  { response, startedAt }: Exchange,
): Promise<boolean> {
  const { tokens, findings } = session.run
  const { status } = response
  if (!tokens.mayHaveLapsed(token, startedAt)) return false
  const refusedAt = status === 401 ? startedAt : await refusedAsStranger(session, token, status)
  if (refusedAt === undefined) return false
  tokens.lapsed(token, refusedAt)
  findings.learn('accessTokenLapsedAfterSeconds', tokens.expiredAfter)
  return true
}

/**
 * Resolves to true if the target refuses a token because it has issued a later one. The next request then uses the
 * later token, or asks for a new one.
 */
export async function isSuperseded(
  session: TokenSession,
  token: string,
  { response: { status } }: Exchange,
): Promise<boolean> {
  const { tokens } = session.run
  if (status === 401) return tokens.isSuperseded(token)
  return (
    tokens.mayBeSuperseded(token) &&
    (await refusedAsStranger(session, token, status)) !== undefined &&
    tokens.isSuperseded(token)
  )
}

/**
 * The time at which a request that needs only the token was refused like one without credentials; undefined if it was
 * not.
 */
async function refusedAsStranger(session: TokenSession, token: string, status: number): Promise<number | undefined> {
  if (!mayRefuseToken(status)) return undefined
  const stranger = await session.remember(strangers, '', (fork) => fork.send({ ...control, as: 'none' }))
  if (stranger.response.status !== status) return undefined
  // The earlier answer may have had another reason.
  const answer = await session.send({ ...control, as: { bearer: token } })
  return answer.response.status === status ? answer.startedAt : undefined
}

/**
 * Resolves to true if a refused new token works after a delay: a target may take some time to know it everywhere. A
 * request that needs only the token decides. All requests with the token wait together.
 */
export async function becomesValid(
  session: TokenSession,
  token: string,
  { response, startedAt }: Exchange,
): Promise<boolean> {
  const { tokens, time, findings } = session.run
  const { status } = response
  if (!mayRefuseToken(status) || !tokens.mayBeTooNew(token, startedAt)) return false
  return await session.remember(settling, token, async (fork) => {
    const use = () => fork.send({ ...control, as: { bearer: token } })
    const answer = await retryWithPauses(time, settlingPauses, use, (later) => later.response.status < 300)
    if (answer.response.status >= 300) return false
    tokens.succeeded(token)
    findings.learn('newTokensWorkAfterMilliseconds', time.now() - startedAt)
    return true
  })
}
