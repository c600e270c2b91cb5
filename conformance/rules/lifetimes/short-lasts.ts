import type { Session } from '../../run/session.ts'
import { insufficient } from '../../run/verdict.ts'
import { createToken, mainToken, rangeTokens } from '../access-tokens/access-tokens.ts'
import { listTokens } from '../access-tokens/access-tokens-list.ts'

/**
 * Ends a check that misses the token of 9 days, where another one like it is not there either: another run against
 * the same target may have moved its clock meanwhile.
 * @throws Conclusion `insufficientEvidence`
 */
export async function assertShortLasts(session: Session): Promise<void> {
  const { id: main, scopes, format } = await mainToken(session)
  const { short } = await rangeTokens(session)
  const { id } = await createToken(session, { use: 'like', scopes, format, expiry: short.expiry })
  const list = await listTokens(session, main)
  if (id === undefined || !list.records.has(id))
    insufficient(
      'a token of 9 days is gone, and so is another like it: the clock of the target seems to have been moved meanwhile',
    )
}
