import type { SenderLimits } from '../../../conformance/send/sender.ts'

interface LimitFlags {
  /** Seconds. */
  readonly timeout?: number | undefined
  /** Seconds. */
  readonly maxWait?: number | undefined
  readonly rate?: number | undefined
  readonly concurrency?: number | undefined
  readonly maxRequests?: number | undefined
}

/** Converts the given limits. The kit has defaults for the others. */
export function toLimits({ timeout, maxWait, ...others }: LimitFlags): Partial<SenderLimits> {
  const all = { timeout: toMilliseconds(timeout), maxWait: toMilliseconds(maxWait), ...others }
  return Object.fromEntries(Object.entries(all).filter(([, limit]) => limit !== undefined))
}

function toMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1000)
}
