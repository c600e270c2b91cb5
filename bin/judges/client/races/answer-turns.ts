import { AsyncLocalStorage } from 'node:async_hooks'
import type { RaceExchange } from '../../../../conformance/client/races/race-finding.ts'
import type { TaskName } from '../../../../conformance/client/tasks/names.ts'
import type { Send } from '../../../../emulator/integrations/fetch-semantics.ts'
import type { TaskRun } from '../client-worlds.ts'
import { soon } from '../time/real-time.ts'
import type { RunTime } from '../time/run-time.ts'

/**
 * The client counts as idle after this many rounds of the event loop without a request. Reading an answer takes a few.
 */
const idleRounds = 5

/** Serves the requests of tasks at once, but returns one answer at a time, each when the client is idle. */
export class AnswerTurns {
  /** The task that sends a request. Requests outside of a task are answered at once. */
  readonly task: AsyncLocalStorage<TaskName> = new AsyncLocalStorage()
  /** The requests in the order of arrival. */
  readonly sent: (Pick<RaceExchange, 'task' | 'arrived'> & { answered: number | undefined })[] = []
  /** The position of the expiry among all arrivals and answers. */
  happened: number = Infinity
  readonly #time: RunTime
  /** The owners of the turns, in order; undefined for turns that are taken. */
  readonly #turns: (TaskName | 'expiry' | undefined)[]
  /** The functions that start waiting turns, by position. */
  readonly #waiting = new Map<number, () => void>()
  #moments = 0
  #serving = 0

  constructor(answers: readonly TaskName[], time: RunTime) {
    this.#turns = ['expiry', ...answers]
    this.#time = time
  }

  /** Expires the token at its turn, when the client is idle. */
  async expire(act: () => void): Promise<void> {
    await this.#turn('expiry')
    act()
    this.happened = this.#moments++
  }

  /** The `fetch` of the run. */
  around({ baseUrl, fetch }: Pick<TaskRun, 'baseUrl' | 'fetch'>): Send {
    return async (request) => {
      if (!request.url.startsWith(baseUrl)) return await fetch(request)
      const task = this.task.getStore()
      const turn = task && this.#turn(task)
      const sent: AnswerTurns['sent'][number] = { task, arrived: this.#moments++, answered: undefined }
      this.sent.push(sent)
      this.#serving++
      const response = await fetch(request).finally(() => this.#serving--)
      await turn
      sent.answered = this.#moments++
      return response
    }
  }

  /** Waits for the next turn of a task, or for a new last turn if it has none left. */
  async #turn(of: TaskName | 'expiry'): Promise<void> {
    const place = this.#turns.includes(of) ? this.#turns.indexOf(of) : this.#turns.push(of) - 1
    this.#turns[place] = undefined
    await new Promise<void>((begin) => {
      this.#waiting.set(place, begin)
      if (this.#waiting.size === 1) void this.#takeTurns()
    })
  }

  async #takeTurns(): Promise<void> {
    while (this.#waiting.size > 0) {
      await this.#quiet()
      const place = Math.min(...this.#waiting.keys())
      this.#waiting.get(place)!()
      this.#waiting.delete(place)
    }
  }

  /** Waits until the client is idle. Its timers are paused meanwhile. */
  async #quiet(): Promise<void> {
    for (let before = -1; before !== this.#moments || this.#serving > 0;) {
      before = this.#moments
      for (let round = 0; round < idleRounds; round++) {
        this.#time.touch()
        await new Promise((resolve) => soon(resolve))
      }
    }
  }
}
