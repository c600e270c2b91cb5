import { notApplicable } from '../catalogue/verdict.ts'
import type { Session } from '../run/session.ts'

/** Ends a check in a gentle run, where another one decides the same requirement with fewer wrong credentials. */
export function leaveOutIfGentle({ run }: Session, decidedBy: string): void {
  if (run.gentle) notApplicable(`--gentle leaves it out, as ${decidedBy} decides the same requirement`)
}
