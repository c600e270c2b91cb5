// Concurrent tasks of a client, whose requests are served and answered step by step.
import type { DialectFacts } from '../../../conformance/client/evidence/world-facts.ts'
import type { OrderExplorer } from '../../../conformance/client/races/order-explorer.ts'
import {
  type RaceEvent,
  type RaceRequest,
  type RaceStep,
  type StepEffect,
  stepId,
} from '../../../conformance/client/races/step.ts'
import type { TaskInput } from '../../../conformance/client/tasks/names.ts'
import type { Reported } from '../../../conformance/client/tasks/outcome.ts'
import type { ClientTask } from '../../../conformance/client/tasks/task.ts'
import type { World } from '../../../emulator/world/world.ts'
import type { Errand } from '../client-worlds.ts'
import type { ClientConnection, ClientDriver } from '../driver.ts'
import { reportOf } from '../report-of.ts'
import { endTokens } from './end-tokens.ts'
import { HeldFetch, type HeldRequest } from './held-fetch.ts'
import { Quiet } from './quiet.ts'
import { isForToken, readRequest, type SentRequest, tokensIn } from './read-request.ts'

/** Chooses each step of a schedule. */
export type Schedule = Pick<OrderExplorer<StepEffect>, 'choose' | 'took'>

/** What a client does at the same time, and what happens to its token. */
export interface RaceTasks {
  readonly driver: ClientDriver
  readonly tasks: readonly { readonly task: ClientTask; readonly input: TaskInput }[]
  readonly event: RaceEvent | undefined
}

/** Where a race takes place. */
export interface RacePlace {
  readonly errand: Errand
  readonly world: World
  readonly dialect: DialectFacts
  /** Advances to the next timer of the client. @returns false when it has none. */
  readonly advance: () => boolean
}

/** What a schedule came to. */
export interface Raced {
  readonly steps: readonly RaceStep[]
  /** How many requests came before the first step. */
  readonly before: number
  readonly reported: readonly (Reported | undefined)[]
}

/** How many steps a schedule has at most. */
const mostSteps = 120

/** What the event is to the order of steps. */
const eventEffect: StepEffect = {
  kind: 'event',
  request: undefined,
  task: undefined,
  uses: undefined,
  token: undefined,
}

/** One run of concurrent tasks. */
export class Race {
  readonly #setup: RaceTasks
  readonly #place: RacePlace
  readonly #held: HeldFetch
  readonly #quiet: Quiet
  readonly #steps: RaceStep[] = []
  readonly #served = new Map<string, RaceRequest>()
  /** How often each write was done. */
  readonly #done = new Map<string, number>()
  readonly #renewing = new Set<string>()
  #refusedRefreshes = 0
  #hasRefused = false
  #hasHappened: boolean
  /** What each task reported, by its place. */
  readonly reported: (Reported | undefined)[]

  constructor(setup: RaceTasks, place: RacePlace) {
    this.#setup = setup
    this.#place = place
    const { fetch, baseUrl } = place.errand
    this.#held = new HeldFetch(fetch, baseUrl, () => this.#steps.length)
    this.#quiet = new Quiet(this.#held, place.advance)
    this.#hasHappened = setup.event === undefined
    this.reported = setup.tasks.map(() => undefined)
  }

