import { constants } from 'node:os'

/** A run that Ctrl-C ends. */
export interface SignalAbort {
  readonly signal: AbortSignal
  /** 128 and the signal's number, once one came. */
  readonly exitCode: number | undefined
  /** Leaves signals to Node again. */
  forget(): void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Aborts at the first signal, so that the command can end in order; the second one ends the process at once. */
export function abortOnSignal(onAbort: () => void): SignalAbort {
  const controller = new AbortController()
  let code: number | undefined
  const end = (signal: NodeJS.Signals): void => {
    // oxlint-disable-next-line unicorn/no-process-exit -- whoever asks twice waits for nothing.
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
