import { because, undeclared } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { advanceClock } from '../tokens/advance-clock.ts'
import { type EndedUseOptions, useEverywhere, type UsesAfterEnd } from '../tokens/ended-token.ts'
import { hasHook, targetNow } from '../tokens/target-clock.ts'
import type { IssuedToken, TokenAnswer } from './oauth-tokens.ts'

/** Seconds, for tokens without a known lifetime: longer than access tokens usually last. */
const month = 31 * 86_400
/** Seconds. The clocks of machines differ, so many servers accept a token for a few minutes after its end. */
const leeway = 300

/** Seconds since a token was issued. */
export async function tokenAge(session: Session, { at }: IssuedToken): Promise<number> {
  return ((await targetNow(session)) - at) / 1000
}

/**
 * The seconds after the end of a token at which it is used: at most a quarter of the announced lifetime, as the refresh
 * token may last only slightly longer.
 */
export function expiryMargin(session: Session, lifetime: number): number {
  return hasHook(session) ? Math.min(leeway, Math.max(1, Math.floor(lifetime / 4))) : Math.min(1, lifetime / 4)
}

/** Lets time pass until a token has reached an age, in seconds. */
export async function waitForAge(session: Session, issued: IssuedToken, age: number): Promise<void> {
  const seconds = Math.max(0, Math.ceil(age - (await tokenAge(session, issued))))
  await advanceClock(session, seconds, { slack: Math.min(60, age / 100) })
}

/**
 * The age at which a token with a lifetime must have ended.
 * @throws Conclusion `insufficientEvidence` if it cannot be awaited.
 */
export function ageAfterEnd(session: Session, lifetime: number | undefined): number {
  if (lifetime === undefined)
    return hasHook(session)
      ? month
      : insufficient(
          undeclared('hooks.advanceClock'),
          phrase`the answer states no lifetime (expires_in); declare hooks.advanceClock`,
        )
  return Math.ceil(lifetime) + expiryMargin(session, lifetime)
}

/** The uses of an access token after its end. */
export interface LateUses<T = unknown> extends UsesAfterEnd<T> {
  /** Seconds from its issue to these uses. */
  readonly age: number
  /** True if its way in still accepted the token after its end, and refuses it now. */
  readonly endedLate: boolean
}

/**
 * Uses a token everywhere after its end, and once more after the leeway if it still works by its way in. Without a
 * hook, the kit waits as long as --max-wait allows.
 */
export async function useAfterEnd<T>(
  session: Session,
  issued: IssuedToken,
  lifetime: number | undefined,
  options: EndedUseOptions<T> = {},
): Promise<LateUses<T>> {
  const soon = await useEverywhere(session, issued, options)
  const age = await tokenAge(session, issued)
  const rest = Math.ceil(leeway - Math.max(0, age - (lifetime ?? 0)))
  const left = hasHook(session) ? rest : Math.min(rest, session.run.maxWait / 1000 - age)
  if (!soon.use.works || soon.use.refusedAt || left <= 0) return { ...soon, age, endedLate: false }
  await advanceClock(session, left)
  const late = await useEverywhere(session, issued, { ...options, next: async () => soon.next })
  return {
    ...late,
    age: await tokenAge(session, issued),
    endedLate: !late.use.works || late.use.refusedAt !== undefined,
  }
}

/**
 * Ends a check of a token whose answer does not show its end.
 * @param absent The message if the answer states no lifetime.
 * @throws Conclusion `insufficientEvidence` also for a lifetime that follows from an unknown clock.
 */
export function assertKnownLifetime({ lifetime, isByUnknownClock }: TokenAnswer, absent: Phrase): void {
  if (lifetime === undefined) insufficient(because.absent, absent)
  assertKnownClock({ isByUnknownClock })
}

/** @throws Conclusion `insufficientEvidence` for a lifetime that follows from an unknown clock. */
export function assertKnownClock({ isByUnknownClock }: Pick<TokenAnswer, 'isByUnknownClock'>): void {
  if (isByUnknownClock)
    insufficient(
      because.absent,
      phrase`expires_at states the end of the token by a clock that no answer shows: there is no Date header, or hooks.advanceClock does not move it`,
    )
}

/** @throws Conclusion `insufficientEvidence` for a token that ended late: its lifetime is not stated. */
export function assertInTime({ endedLate }: LateUses, lifetime: number | undefined): void {
  if (endedLate && lifetime !== undefined)
    insufficient(
      because.alike,
      phrase`the token still worked ${Math.round(lifetime)} s after it was issued, which is the lifetime that its answer states, and is refused at most ${leeway} s later: whether a target keeps a leeway is not shown`,
    )
}
