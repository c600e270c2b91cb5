/** Where real time comes from: milliseconds since 1970. Injected everywhere; this file alone reads the wall clock. */
export type TimeSource = () => number

const wallClock: TimeSource = () => Date.now()

/** Where a clock begins, and whether it runs. */
export interface ClockOptions {
  /** Where virtual time starts, in milliseconds since 1970, from 0 to the end of 9899. Default: the real time. */
  readonly start?: number | undefined
  /** A frozen clock stands still until it is advanced or set. Default: it runs with real time. */
  readonly frozen?: boolean | undefined
  /** Where real time comes from. Default: the wall clock. */
  readonly timeSource?: TimeSource | undefined
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

  /** @throws RangeError for a start that is no time. */
  constructor({ start, frozen = false, timeSource = wallClock }: ClockOptions = {}) {
    this.#timeSource = timeSource
    this.#real = timeSource()
    this.#virtual = start === undefined ? this.#real : parseTime(start)
    this.#frozen = frozen
  }

  /** Virtual time in milliseconds since 1970. */
  now(): number {
    if (this.#frozen) return this.#virtual
    const real = this.#timeSource()
    // The real clock can be set back; virtual time cannot.
    if (real > this.#real) this.#virtual += real - this.#real
    this.#real = real
    return this.#virtual
  }

  /** Whether virtual time stands still. */
  get frozen(): boolean {
    return this.#frozen
  }

  /** Lets virtual time stand still, where it is now. */
  freeze(): void {
    this.now()
    this.#frozen = true
  }

  /** Lets virtual time run with real time again, from where it stands. */
  unfreeze(): void {
    if (!this.#frozen) return
    this.#real = this.#timeSource()
    this.#frozen = false
  }

  /**
   * Moves virtual time forward by a duration: milliseconds, or a text such as `8d`, `1h30m`, `90s`.
   * @throws RangeError for a negative or unreadable duration.
   */
  advance(duration: number | string): void {
    this.#moveTo(this.now() + parseDuration(duration))
  }

  /**
   * Sets virtual time: milliseconds since 1970, a Date, or an RFC 3339 text.
   * @throws RangeError for an unreadable time, or one in the virtual past.
   */
  set(time: number | string | Date): void {
    this.#moveTo(parseTime(time))
  }

  /** An independent clock that goes on from the same virtual time. */
  fork(): Clock {
    return new Clock({ start: this.now(), frozen: this.#frozen, timeSource: this.#timeSource })
  }

  #moveTo(time: number): void {
    const now = this.now()
    if (time < now) {
      throw new RangeError(`The clock only moves forward: it stands at ${toIso(now)} and cannot go back to ${toIso(time)}. Reset the world to start again.`)
    }
    if (time > maxTime) throw new RangeError(`The clock cannot go beyond ${toIso(maxTime)}; advance or set it to less.`)
    this.#virtual = time
  }
}

/** Far enough from the year 10000, which RFC 3339 cannot write, for every expiry that can follow. */
const maxTime = Date.UTC(9899, 11, 31)
const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/**
 * Reads a duration into milliseconds: a number of milliseconds, or whole or decimal numbers with a unit
 * (`ms`, `s`, `m`, `h`, `d`, `w`), as in `8d` or `1h30m`. Fractions of a millisecond are rounded.
 * @throws RangeError for anything else.
 */
export function parseDuration(duration: number | string): number {
  const parts = typeof duration === 'string' ? [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g)] : []
  const milliseconds =
    typeof duration === 'number'
      ? duration
      : parts.length > 0 && parts.map((part) => part[0]).join('') === duration
        ? parts.reduce((sum, part) => sum + Number(part[1]) * units[part[2] as string]!, 0)
        : Number.NaN
  if (!Number.isFinite(milliseconds) || milliseconds < 0) {
    throw new RangeError(`Expected a duration such as 8d, 1h30m, 90s or a number of milliseconds, not below 0; got ${given(duration)}.`)
  }
  return Math.round(milliseconds)
}

/** What came, for a message: JSON would write NaN and Infinity as null. */
function given(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value)).slice(0, 100)
}

/**
 * Reads a point in time into whole milliseconds since 1970.
 * @throws RangeError for anything but a number of milliseconds, a Date, an RFC 3339 text or a day such as 2026-01-31.
 */
export function parseTime(time: number | string | Date): number {
  const milliseconds =
    typeof time === 'number' ? time : time instanceof Date ? time.getTime() : (parseRfc3339(time) ?? parseRfc3339(`${time}T00:00:00Z`))
  if (milliseconds === undefined || !Number.isFinite(milliseconds) || milliseconds < 0 || milliseconds > maxTime) {
    throw new RangeError(`Expected a time such as 2026-01-31T12:00:00Z or milliseconds since 1970, from 1970 to 9899; got ${given(time)}.`)
  }
  return Math.floor(milliseconds)
}

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/**
 * Reads an RFC 3339 timestamp into milliseconds since 1970; undefined when it is none, or names a day, time or
 * offset that does not exist. A leap second counts as none: JavaScript's time has no place for it.
 */
export function parseRfc3339(text: string): number | undefined {
  const match = rfc3339.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [number, number, number, number, number, number]
  const [offsetHour, offsetMinute] = [Number(match[9] ?? 0), Number(match[10] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return undefined
  const date = new Date(0)
  // Not Date.UTC: it takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  date.setUTCHours(hour, minute, second, Number(`${match[7]?.slice(1) ?? ''}000`.slice(0, 3)))
  const offset = (offsetHour * 60 + offsetMinute) * (match[8] === '-' ? -60_000 : 60_000)
  return date.getTime() - offset
}

/** RFC 3339 in UTC, without fractions when there are none. */
export function toIso(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
}
