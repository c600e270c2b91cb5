import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReceivedRequest } from '../../../../conformance/client/evidence/transcript.ts'
import type { RaceRequest, RaceRun, RaceStep } from '../../../../conformance/client/races/judge-race.ts'
import type { TaskName } from '../../../../conformance/client/tasks/names.ts'
import type { Errand } from '../client-worlds.ts'
import type { ClientConnection } from '../driver.ts'
import { setReal, soon } from '../time/real-time.ts'

interface HeldRequest extends Pick<RaceRequest, 'task' | 'arrived'> {
  readonly sent: Request
  readonly answer: PromiseWithResolvers<Response>
  response?: Response
  answered?: number
}

/** After how many turns of the event loop without a request nothing more comes. To read an answer takes a few. */
const idleTurns = 5

/** The requests of concurrent tasks of a client. Each is served, and then answered, when it is its turn. */
export class HeldRequests {
  readonly #errand: Pick<Errand, 'baseUrl' | 'fetch'>
  readonly #advance: () => boolean
  readonly #task = new AsyncLocalStorage<TaskName>()
  /** Those without an answer, in the order in which they were sent. */
  readonly #held = new Set<HeldRequest>()
  readonly #served: HeldRequest[] = []
  readonly #steps: { readonly kind: RaceStep['kind']; readonly held?: HeldRequest }[] = []
  /** Whether requests wait for their turn. Otherwise they are answered as they come. */
  isHolding = false
  #underWay = 0
  #activity = 0

  /** @param advance Advances to the next timer of the client. It returns false when there is none. */
  constructor(errand: Pick<Errand, 'baseUrl' | 'fetch'>, advance: () => boolean) {
    this.#errand = errand
    this.#advance = advance
  }

  /** Begins a task. */
  begin(task: TaskName, work: () => Promise<void>): void {
    this.#underWay++
    void this.#task.run(task, work).finally(() => this.#underWay--)
  }

  readonly fetch: ClientConnection['fetch'] = async (input, init) => {
    this.#activity++
    const sent = new Request(input, init)
    if (!sent.url.startsWith(this.#errand.baseUrl)) return await this.#errand.fetch(sent)
    sent.signal.throwIfAborted()
    const held: HeldRequest = {
      task: this.#task.getStore(),
      sent,
      arrived: this.#now,
      answer: Promise.withResolvers(),
    }
    sent.signal.addEventListener('abort', () => {
      this.#held.delete(held)
      held.answer.reject(sent.signal.reason)
    })
    if (this.isHolding && held.task) this.#held.add(held)
    else await this.#answer(held)
    return await held.answer.promise
  }

  /** Serves the first request of a task, whose answer comes later. */
  async serve(task: TaskName): Promise<void> {
    const held = this.#next(task)
    if (held) await this.#serve(held)
  }

  /** What happens beside the requests. */
  event(): void {
    this.#steps.push({ kind: 'event' })
  }

  /** Gives a task its next answer. Default: any task. @returns whether one waited for it. */
  async answer(task?: TaskName): Promise<boolean> {
    const held = this.#next(task)
    if (!held) return false
    await this.#answer(held)
    await this.quiet()
    // One token, or its refusal, may overtake another.
    for (const one of this.#held)
      if (!one.response && new URL(one.sent.url).pathname.endsWith('/oauth/token')) await this.#serve(one)
    return true
  }

  /** Waits until the client does no more without an answer. */
  async quiet(): Promise<void> {
    for (let seen = -1; seen !== this.#activity;) {
      seen = this.#activity
      for (let turn = 0; turn < idleTurns; turn++) await new Promise((resolve) => soon(resolve))
      if (seen !== this.#activity || this.#held.size > 0 || this.#underWay === 0) continue
      // It waits for a timer, or reads a file.
      if (this.#advance()) this.#activity++
      else await new Promise((resolve) => setReal(resolve, 100))
    }
  }

  /** The steps, with the requests as the emulator received them. */
  show(received: readonly ReceivedRequest[]): Pick<RaceRun, 'requests' | 'steps'> {
    const requests = received.map((request, index) => {
      const { task, arrived, answered } = this.#served[index]!
      return { ...request, task, arrived, answered }
    })
    const steps = this.#steps.map(({ kind, held }) => ({ kind, request: held && requests[this.#served.indexOf(held)] }))
    return { requests, steps }
  }

  #next(task: TaskName | undefined): HeldRequest | undefined {
    return [...this.#held].find((held) => task === undefined || held.task === task)
  }

  async #serve(held: HeldRequest): Promise<void> {
    this.#served.push(held)
    if (this.#now >= 0 && held.task) this.#steps.push({ kind: 'served', held })
    held.response = await this.#errand.fetch(held.sent)
  }

  async #answer(held: HeldRequest): Promise<void> {
    if (!held.response) await this.#serve(held)
    held.answered = this.#now
    if (this.#now >= 0 && held.task) this.#steps.push({ kind: 'answered', held })
    this.#held.delete(held)
    held.answer.resolve(held.response!)
  }

  /** The number of the next step; -1 before requests are held. */
  get #now(): number {
    return this.isHolding ? this.#steps.length : -1
  }
}
