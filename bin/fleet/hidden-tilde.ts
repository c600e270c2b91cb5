// nginx cannot decode base64, but it can match the patterns that a tilde makes in base64.

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * A regular expression for base64 text that encodes a `~`, or a `%7E` as RFC 6749 section 2.3.1 has it. Four characters
 * of base64 stand for three bytes, so each has three patterns, by its place among the three.
 */
export const hiddenTilde: string = `(?:[A-Za-z0-9+/]{4})*(?:${['~', '%7E', '%7e']
  .flatMap((text) => [0, 1, 2].map((place) => patternOf(text, place)))
  .join('|')})`

/** The base64 of a text behind some bytes and before others. A digit that has bits of those may be any that agrees. */
function patternOf(text: string, before: number): string {
  const textBits = [...text].map((character) => character.charCodeAt(0).toString(2).padStart(8, '0')).join('')
  const bits = '.'.repeat(8 * before) + textBits
  const groups = bits.match(/.{1,6}/g)!.map((group) => group.padEnd(6, '.'))
  return groups.map(classOf).join('')
}

/** The base64 digits whose six bits agree with a pattern of 0, 1 and `.`, as a character class. */
function classOf(bits: string): string {
  const pattern = new RegExp(`^${bits}$`)
  const matching = [...digits].filter((_, index) => pattern.test(index.toString(2).padStart(6, '0')))
  if (matching.length === digits.length) return '.'
  return matching.length === 1 ? matching[0]!.replace('+', '[+]') : `[${matching.join('')}]`
}
