import type { Session } from '../../judge/session.ts'
import { createToken, type Creation, forgetRefused, type Wish } from './create-token.ts'
import {
  momentsOfExpiry,
  type BoundSide,
  delays,
  expiryAt,
  leastLifetime,
  lifetimeOf,
  minute,
  type Precision,
  twoYears,
} from './expiry-bounds.ts'

/**
 * Asks for a token whose expiry is as near to a bound as can be told. A request that took long to reach the target may
 * have come to the other side of the bound on its way; it is then sent again, with time to spare.
 */
export async function createAtBound(
  session: Session,
  side: BoundSide,
  precision: Precision,
  wish: Omit<Wish, 'expiry'>,
): Promise<Creation> {
  let token: Creation | undefined
  for (const delay of delays) {
    const expiry = await expiryAt(session, side, precision, delay)
    const use = delay === delays[0] ? wish.use : `${wish.use}-${delay / 1000}s`
    token = forgetRefused(session, await createToken(session, { ...wish, use, expiry }))
    const isTaken = token.id !== undefined
    if (side.startsWith('below') || isTaken === (side === 'above 7 days')) break
    const { least } = await lifetimeOf(session, token.exchange, momentsOfExpiry(expiry, precision))
    const bound = side === 'above 7 days' ? leastLifetime : twoYears(token.exchange.startedAt).longest
    if (least >= bound + minute) break
  }
  return token!
}
