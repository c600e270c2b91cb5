// Hangs are found by the turns of the event loop, not by a clock: a slow machine makes no failure.

/** Waits for a promise, but no more than a number of turns of the event loop. @throws Error */
export async function withinTurns<Value>(promise: Promise<Value>, turns: number, what: string): Promise<Value> {
  let left = turns
  const late = async (): Promise<never> => {
    while (left-- > 0) await new Promise(setImmediate)
    throw new Error(`${what} has not ended after ${turns} turns of the event loop.`)
  }
  try {
    return await Promise.race([promise, late()])
  } finally {
    left = 0
  }
}

/** Waits until a count has not changed for a number of turns. */
export async function waitUntilQuiet(count: () => number, turns: number): Promise<void> {
  for (let quiet = 0, last = count(); quiet < turns; quiet++) {
    await new Promise(setImmediate)
    if (count() !== last) [quiet, last] = [0, count()]
  }
}
