import { backslash, closeBrace, closeBracket, comma, openBrace, openBracket, quote } from './json-characters.ts'
import { deepestNesting, tooDeep } from './nesting.ts'

/**
 * The number of members and items that a body may have in all. A million of them take seconds to parse and to check, and
 * nobody else is served meanwhile; so many take some milliseconds.
 */
export const mostValues = 20_000

/** The message for a body that has more. */
const tooMany: string = `The body has more than ${mostValues} members and items in all; send fewer at a time.`

/**
 * Counts what a JSON text consists of and how deep it nests, while it comes in. It reads the text only as far as the
 * bounds, and does not care whether it is JSON.
 */
export class JsonBounds {
  #values = 0
  #depth = 0
  #inString = false
  #isEscaped = false
  readonly #most: number

  constructor(most: number = mostValues) {
    this.#most = most
  }

  /** The number of commas, lists and objects so far. */
  get values(): number {
    return this.#values
  }

  /** Reads the next piece of text. Returns why the body is refused, or undefined while it is within the bounds. */
  write(text: string): string | undefined {
    let [values, depth, inString, isEscaped] = [this.#values, this.#depth, this.#inString, this.#isEscaped]
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (inString) {
        if (isEscaped) isEscaped = false
        else if (code === backslash) isEscaped = true
        else if (code === quote) inString = false
      } else if (code === quote) inString = true
      else if (code === comma || code === openBracket || code === openBrace) {
        if (++values > this.#most) return this.#end(values, tooMany)
        if (code !== comma && ++depth > deepestNesting) return this.#end(values, tooDeep)
      } else if (code === closeBracket || code === closeBrace) depth--
    }
    this.#depth = depth
    this.#inString = inString
    this.#isEscaped = isEscaped
    return this.#end(values, undefined)
  }

  #end(values: number, fault: string | undefined): string | undefined {
    this.#values = values
    return fault
  }
}

/** Returns why a body is refused whose text is within no bounds, or undefined. */
export function boundsFault(text: string): string | undefined {
  return new JsonBounds().write(text)
}
