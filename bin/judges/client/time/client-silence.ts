// Notices that a client is silent, and tells that from a process that stood still itself.
import { clearReal, setReal } from './real-time.ts'

/** A process that was stopped, as by Ctrl-Z, finds one of these at an end when it runs again, and not the whole. */
const parts = 10

/** Calls back once nothing was heard for a time, in which this process ran. */
export class ClientSilence {
  readonly #part: number
  readonly #onSilence: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param timeout Milliseconds of real time. They begin at once. */
  constructor(timeout: number, onSilence: () => void) {
    this.#part = timeout / parts
    this.#onSilence = onSilence
    this.heard()
  }

  /** The time begins anew. */
  heard(): void {
    this.end()
    this.#wait(parts)
  }

  /** Calls back no more. */
  end(): void {
    clearReal(this.#timer)
  }

  #wait(left: number): void {
    this.#timer = setReal(() => (left > 1 ? this.#wait(left - 1) : this.#onSilence()), this.#part)
  }
}
