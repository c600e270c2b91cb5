import { backslash, closeBrace, closeBracket, comma, openBrace, openBracket, quote } from './json-characters.ts'
import { EmulatorError } from './emulator-error.ts'
import { deepestNesting } from './nesting.ts'
import { cut } from './short-text.ts'

/** Where a value stands: the names of the members and the indexes of the lists that lead to it. */
export type JsonPath = readonly (string | number)[]

/** A list or an object whose members come one by one, when it begins; or a whole value. */
export type JsonPiece =
  | { readonly path: JsonPath; readonly begins: 'list' | 'object' }
  | { readonly path: JsonPath; readonly value: unknown }

interface Container {
  readonly isList: boolean
  /** The number of members of an object that ended, and of the members and items in them. */
  count: number
  /** The member or the index that is read. */
  at: string | number
}

/** The tokens that may come next. */
type Expected = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'comma' | 'nothing'

/** What a value that is read as a whole may have. */
export interface PieceBounds {
  /** In characters. */
  readonly length: number
  /** The number of its members and items, and of the names of an object whose members come one by one. */
  readonly values: number
}

const widest: PieceBounds = { length: 256 * 1_048_576, values: Number.POSITIVE_INFINITY }

/**
 * Reads a long JSON text in pieces of text, and gives its values one by one: a text beyond the longest string, or
 * beyond the memory. `JSON.parse` reads each value, so it is as strict and nearly as fast; a parser that makes each
 * token an event takes six times as long for a million records.
 */
export class JsonPieces {
  readonly #opens: (path: JsonPath) => boolean
  readonly #give: (piece: JsonPiece) => void
  readonly #bounds: PieceBounds
  readonly #stack: Container[] = []
  #expected: Expected = 'value'
  /** The beginning of a value that has not ended yet, in pieces: joining them each time would be quadratic. */
  #held: string[] = []
  #heldLength = 0
  #isPlain = false
  #depth = 0
  #values = 0
  #inString = false
  #isEscaped = false
  /** The length of the text before the current piece. */
  #before = 0

  /**
   * @param opens Whether the members of the list or object at a path come one by one.
   * @param give Called with each piece.
   * @param bounds What each value may have. The text has no bounds.
   */
  constructor(opens: (path: JsonPath) => boolean, give: (piece: JsonPiece) => void, bounds: PieceBounds = widest) {
    this.#opens = opens
    this.#give = give
    this.#bounds = bounds
  }

