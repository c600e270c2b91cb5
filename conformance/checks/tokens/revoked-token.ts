import { at } from '../../catalogue/operation-paths.ts'
import { see } from '../../conclusions/cause.ts'
import { blocked } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type BearerUse, type Token, useNewToken } from './token.ts'
import { useUntilRefused } from './ended-token.ts'
import { changeAttempts, renamed, useAfterRename } from './changed-tokens.ts'
import { mainToken, spareToken } from './main-token.ts'
import { acceptedToken, createdToken } from './main-secret.ts'
import { rangeTokens } from './range-tokens.ts'
import { deleteCall, spareTokens } from './spare-tokens.ts'
import { assertQuotaLeft, isFull, takeTurn } from './token-quota.ts'
import { awaitTokenList, type TokenList } from './token-list.ts'

/**
 * Milliseconds before each use of a revoked token. It is not stated that every part of a service knows of a revocation
 * immediately.
 */
const pauses = [0, 200, 400, 800] as const

export interface RevokedToken {
  readonly id: string
  readonly exchange: Exchange
  /** The token; undefined if no secret is known. */
  readonly token: Token | undefined
  /** True if its secret worked before; undefined if no secret is known. */
  readonly workedBefore: boolean | undefined
  /** The use of the secret that decides after the revocation; undefined if no secret is known or it was refused. */
  readonly use: BearerUse | undefined
  readonly list: TokenList | undefined
  /** The ids of the tokens that must stay. */
  readonly others: readonly string[]
}

/** The answer to a list of tokens requested with the main token, before another one is revoked. */
export const listedByItself: Once<[], Exchange> = oncePerRun(
  async (session) =>
    await session.send({ path: at('access-tokens.list'), as: { bearer: (await acceptedToken(session)).secret } }),
)

/** Revokes the token of two years: its secret is used before and after, and then the tokens are listed. */
export const revoked: Once<[], RevokedToken> = oncePerRun(async (session) => {
  const main = await mainToken(session)
  const { long, short, left } = await rangeTokens(session)
  const spare = async () => ((await isFull(session)) ? short : await spareToken(session, 'rev'))
  const token = long.id === undefined ? await spare() : long
  const { id } = token
  if (id === undefined || (token === short && left === undefined)) await assertQuotaLeft(session)
  if (id === undefined)
    blocked(see('pat.expiry-range'), phrase`no second token could be created (see pat.expiry-range)`)
  // Runs after other checks have seen the list and the main token, so that a failure here does not affect them.
  await changeAttempts(session).catch(() => undefined)
  await useAfterRename(session).catch(() => undefined)
  await listedByItself(session).catch(() => undefined)
  const made = await createdToken(session, token)
  const workedBefore = made && (await useNewToken(session, made)).works
  const exchange = await session.send(deleteCall(id))
  // A second revocation must not bring the token back. Its answer is not specified.
  const afterRefusal = async () => (session.run.quick ? undefined : await session.send(deleteCall(id)))
  const use =
    made && exchange.response.status < 300
      ? (await useUntilRefused(session, made, { pauses, afterRefusal })).use
      : undefined
  const known = await renamed(session).then(
    (change) => change.list.records,
    () => undefined,
  )
  const later = await awaitTokenList(
    session,
    main.id,
    ({ records }) => exchange.response.status >= 300 || !records.has(id),
  ).catch(() => undefined)
  // A token that somebody else revoked before was not lost by this revocation.
  const others = [main.id, ...(left === undefined ? [] : [left])].filter((other) => other !== id)
  const isLess = others.some((other) => known?.has(other) === false)
  const list = later && isLess ? { ...later, complete: false } : later
  if (exchange.response.status < 300 && list && !list.records.has(id)) session.run.ledger.close({ ...token.entry, id })
  return { id, exchange, token: made, workedBefore, use, list, others }
})

/**
 * Runs a part of a run that creates one more token and deletes it. If the number of tokens is limited, the part waits
 * for the revocation of a token, and for other such parts.
 */
export async function withinQuota<T>(session: Session, part: () => Promise<T>): Promise<T> {
  await spareTokens(session).catch(() => undefined)
  if (await isFull(session)) await revoked(session).catch(() => undefined)
  return await takeTurn(session, part)
}
