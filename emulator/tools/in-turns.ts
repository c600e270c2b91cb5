import { nextTurn } from './next-turn.ts'

/** The time that work may keep others waiting, in milliseconds. */
const turn = 8

/**
 * The end of the line of those who wait for a turn. The process has one event loop, whatever the number of emulators,
 * and two turns in the same round of it would keep others waiting twice as long.
 */
let line: Promise<void> = Promise.resolve()

/** Counts the time since others were last served. */
export class Turn {
  #began = performance.now()

  /** Serves others when the work took a few milliseconds. Undefined: it need not be awaited. */
  end(): Promise<void> | undefined {
    if (performance.now() - this.#began < turn) return undefined
    return this.#serveOthers()
  }

  async #serveOthers(): Promise<void> {
    await (line = line.then(nextTurn))
    this.#began = performance.now()
  }
}

/** Does work that comes in steps, and serves others whenever it took a few milliseconds. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (const work = new Turn(); ;) {
    const { done, value } = steps.next()
    if (done) return value
    const others = work.end()
    if (others) await others
  }
}
