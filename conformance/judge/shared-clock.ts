import type { Exchange } from '../conclusions/exchange.ts'
import type { Session } from './session.ts'

/** Moves the clock of the target by so many seconds. Tokens of the run end then, but for those that are kept. */
export type MoveClock = (session: Session, seconds: number, kept: readonly string[]) => Promise<Exchange>

interface Waiting {
  readonly session: Session
  readonly kept: readonly string[]
  readonly move: MoveClock
  /** Seconds. */
  left: number
  readonly go: () => void
  readonly fail: (error: unknown) => void
}

/**
 * The clock of the target, for several stories at once. It moves when every story waits for it or has ended, as far as
 * the story that waits least: no story is told while another one moves the clock, and a move serves all that wait.
 */
export class SharedClock {
  #stories = 0
  readonly #waiting = new Set<Waiting>()

  /** Tells a story that may wait. It must not build on what another one finds after a wait. */
  async story<T>(tell: () => Promise<T>): Promise<T> {
    this.#stories++
    try {
      return await tell()
    } finally {
      this.#stories--
      this.#moveIfAllWait()
    }
  }

  /**
   * Resolves when so many seconds have passed on the target.
   * @param session Its exchanges get those of every move meanwhile.
   */
  wait(session: Session, seconds: number, kept: readonly string[], move: MoveClock): Promise<void> {
    return new Promise((go, fail) => {
      this.#waiting.add({ session, kept, move, left: seconds, go, fail })
      this.#moveIfAllWait()
    })
  }

  #moveIfAllWait(): void {
    if (this.#waiting.size > 0 && this.#waiting.size >= this.#stories) void this.#moveOn()
  }

  async #moveOn(): Promise<void> {
    const all = [...this.#waiting].sort((one, other) => one.left - other.left)
    const [{ session, left, move }, ...others] = all as [Waiting, ...Waiting[]]
    const end = (waiting: Waiting, then: () => void): void => {
      this.#waiting.delete(waiting)
      then()
    }
    try {
      const exchange = await move(
        session,
        left,
        all.flatMap(({ kept }) => kept),
      )
      for (const other of others) other.session.exchanges.push(exchange)
      for (const waiting of all) {
        waiting.left -= left
        if (waiting.left <= 0) end(waiting, waiting.go)
      }
    } catch (error) {
      for (const waiting of all) end(waiting, () => waiting.fail(error))
    }
  }
}
