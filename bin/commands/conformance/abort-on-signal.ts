import { constants } from 'node:os'

/** A run that ends in order on Ctrl-C. */
export interface SignalAbort {
  readonly signal: AbortSignal
  /** 128 plus the number of the received signal; undefined before one. */
  readonly exitCode: number | undefined
  /** Removes the listeners. */
  forget(): void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Aborts at the first signal, so that the command can end in order. A second one ends the process at once. */
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
