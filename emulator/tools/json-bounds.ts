import { backslash, closeBrace, closeBracket, comma, openBrace, openBracket, quote } from './json-characters.ts'
import { deepestNesting, tooDeep } from './nesting.ts'

/**
 * The number of members and items that a body may have in all. A million take seconds to parse and validate, in which
 * no other request is served; this number takes milliseconds.
 */
export const mostValues = 20_000

/**
 * Returns why a body is refused: too many members and items, or too deep nesting. Undefined if it is within the bounds.
 * It reads the text only up to the bounds, and does not check if it is JSON.
 * @param most The limit of members and items in all.
 */
export function boundsFault(text: string, most: number = mostValues): string | undefined {
  let [values, depth, inString, isEscaped] = [0, 0, false, false]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (isEscaped) isEscaped = false
      else if (code === backslash) isEscaped = true
      else if (code === quote) inString = false
    } else if (code === quote) inString = true
    else if (code === comma || code === openBracket || code === openBrace) {
      if (++values > most) return `The body has more than ${most} members and items in all; send fewer at a time.`
      if (code !== comma && ++depth > deepestNesting) return tooDeep
    } else if (code === closeBracket || code === closeBrace) depth--
  }
  return undefined
}
