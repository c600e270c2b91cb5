// Replaces the timers and the clock of the platform for the runs of a client. Other code in the process reaches the
// real ones.
import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'
import { promisify } from 'node:util'
import { type RunTime, RunTimer } from './run-time.ts'

const runs = new AsyncLocalStorage<RunTime>()

/** The number of current users of the replacements, and the functions that undo them. */
let wanted = 0
let undo: (() => void)[] = []

type Callback = (...args: unknown[]) => void

/** Runs a function in the time of a run, which applies to its timers and to those of everything that it calls. */
export function runInTime<T>(time: RunTime, work: () => Promise<T>): Promise<T> {
  return runs.run(time, work)
}

/** Returns true while timers and clock are virtual for `runInTime`. */
export function isTimeVirtual(): boolean {
  return wanted > 0
}

/** Makes timers and clock virtual for `runInTime` until the result is called. */
export function virtualTime(): () => void {
  if (wanted++ === 0) installVirtualTime()
  let ended = false
  return () => {
    if (ended) return
    ended = true
    if (--wanted > 0) return
    for (const restore of undo.splice(0).toReversed()) restore()
    syncBuiltinESMExports()
  }
}

function installVirtualTime(): void {
  const real = { ...timersPromises }
  const setTimer = (repeats: boolean, before: Callback) =>
    function setRunTimer(callback: Callback, delay = 0, ...args: unknown[]): unknown {
      const time = runs.getStore()
      if (!time || typeof callback !== 'function')
        return (before as (...all: unknown[]) => unknown)(callback, delay, ...args)
      return time.set(
        AsyncLocalStorage.bind(() => callback(...args)),
        Number(delay),
        repeats,
      )
    }
  const clearTimer = (before: Callback) => (timer: unknown) => {
    if (timer instanceof RunTimer) timer.close()
    else before(timer)
  }
  const wait = (before: Callback) =>
    function waitInRunTime(delay = 1, value?: unknown, options: { readonly signal?: AbortSignal } = {}): unknown {
      const time = runs.getStore()
      if (!time) return (before as (...all: unknown[]) => unknown)(delay, value, options)
      return waitVirtually(time, Number(delay), value, options.signal)
    }
  for (const holder of [globalThis, timers]) {
    for (const name of ['setTimeout', 'setInterval'] as const)
      replaceFunction(holder, name, (before) => {
        const replaced = setTimer(name === 'setInterval', before)
        if (name === 'setTimeout')
          Object.defineProperty(replaced, promisify.custom, { value: wait(real.setTimeout as Callback) })
        return replaced as Callback
      })
    for (const name of ['clearTimeout', 'clearInterval'] as const) replaceFunction(holder, name, clearTimer)
  }
  replaceFunction(timersPromises, 'setTimeout', (before) => wait(before) as Callback)
  replaceFunction(timersPromises.scheduler, 'wait', (before) => {
    const waits = wait(before)
    return ((delay: number, options?: object) => waits(delay, undefined, options)) as Callback
  })
  replaceFunction(AbortSignal, 'timeout', (before) => (delay: unknown) => {
    const time = runs.getStore()
    if (!time) return (before as (delay: unknown) => unknown).call(AbortSignal, delay)
    const controller = new AbortController()
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    time.set(() => controller.abort(reason), Number(delay))
    return controller.signal
  })
  replaceFunction(
    performance,
    'now',
    (before) => () => Number(before.call(performance)) + (runs.getStore()?.ahead ?? 0),
  )
  replaceFunction<DateConstructor>(globalThis, 'Date', virtualDate)
  syncBuiltinESMExports()
}

/** A `Date` whose present is that of the run. Explicit dates are unaffected. */
function virtualDate(before: DateConstructor): DateConstructor {
  const present = () => Math.floor(runs.getStore()?.present() ?? before.now())
  return new Proxy(before, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [present()] : args, newTarget) as object,
    apply: () => new before(present()).toString(),
    get: (target, name) => (name === 'now' ? present : (Reflect.get(target, name) as unknown)),
  })
}

function waitVirtually(
  time: RunTime,
  delay: number,
  value: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      timer?.close()
      const error = new Error('The operation was aborted', { cause: signal?.reason })
      reject(Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' }))
    }
    let timer: RunTimer | undefined
    if (signal?.aborted) return abort()
    timer = time.set(
      AsyncLocalStorage.bind(() => {
        signal?.removeEventListener('abort', abort)
        resolve(value)
      }),
      delay,
    )
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** Replaces a function. Undoing it has no effect if something else has replaced it in the meantime. */
function replaceFunction<Member = Callback>(
  holder: object,
  name: string,
  by: (before: NoInfer<Member>) => NoInfer<Member>,
): void {
  const before = Object.getOwnPropertyDescriptor(holder, name)
  const value = Reflect.get(holder, name) as Member
  const replaced = by(value)
  Object.defineProperty(holder, name, { value: replaced, writable: true, configurable: true, enumerable: true })
  undo.push(() => {
    if (Reflect.get(holder, name) !== replaced) return
    if (before) Object.defineProperty(holder, name, before)
    else Reflect.deleteProperty(holder, name)
  })
}
