import { AsyncLocalStorage } from 'node:async_hooks'
import { operationOf } from '../../../../conformance/catalogue/operations.ts'
import { endsAs } from '../../../../conformance/reading/id-forms.ts'
import type { ReceivedRequest } from '../../../../conformance/client/evidence/transcript.ts'
import type { RaceRequest, RaceRun } from '../../../../conformance/client/races/judge-race.ts'
import type { RaceOrder } from '../../../../conformance/client/races/orders.ts'
import type { TaskName } from '../../../../conformance/client/tasks/names.ts'
import type { Send } from '../../../../emulator/integrations/fetch-semantics.ts'
import type { Errand } from '../client-worlds.ts'
import type { RunTime } from '../time/run-time.ts'
import { setReal, soon } from '../time/real-time.ts'

const tokenPath = operationOf('oauth.token').path

type SentRequest = Pick<RaceRequest, 'task' | 'arrived'> & { answered?: number }

/** After how many rounds of the event loop without a request nothing more comes. To read an answer takes a few. */
const idleRounds = 5

/** A moment of real time in which a client may read a file, in milliseconds. */
const moment = 10

/** The requests of tasks that race: one gets its turn when nothing else happens. Time stands meanwhile. */
export class RequestTurns {
  readonly #task = new AsyncLocalStorage<TaskName>()
  #early: TaskName | undefined
  /** The turns that come before all others. */
  readonly #order: (TaskName | 'event')[]
  readonly #waiting: { readonly of: TaskName | 'event'; readonly begin: () => void }[] = []
  /** A request stands here when it is served, and again when it is answered. */
  readonly #steps: (SentRequest | 'event')[] = []
  #serving = 0

  constructor({ early, answers }: RaceOrder) {
    this.#early = early
    this.#order = ['event', ...answers]
  }

  /** Does a task whose requests wait for their turns. Those of no task are answered at once. */
  race<T>(task: TaskName, work: () => Promise<T>): Promise<T> {
    return this.#task.run(task, work)
  }

  /** Has the event happen once every task has sent what it can. */
  async raceEvent(happen: () => void): Promise<void> {
    await this.#turn('event')
    happen()
    this.#steps.push('event')
  }

  /** Lets one thing happen at a time until a run has ended: the next turn or, if nothing waits, the next timer. */
  async until<T>(run: Promise<T>, time: RunTime): Promise<T> {
    let isOver = false
    void run.catch(() => {}).finally(() => (isOver = true))
    for (;;) {
      await this.#quiet()
      if (isOver) return await run
      const begin = this.#nextTurn()
      if (begin) begin()
      else if (!time.advance()) await new Promise((resolve) => setReal(resolve, moment))
    }
  }

  /** The `fetch` of a run whose requests wait for their turns. */
  around({ baseUrl, fetch }: Pick<Errand, 'baseUrl' | 'fetch'>): Send {
    return async (request) => {
      if (!request.url.startsWith(baseUrl)) return await fetch(request)
      const task = this.#task.getStore()
      const sent: SentRequest = { task, arrived: this.#steps.length }
      const isEarly = task !== undefined && task === this.#early
      if (isEarly) this.#early = undefined
      // One token, or its refusal, may overtake another.
      const isServedBefore = isEarly || endsAs(new URL(request.url).pathname, tokenPath)
      if (!isServedBefore) await this.#turn(task)
      this.#steps.push(sent)
      this.#serving++
      const response = await fetch(request).finally(() => this.#serving--)
      if (isServedBefore) await this.#turn(task)
      sent.answered = this.#steps.push(sent) - 1
      return response
    }
  }

  /** The steps of a run, by the requests as the emulator received them. */
  recorded(received: readonly ReceivedRequest[]): Pick<RaceRun, 'requests' | 'steps'> {
    const served = [...new Set(this.#steps)].filter((step) => step !== 'event')
    const requests = received.map((request, index) => ({ ...request, answered: undefined, ...served[index]! }))
    const steps = this.#steps.map((step) => (step === 'event' ? step : requests[served.indexOf(step)]!))
    return { requests, steps: steps.filter((step) => step === 'event' || step.task !== undefined) }
  }

  async #turn(of: TaskName | 'event' | undefined): Promise<void> {
    if (of !== undefined) await new Promise<void>((resolve) => this.#waiting.push({ of, begin: resolve }))
  }

  #nextTurn(): (() => void) | undefined {
    const next = take(this.#order, (name) => this.#waiting.some(({ of }) => of === name))
    return take(this.#waiting, ({ of }) => next === undefined || of === next)?.begin
  }

  /** Waits until the client does no more without an answer. */
  async #quiet(): Promise<void> {
    const count = () => this.#steps.length + this.#waiting.length
    for (let before = -1; before !== count() || this.#serving > 0;) {
      before = count()
      for (let round = 0; round < idleRounds; round++) await new Promise((resolve) => soon(resolve))
    }
  }
}

function take<Item>(items: Item[], isWanted: (item: Item) => boolean): Item | undefined {
  const place = items.findIndex(isWanted)
  return place < 0 ? undefined : items.splice(place, 1)[0]
}
