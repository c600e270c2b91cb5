import { Worker } from 'node:worker_threads'
import type { Kill } from './kill.ts'

/** Vitest gives a file one core, and this is most of the self-test: two threads take half the time. */
const threads = 2

/** Threads that run the kit against deviations, one at a time each. */
export class KillPool {
  readonly #idle: Worker[] = Array.from(
    { length: threads },
    () => new Worker(new URL('./kill-worker.ts', import.meta.url)),
  )
  readonly #waiting: ((worker: Worker) => void)[] = []

  /** What the kit makes of the deviation of this name. */
  async kill(name: string): Promise<Kill> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)))
    const done = await new Promise<Kill>((resolve, reject) => {
      worker.removeAllListeners()
      worker.once('message', resolve).once('error', reject)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
      worker.postMessage(name)
    })
    const next = this.#waiting.shift()
    if (next) next(worker)
    else this.#idle.push(worker)
    return done
  }

  /** Ends the threads, once none is at work. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.map((worker) => worker.terminate()))
  }
}
