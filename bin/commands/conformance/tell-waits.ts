import { defaultLimits } from '../../../conformance/send/sender.ts'
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

/** What a run waits for, and what to do about it. */
function waitText({ status, milliseconds, asked }: TargetWait, maxWait: number = defaultLimits.maxWait): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (status !== 429)
    return `The service answers ${status}${asked ? ' with Retry-After' : ''}: trying again in ${seconds} s.`
  return asked
    ? `The service answers 429 with Retry-After: waiting ${seconds} s. Send fewer requests a second with --rate.`
    : `The service answers 429 without Retry-After: trying again in ${seconds} s, for at most ${maxWait / 1000} s (--max-wait). Send fewer requests a second with --rate.`
}
