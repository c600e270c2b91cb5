const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs one step at each termination signal. After the last step, a signal ends the process at once. A listener is
 * installed at every moment before: `npx` and `timeout` send a signal twice at nearly the same time, and the second one
 * would end the process before its files are written.
 */
export function handleSignals(...steps: readonly (() => void)[]): void {
  const left = [...steps]
  const take = (): void => {
    left.shift()!()
    if (left.length === 0) for (const signal of signals) process.off(signal, take)
  }
  for (const signal of signals) process.on(signal, take)
}
