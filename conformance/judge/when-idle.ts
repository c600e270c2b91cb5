/**
 * Calls a function when no promise is left that can go on by itself. Node calls ticks only then, and one that a
 * promise asks for is not called before the promises that wait already.
 */
export function whenIdle(work: () => void): void {
  queueMicrotask(() => process.nextTick(work))
}
