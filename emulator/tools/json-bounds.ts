/** The maximum depth of arrays and objects: far more than documents have, far less than would overflow the stack. */
export const deepestNesting = 200

/** The message for a body that nests deeper. */
const tooDeep: string = `The body nests more than ${deepestNesting} levels deep; send a flatter one.`

/**
 * The number of members and items that a body may have in all. A million take seconds to parse and validate, in which
 * no other request is served; this number takes milliseconds.
 */
export const mostValues = 20_000

// The codes of the characters that JSON is built of (RFC 8259, 2).
const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
const comma = 0x2c

/**
 * Returns why a body is refused: too many members and items, or too deep nesting. Undefined if it is within the bounds.
 * It reads the text, because walking the parsed value could overflow the stack, and does not check if it is JSON.
 * @param most The limit of members and items in all.
 */
export function boundsFault(text: string, most: number = mostValues): string | undefined {
  let [values, depth] = [0, 0]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      for (index++; index < text.length && text.charCodeAt(index) !== quote; index++)
        if (text.charCodeAt(index) === backslash) index++
    } else if (code === comma || code === openBracket || code === openBrace) {
      if (++values > most) return `The body has more than ${most} members and items in all; send fewer at a time.`
      if (code !== comma && ++depth > deepestNesting) return tooDeep
    } else if (code === closeBracket || code === closeBrace) depth--
  }
  return undefined
}

/** Returns true if a JSON text nests deeper than `deepestNesting`. */
export function nestsTooDeep(text: string): boolean {
  return text.length > 2 * deepestNesting && boundsFault(text, Number.POSITIVE_INFINITY) !== undefined
}
