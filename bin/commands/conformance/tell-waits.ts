import { waitText } from '../../../conformance/report/wait-text.ts'
import type { TargetWait } from '../../../conformance/send/waiting.ts'

/** The milliseconds in which the same sentence is told once: a quota a second makes a run wait a hundred times. */
const quiet = 60_000

/** Tells what a run waits for. @param note Prints a line. */
export function tellWaits(note: (line: string) => void, maxWait: number | undefined): (wait: TargetWait) => void {
  const told = new Map<string, number>()
  return (wait) => {
    const text = waitText(wait, maxWait)
    const now = performance.now()
    if (now - (told.get(text) ?? -Infinity) < quiet) return
    told.set(text, now)
    note(text)
  }
}
