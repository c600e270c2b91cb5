// The threads of the kill matrix: each runs the kit against one deviation at a time.
import { Worker } from 'node:worker_threads'
import type { Kill } from './kill.ts'

/** Vitest gives a file one core, and this is most of the self-test: two threads take half the time. */
const threads = 2

/** Threads that run the kit against deviations, one at a time each. A thread that fails is replaced. */
export class KillPool<Result extends object = Kill> {
  readonly #script: URL
  readonly #idle: Worker[]
  readonly #waiting: ((worker: Worker) => void)[] = []

  /** @param script What a thread runs: it is sent a name and sends back what the kit made of it. */
  constructor(script: URL = new URL('./kill-worker.ts', import.meta.url)) {
    this.#script = script
    this.#idle = Array.from({ length: threads }, () => this.#start())
  }

  /** Runs the kit against a deviation. @throws Error when the thread fails, with its error as the cause. */
  async kill(name: string): Promise<Result> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)))
    try {
      const done = await ask<Result>(worker, name)
      this.#release(worker)
      return done
    } catch (error) {
      this.#release(this.#start())
      throw new Error(`The thread that ran ${name} failed: ${(error as Error).message}`, { cause: error })
    }
  }

  /** Ends the idle threads. Await every kill first. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.map((worker) => worker.terminate()))
  }

  #start(): Worker {
    return new Worker(this.#script)
  }

  #release(worker: Worker): void {
    const next = this.#waiting.shift()
    if (next) next(worker)
    else this.#idle.push(worker)
  }
}

function ask<Result>(worker: Worker, name: string): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    // A promise that nobody awaited may have ended the thread after its last answer.
    if (worker.threadId === -1) throw new Error('it had already ended after an earlier deviation')
    worker.removeAllListeners()
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`it exited with code ${code}`)))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
    worker.postMessage(name)
  })
}
