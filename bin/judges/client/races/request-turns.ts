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

/** How many turns are given at most, so that a walk without an end ends. */
const mostTurns = 100

/** What comes before the answers, whose turns are their places in the order. */
const turns = { early: -3, event: -2, token: -1 } as const

/** The requests of a client. In a race each waits for its turn: the lowest is next when nothing else happens. */
export class RequestTurns {
  readonly #errand: Pick<Errand, 'baseUrl' | 'fetch'>
  readonly #time: RunTime
  readonly #task = new AsyncLocalStorage<TaskName>()
  /** The requests in the order in which they were served, as the emulator receives them. */
  readonly #served: SentRequest[] = []
  /** What happened, each with the place of its request among those that were served. */
  readonly #steps: { readonly kind: RaceStep['kind']; readonly place?: number }[] = []
  readonly #waiting = new Set<{ readonly turn: number; readonly take: () => void }>()
  /** The order of a race, from which turns are taken. Without an order, requests are answered as they come. */
  #order:
    | { early: TaskName | undefined; readonly answers: (TaskName | undefined)[]; readonly begin: number }
    | undefined
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
    for (let left = mostTurns; left > 0;) {
      await this.#quiet()
      const next = [...this.#waiting].toSorted((first, second) => first.turn - second.turn)[0]
      if (next) {
        left--
        this.#waiting.delete(next)
        next.take()
      } else if (isOver) break
      // The client waits for a timer, or reads a file.
      else if (!this.#time.advance()) await new Promise((resolve) => setReal(resolve, 100))
    }
  }

  /** Puts the requests that are sent from now on in order, around an event. */
  race({ early, answers }: RaceOrder, event: () => void): void {
    this.#order = { early, answers: [...answers], begin: this.#steps.length }
    const take = (): void => {
      event()
      this.#steps.push({ kind: 'event' })
    }
    this.#waiting.add({ turn: turns.event, take })
  }

  readonly fetch: ClientConnection['fetch'] = async (input, init) => {
    this.#activity++
    const request = new Request(input, init)
    if (!request.url.startsWith(this.#errand.baseUrl)) return await this.#errand.fetch(request)
    request.signal.throwIfAborted()
    const sent: SentRequest = { task: this.#task.getStore(), arrived: this.#steps.length }
    const [serve, answer] = this.#turnsOf(request, sent.task)
    await this.#turn(serve, request.signal)
    const place = this.#served.push(sent) - 1
    this.#steps.push({ kind: 'served', place })
    this.#serving++
    const response = await this.#errand.fetch(request).finally(() => this.#serving--)
    if (answer !== serve) await this.#turn(answer, request.signal)
    this.#activity++
    sent.answered = this.#steps.push({ kind: 'answered', place }) - 1
    return response
  }

  /** The steps of the race, and the requests as the emulator received them, each with its place in the steps. */
  placed(received: readonly ReceivedRequest[]): Pick<RaceRun, 'requests' | 'steps'> {
    const requests = received.map((request, index) => ({ ...request, answered: undefined, ...this.#served[index]! }))
    const steps = this.#steps
      .slice(this.#order!.begin)
      .map(({ kind, place }) => ({ kind, request: requests[place ?? -1] }))
    return { requests, steps: steps.filter(({ request }) => !request || request.task) }
  }

  /** When a request is served, and when it is answered; undefined for at once. */
  #turnsOf(request: Request, task: TaskName | undefined): readonly (number | undefined)[] {
    const order = this.#order
    if (!order || !task) return []
    const place = order.answers.indexOf(task)
    if (place >= 0) order.answers[place] = undefined
    const answer = place < 0 ? order.answers.length : place
    if (task === order.early) {
      order.early = undefined
      return [turns.early, answer]
    }
    // One token, or its refusal, may overtake another.
    return [endsAs(new URL(request.url).pathname, tokenPath) ? turns.token : answer, answer]
  }

  #turn(turn: number | undefined, signal?: AbortSignal): Promise<void> {
    if (turn === undefined) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const waiting = { turn, take: resolve }
      this.#waiting.add(waiting)
      signal?.addEventListener('abort', () => {
        this.#waiting.delete(waiting)
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