  /** Reads the next piece of text. @throws SyntaxError; EmulatorError `invalid_record` for one beyond the bounds. */
  write(piece: string): void {
    // Editors on Windows put a byte order mark before the text.
    const text = this.#before === 0 ? piece.replace(/^\uFEFF/, '') : piece
    for (let at = 0; at < text.length;) {
      if (this.#held.length === 0) at = skipSpace(text, at)
      if (at < text.length) at = this.#step(text, at)
    }
    this.#before += text.length
  }

  /** Ends the text. @throws SyntaxError when it is not complete. */
  end(): void {
    // Only a number, or a word such as `true`, does not show where it ends.
    if (this.#held.length > 0 && this.#isPlain) this.#step(' ', 0)
    if (this.#expected !== 'nothing') throw this.#fault('the text ends too early', 0)
  }

  /** Reads one token, one whole value or what there is of it. Returns where that ends. */
  #step(text: string, at: number): number {
    const character = text[at]!
    const container = this.#stack.at(-1)
    switch (this.#expected) {
      case 'nameOrEnd':
      case 'valueOrEnd':
        if (character === (container!.isList ? ']' : '}')) return this.#close(at)
        this.#expected = container!.isList ? 'value' : 'name'
        return at
      case 'name': {
        if (this.#held.length === 0 && character !== '"') throw this.#fault('a name in quotes must come', at)
        const end = this.#endOfValue(text, at)
        if (end === undefined) return text.length
        container!.at = this.#parse(text, at, end) as string
        this.#expected = 'colon'
        return end
      }
      case 'colon':
        if (character !== ':') throw this.#fault('a colon must come', at)
        this.#expected = 'value'
        return at + 1
      case 'comma':
        if (character === (container!.isList ? ']' : '}')) return this.#close(at)
        if (character !== ',') throw this.#fault('a comma or the end must come', at)
        if (container!.isList) container!.at = (container!.at as number) + 1
        else if (++container!.count > this.#bounds.values) throw this.#tooMany(at)
        this.#expected = container!.isList ? 'value' : 'name'
        return at + 1
      case 'value':
        return this.#readValue(text, at)
      case 'nothing':
        throw this.#fault('nothing may come after the value', at)
    }
  }

  #readValue(text: string, at: number): number {
    const path = this.#stack.map((container) => container.at)
    const character = text[at]!
    if (this.#held.length === 0 && (character === '{' || character === '[') && this.#opens(path)) {
      const isList = character === '['
      this.#give({ path, begins: isList ? 'list' : 'object' })
      this.#stack.push({ isList, count: 0, at: isList ? 0 : '' })
      this.#expected = isList ? 'valueOrEnd' : 'nameOrEnd'
      return at + 1
    }
    const end = this.#endOfValue(text, at)
    if (end === undefined) return text.length
    const container = this.#stack.at(-1)
    if (container?.isList === false) container.count += this.#values
    this.#give({ path, value: this.#parse(text, at, end) })
    this.#expected = this.#stack.length === 0 ? 'nothing' : 'comma'
    return end
  }

  #close(at: number): number {
    this.#stack.pop()
    this.#expected = this.#stack.length === 0 ? 'nothing' : 'comma'
    return at + 1
  }

  /** Looks for the end of a value. Holds the text, and returns undefined, when it does not end in it. */
  #endOfValue(text: string, from: number): number | undefined {
    if (this.#held.length === 0) this.#isPlain = !'{["'.includes(text[from]!)
    for (let index = from; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (this.#isPlain) {
        if (code <= space || code === comma || code === closeBracket || code === closeBrace) return index
      } else if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (code === backslash) this.#isEscaped = true
        else if (code === quote) {
          this.#inString = false
          if (this.#depth === 0) return index + 1
        }
      } else if (code === quote) this.#inString = true
      else if (code === comma || code === openBracket || code === openBrace) {
        if (++this.#values > this.#bounds.values) throw this.#tooMany(index)
        if (code !== comma && ++this.#depth > deepestNesting)
          throw this.#fault(`it nests more than ${deepestNesting} levels deep`, index)
      } else if ((code === closeBracket || code === closeBrace) && --this.#depth === 0) return index + 1
    }
    this.#held.push(text.slice(from))
    this.#heldLength += text.length - from
    if (this.#heldLength > this.#bounds.length)
      throw new EmulatorError(
        'invalid_record',
        this.#placed(`A value has more than ${this.#bounds.length} characters`, text.length),
      )
    return undefined
  }

  #parse(text: string, from: number, to: number): unknown {
    const end = text.slice(from, to)
    const whole = this.#held.length === 0 ? end : this.#held.join('') + end
    this.#held = []
    this.#heldLength = 0
    this.#values = 0
    try {
      return JSON.parse(whole)
    } catch (error) {
      throw this.#fault((error as Error).message, from)
    }
  }

  #fault(message: string, at: number): SyntaxError {
    return new SyntaxError(this.#placed(message, at))
  }

  #tooMany(at: number): EmulatorError {
    return new EmulatorError(
      'invalid_record',
      this.#placed(`A value has more than ${this.#bounds.values} members and items in all`, at),
    )
  }

  #placed(message: string, at: number): string {
    const place = cut(this.#stack.map((container) => container.at).join('.'), 200)
    return `${message}, at character ${this.#before + at}${place === '' ? '' : ` in ${place}`}`
  }
}

function skipSpace(text: string, from: number): number {
  let at = from
  for (let code = text.charCodeAt(at); code === space || code === 9 || code === 10 || code === 13;)
    code = text.charCodeAt(++at)
  return at
}

const space = 0x20
