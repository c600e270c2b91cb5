import type { Session } from '../../run/session.ts'
import { isAccepted, type WayIn } from '../accepted-bearer.ts'

/** Seconds. */
export const day = 86_400
/** Seconds, for tokens without a known lifetime: longer than access tokens usually last. */
export const month: number = 31 * day
/** Seconds. The clocks of machines differ, so many servers accept a token for a few minutes after its end. */
export const leeway = 300
/** Seconds. A longer advance could end other credentials, such as a token of a year. */
export const longest: number = 150 * day

/**
 * Whether a token still works. If the kit can only wait, it tries again after the leeway, as far as --max-wait allows.
 * @param waited Seconds that the check has waited already.
 */
export async function stillWorks(session: Session, way: WayIn, token: string, waited: number): Promise<boolean> {
  const works = await isAccepted(session, way, token)
  const left = Math.min(leeway * 1000, session.run.maxWait - waited * 1000)
  if (!works || session.run.target.hooks?.advanceClock || left <= 0) return works
  await session.run.time.sleep(left)
  return await isAccepted(session, way, token)
}
