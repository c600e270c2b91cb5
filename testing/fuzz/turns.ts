// Hangs are told by the turns of the event loop, not by a clock: a slow machine makes no failure.

/** Thrown when something has not ended after many turns of the event loop. */
export class Stuck extends Error {
  constructor(what: string, turns: number) {
    super(`${what} has not ended after ${turns} turns of the event loop.`)
  }
}

/** Waits for a promise, but no more than a number of turns of the event loop. @throws Stuck */
export async function withinTurns<Value>(promise: Promise<Value>, turns: number, what: string): Promise<Value> {
  let left = turns
  let next: NodeJS.Immediate | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const turn = () => {
      if (left-- > 0) next = setImmediate(turn)
      else reject(new Stuck(what, turns))
    }
    next = setImmediate(turn)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearImmediate(next)
  }
}

/** Waits until a count has not changed for a number of turns. */
export async function untilQuiet(count: () => number, turns: number): Promise<void> {
  for (let quiet = 0, last = count(); quiet < turns; quiet++) {
    await new Promise(setImmediate)
    if (count() !== last) [quiet, last] = [0, count()]
  }
}
