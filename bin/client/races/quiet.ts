import { setReal, soon } from '../time/real-time.ts'
import type { HeldFetch } from './held-fetch.ts'

/** How long a client may do something else than to send requests and to wait for timers, in milliseconds. */
const pause = 100

/** Tells when a client does nothing more before it gets an answer. */
export class Quiet {
  readonly #client: Pick<HeldFetch, 'activity'>
  readonly #advance: () => boolean

  /** @param advance Advances to the next timer of the client. It returns false if no timer is left. */
  constructor(client: Pick<HeldFetch, 'activity'>, advance: () => boolean) {
    this.#client = client
    this.#advance = advance
  }

  /** Waits until the client does nothing more, and then, unless that is enough, for its timers. */
  async until(isEnough: () => boolean): Promise<boolean> {
    for (;;) {
      await this.settle()
      if (isEnough()) return true
      if (this.#advance()) continue
      // It may read a file.
      const seen = this.#client.activity
      await new Promise((resolve) => setReal(resolve, pause))
      if (seen === this.#client.activity && !isEnough()) return false
    }
  }

  /** Waits until the client does nothing more at once. */
  async settle(): Promise<void> {
    for (let idle = 0, seen = this.#client.activity; idle < 2; idle++) {
      await new Promise((resolve) => soon(resolve))
      if (seen !== this.#client.activity) idle = -1
      seen = this.#client.activity
    }
  }
}
