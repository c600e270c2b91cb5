import { idOf, type Item, memberOf } from '../../reading/find-list.ts'
import { bareOf } from '../../reading/id-forms.ts'
import { day, readTime } from '../../reading/times.ts'
import { type Once, once } from '../../run/once.ts'
import type { Session } from '../../run/session.ts'
import { targetNow } from '../target-clock.ts'
import { createAtBound } from './create-at-bound.ts'
import { createToken, type Creation, type Wish } from './create-token.ts'
import { mainToken } from './main-token.ts'
import { rangeTokens } from './range-tokens.ts'
import { listTokens, type TokenList } from './token-list.ts'
import { secretsIn } from './token-secret.ts'

/** What is wrong with a creation. */
export type Fault =
  | 'belowWeek'
  | 'fiveDays'
  | 'past'
  | 'overTwoYears'
  | 'noName'
  | 'noScopes'
  | 'noExpiry'
  | 'nullName'
  | 'nullScopes'
  | 'nullExpiry'

export interface Refused {
  readonly creation: Creation
  /** The record of a token that was created nevertheless; undefined when none was. */
  readonly slipped: Item | undefined
}

/**
 * Creations that must not succeed, each with one fault, followed by one list. A token was created if the answer is a
 * success with an id and a text that may be the secret, or if the list shows it.
 */
export const refusedCreations: Once<[], Readonly<Record<Fault, () => Refused>>> = once(async (own) => {
  const main = await mainToken(own)
  const { scopes, format, precision } = main
  // These may show the target's time.
  await rangeTokens(own).catch(() => undefined)
  const now = await targetNow(own)
  const year = now + 365 * day
  // No two ask for the same moment: a token without a name is found in the list by its expiry.
  const wishes: Readonly<Record<Exclude<Fault, 'belowWeek' | 'overTwoYears'>, Wish>> = {
    fiveDays: { use: '5d', scopes, format, expiry: now + 5 * day },
    past: { use: '-5d', scopes, format, expiry: now - 5 * day },
    noName: { use: 'x1', scopes, format, expiry: year - 61_000, omit: 'name' },
    noScopes: { use: 'x2', scopes, format, expiry: year - 122_000, omit: 'scopes' },
    noExpiry: { use: 'x3', scopes, format, expiry: year - 183_000, omit: 'expires_at' },
    nullName: { use: 'x4', scopes, format, expiry: year - 244_000, omit: 'name', asNull: true },
    nullScopes: { use: 'x5', scopes, format, expiry: year - 305_000, omit: 'scopes', asNull: true },
    nullExpiry: { use: 'x6', scopes, format, expiry: year - 366_000, omit: 'expires_at', asNull: true },
  }
  const sent: readonly (readonly [Fault, Promise<Creation>])[] = [
    ['belowWeek', createAtBound(own, 'below 7 days', precision, { use: '7d-', scopes, format })],
    ['overTwoYears', createAtBound(own, 'above 2 years', precision, { use: '2y-over', scopes, format })],
    ...Object.entries(wishes).map(([fault, wish]) => [fault as Fault, createToken(own, wish)] as const),
  ]
  const creations = await Promise.allSettled(sent.map(([, creation]) => creation))
  const list = await listTokens(own, main.id).catch(() => undefined)
  const outcomes = creations.map((outcome) =>
    outcome.status === 'fulfilled' ? { creation: outcome.value, slipped: slipped(own, outcome.value, list) } : outcome,
  )
  return Object.fromEntries(sent.map(([fault], index) => [fault, () => settled(outcomes[index]!)])) as Record<
    Fault,
    () => Refused
  >
})

/** A creation that got no answer says nothing about the others. */
function settled(outcome: Refused | PromiseRejectedResult): Refused {
  if ('creation' in outcome) return outcome
  throw outcome.reason
}

function slipped(session: Session, creation: Creation, list: TokenList | undefined): Item | undefined {
  const { id, entry, exchange, record, sent } = creation
  const { ledger } = session.run
  const listed = [...(list?.records.values() ?? [])].find((item) =>
    id === undefined ? isOf(session, item, creation) : bareOf(idOf(item) ?? '') === id,
  )
  if (listed) {
    if (id === undefined) ledger.identify(entry, idOf(listed)!)
    return listed
  }
  // A success with an id and a secret is a token, even if it is not listed. It stays in the ledger.
  if (id !== undefined && record && secretsIn(exchange.response.json, sent, id).length > 0) return record
  if (id === undefined && (list?.complete || exchange.response.status >= 400)) ledger.close(entry)
  return undefined
}

/** Whether a record is that of a creation: by its name, or by its expiry if it was asked for without a name. */
function isOf(session: Session, item: Item, { name, sent, expiry }: Creation): boolean {
  if (typeof sent['name'] === 'string') return memberOf(item, 'name') === name
  const time = readTime(memberOf(item, 'expires_at'))
  const own = String(memberOf(item, 'name') ?? '').includes(session.run.id)
  return !own && time !== undefined && Math.abs(time - expiry) < 1000
}
