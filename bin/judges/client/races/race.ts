// Concurrent tasks of a client, whose requests are served and answered step by step.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RaceRequest, RaceStep } from '../../../../conformance/client/races/judge-race.ts'
import type { ChooseStep, ChosenStep } from '../../../../conformance/client/races/orders.ts'
import type { Reported } from '../../../../conformance/client/tasks/outcome.ts'
import type { ClientTask } from '../../../../conformance/client/tasks/task.ts'
import type { ClientConnection } from '../driver.ts'
import { setReal, soon } from '../time/real-time.ts'

/** Where a race takes place, and what happens there. */
export interface RacePlace {
  readonly baseUrl: string
  readonly send: (request: Request) => Promise<Response>
  /** Undefined: nothing happens to the token. */
  readonly endToken: (() => void) | undefined
  /** Advances to the next timer of the client. @returns false when it has none. */
  readonly advance: () => boolean
}

/** A task that a client does beside others. */
export interface RacingTask {
  readonly task: ClientTask
  readonly work: () => Promise<Reported>
}

type HeldRequest = { -readonly [Key in keyof Omit<RaceRequest, 'received'>]: RaceRequest[Key] } & {
  /** The places of its task and of the request among those of the task, each from 1, as `2.1`. */
  readonly id: string
  readonly sent: Request
  readonly answer: PromiseWithResolvers<Response>
  response?: Response
}

/** How many steps an order has at most. */
const mostSteps = 120

/** One order of the requests of concurrent tasks. */
export class Race {
  readonly #place: RacePlace
  readonly #taskOf = new AsyncLocalStorage<readonly [index: number, task: ClientTask]>()
  readonly #waiting = new Map<string, HeldRequest>()
  readonly #counts = new Map<number, number>()
  readonly steps: { readonly kind: RaceStep['kind']; readonly request?: HeldRequest }[] = []
  /** The requests, in the order in which they were served. */
  readonly served: HeldRequest[] = []
  readonly chosen: ChosenStep[] = []
  /** What each task reported, and the number of steps before. */
  readonly ends: { readonly reported: Reported; readonly at: number }[] = []
  #isHolding = false
  #isEventLeft: boolean
  #activity = 0

  constructor(place: RacePlace) {
    this.#place = place
    this.#isEventLeft = place.endToken !== undefined
  }

  /** Has the client do a task that only reads, so that it has a token, then all at once. @returns whether it could. */
  async play(tasks: readonly RacingTask[], choose: ChooseStep): Promise<boolean> {
    const first = tasks.find(({ task }) => task.name !== 'create-access-token') ?? tasks[0]!
    let isReady = false
    void this.#taskOf.run([0, first.task], first.work).then(() => (isReady = true))
    if (!(await this.#isQuiet(() => isReady))) return false
    this.#isHolding = true
    for (const [index, { task, work }] of tasks.entries())
      void this.#taskOf.run([index, task], async () => {
        this.ends[index] = { reported: await work(), at: this.steps.length }
        this.#activity++
      })
    const isOver = () => this.#waiting.size === 0 && tasks.every((_task, index) => this.ends[index])
    while (this.steps.length < mostSteps) {
      if (!(await this.#isQuiet(() => this.#waiting.size > 0 || isOver())) || isOver()) break
      const offered = this.#offered()
      const id = choose(offered, this.chosen)
      if (id === undefined) return false
      this.chosen.push({ id, offered, at: this.steps.length })
      await this.#take(id)
    }
    return true
  }

  /**
   * `2.1` answers a request, `event` ends the token, and `2.1 served` serves a request that is answered after the
   * event. A client sees answers alone, so no other order of what is served makes a difference.
   */
  #offered(): readonly string[] {
    const ids = [...this.#waiting.keys()].sort((one, other) => parseInt(one, 10) - parseInt(other, 10))
    if (!this.#isEventLeft) return ids
    // Before the event nothing is refused, so the order of the tasks makes no difference: it is that of their places.
    const [last = '', isEarly] = this.chosen.at(-1)?.id.split(' ') ?? []
    const next = ids.filter((id) => parseInt(id, 10) >= parseInt(last || '0', 10) && id !== last)
    return [...(isEarly ? [] : next), 'event', ...(isEarly ? next : ids).map((id) => `${id} served`)]
  }

  async #take(step: string): Promise<void> {
    const [id = '', isEarly] = step.split(' ')
    const held = this.#waiting.get(id)
    if (!held) {
      this.#isEventLeft = false
      this.#place.endToken?.()
      this.steps.push({ kind: 'event' })
    } else {
      if (!held.response) await this.#serve(held)
      if (!isEarly) this.#answer(held)
    }
    await this.#settle()
    // One token or refusal may overtake another.
    for (const one of this.#isEventLeft ? [] : this.#waiting.values())
      if (!one.response && new URL(one.sent.url).pathname.endsWith('/oauth/token')) await this.#serve(one)
  }

  async #serve(held: HeldRequest): Promise<void> {
    held.servedAt = this.#now
    this.served.push(held)
    if (this.#isHolding) this.steps.push({ kind: 'served', request: held })
    held.response = await this.#place.send(held.sent)
  }

  #answer(held: HeldRequest): void {
    held.answeredAt = this.#now
    if (this.#isHolding) this.steps.push({ kind: 'answered', request: held })
    this.#waiting.delete(held.id)
    held.answer.resolve(held.response!)
  }

  get #now(): number {
    return this.#isHolding ? this.steps.length : -1
  }

  readonly fetch: ClientConnection['fetch'] = async (input, init) => {
    this.#activity++
    const sent = new Request(input, init)
    const running = this.#taskOf.getStore()
    if (!running || !sent.url.startsWith(this.#place.baseUrl)) return await this.#place.send(sent)
    sent.signal.throwIfAborted()
    const [index, task] = running
    const count = this.#isHolding ? (this.#counts.get(index) ?? 0) + 1 : 0
    this.#counts.set(index, count)
    const moments = { sentAt: this.#now, servedAt: Infinity, answeredAt: Infinity }
    const held: HeldRequest = { id: `${index + 1}.${count}`, task, sent, ...moments, answer: Promise.withResolvers() }
    this.#waiting.set(held.id, held)
    sent.signal.addEventListener('abort', () => {
      this.#activity++
      this.#waiting.delete(held.id)
      held.answer.reject(sent.signal.reason)
    })
    if (!this.#isHolding) {
      await this.#serve(held)
      this.#answer(held)
    }
    return await held.answer.promise
  }

  /** Waits until the client does nothing more, and then, unless that is enough, for its timers. */
  async #isQuiet(isEnough: () => boolean): Promise<boolean> {
    for (;;) {
      await this.#settle()
      if (isEnough()) return true
      if (this.#place.advance()) continue
      // It may read a file.
      const seen = this.#activity
      await new Promise((resolve) => setReal(resolve, 100))
      if (seen === this.#activity && !isEnough()) return false
    }
  }

  /** Waits until the client does nothing more at once. */
  async #settle(): Promise<void> {
    for (let idle = 0, seen = this.#activity; idle < 2; idle++) {
      await new Promise((resolve) => soon(resolve))
      if (seen !== this.#activity) idle = -1
      seen = this.#activity
    }
  }
}
