import { because } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { type BearerUse, useBearer, type WayIn } from '../accepted-bearer.ts'
import { waitOrAdvance } from '../access-tokens/advance-clock.ts'
import type { TokenAnswer } from './oauth-tokens.ts'

/** Seconds. */
export const day = 86_400
/** Seconds, for tokens without a known lifetime: longer than access tokens usually last. */
export const month: number = 31 * day
/** Seconds. The clocks of machines differ, so many servers accept a token for a few minutes after its end. */
const leeway = 300
/** Seconds. A longer advance could end other credentials, such as a token of a year. */
export const longest: number = 150 * day

/**
 * The seconds after the end of a token at which it is used: at most a quarter of the lifetime that the target
 * announces, as what came with the token may last little longer.
 */
export function marginAfter({ run }: Session, lifetime: number): number {
  if (!run.target.hooks?.advanceClock) return Math.min(1, lifetime / 4)
  return Math.min(leeway, Math.max(1, Math.floor(lifetime / 4)))
}

/** A use of a token after its end. */
export interface LateUse extends BearerUse {
  /** Seconds from its issue to this use. */
  readonly passed: number
  /** True if the token was served after its end first, and is refused now. */
  readonly endedLate: boolean
}

/** Uses a token after its end, and again after the leeway if it still works. */
export async function useAfterEnd(
  session: Session,
  way: WayIn,
  token: string,
  lifetime: number | undefined,
  passed: number,
): Promise<LateUse> {
  return await useAfterLeeway(session, way, token, await useBearer(session, way, token), lifetime, passed)
}

/**
 * Uses a token again after the leeway if it worked after its end. If the kit can only wait, it waits as far as
 * --max-wait allows.
 * @param use The use after the end of the token.
 * @param passed Seconds from the issue of the token to that use.
 */
export async function useAfterLeeway(
  session: Session,
  way: WayIn,
  token: string,
  use: BearerUse,
  lifetime: number | undefined,
  passed: number,
): Promise<LateUse> {
  const { run } = session
  const rest = Math.ceil(leeway - Math.max(0, passed - (lifetime ?? 0)))
  const left = run.target.hooks?.advanceClock ? rest : Math.min(rest, run.maxWait / 1000 - passed)
  if (!use.works || left <= 0) return { ...use, passed, endedLate: false }
  await waitOrAdvance(session, left)
  const again = await useBearer(session, way, token)
  return { ...again, passed: passed + left, endedLate: !again.works }
}

/** @throws Conclusion `insufficientEvidence` for a lifetime that follows from a clock of which nothing is known. */
export function assertKnownClock({ isByUnknownClock }: Pick<TokenAnswer, 'isByUnknownClock'>): void {
  if (isByUnknownClock)
    insufficient(
      because.absent,
      phrase`expires_at tells the end of the token by a clock that no answer shows: there is no Date header, or hooks.advanceClock does not move it`,
    )
}

/** @throws Conclusion `insufficientEvidence` for a token that ended late: its lifetime is not stated. */
export function assertInTime({ endedLate }: LateUse, lifetime: number): void {
  if (endedLate)
    insufficient(
      because.alike,
      phrase`the token still worked ${Math.round(lifetime)} s after it was issued, which is the lifetime that its answer tells, and is refused at most ${leeway} s later: whether a target keeps a leeway is not shown`,
    )
}
