/** Where real time comes from: milliseconds since 1970. Injected everywhere; this file alone reads the wall clock. */
export type TimeSource = () => number

export const wallClock: TimeSource = () => Date.now()

export interface ClockOptions {
  /** Where virtual time starts, in milliseconds since 1970. Default: the real time. */
  readonly start?: number | undefined
  /** A frozen clock stands still until it is advanced or set. Default: it runs with real time. */
  readonly frozen?: boolean | undefined
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

  constructor({ start, frozen = false, timeSource = wallClock }: ClockOptions = {}) {
    this.#timeSource = timeSource
    this.#real = timeSource()
    this.#virtual = start ?? this.#real
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

  get frozen(): boolean {
    return this.#frozen
  }

  freeze(): void {
    this.now()
    this.#frozen = true
  }

  unfreeze(): void {
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
    if (time > maxTime) throw new RangeError('The clock cannot go beyond the year 9999.')
    this.#virtual = time
  }
}

const maxTime = Date.UTC(9999, 11, 31)
const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/**
 * Reads a duration into milliseconds: a number of milliseconds, or whole or decimal numbers with a unit
 * (`ms`, `s`, `m`, `h`, `d`, `w`), as in `8d` or `1h30m`.
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
    throw new RangeError(`Expected a duration such as 8d, 1h30m, 90s or a number of milliseconds, not below 0; got ${JSON.stringify(duration)}.`)
  }
  return milliseconds
}

/**
 * Reads a point in time into milliseconds since 1970.
 * @throws RangeError for anything but a number of milliseconds, a Date or an RFC 3339 text.
 */
export function parseTime(time: number | string | Date): number {
  const milliseconds =
    typeof time === 'number' ? time : time instanceof Date ? time.getTime() : (parseRfc3339(time) ?? parseRfc3339(`${time}T00:00:00Z`))
  if (milliseconds === undefined || !Number.isFinite(milliseconds) || milliseconds < 0 || milliseconds > maxTime) {
    throw new RangeError(`Expected a time such as 2026-01-31T12:00:00Z or milliseconds since 1970; got ${JSON.stringify(time)}.`)
  }
  return milliseconds
}

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/** Reads an RFC 3339 timestamp into milliseconds since 1970; undefined when it is none, or names a day that does not exist. */
export function parseRfc3339(text: string): number | undefined {
  const match = rfc3339.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [number, number, number, number, number, number]
  const offset = match[8] ? (Number(match[9]) * 60 + Number(match[10])) * (match[8] === '-' ? -60_000 : 60_000) : 0
  const time = Date.UTC(year, month - 1, day, hour, minute, second, Math.floor(Number(match[7] ?? 0) * 1000))
  const date = new Date(time)
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  return exists && Math.abs(offset) < 86_400_000 ? time - offset : undefined
}

/** RFC 3339 in UTC, without fractions when there are none. */
export function toIso(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
}
