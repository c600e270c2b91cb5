// How a command asks a service: within limits, with notes about waits, until a signal.
import * as http from 'node:http'
import { constants } from 'node:os'
import { defaultLimits, type SenderLimits } from '../../../conformance/send/sender.ts'
import type { TargetWait } from '../../../conformance/send/waiting.ts'
import { whyUnreachable } from '../../../conformance/target/reachable.ts'
import type { Target } from '../../../conformance/target/target-file.ts'
import { exitCodes } from '../../exit-codes.ts'
import { note } from '../../print.ts'
import { type NamedTarget, resolveTarget } from './target.ts'
import { proxyVariables } from '../../../conformance/send/target-fetch.ts'
import type { Environment } from '../../judges/service/judged-service.ts'

/** Finds the service that a command asks, through the proxy of the environment. Undefined when none was named. */
export function resolveNamedTarget(named: NamedTarget): Target | undefined {
  const target = resolveTarget(named, process.env, note)
  if (target) useProxyOf(process.env, note)
  return target
}

/** The circumstances of work that asks a service. */
export interface RequestCallbacks {
  readonly signal: AbortSignal
  readonly onWait: (wait: TargetWait) => void
}

/**
 * Does work that asks a service, unless it cannot be reached. The first signal ends the work cleanly.
 * @param progress The line of the progress, if the work creates something and deletes it at its end.
 * @returns the exit code: that of the work, or of a signal.
 */
export async function askUntilSignal(
  target: Target,
  { timeout, maxWait }: Partial<SenderLimits>,
  progress: { readonly clear: () => void } | undefined,
  work: (asking: RequestCallbacks) => Promise<number>,
): Promise<number> {
  const tell = (line: string): void => {
    progress?.clear()
    note(line)
  }
  const stop = abortOnSignal(() => {
    if (progress) tell('Ending and deleting what was created. Interrupt again to end at once.')
  })
  const { signal } = stop
  try {
    if (await isUnreachable(target, { timeout, signal })) return exitCodes.unreachable
    const code = await work({ signal, onWait: tellWaits(tell, maxWait) })
    return stop.exitCode ?? code
  } finally {
    stop.forget()
  }
}

/** Returns true if a service cannot be reached, and prints why. */
async function isUnreachable(
  target: Target,
  { timeout, signal }: { readonly timeout: number | undefined; readonly signal: AbortSignal },
): Promise<boolean> {
  const why = await whyUnreachable(target.baseUrl, { timeout, signal, target })
  if (why === undefined || signal.aborted) return false
  note(`emulator: ${target.baseUrl} cannot be reached: ${why}.`)
  return true
}

interface LimitFlags {
  /** Seconds. */
  readonly timeout?: number | undefined
  /** Seconds. */
  readonly maxWait?: number | undefined
  readonly rate?: number | undefined
  readonly concurrency?: number | undefined
  readonly maxRequests?: number | undefined
}

/** Converts the limits that were set. The kit has defaults for the others. */
export function toLimits({ timeout, maxWait, ...others }: LimitFlags): Partial<SenderLimits> {
  const all = { timeout: toMilliseconds(timeout), maxWait: toMilliseconds(maxWait), ...others }
  return Object.fromEntries(Object.entries(all).filter(([, limit]) => limit !== undefined))
}

function toMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1000)
}

/** Milliseconds before the same note is printed again. A quota per second makes a run wait a hundred times. */
const quiet = 60_000

/** Prints what a run waits for. @param note Prints a line. */
function tellWaits(note: (line: string) => void, maxWait: number | undefined): (wait: TargetWait) => void {
  const told = new Map<string, number>()
  return (wait) => {
    const text = waitText(wait, maxWait)
    const now = performance.now()
    if (now - (told.get(text) ?? -Infinity) < quiet) return
    told.set(text, now)
    note(text)
  }
}

/** Describes a wait and how to avoid it. */
function waitText({ status, milliseconds, asked }: TargetWait, maxWait: number = defaultLimits.maxWait): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (status !== 429)
    return `The service answers ${status}${asked ? ' with Retry-After' : ''}: trying again in ${seconds} s.`
  return asked
    ? `The service answers 429 with Retry-After: waiting ${seconds} s. Send fewer requests a second with --rate.`
    : `The service answers 429 without Retry-After: trying again in ${seconds} s, for at most ${maxWait / 1000} s (--max-wait). Send fewer requests a second with --rate.`
}

/** A run that Ctrl-C ends cleanly. */
export interface SignalAbort {
  readonly signal: AbortSignal
  /** 128 plus the number of the received signal; undefined if none was received. */
  readonly exitCode: number | undefined
  /** Removes the listeners. */
  forget(): void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Aborts on the first signal, so that the command can clean up. A second signal ends the process at once. */
export function abortOnSignal(onAbort: () => void): SignalAbort {
  const controller = new AbortController()
  let code: number | undefined
  const end = (signal: NodeJS.Signals): void => {
    // oxlint-disable-next-line unicorn/no-process-exit -- the user asked twice.
    if (code !== undefined) process.exit(128 + constants.signals[signal])
    code = 128 + constants.signals[signal]
    onAbort()
    controller.abort()
  }
  for (const signal of signals) process.on(signal, end)
  return {
    signal: controller.signal,
    get exitCode() {
      return code
    },
    forget: () => {
      for (const signal of signals) process.off(signal, end)
    },
  }
}

/** Available since Node 24.14. */
const { setGlobalProxyFromEnv } = http as {
  readonly setGlobalProxyFromEnv?: (environment: Environment) => unknown
}

/**
 * Sends the requests of this process through `HTTPS_PROXY` and `HTTP_PROXY`, except those to hosts in `NO_PROXY` and to
 * this machine.
 */
function useProxyOf(environment: Environment, note: (line: string) => void): void {
  const set = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find((name) => environment[name])
  if (set === undefined || environment['NODE_USE_ENV_PROXY'] === '1') return
  if (!setGlobalProxyFromEnv) {
    note(`${set} is not used: that takes Node 24.14 or later, or NODE_USE_ENV_PROXY=1 with Node 22.21.`)
    return
  }
  setGlobalProxyFromEnv(proxyVariables(environment))
}
