// Threads that run the kit under changes. A change may make a check run for ever, so each question has a time limit.
import { Worker } from 'node:worker_threads'
import type { Answer, Question } from './messages.ts'

const script = new URL('./worker.ts', import.meta.url)

/** The data that the threads share. */
export interface PoolData {
  /** A folder for what clients did. */
  readonly recordings: string
  /** When the time of the worlds of clients begins, in milliseconds since 1970. */
  readonly start: number
}

/** Threads that answer one question at a time each. */
export class MutationPool {
  readonly #data: PoolData
  readonly #idle: Worker[]
  readonly #waiting: ((worker: Worker) => void)[] = []

  constructor(threads: number, data: PoolData) {
    this.#data = data
    this.#idle = Array.from({ length: threads }, () => this.#newWorker())
  }

  /** Asks a thread. Gives undefined if it does not answer in time, or ends. */
  async ask<T extends Answer>(question: Question, milliseconds: number): Promise<T | undefined> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)))
    const answer = await answerOf<T>(worker, question, milliseconds)
    if (answer === undefined) await worker.terminate()
    this.#release(answer === undefined ? this.#newWorker() : worker)
    return answer
  }

  /** Ends the idle threads. Await every answer first. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.map((worker) => worker.terminate()))
  }

  #newWorker(): Worker {
    return new Worker(script, { workerData: this.#data })
  }

  #release(worker: Worker): void {
    const next = this.#waiting.shift()
    if (next) next(worker)
    else this.#idle.push(worker)
  }
}

function answerOf<T extends Answer>(worker: Worker, question: Question, milliseconds: number): Promise<T | undefined> {
  return new Promise<T | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds)
    const end = (answer: T | undefined) => {
      clearTimeout(timer)
      resolve(answer)
    }
    worker.removeAllListeners()
    worker.once('message', end)
    worker.once('error', () => end(undefined))
    worker.once('exit', () => end(undefined))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
    worker.postMessage(question)
  })
}
