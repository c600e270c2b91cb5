// Values of a target as texts and numbers. Conversions of the language throw for an object without `toString`.

/** A value as a text: a text as it is, undefined as an empty one, and anything else as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** The number that a value is, or that a text writes; NaN for anything else. */
export function asNumber(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}
