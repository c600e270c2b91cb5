import { maxTime, parseDuration, parseTime, toIso } from '../tools/time.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

/** Returns real time in milliseconds since 1970. It is injected everywhere; only this file reads the wall clock. */
export type TimeSource = () => number

const wallClock: TimeSource = () => Date.now()

/** The start of a clock, and whether it runs. */
export interface ClockOptions {
  /** The start of virtual time, in milliseconds since 1970, from 0 to the end of 9899. Default: the real time. */
  readonly start?: number | undefined
  /** True if the clock stops until it is advanced or set. Default: it runs with real time. */
  readonly frozen?: boolean | undefined
  /** The source of real time. Default: the wall clock. */
  readonly timeSource?: TimeSource | undefined
}

/** A clock that continues: `since` is the real time of `start`, and the time from then on has passed unless frozen. */
export interface ClockState extends ClockOptions {
  readonly since?: number | undefined
}

/**
 * The virtual clock of one world. It drives ids, `expires_at`, token expiry, state codes and `Retry-After`,
 * and only moves forward.
 */
export class Clock {
  readonly #timeSource: TimeSource
  #virtual: number
  #real: number
  #frozen: boolean
  /** The number of callers that currently hold the time. */
  #holds = 0
  #moved = 0
  readonly #changed: (() => void) | undefined

  /**
   * @param changed Called when the clock is advanced, set, frozen or unfrozen.
   * @throws EmulatorError `invalid_time`.
   */
  constructor({ start, frozen = false, since, timeSource = wallClock }: ClockState = {}, changed?: () => void) {
    this.#timeSource = timeSource
    const now = timeSource()
    this.#real = since ?? now
    this.#virtual = start === undefined ? now : parseTime(start)
    this.#frozen = frozen
    this.#changed = changed
  }

  /** Virtual time in milliseconds since 1970. */
  now(): number {
    if (this.#frozen || this.#holds > 0) return this.#virtual
    const real = this.#timeSource()
    // The real clock can be set back; virtual time cannot.
    if (real > this.#real) this.#virtual += real - this.#real
    this.#real = real
    return this.#virtual
  }

  /**
   * Returns the time, and stops it until `release`: everything in one turn of the event loop has one time, so that a
   * recorded request can be served at the same time again. @internal
   */
  hold(): number {
    const time = this.now()
    this.#holds++
    return time
  }

  /** Ends a `hold`. @internal */
  release(): void {
    this.#holds--
  }

  /** Returns true if virtual time is stopped. */
  get frozen(): boolean {
    return this.#frozen
  }

  /** The sum of the moves of this clock, in milliseconds. @internal */
  get moved(): number {
    return this.#moved
  }

  /** Virtual time less real time, in milliseconds. @internal */
  get ahead(): number {
    return this.now() - this.#timeSource()
  }

  /** The state for a clock that starts from here at any later time. @internal */
  get moment(): { readonly start: number; readonly frozen: boolean } {
    return { start: this.now(), frozen: this.#frozen }
  }

  /** The state for a clock that continues from here, also in another process. @internal */
  get state(): { readonly start: number; readonly since: number; readonly frozen: boolean } {
    return { ...this.moment, since: this.#real }
  }

  /** Stops virtual time. */
  freeze(): void {
    this.now()
    this.#frozen = true
    this.#changed?.()
  }

  /** Lets virtual time run with real time again, from where it stopped. */
  unfreeze(): void {
    if (!this.#frozen) return
    this.#real = this.#timeSource()
    this.#frozen = false
    this.#changed?.()
  }

  /**
   * Moves virtual time forward by a duration: milliseconds, or a string such as `8d`, `1h30m`, `90s`.
   * @throws EmulatorError `invalid_time`; `clock_out_of_range` beyond the last time.
   */
  advance(duration: number | string): void {
    this.#moveTo(this.now() + parseDuration(duration))
  }

  /**
   * Sets virtual time: milliseconds since 1970, a Date, or an RFC 3339 text.
   * @throws EmulatorError `invalid_time`; `clock_out_of_range` for a time in the virtual past.
   */
  set(time: number | string | Date): void {
    this.#moveTo(parseTime(time))
  }

  /** An independent clock that continues from the same virtual time. */
  fork(): Clock {
    return new Clock({ ...this.state, timeSource: this.#timeSource })
  }

  /**
   * Continues with the time of another clock, including the real time that has passed since its moment was read.
   * @internal
   */
  follow({ state }: Clock): void {
    this.#virtual = state.start
    this.#real = state.since
    this.#frozen = state.frozen
  }

  #moveTo(time: number): void {
    const now = this.now()
    if (time < now) {
      throw new EmulatorError(
        'clock_out_of_range',
        `The clock only moves forward: it is at ${toIso(now)} and cannot go back to ${toIso(time)}. Reset the world to start again.`,
      )
    }
    if (time > maxTime)
      throw new EmulatorError(
        'clock_out_of_range',
        `The clock cannot go beyond ${toIso(maxTime)}; use an earlier time.`,
      )
    this.#moved += time - now
    this.#virtual = time
    this.#changed?.()
  }
}
