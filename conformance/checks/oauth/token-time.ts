import type { Session } from '../../judge/session.ts'
import { type BearerUse, useBearer, type WayIn } from '../accepted-bearer.ts'

/** Seconds. */
export const day = 86_400
/** Seconds, for tokens without a known lifetime: longer than access tokens usually last. */
export const month: number = 31 * day
/** Seconds. The clocks of machines differ, so many servers accept a token for a few minutes after its end. */
export const leeway = 300
/** Seconds. A longer advance could end other credentials, such as a token of a year. */
export const longest: number = 150 * day

/**
 * Uses a token after its end. If the kit can only wait, it tries again after the leeway, as far as --max-wait allows.
 * @param waited Seconds that the check has waited already.
 */
export async function useAfterEnd(session: Session, way: WayIn, token: string, waited: number): Promise<BearerUse> {
  const use = await useBearer(session, way, token)
  const left = Math.min(leeway * 1000, session.run.maxWait - waited * 1000)
  if (!use.works || session.run.target.hooks?.advanceClock || left <= 0) return use
  await session.run.time.sleep(left)
  return await useBearer(session, way, token)
}
