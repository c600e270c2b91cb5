import { insufficient } from '../../catalogue/verdict.ts'
import { day, twoYearsAfter } from '../../reading/times.ts'
import { type Once, once } from '../../run/once.ts'
import type { Session } from '../../run/session.ts'
import { targetNow } from '../target-clock.ts'
import { learnClockByExpiry } from './clock-by-expiry.ts'
import { createToken, type Creation } from './create-token.ts'
import { type MainToken, mainToken } from './main-token.ts'
import { oneScope, scopeCount } from './scopes.ts'
import { listTokens, listTokensUntil, type TokenList } from './token-list.ts'
import { findSecret, type FoundSecret, ownSecrets, secretsIn, type TextAt, textAt } from './token-secret.ts'

/** Tokens at both ends of what an expiry may be. */
export interface RangeTokens {
  readonly short: Creation
  readonly long: Creation
}

/**
 * Two tokens, each two days within an end of the range: one of 9 days, with only the first scope if there are several,
 * and one of 2 years less 2 days.
 */
export const rangeTokens: Once<[], RangeTokens> = once(async (own) => {
  const main = await mainToken(own)
  const { short, long } = await createRange(own, main, '')
  const isRefused = ({ id, exchange: { response } }: Creation) =>
    id === undefined && response.status >= 400 && response.status < 500
  let tries = 0
  const takes = async (expiry: number): Promise<boolean> => {
    const { scopes, format } = main
    const creation = await createToken(own, { use: `clock${++tries}`, scopes, format, expiry })
    if (creation.id === undefined) own.run.ledger.close(creation.entry)
    return creation.id !== undefined
  }
  const isLearned = await learnClockByExpiry(own, {
    isShortRefused: isRefused(short),
    isLongRefused: isRefused(long),
    takes,
  })
  return isLearned ? await createRange(own, main, 'c') : { short, long }
})

async function createRange(session: Session, { scopes, format }: MainToken, mark: string): Promise<RangeTokens> {
  const now = await targetNow(session)
  const fewer = scopeCount(scopes) > 1 ? oneScope(scopes, 0) : scopes
  const few = await createToken(session, { use: `9d${mark}`, scopes: fewer, format, expiry: now + 9 * day })
  if (few.id === undefined) session.run.ledger.close(few.entry)
  // If it is refused, the next one differs from the main token in nothing but the expiry.
  const short =
    few.id === undefined && fewer !== scopes
      ? await createToken(session, { use: `9d${mark}`, scopes, format, expiry: now + 9 * day })
      : few
  const long = await createToken(session, { use: `2y${mark}`, scopes, format, expiry: twoYearsAfter(now) - 2 * day })
  for (const { id, entry, exchange } of [short, long])
    if (id === undefined && exchange.response.status >= 300) session.run.ledger.close(entry)
  return { short, long }
}

/**
 * Ends a check that misses the token of 9 days, if another one like it is missing too: another run against the same
 * target may have moved its clock.
 * @throws Conclusion `insufficientEvidence`
 */
export async function assertShortLasts(session: Session): Promise<void> {
  const { id: main, scopes, format } = await mainToken(session)
  const { short } = await rangeTokens(session)
  const { id } = await createToken(session, { use: 'like', scopes, format, expiry: short.expiry })
  const list = await listTokens(session, main)
  if (id === undefined || !list.records.has(id))
    insufficient(
      'a token of 9 days is gone, and so is another like it: the clock of the target seems to have been moved ' +
        'meanwhile',
    )
}

/** The list with the main token and those of `rangeTokens` in it, before anything is changed. */
export const listAtFirst: Once<[], TokenList> = once(async (own) => {
  const { id } = await mainToken(own)
  const { short, long } = await rangeTokens(own)
  return await listTokensUntil(own, id, ({ records }) =>
    [id, short.id, long.id].every((one) => one === undefined || records.has(one)),
  )
})

/** The texts in the answer to the main token's creation that may be its secret. */
export const secretCandidates: Once<[], readonly TextAt[]> = once(async (own) => {
  const main = await mainToken(own)
  const { short, long } = await rangeTokens(own)
  const other = [short, long].find(({ id }) => id !== undefined)
  return ownSecrets(own, secretsIn(main.exchange.response.json, main.sent, main.id), other?.exchange.response.json)
})

/** The secret of the main token, and how it is accepted. */
export const mainSecret: Once<[], FoundSecret> = once(async (own) => await findSecret(own, await secretCandidates(own)))

/** The secret of another token: the text in the same place. */
export function secretOf(creation: Creation, { at }: FoundSecret): string | undefined {
  return at && textAt(creation.exchange.response.json, at.path)
}
