import { nextTurn } from './next-turn.ts'

/** The time that work may keep others waiting, in milliseconds. */
const turn = 8

/** Counts the time since others were last served. */
export class Turn {
  #began = performance.now()

  /** Serves others when the work took a few milliseconds. Undefined: it need not be awaited. */
  end(): Promise<void> | undefined {
    if (performance.now() - this.#began < turn) return undefined
    return this.#serveOthers()
  }

  async #serveOthers(): Promise<void> {
    await nextTurn()
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
