/**
 * The maximum depth of JSON that the kit reads. With this limit, functions can recurse over a value: the stack allows
 * some thousand levels.
 */
export const deepestJson = 256

/** The value of a JSON text; undefined if it is not JSON, or too deep. */
export function parseJson(text: string): unknown {
  return isTooDeep(text) ? undefined : jsonOrUndefined(text)
}

/** The value of a string that is not too deep; undefined if it is not JSON. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Returns true if a string, read as JSON, is too deep. Brackets within strings do not count. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at)
    if (isInString) {
      if (mark === backslash) at++
      else if (mark === quote) isInString = false
    } else if (mark === quote) isInString = true
    else if (mark === bracket || mark === brace) depth++
    else if (mark === endOfBracket || mark === endOfBrace) depth--
    if (depth > deepestJson) return true
  }
  return false
}

const [quote, backslash, bracket, endOfBracket, brace, endOfBrace] = [34, 92, 91, 93, 123, 125]
