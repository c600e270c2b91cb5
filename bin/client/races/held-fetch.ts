// The `fetch` of concurrent tasks: each request waits until a schedule lets it through, and then its answer waits.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClientConnection } from '../driver.ts'

/** A request that waits, or whose answer does. */
export interface HeldRequest {
  /** The place of the task that sent it, and its own among those of the task, each from 1, as `2.1`. */
  readonly name: string
  readonly task: number
  readonly request: Request
  /** The path below the base URL, with the query; the whole URL where it is elsewhere. */
  readonly path: string
  /** How many steps came before it was sent. */
  readonly sentAt: number
  /** Has the service do what it asks for. @returns the answer, to be read from a clone; undefined without one. */
  readonly serve: () => Promise<Response | undefined>
  /** Gives the client the answer. */
  readonly answer: () => void
}

/** Holds the requests of tasks and knows which task sent each. */
export class HeldFetch {
  readonly #answer: ClientConnection['fetch']
  readonly #baseUrl: string
  readonly #moment: () => number
  readonly #tasks = new AsyncLocalStorage<number>()
  readonly #sent = new Map<number, number>()
  /** The requests that wait to be served, by their names, in the order in which they were sent. */
  readonly unserved: Map<string, HeldRequest> = new Map()
  /** The requests whose answers wait, by their names, in the order in which they were served. */
  readonly unanswered: Map<string, HeldRequest> = new Map()
  #isHolding = false
  #isOver = false
  /** How many requests were answered without waiting. */
  passed = 0
  /** Grows with everything that the client does with it. */
  activity = 0

  /** @param moment How many steps there were until now. */
  constructor(answer: ClientConnection['fetch'], baseUrl: string, moment: () => number) {
    this.#answer = answer
    this.#baseUrl = baseUrl
    this.#moment = moment
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
    this.unserved.clear()
    this.unanswered.clear()
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
    const name = `${task + 1}.${number}`
    const { url, signal } = request
    const path = url.startsWith(this.#baseUrl) ? url.slice(this.#baseUrl.length) : url
    let give: () => void
    const held: HeldRequest = {
      name,
      task,
      request,
      path,
      sentAt: this.#moment(),
      serve: async () => {
        this.unserved.delete(name)
        this.unanswered.set(name, held)
        try {
          const response = await this.#answer(request)
          give = () => resolve(response)
          return response
        } catch (error) {
          give = () => reject(error)
          return undefined
        }
      },
      answer: () => {
        this.activity++
        this.unanswered.delete(name)
        give()
      },
    }
    if (signal.aborted) return reject(signal.reason)
    // What was served stays done.
    signal.addEventListener('abort', () => {
      this.activity++
      this.unserved.delete(name)
      this.unanswered.delete(name)
      reject(signal.reason)
    })
    this.unserved.set(name, held)
  }
}
