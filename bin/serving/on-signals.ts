const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Takes one step at each signal to end; after the last step, a signal ends the process at once. There is a listener
 * without a gap until then: `npx` and `timeout` send a signal twice at nearly the same time, and the second one would
 * end the process before its files are written.
 */
export function onSignals(...steps: readonly (() => void)[]): void {
  const left = [...steps]
  const take = (): void => {
    left.shift()!()
    if (left.length === 0) for (const signal of signals) process.off(signal, take)
  }
  for (const signal of signals) process.on(signal, take)
}
