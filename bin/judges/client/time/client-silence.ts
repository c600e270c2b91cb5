// Detects a silent client, and does not count time in which this process itself was stopped.
import { clearReal, setReal } from './real-time.ts'

/**
 * The timeout is split into this many timers. After a stop, as by Ctrl-Z, only the current one has run out, not the
 * whole timeout.
 */
const parts = 10

/** Calls back after a time without activity in which this process ran. */
export class ClientSilence {
  readonly #part: number
  readonly #onSilence: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param timeout Milliseconds of real time, starting at once. */
  constructor(timeout: number, onSilence: () => void) {
    this.#part = timeout / parts
    this.#onSilence = onSilence
    this.heard()
  }

  /** Starts the time again. */
  heard(): void {
    this.end()
    this.#wait(parts)
  }

  /** Cancels the callback. */
  end(): void {
    clearReal(this.#timer)
  }

  #wait(left: number): void {
    this.#timer = setReal(() => (left > 1 ? this.#wait(left - 1) : this.#onSilence()), this.#part)
  }
}