  /** Plays a schedule. @returns undefined when the schedule ends early, or the client does not come to its tasks. */
  async play(schedule: Schedule): Promise<Raced | undefined> {
    const { driver, tasks } = this.#setup
    const { baseUrl, credentials } = this.#place.errand
    const connection: ClientConnection = { baseUrl, fetch: this.#held.fetch, credentials }
    const client = await driver.open?.(connection)
    const work = ({ task, input }: RaceTasks['tasks'][number]) =>
      reportOf(async () => {
        const one = driver[task.name] as (context: object) => Promise<unknown>
        return await one.call(driver, { ...connection, input, client })
      })
    // The first task that only reads is done once before, so that the client has a token.
    const first = tasks.find(({ task }) => task.name !== 'create-access-token') ?? tasks[0]!
    let isWarm = false
    void work(first).then(() => (isWarm = true))
    if (!(await this.#quiet.until(() => isWarm))) return undefined
    this.#held.hold()
    for (const [index, one] of tasks.entries())
      void this.#held.run(index, async () => {
        this.reported[index] = await work(one)
        this.#held.activity++
      })
    while (this.#steps.length < mostSteps) {
      if (!(await this.#quiet.until(() => this.#isAnyHeld() || this.#areAllEnded()))) break
      // The event comes last where it came at no other place, so that it is tried at each. What was sent arrives.
      if (this.#areAllEnded() && this.#hasHappened && !this.#isAnyHeld()) break
      const id = schedule.choose(this.#offered())
      if (id === undefined) return undefined
      const step = await this.#take(id)
      this.#steps.push(step)
      schedule.took(step.effect)
    }
    return { steps: this.#steps, before: this.#held.passed, reported: this.reported }
  }

  /** Answers nothing more. */
  close(): void {
    this.#held.close()
  }

  /** The steps that can come next. Answers come first, so that they are given at once unless the order matters. */
  #offered(): readonly string[] {
    return [
      ...byTask(this.#held.unanswered).map(({ name }) => stepId(name, 'answered')),
      ...byTask(this.#held.unserved).map(({ name }) => stepId(name, 'served')),
      ...(this.#hasHappened ? [] : ['event']),
    ]
  }

  async #take(id: string): Promise<RaceStep> {
    const [name = '', kind] = id.split(' ')
    if (kind === 'served') return await this.#serve(id, this.#held.unserved.get(name)!)
    if (kind === 'answered') return await this.#answer(id, this.#held.unanswered.get(name)!)
    this.#hasHappened = true
    endTokens(this.#place.world, this.#setup.event)
    return { ...this.#count([]), id, request: undefined, effect: eventEffect }
  }

  /** Has a request served. The client knows nothing of it yet. */
  async #serve(id: string, held: HeldRequest): Promise<RaceStep> {
    const sent = await readRequest(held)
    const response = await held.serve()
    const request = await this.#read(sent, held, response)
    this.#served.set(held.name, request)
    if (sent.write !== undefined && response?.ok) this.#done.set(sent.write, (this.#done.get(sent.write) ?? 0) + 1)
    const { name, task } = request
    const effect: StepEffect = { kind: 'served', request: name, task, uses: sent.uses, token: undefined }
    return { ...this.#count([]), id, request, effect }
  }

  async #read(
    { asks, bearer, exchanges }: SentRequest,
    { name, task, path, sentAt, request: { method } }: HeldRequest,
    response: Response | undefined,
  ): Promise<RaceRequest> {
    const status = response?.status
    const { unauthenticatedStatus } = this.#place.dialect
    return {
      name,
      task,
      taskName: this.#setup.tasks[task]!.task.name,
      method,
      path,
      sentAt,
      servedAt: this.#steps.length,
      asks,
      status,
      bearer,
      unauthenticated: asks === 'call' && (status === 401 || status === unauthenticatedStatus),
      exchanges,
      ...(response && asks !== 'call' ? await tokensIn(response) : { issued: undefined, issuedRefresh: undefined }),
    }
  }

  /** Gives an answer, and waits for what the client does then. */
  async #answer(id: string, held: HeldRequest): Promise<RaceStep> {
    const request = this.#served.get(held.name)!
    const { name, task, asks, unauthenticated, status } = request
    const endedBefore = this.#ended()
    const askingBefore = this.#asking()
    held.answer()
    await this.#quiet.settle()
    this.#hasRefused ||= unauthenticated
    if (asks === 'refresh' && status !== undefined && status >= 400) this.#refusedRefreshes++
    const ended = this.#ended().filter((one) => !endedBefore.includes(one))
    const asksToken = this.#asking() > askingBefore
    const needsToken = asks !== 'call' || unauthenticated || this.reported[task] === undefined
    const token = request.issued !== undefined ? 'brings' : asksToken ? 'asks' : needsToken ? 'needs' : 'done'
    const effect: StepEffect = { kind: 'answered', request: name, task, uses: undefined, token }
    return { ...this.#count(ended), id, request, effect }
  }

  /** How many requests for a token wait. */
  #asking(): number {
    let count = 0
    for (const held of this.#held.unserved.values()) if (isForToken(held)) count++
    return count
  }

  #ended(): readonly number[] {
    return this.reported.flatMap((one, index) => (one === undefined ? [] : [index]))
  }

  #count(ended: readonly number[]): Pick<RaceStep, 'ended' | 'renewals' | 'written'> {
    for (const held of this.#hasRefused ? this.#held.unserved.values() : [])
      if (isForToken(held) && this.#setup.tasks[held.task]!.task.name !== 'get-token') this.#renewing.add(held.name)
    const written = [...this.#done.values()].filter((times) => times > 1).length
    return { ended, renewals: this.#renewing.size - this.#refusedRefreshes, written }
  }

  #isAnyHeld(): boolean {
    return this.#held.unserved.size > 0 || this.#held.unanswered.size > 0
  }

  #areAllEnded(): boolean {
    return this.reported.every((one) => one !== undefined)
  }
}

/** Requests in the order of their tasks, so that it does not depend on who was quicker. */
function byTask(requests: ReadonlyMap<string, HeldRequest>): readonly HeldRequest[] {
  return [...requests.values()].sort((one, other) => one.task - other.task)
}
