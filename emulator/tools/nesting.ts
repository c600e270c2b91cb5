import { backslash, closeBrace, closeBracket, openBrace, openBracket, quote } from './json-characters.ts'

/** The maximum depth of arrays and objects: far more than documents have, far less than would overflow the stack. */
export const deepestNesting = 200

/** The message for a body that nests deeper. */
export const tooDeep: string = `The body nests more than ${deepestNesting} levels deep; send a flatter one.`

/**
 * Returns true if a JSON text nests deeper than `deepestNesting`. It reads the text, because walking the parsed value
 * could overflow the stack.
 */
export function nestsTooDeep(text: string): boolean {
  if (text.length <= 2 * deepestNesting) return false
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      for (index++; index < text.length && text.charCodeAt(index) !== quote; index++)
        if (text.charCodeAt(index) === backslash) index++
    } else if (code === openBracket || code === openBrace) {
      if (++depth > deepestNesting) return true
    } else if (code === closeBracket || code === closeBrace) depth--
  }
  return false
}
