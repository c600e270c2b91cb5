import { day } from '../../reading/times.ts'
import type { DialectFacts } from '../evidence/world-facts.ts'

/** An `expires_at` so many days after a time, as the wire wants it. */
export function toExpiry(now: number, days: number, { expiresAt }: Pick<DialectFacts, 'expiresAt'>): unknown {
  const seconds = Math.floor((now + days * day) / 1000)
  switch (expiresAt) {
    case 'rfc3339':
      return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
    case 'unix-seconds':
      return seconds
    case 'unix-milliseconds':
      return seconds * 1000
  }
}
