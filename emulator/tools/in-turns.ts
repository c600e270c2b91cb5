/** Saved before a test installs fake timers. */
const { setTimeout: setRealTimeout } = globalThis

/**
 * Lets the event loop turn once. Fake timers of a test do not delay it, since the network would not wait for them
 * either: they do not replace MessageChannel, which jsdom lacks.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof MessageChannel === 'undefined') {
      setRealTimeout(resolve)
      return
    }
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}

/** The time that work may block the event loop, in milliseconds. */
const turn = 8

/**
 * The end of the queue for turns. The process has one event loop, whatever the number of emulators, and two turns in
 * one iteration would block it twice as long.
 */
let line: Promise<void> = Promise.resolve()

/** Measures the time since the event loop last ran. */
export class TimeSlice {
  #began = performance.now()

  /** Yields to the event loop if the work took a few milliseconds. Undefined: nothing to await. */
  end(): Promise<void> | undefined {
    if (performance.now() - this.#began < turn) return undefined
    return this.#serveOthers()
  }

  async #serveOthers(): Promise<void> {
    await (line = line.then(nextTurn))
    this.#began = performance.now()
  }
}

/** Runs work in steps, and yields to the event loop every few milliseconds. */
export async function runInTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (const work = new TimeSlice(); ;) {
    const { done, value } = steps.next()
    if (done) return value
    const others = work.end()
    if (others) await others
  }
}
