// Values of a target as texts and numbers. The conversions of JavaScript throw for an object without `toString`.

/** A value as a string: a string unchanged, undefined as an empty string, and anything else as JSON. */
export function toValueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** The number in a number or a string; NaN for anything else. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}
