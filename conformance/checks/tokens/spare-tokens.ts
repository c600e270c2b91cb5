import { hasSuccessStatus } from '../../reading/success.ts'
import { at } from '../../catalogue/operation-paths.ts'
import { stripPrefix, isBare, isPrefixed } from '../../reading/id-forms.ts'
import type { Call } from '../../judge/call.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { askOnce } from '../shared-answers.ts'
import { mainToken, spareToken } from './main-token.ts'
import { listAtFirst, type RangeTokens, rangeTokens } from './range-tokens.ts'
import { isFull, noToken } from './token-quota.ts'

/** Tokens for requests that must not harm those of other checks. */
export interface SpareTokens {
  /** The ids of tokens in the order of their creation, each created after the answer about the one before. */
  readonly ids: readonly string[]
  /** The token that stays until the end of the run. */
  readonly kept: string | undefined
  /** The token that is deleted. */
  readonly spent: string | undefined
}

/** Two spare tokens. Throws the Conclusion `blocked` if no token can be created, as pat.create reports. */
export const spareTokens: Once<[], SpareTokens> = oncePerRun(async (session) => {
  const { id } = await mainToken(session)
  // A newer token could hide a gap in this list from the checks that look for it.
  await listAtFirst(session).catch(() => undefined)
  const { short, long } = await rangeTokens(session).catch((): Partial<RangeTokens> => ({}))
  const made: (string | undefined)[] = []
  for (const use of ['ids', 'del']) {
    if (await isFull(session)) break
    made.push((await spareToken(session, use)).id)
  }
  const ids = [id, short?.id, long?.id, ...made].filter((tokenId) => tokenId !== undefined)
  return { ids, kept: made[0], spent: made[1] }
})

/** The spare token that stays. @throws Conclusion if none could be created. */
export async function lastingToken(session: Session): Promise<string> {
  return (await spareTokens(session)).kept ?? (await noToken(session))
}

/** A request about a spare token by its id. */
export interface SpareRequest {
  /** The id of a token that such a request may be about. */
  readonly declared: string
  readonly call: (id: string) => Call
  /** Sends the request with a well-formed id, once per run. */
  readonly control: () => Promise<Exchange>
}

/**
 * Renames or deletes a spare token; undefined if no token could be created. Other requests name the token that is not
 * deleted, so that it still exists.
 */
export async function spareRequest(session: Session, kind: 'rename' | 'delete'): Promise<SpareRequest | undefined> {
  const { kept, spent } = await spareTokens(session).catch((): Partial<SpareTokens> => ({}))
  if (kept === undefined || spent === undefined) return undefined
  const call = (id: string) => (kind === 'rename' ? renameCall(session, id) : deleteCall(id))
  const control = async () => {
    const exchange = await askOnce(session, call(kind === 'rename' ? kept : spent))
    if (kind === 'delete') noteDeleted(session, spent, exchange)
    return exchange
  }
  return { declared: kept, call, control }
}

/** Renames a token. Names may have to be unique, so each form of the id gets a different one. */
export function renameCall({ run }: Session, id: string): Call {
  const form = isBare(id) ? 'bare' : isPrefixed(id) ? id.slice(0, 3) : 'other'
  return { method: 'POST', path: at('access-tokens.rename', { id }), json: { name: `${run.id}-${form}` } }
}

/** Notes that a token should be gone, if its deletion succeeded. */
export function noteDeleted({ run }: Session, id: string, exchange: Exchange): void {
  if (hasSuccessStatus(exchange)) run.ledger.expectGone(stripPrefix(id))
}

/** Deletes a token. */
export function deleteCall(id: string): Call {
  return { method: 'DELETE', path: at('access-tokens.revoke', { id }) }
}
