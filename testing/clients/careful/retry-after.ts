/**
 * The wait that the answer asks for, in milliseconds: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3).
 * A date is compared with the answer's own `Date`, as the clocks of client and service may differ.
 */
export function readWait(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const [until, now] = [Date.parse(value), Date.parse(headers.get('date') ?? '')]
  return Number.isNaN(until) || Number.isNaN(now) ? undefined : Math.max(0, until - now)
}
