import { AsyncLocalStorage } from 'node:async_hooks'
import { operationOf } from '../../../../conformance/catalogue/operations.ts'
import { endsAs } from '../../../../conformance/reading/id-forms.ts'
import type { ReceivedRequest } from '../../../../conformance/client/evidence/transcript.ts'
import type { RaceRequest, RaceRun, RaceStep } from '../../../../conformance/client/races/judge-race.ts'
import type { RaceOrder } from '../../../../conformance/client/races/orders.ts'
import type { TaskName } from '../../../../conformance/client/tasks/names.ts'
import type { Errand } from '../client-worlds.ts'
import type { ClientConnection } from '../driver.ts'
import type { RunTime } from '../time/run-time.ts'
import { setReal, soon } from '../time/real-time.ts'

const tokenPath = operationOf('oauth.token').path

type SentRequest = Pick<RaceRequest, 'task' | 'arrived'> & { answered?: number }

/** After how many rounds of the event loop without a request nothing more comes. To read an answer takes a few. */
const idleRounds = 5

/** How often in a row time advances, or a moment passes, without a request: a task that never settles would hang. */
const most = { timers: 1000, moments: 10 }

/** A moment of real time in which a client may read a file, in milliseconds. */
const moment = 100

/** How many turns are given at most, so that a walk without an end ends. */
const mostTurns = 100

/** The requests of a client. In a race each waits for the event, and for its turn when nothing else happens. */
export class RequestTurns {
  readonly #errand: Pick<Errand, 'baseUrl' | 'fetch'>
  readonly #time: RunTime
  readonly #task = new AsyncLocalStorage<TaskName>()
  /** The requests in the order in which they were served, as the emulator receives them. */
  readonly #served: SentRequest[] = []
  /** What happened, each with the place of its request among those that were served. */
  readonly #steps: { readonly kind: RaceStep['kind']; readonly place?: number }[] = []
  /** What comes next, the lowest turn first. */
  readonly #waiting = new Map<() => void, number>()
  /** A race from its first step on: what is left of its order, and its event. Without one, all is answered at once. */
  #race: { early: TaskName | undefined; readonly answers: (TaskName | undefined)[]; readonly begin: number } | undefined
  #event: Promise<void> | undefined
  #serving = 0
  #activity = 0

  constructor(errand: Pick<Errand, 'baseUrl' | 'fetch'>, time: RunTime) {
    this.#errand = errand
    this.#time = time
  }

  /** Does tasks at the same time until all have ended, or until nothing more happens. */
  async run(tasks: readonly (readonly [TaskName, () => Promise<void>])[]): Promise<void> {
    let isOver = false
    void Promise.all(tasks.map(([name, work]) => this.#task.run(name, work))).finally(() => (isOver = true))
    let idle = { ...most }
    for (let left = mostTurns; left > 0 && idle.timers > 0 && idle.moments > 0;) {
      const before = this.#activity
      await this.#quiet()
      if (before !== this.#activity) idle = { ...most }
      const [next] = [...this.#waiting].toSorted(([, first], [, second]) => first - second)
      if (next) {
        left--
        this.#waiting.delete(next[0])
        next[0]()
      } else if (isOver) break
      // The client waits for a timer, or reads a file.
      else if (this.#time.advance()) idle.timers--
      else {
        idle.moments--
        await new Promise((resolve) => setReal(resolve, moment))
      }
    }
  }

  /** Puts the requests that are sent from now on in order, around an event. */
  race({ early, answers }: RaceOrder, event: () => void): void {
    this.#race = { early, answers: [...answers], begin: this.#steps.length }
    const happen = async (): Promise<void> => {
      await this.#turn(-1)
      event()
      this.#steps.push({ kind: 'event' })
    }
    this.#event = happen()
  }

  readonly fetch: ClientConnection['fetch'] = async (input, init) => {
    this.#activity++
    const request = new Request(input, init)
    if (!request.url.startsWith(this.#errand.baseUrl)) return await this.#errand.fetch(request)
    request.signal.throwIfAborted()
    const sent: SentRequest = { task: this.#task.getStore(), arrived: this.#steps.length }
    const { signal } = request
    const turn = this.#turnOf(sent.task)
    const isEarly = sent.task !== undefined && sent.task === this.#race?.early
    if (isEarly) this.#race!.early = undefined
    else if (turn !== undefined) await this.#event
    // One token, or its refusal, may overtake another.
    const isOnItsWay = isEarly || endsAs(new URL(request.url).pathname, tokenPath)
    if (!isOnItsWay) await this.#turn(turn, signal)
    const place = this.#served.push(sent) - 1
    this.#steps.push({ kind: 'served', place })
    this.#serving++
    const response = await this.#errand.fetch(request).finally(() => this.#serving--)
    if (isOnItsWay) await this.#turn(turn, signal)
    this.#activity++
    sent.answered = this.#steps.push({ kind: 'answered', place }) - 1
    return response
  }

  /** The steps of the race, and the requests as the emulator received them, each with its place in the steps. */
  placed(received: readonly ReceivedRequest[]): Pick<RaceRun, 'requests' | 'steps'> {
    const requests = received.map((request, index) => ({ ...request, answered: undefined, ...this.#served[index]! }))
    const steps = this.#steps
      .slice(this.#race!.begin)
      .map(({ kind, place }) => ({ kind, request: requests[place ?? -1] }))
    return { requests, steps: steps.filter(({ request }) => !request || request.task) }
  }

  /** The turn of the answer to the next request of a task; undefined for at once. */
  #turnOf(task: TaskName | undefined): number | undefined {
    if (!this.#race || !task) return undefined
    const { answers } = this.#race
    const place = answers.indexOf(task)
    if (place < 0) return answers.length
    answers[place] = undefined
    return place
  }

  #turn(turn: number | undefined, signal?: AbortSignal): Promise<void> {
    if (turn === undefined) return Promise.resolve()
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      this.#waiting.set(resolve, turn)
      signal?.addEventListener('abort', () => {
        this.#waiting.delete(resolve)
        reject(signal.reason)
      })
    })
  }

  /** Waits until the client does no more without an answer. */
  async #quiet(): Promise<void> {
    for (let before = -1; before !== this.#activity || this.#serving > 0;) {
      before = this.#activity
      for (let round = 0; round < idleRounds; round++) await new Promise((resolve) => soon(resolve))
    }
  }
}
