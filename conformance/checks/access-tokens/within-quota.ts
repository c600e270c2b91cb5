import type { Session } from '../../judge/session.ts'
import { revoked } from './revoked-token.ts'
import { takeTurn, isFull } from './token-quota.ts'
import { spareTokens } from './spare-tokens.ts'

/**
 * Runs a part of a run that creates one more token and deletes it. If the number of tokens is limited, the part waits
 * for the revocation of a token, and for other such parts.
 */
export async function withinQuota<T>(session: Session, part: () => Promise<T>): Promise<T> {
  await spareTokens(session).catch(() => undefined)
  if (await isFull(session)) await revoked(session).catch(() => undefined)
  return await takeTurn(session, part)
}
