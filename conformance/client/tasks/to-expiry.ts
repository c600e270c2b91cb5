import { day, writeTime } from '../../reading/times.ts'
import type { DialectFacts } from '../evidence/world-facts.ts'

/** An `expires_at` so many days after a time, as the wire wants it. */
export function toExpiry(now: number, days: number, { expiresAt }: Pick<DialectFacts, 'expiresAt'>): unknown {
  return writeTime(now + days * day, expiresAt)
}
