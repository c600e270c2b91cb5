// The watches of clients that the control API starts. The first one loads the judge.
import type { Emulator } from '../../../emulator/create-emulator.ts'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import type { LiveWatch } from '../client/watch/live-watch.ts'
import type { Observers } from './observers.ts'
import type { CommonFormat } from '../../../conformance/report/format-list.ts'
import { refusing } from './refusing.ts'
import { idle, type WatchOrder, type WatchStatus } from '../client/watch/watch-schemas.ts'

/** A watch, and the function that ends its notifications. */
interface ObservingWatch {
  readonly live: LiveWatch
  readonly remove: () => void
}

/** The watches of one emulator, one at a time. The latest one is kept for its report. */
export class ClientWatches {
  readonly #observers: Observers
  #latest: ObservingWatch | undefined
  /** True while a watch is starting, so that concurrent requests cannot start two. */
  #isStarting = false

  /** @param observers The observers of the emulator's requests. */
  constructor(observers: Observers) {
    this.#observers = observers
  }

  /**
   * Starts a watch.
   * @param world The name of the world to watch, unless all are watched.
   * @throws ApiError `conflict` while a client is watched or a deviation is active; `refused` for a pattern that
   * matches nothing.
   */
  async start(order: WatchOrder, emulator: Emulator, world: string): Promise<void> {
    const { name = 'client', allWorlds, only = [], skip = [] } = order
    if (this.#isStarting || this.#latest?.live.isOver === false)
      throw new ApiError('conflict', 'A client is being watched. DELETE /_emulator/client ends that.')
    this.#isStarting = true
    try {
      const { LiveWatch } = await import('../client/watch/live-watch.ts')
      const [deviation] = emulator.deviations.active
      if (deviation)
        throw new ApiError(
          'conflict',
          `The deviation ${deviation.name} is active, and the client would be blamed for what it does. Deactivate it with DELETE /_emulator/deviations.`,
          { code: 'deviation_active' },
        )
      const live = refusing(
        () =>
          new LiveWatch({
            emulator,
            world: allWorlds ? undefined : world,
            name,
            revision: this.#latest?.live.revision ?? 0,
            selection: { only, skip },
          }),
      )
      this.#latest?.remove()
      this.#latest = { live, remove: this.#observers.add(live) }
    } finally {
      this.#isStarting = false
    }
  }

  /** The status of the latest watch. @param known The revision whose verdicts the caller has; they are left out. */
  async status(known: number | undefined): Promise<WatchStatus> {
    if (!this.#latest) return idle
    const { live, remove } = this.#latest
    if (live.isOver) remove()
    return await live.status(known)
  }

  /** Ends the watch. */
  async stop(): Promise<void> {
    await this.#latest?.live.stop()
    this.#latest?.remove()
  }

  /** The report of the latest watch, preliminary or final; undefined before the first. */
  async report(format: CommonFormat): Promise<string | undefined> {
    return await this.#latest?.live.report(format)
  }
}
