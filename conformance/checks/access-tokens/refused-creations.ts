import { isUndone } from '../../reading/success.ts'
import { idOf, type Item, memberOf } from '../../reading/find-list.ts'
import { bareOf } from '../../reading/id-forms.ts'
import { day, readTime } from '../../reading/times.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { targetNow } from '../target-clock.ts'
import { createAtBound } from './create-at-bound.ts'
import { createToken, type Creation, forgetRefused, type Wish } from './create-token.ts'
import { type MainToken, mainToken } from './main-token.ts'
import { listAtFirst, rangeTokens } from './range-tokens.ts'
import { revoked } from './revoked-token.ts'
import { dropToken, isFull, leaveIdle, mayBeQuota, learnFull } from './token-quota.ts'
import { firstTokens, listTokensUntil, type TokenList } from './token-list.ts'
import { secretTexts } from './token-secret.ts'
import { withinQuota } from './within-quota.ts'
import { asText } from '../../reading/value-text.ts'

/** The fault of a creation. */
export type CreationFault =
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
  | 'emptyExpiry'

export interface Refused {
  readonly creation: Creation
  /** The token that was created nevertheless; undefined when none was. */
  readonly slipped: Slipped | undefined
  /** The refusal of a creation that is known to be good, sent after it; undefined when that one succeeded. */
  readonly unsure: Exchange | undefined
}

/** A token that should not have been created. */
export interface Slipped {
  readonly record: Item
  /** The page that lists it; undefined when only the answer to its creation shows it. */
  readonly page: Exchange | undefined
}

/** The outcome of the creations with faults, and of a good one after them. */
interface Sent {
  readonly faults: readonly (readonly [CreationFault, PromiseSettledResult<Creation>])[]
  /** Undefined when it got no answer. */
  readonly good: Creation | undefined
}

/**
 * Creations that must not succeed, each with one fault, followed by a good one and by one list. A token was created if
 * the answer is a success with an id and a text that may be the secret, or if the list shows it.
 */
export const refusedCreations: Once<[], Readonly<Record<CreationFault, () => Refused>>> = once(async (session) => {
  const main = await mainToken(session)
  // These may show the target's time.
  await rangeTokens(session).catch(() => undefined)
  const first = (await firstTokens(session)).page?.ids.map(bareOf) ?? []
  const before = new Set([...first, ...((await listAtFirst(session).catch(() => undefined))?.records.keys() ?? [])])
  return await withinQuota(session, async () => {
    let sent = await sendFaults(session, main, '')
    const isTaken = ({ faults }: Sent) =>
      faults.some(([, result]) => result.status === 'fulfilled' && result.value.id !== undefined)
    if (sent.good && sent.good.id === undefined && mayBeQuota(sent.good.exchange) && !isTaken(sent)) {
      // A refusal may come from the quota.
      await learnFull(session, sent.good.exchange)
      await revoked(session).catch(() => undefined)
      sent = await sendFaults(session, main, 'b')
    }
    const { faults, good } = sent
    const list = await listTokensUntil(
      session,
      main.id,
      ({ records }) => good?.id === undefined || records.has(good.id),
    ).catch(() => undefined)
    const news = list && { ...list, records: new Map([...list.records].filter(([id]) => !before.has(id))) }
    // A success with the id of an earlier token created nothing either.
    const isGood = good?.id !== undefined && good.id !== main.id
    const unsure = isGood ? undefined : (good?.exchange ?? main.exchange)
    const outcomes = faults.map(([fault, outcome]) => {
      if (outcome.status === 'rejected') return [fault, () => settled(outcome)] as const
      const creation = outcome.value
      const result = { creation, slipped: slipped(session, creation, news), unsure }
      return [fault, () => result] as const
    })
    if (await isFull(session)) await dropToken(session, good?.id)
    else if (isGood) await leaveIdle(session, good.id)
    return Object.fromEntries(outcomes) as Record<CreationFault, () => Refused>
  })
})

async function sendFaults(
  session: Session,
  { scopes, format, precision, expiry }: MainToken,
  mark: string,
): Promise<Sent> {
  const now = await targetNow(session)
  const year = now + 365 * day
  const common = { scopes, format }
  // No two ask for the same moment: a token without a name is found in the list by its expiry.
  const wishes: Readonly<Record<Exclude<CreationFault, 'belowWeek' | 'overTwoYears'>, Wish>> = {
    fiveDays: { ...common, use: '5d', expiry: now + 5 * day },
    past: { ...common, use: '-5d', expiry: now - 5 * day },
    noName: { ...common, use: 'x1', expiry: year - 61_000, omit: 'name' },
    noScopes: { ...common, use: 'x2', expiry: year - 122_000, omit: 'scopes' },
    noExpiry: { ...common, use: 'x3', expiry: year - 183_000, omit: 'expires_at' },
    nullName: { ...common, use: 'x4', expiry: year - 244_000, omit: 'name', instead: null },
    nullScopes: { ...common, use: 'x5', expiry: year - 305_000, omit: 'scopes', instead: null },
    nullExpiry: { ...common, use: 'x6', expiry: year - 366_000, omit: 'expires_at', instead: null },
    emptyExpiry: { ...common, use: 'x7', expiry: year - 427_000, omit: 'expires_at', instead: '' },
  }
  const sent: readonly (readonly [CreationFault, Promise<Creation>])[] = [
    ['belowWeek', createAtBound(session, 'below 7 days', precision, { ...common, use: `7d-${mark}` })],
    ['overTwoYears', createAtBound(session, 'above 2 years', precision, { ...common, use: `2yo${mark}` })],
    ...Object.entries(wishes).map(
      ([fault, wish]) => [fault as CreationFault, createToken(session, { ...wish, use: wish.use + mark })] as const,
    ),
  ]
  const creations = await Promise.allSettled(sent.map(([, creation]) => creation))
  const good = await createToken(session, { ...common, use: `ok${mark}`, expiry }).catch(() => undefined)
  if (good) forgetRefused(session, good)
  return { faults: sent.map(([fault], index) => [fault, creations[index]!] as const), good }
}

/** A creation that got no answer says nothing about the others. */
function settled({ reason }: PromiseRejectedResult): never {
  throw reason
}

function slipped(session: Session, creation: Creation, list: TokenList | undefined): Slipped | undefined {
  const { id, entry, exchange, record, sent } = creation
  const { ledger } = session.run
  const listed = [...(list?.records.values() ?? [])].find((item) =>
    id === undefined ? isOf(session, item, creation) : bareOf(idOf(item) ?? '') === id,
  )
  if (listed) {
    if (id === undefined) ledger.identify(entry, idOf(listed)!)
    return { record: listed, page: list?.foundOn.get(bareOf(idOf(listed) ?? '')) }
  }
  // A success with an id and a secret is a token, even if it is not listed. It stays in the ledger.
  if (id !== undefined && record && secretTexts(exchange.response.json, sent, id).some(({ unlikely }) => !unlikely))
    return { record, page: undefined }
  if (id === undefined && (list?.complete || isUndone(exchange))) ledger.close(entry)
  return undefined
}

/** Returns true if a record is that of a creation: by its name, or by its expiry if it was asked for without a name. */
function isOf(session: Session, item: Item, { name, sent, expiry }: Creation): boolean {
  if (typeof sent['name'] === 'string') return memberOf(item, 'name') === name
  const time = readTime(memberOf(item, 'expires_at'))
  const isOfRun = asText(memberOf(item, 'name')).includes(session.run.id)
  return !isOfRun && time !== undefined && Math.abs(time - expiry) < 1000
}
