import { cleanUp } from './clean-up.ts'
import { leftLedgers } from './ledger-files.ts'
import { Run } from './run.ts'
import { defaultLimits, type FetchFunction, Sender, type SenderLimits } from '../wire/sender.ts'
import type { Target } from '../target/target-file.ts'
import { systemTime, type Time } from '../wire/time.ts'

/** Which target is cleaned up, and by which requests. */
export interface CleanUpLeftOptions {
  readonly target: Target
  /** Where the ledgers are: see `ledgerDirectory`. */
  readonly directory: string
  readonly limits?: Partial<SenderLimits> | undefined
  readonly fetch?: FetchFunction | undefined
  readonly time?: Time | undefined
  readonly signal?: AbortSignal | undefined
}

/** What a clean-up found, and what it could not delete. */
export interface CleanedUp {
  /** How many things runs had left. */
  readonly found: number
  /** What could not be deleted, for a person. */
  readonly leftovers: readonly string[]
  /** How many ledgers were left alone, as their runs are under way. */
  readonly active: number
}

/** Deletes what runs that were killed have left at a target. */
export async function cleanUpLeft({
  target,
  directory,
  limits,
  fetch: send = (request) => fetch(request),
  time = systemTime,
  signal,
}: CleanUpLeftOptions): Promise<CleanedUp> {
  const all = leftLedgers(directory, time.now(), target.baseUrl)
  const left = all.filter(({ active }) => !active)
  const found = left.reduce((sum, { ledger }) => sum + ledger.entries.length, 0)
  const whole = { ...defaultLimits, ...limits }
  const sender = new Sender({ fetch: send, time, signal, limits: whole })
  const leftovers: string[] = []
  for (const { ledger } of left) {
    const run = new Run({ target, sender, time, ledger, seed: 1, maxWait: whole.maxWait, onExchange: () => undefined })
    leftovers.push(...run.redactor.value(await cleanUp(run)))
  }
  return { found, leftovers, active: all.length - left.length }
}
