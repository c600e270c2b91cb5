import type { CheckId } from '../../catalogue/check-ids.ts'
import { isUndone } from '../../reading/success.ts'
import { type Item, findMember } from '../../reading/find-list.ts'
import { stripPrefix } from '../../reading/id-forms.ts'
import { day, readTime } from '../../reading/times.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { targetNow } from '../tokens/target-clock.ts'
import { createAtBound, createToken, type Creation, type RequiredMember } from './create-token.ts'
import type { BoundSide } from './expiry-bounds.ts'
import { type MainToken, mainToken, spareToken } from './main-token.ts'
import { listAtFirst, rangeTokens } from './range-tokens.ts'
import { revoked } from './revoked-token.ts'
import type { Sight } from './sights.ts'
import { leaveIdle, learnFull, mayBeQuota } from './token-quota.ts'
import { firstTokens, awaitTokenList, type TokenList } from './token-list.ts'
import { secretTexts } from './token-secret.ts'
import { withinQuota } from './within-quota.ts'
import { toValueText } from '../../reading/value-text.ts'

/** The only fault of an otherwise good creation. */
export type CreationFault = { readonly use: string } & (
  | { readonly kind: 'bound'; readonly side: BoundSide }
  /** Days from now to its expiry. */
  | { readonly kind: 'days'; readonly days: number }
  /** A member is missing or has another value. */
  | { readonly kind: 'member'; readonly member: RequiredMember; readonly instead?: null | '' }
)

/** A creation that must not succeed. */
export interface FaultyCreation {
  /** The check that judges it. */
  readonly id: CheckId
  readonly fault: CreationFault
}

/** Creations that must not succeed, each with one fault, in the order in which they are judged. */
export const faultyCreations: readonly FaultyCreation[] = [
  { id: 'pat.expiry-minimum.seven-days', fault: { use: '7d-', kind: 'bound', side: 'below 7 days' } },
  { id: 'pat.expiry-minimum.seven-days', fault: { use: '5d', kind: 'days', days: 5 } },
  { id: 'pat.expiry-minimum.seven-days', fault: { use: '-5d', kind: 'days', days: -5 } },
  { id: 'pat.expiry-maximum.over-two-years', fault: { use: '2yo', kind: 'bound', side: 'above 2 years' } },
  { id: 'pat.requires-name.missing', fault: { use: 'x1', kind: 'member', member: 'name' } },
  { id: 'pat.requires-name.missing', fault: { use: 'x4', kind: 'member', member: 'name', instead: null } },
  { id: 'pat.requires-scopes.missing', fault: { use: 'x2', kind: 'member', member: 'scopes' } },
  { id: 'pat.requires-scopes.missing', fault: { use: 'x5', kind: 'member', member: 'scopes', instead: null } },
  { id: 'pat.requires-expiry.missing', fault: { use: 'x3', kind: 'member', member: 'expires_at' } },
  { id: 'pat.requires-expiry.missing', fault: { use: 'x6', kind: 'member', member: 'expires_at', instead: null } },
  { id: 'pat.requires-expiry.missing', fault: { use: 'x7', kind: 'member', member: 'expires_at', instead: '' } },
]

export interface RefusedCreation {
  readonly creation: Creation
  /** The token that was created anyway, if any: as the list shows it, or else the answer to its creation. */
  readonly slipped: Sight | undefined
  /** The refusal of a known-good creation that was sent afterwards; undefined if that succeeded. */
  readonly unsure: Exchange | undefined
}

/** The outcome of the creations with faults, and of a good one after them. */
interface CreationOutcomes {
  readonly faults: readonly PromiseSettledResult<Creation>[]
  /** Undefined if it got no answer. */
  readonly good: Creation | undefined
}

/**
 * The outcomes of the faulty creations, followed by a good one and a list. A token was created if the answer is a
 * success with an id and a text that may be the secret, or if the list shows it.
 */
