// The `fetch` of concurrent tasks: each request waits until a schedule lets it through.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClientConnection } from '../driver.ts'

/** A request that waits. */
export interface HeldRequest {
  /** The task that sent it, by its place, and the place of the request among those of the task. */
  readonly task: number
  readonly number: number
  readonly request: Request
  /** The path below the base URL, with the query; the whole URL where it is elsewhere. */
  readonly path: string
  /** Has it answered. @returns the status; undefined when there was no answer. */
  readonly release: () => Promise<number | undefined>
}

/** Holds the requests of tasks and knows which task sent each. */
export class HeldFetch {
  readonly #answer: ClientConnection['fetch']
  readonly #baseUrl: string
  readonly #tasks = new AsyncLocalStorage<number>()
  readonly #sent = new Map<number, number>()
  readonly #waiting = new Map<string, HeldRequest>()
  #isHolding = false
  #isOver = false
  /** How many requests were answered without waiting. */
  passed = 0
  /** Grows with everything that the client does with it. */
  activity = 0

  constructor(answer: ClientConnection['fetch'], baseUrl: string) {
    this.#answer = answer
    this.#baseUrl = baseUrl
  }

  /** The requests that wait, by their names, in the order of tasks. */
  get waiting(): ReadonlyMap<string, HeldRequest> {
    return new Map([...this.#waiting].sort(([, one], [, other]) => one.task - other.task || one.number - other.number))
  }

  /** Runs a function whose requests are those of a task. */
  run<T>(task: number, work: () => T): T {
    return this.#tasks.run(task, work)
  }

  /** Lets requests wait from now on. */
  hold(): void {
    this.#isHolding = true
  }

  /** Answers nothing more. */
  close(): void {
    this.#isOver = true
    this.#waiting.clear()
  }

  readonly fetch: ClientConnection['fetch'] = async (input, init) => {
    this.activity++
    const request = new Request(input, init)
    if (this.#isOver) return await new Promise(() => {})
    if (!this.#isHolding) {
      this.passed++
      return await this.#answer(request)
    }
    return await new Promise<Response>((resolve, reject) => this.#keep(request, resolve, reject))
  }

  #keep(request: Request, resolve: (response: Response) => void, reject: (error: unknown) => void): void {
    const task = this.#tasks.getStore() ?? 0
    const number = (this.#sent.get(task) ?? 0) + 1
    this.#sent.set(task, number)
    const id = `${task + 1}.${number}`
    const forget = () => {
      this.activity++
      this.#waiting.delete(id)
    }
    request.signal.addEventListener('abort', () => {
      forget()
      reject(request.signal.reason)
    })
    const release = async (): Promise<number | undefined> => {
      forget()
      try {
        const response = await this.#answer(request.clone())
        resolve(response)
        return response.status
      } catch (error) {
        reject(error)
        return undefined
      }
    }
    const { url } = request
    const path = url.startsWith(this.#baseUrl) ? url.slice(this.#baseUrl.length) : url
    this.#waiting.set(id, { task, number, request, path, release })
  }
}
