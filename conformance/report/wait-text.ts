import { defaultLimits } from '../send/sender.ts'
import type { TargetWait } from '../send/waiting.ts'

/** What a run waits for, and what to do about it. */
export function waitText({ status, milliseconds, asked }: TargetWait, maxWait: number = defaultLimits.maxWait): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (status !== 429)
    return `The service answers ${status}${asked ? ' with Retry-After' : ''}: trying again in ${seconds} s.`
  return asked
    ? `The service answers 429 with Retry-After: waiting ${seconds} s. Send fewer requests a second with --rate.`
    : `The service answers 429 without Retry-After: trying again in ${seconds} s, for at most ${maxWait / 1000} s (--max-wait). Send fewer requests a second with --rate.`
}
