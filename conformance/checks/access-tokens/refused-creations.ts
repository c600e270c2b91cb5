import type { CheckId } from '../../catalogue/check-ids.ts'
import { stripPrefix } from '../../reading/id-forms.ts'
import { day } from '../../reading/times.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { targetNow } from '../tokens/target-clock.ts'
import { createAtBound, createToken, type Creation, findCreated, type CreationOptions } from '../tokens/create-token.ts'
import type { BoundSide } from '../tokens/expiry-bounds.ts'
import { type MainToken, mainToken, spareToken } from '../tokens/main-token.ts'
import { listAtFirst, rangeTokens } from '../tokens/range-tokens.ts'
import { revoked, withinQuota } from '../tokens/revoked-token.ts'
import type { ShownToken } from '../tokens/sights.ts'
import { leaveIdle, mayBeQuota } from '../tokens/token-quota.ts'
import { firstTokens, awaitTokenList } from '../tokens/token-list.ts'

/** A creation that must not succeed: a good one with an expiry out of range, or with a faulty member. */
export interface FaultyCreation extends Pick<CreationOptions, 'use' | 'omit' | 'instead'> {
  /** The check that judges it. */
  readonly id: CheckId
  /** As close to a bound as can be judged, or a number of days from now. */
  readonly expiry?: BoundSide | number
  /** The fault, as a failure names it. */
  readonly what: string
}

/** Creations that must not succeed, each with one fault, in the order in which they are judged. */
const faultyCreations: readonly FaultyCreation[] = [
  { id: 'pat.expiry-minimum.seven-days', use: '7d-', expiry: 'below 7 days', what: 'in less than 7 days' },
  { id: 'pat.expiry-minimum.seven-days', use: '5d', expiry: 5, what: 'in less than 7 days' },
  { id: 'pat.expiry-minimum.seven-days', use: '-5d', expiry: -5, what: 'in the past' },
  { id: 'pat.expiry-maximum.over-two-years', use: '2yo', expiry: 'above 2 years', what: 'in more than 2 years' },
  { id: 'pat.requires-name.missing', use: 'x1', omit: 'name', what: 'without name' },
  { id: 'pat.requires-name.missing', use: 'x4', omit: 'name', instead: null, what: 'with null as name' },
  { id: 'pat.requires-scopes.missing', use: 'x2', omit: 'scopes', what: 'without scopes' },
  { id: 'pat.requires-scopes.missing', use: 'x5', omit: 'scopes', instead: null, what: 'with null as scopes' },
  { id: 'pat.requires-expiry.missing', use: 'x3', omit: 'expires_at', what: 'without expires_at' },
  { id: 'pat.requires-expiry.missing', use: 'x6', omit: 'expires_at', instead: null, what: 'with null as expires_at' },
  {
    id: 'pat.requires-expiry.missing',
    use: 'x7',
    omit: 'expires_at',
    instead: '',
    what: 'with an empty text as expires_at',
  },
]

/** The creations that a run sends: in a quick run one of each check. */
export const creationsToSend = ({ run }: Session): readonly FaultyCreation[] =>
  [...Map.groupBy(faultyCreations, ({ id }) => id).values()].flatMap((creations) => run.rotation.some(creations, 1))

export interface RefusedCreation {
  readonly creation: Creation
  /** The token that was created anyway, if any: as the list shows it, or else the answer to its creation. */
  readonly createdAnyway: ShownToken | undefined
  /** The refusal of a known-good creation that was sent afterwards; undefined if that succeeded. */
  readonly undecidedBy: Exchange | undefined
}

/**
 * The outcomes of the faulty creations, followed by a good one and a list. A token was created if the answer is a
 * success with an id and a string that may be the secret, or if the list shows it.
 */
export const refusedCreations: Once<[], (asked: FaultyCreation) => RefusedCreation> = oncePerRun(async (session) => {
  const main = await mainToken(session)
  // These may show the target's time.
  await rangeTokens(session).catch(() => undefined)
  const first = (await firstTokens(session)).page?.ids.map(stripPrefix) ?? []
  const before = new Set([...first, ...((await listAtFirst(session).catch(() => undefined))?.records.keys() ?? [])])
  return await withinQuota(session, async () => {
    const creations = creationsToSend(session)
    let sent = await sendFaults(session, main, creations, '')
    const isTaken = sent.faults.some((result) => result.status === 'fulfilled' && result.value.id !== undefined)
    if (sent.good && mayBeQuota(sent.good) && !isTaken) {
      // A refusal may be due to the quota.
      await revoked(session).catch(() => undefined)
      sent = await sendFaults(session, main, creations, 'b')
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
    const undecidedBy = isGood ? undefined : (good?.exchange ?? main.exchange)
    const outcomes = faults.map((outcome) =>
      outcome.status === 'rejected'
        ? outcome
        : { ...outcome, createdAnyway: findCreated(session, outcome.value, news) },
    )
    if (isGood) await leaveIdle(session, good.id)
    return (asked) => {
      const outcome = outcomes[creations.indexOf(asked)]!
      // A creation that got no answer says nothing about the others.
      if (outcome.status === 'rejected') throw outcome.reason
      return { creation: outcome.value, createdAnyway: outcome.createdAnyway, undecidedBy }
    }
  })
})

/** Sends the faulty creations, and then a good one, which is undefined if it got no answer. */
async function sendFaults(session: Session, main: MainToken, creations: readonly FaultyCreation[], mark: string) {
  const { scopes, format, precision } = main
  const now = await targetNow(session)
  const faults = await Promise.allSettled(
    creations.map(({ expiry = 365, use, ...faulty }, index) => {
      const wish = { ...faulty, scopes, format, use: use + mark }
      if (typeof expiry === 'string') return createAtBound(session, expiry, precision, wish)
      // Each creation requests a different moment, as a token without a name is found in the list by its expiry.
      return createToken(session, { ...wish, expiry: now + expiry * day - index * 61_000 })
    }),
  )
  return { faults, good: await spareToken(session, `ok${mark}`).catch(() => undefined) }
}
