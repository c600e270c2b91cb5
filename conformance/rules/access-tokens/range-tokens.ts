import { insufficient } from '../../catalogue/verdict.ts'
import { type Once, once } from '../../run/once.ts'
import type { Session } from '../../run/session.ts'
import { createAtBound } from './create-at-bound.ts'
import { createToken, type Creation } from './create-token.ts'
import { learnClockByExpiry, noteClock } from './learn-clock.ts'
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
 * Two tokens, each as near to an end of the range as can be told: one of 7 days and a little, with only the first scope
 * if there are several, and one of little less than 2 years.
 */
export const rangeTokens: Once<[], RangeTokens> = once(async (own) => {
  const main = await mainToken(own)
  const { scopes, format, precision } = main
  const { short, long } = await createRange(own, main, '')
  const isRefused = ({ id, exchange: { response } }: Creation) =>
    id === undefined && response.status >= 400 && response.status < 500
  let tries = 0
  const takes = async (expiry: number): Promise<boolean> => {
    const creation = await createToken(own, { use: `clock${++tries}`, scopes, format, expiry })
    if (creation.id === undefined) own.run.ledger.close(creation.entry)
    return creation.id !== undefined
  }
  const isLearned = await learnClockByExpiry(own, {
    precision,
    isShortRefused: isRefused(short),
    isLongRefused: isRefused(long),
    takes,
  })
  const tokens = isLearned ? await createRange(own, main, 'c') : { short, long }
  await noteClock(own, precision)
  return tokens
})

async function createRange(session: Session, main: MainToken, mark: string): Promise<RangeTokens> {
  const { scopes, format, precision } = main
  const shortOf = (own: unknown, use: string) =>
    createAtBound(session, 'above 7 days', precision, { use, scopes: own, format })
  const fewer = scopeCount(scopes) > 1 ? oneScope(scopes, 0) : scopes
  const few = await shortOf(fewer, `7d${mark}`)
  // If it is refused, the next one differs from the main token in nothing but the expiry.
  const short = few.id === undefined && fewer !== scopes ? await shortOf(scopes, `7d${mark}b`) : few
  const long = await createAtBound(session, 'below 2 years', precision, { use: `2y${mark}`, scopes, format })
  return { short, long }
}

/**
 * Ends a check that misses the token of a week, if another one like it is missing too: another run against the same
 * target may have moved its clock.
 * @throws Conclusion `insufficientEvidence`
 */
export async function assertShortLasts(session: Session): Promise<void> {
  const { id: main, scopes, format, precision } = await mainToken(session)
  const { id } = await createAtBound(session, 'above 7 days', precision, { use: 'like', scopes, format })
  const list = await listTokens(session, main)
  if (id === undefined || !list.records.has(id))
    insufficient(
      'a token of a week is gone, and so is another like it: the clock of the target seems to have been moved ' +
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
