// The timers and the stopwatch of Node, taken before a run, a test or a browser-like environment replaces them.
import { performance } from 'node:perf_hooks'
import timers from 'node:timers'

export const setReal: typeof timers.setTimeout = timers.setTimeout
export const clearReal: typeof timers.clearTimeout = timers.clearTimeout
export const soon: typeof timers.setImmediate = timers.setImmediate

/** Real time in milliseconds, from any starting point. */
export const stopwatch: () => number = performance.now.bind(performance)