export const refusedCreations: Once<[], (asked: FaultyCreation) => RefusedCreation> = oncePerRun(async (session) => {
  const main = await mainToken(session)
  // These may show the target's time.
  await rangeTokens(session).catch(() => undefined)
  const first = (await firstTokens(session)).page?.ids.map(stripPrefix) ?? []
  const before = new Set([...first, ...((await listAtFirst(session).catch(() => undefined))?.records.keys() ?? [])])
  return await withinQuota(session, async () => {
    let sent = await sendFaults(session, main, '')
    const isTaken = sent.faults.some((result) => result.status === 'fulfilled' && result.value.id !== undefined)
    if (sent.good && mayBeQuota(sent.good) && !isTaken) {
      // A refusal may be due to the quota.
      await learnFull(session, sent.good)
      await revoked(session).catch(() => undefined)
      sent = await sendFaults(session, main, 'b')
    }
    const { faults, good } = sent
    const list = await awaitTokenList(
      session,
      main.id,
      ({ records }) => good?.id === undefined || records.has(good.id),
    ).catch(() => undefined)
    const news = list && { ...list, records: new Map([...list.records].filter(([id]) => !before.has(id))) }
    // A success with the id of an earlier token created nothing.
    const isGood = good?.id !== undefined && good.id !== main.id
    const unsure = isGood ? undefined : (good?.exchange ?? main.exchange)
    const outcomes = faults.map((outcome) =>
      outcome.status === 'rejected' ? outcome : { ...outcome, slipped: findSlipped(session, outcome.value, news) },
    )
    if (isGood) await leaveIdle(session, good.id)
    return (asked) => {
      const outcome = outcomes[faultyCreations.indexOf(asked)]!
      // A creation that got no answer says nothing about the others.
      if (outcome.status === 'rejected') throw outcome.reason
      return { creation: outcome.value, slipped: outcome.slipped, unsure }
    }
  })
})

async function sendFaults(session: Session, main: MainToken, mark: string): Promise<CreationOutcomes> {
  const { scopes, format, precision } = main
  const now = await targetNow(session)
  const common = { scopes, format }
  const sent = await Promise.allSettled(
    faultyCreations.map(({ fault }, index) => {
      const wish = { ...common, use: fault.use + mark }
      switch (fault.kind) {
        case 'bound':
          return createAtBound(session, fault.side, precision, wish)
        case 'days':
          return createToken(session, { ...wish, expiry: now + fault.days * day })
        case 'member': {
          const { member: omit, instead } = fault
          // Each creation requests a different moment, as a token without a name is found in the list by its expiry.
          const moment = now + 365 * day - index * 61_000
          return createToken(session, { ...wish, expiry: moment, omit, ...(instead === undefined ? {} : { instead }) })
        }
      }
    }),
  )
  const good = await spareToken(session, `ok${mark}`).catch(() => undefined)
  return { faults: sent, good }
}

function findSlipped(session: Session, creation: Creation, list: TokenList | undefined): Sight | undefined {
  const { id, entry, exchange, record, sent } = creation
  const { ledger } = session.run
  const listed =
    id === undefined
      ? [...(list?.records.values() ?? [])].find(({ record: item }) => matchesCreation(session, item, creation))
      : list?.records.get(id)
  if (listed) {
    if (id === undefined) ledger.identify(entry, listed.id)
    return listed
  }
  // A success with an id and a secret is a token, even if it is not listed. It stays in the ledger.
  if (id !== undefined && record && secretTexts(exchange.response.json, sent, id).some(({ unlikely }) => !unlikely))
    return { id, record, at: exchange }
  if (id === undefined && (list?.complete || isUndone(exchange))) ledger.close(entry)
  return undefined
}

/** Returns true if a record belongs to a creation: by its name, or by its expiry if no name was requested. */
function matchesCreation(session: Session, item: Item, { name, sent, expiry }: Creation): boolean {
  if (typeof sent['name'] === 'string') return findMember(item, 'name') === name
  const time = readTime(findMember(item, 'expires_at'))
  const isOfRun = toValueText(findMember(item, 'name')).includes(session.run.id)
  return !isOfRun && time !== undefined && Math.abs(time - expiry) < 1000
}
