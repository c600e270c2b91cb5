import { because } from '../conclusions/cause.ts'
import { notApplicable } from '../conclusions/conclusion.ts'
import { phrase } from '../conclusions/phrase.ts'
import type { Session } from '../judge/session.ts'

/**
 * Ends a check in a gentle run, or once the target has locked out, as another check decides the same requirement with
 * fewer wrong credentials.
 */
export function leaveOutIfGentle({ run }: Session, decidedBy: string): void {
  if (run.controls.metLockOut)
    notApplicable(
      because.limit,
      phrase`it is left out, as good credentials were refused after wrong ones, as by a lock-out or a quota, and ${decidedBy} decides the same requirement with fewer`,
    )
  if (run.gentle)
    notApplicable(because.limit, phrase`--gentle leaves it out, as ${decidedBy} decides the same requirement`)
}
