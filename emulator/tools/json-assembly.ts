import { type JsonPath, type JsonPiece, JsonPieces, type PieceBounds } from './json-pieces.ts'

/**
 * Puts a long JSON text together while it comes in, so that the text is never in memory as a whole: a string ends at
 * half a gigabyte, which is 1.6 million records.
 */
export class JsonAssembly {
  readonly #pieces: JsonPieces
  /** The lists and objects that are open, from the outside. */
  readonly #open: (unknown[] | object)[] = []
  #value: unknown

  /**
   * @param opens Whether the members of the list or object at a path come one by one.
   * @param inspect Called with each piece before the next one is read; it throws for a wrong one.
   * @param bounds What each value may have.
   */
  constructor(opens: (path: JsonPath) => boolean, inspect?: (piece: JsonPiece) => void, bounds?: PieceBounds) {
    const place = (piece: JsonPiece) => {
      inspect?.(piece)
      this.#place(piece)
    }
    this.#pieces = new JsonPieces(opens, place, bounds)
  }

  /** Reads the next piece of text. @throws SyntaxError; EmulatorError `invalid_record` for one beyond the bounds. */
  write(text: string): void {
    this.#pieces.write(text)
  }

  /** Ends the text and returns its value. @throws SyntaxError when it is not complete. */
  end(): unknown {
    this.#pieces.end()
    return this.#value
  }

  #place(piece: JsonPiece): void {
    const { path } = piece
    const value = 'begins' in piece ? (piece.begins === 'list' ? [] : {}) : piece.value
    const parent = this.#open[path.length - 1]
    if (!parent) this.#value = value
    else if (Array.isArray(parent)) parent.push(value)
    // A member may be called __proto__.
    else Object.defineProperty(parent, path.at(-1)!, { value, enumerable: true, configurable: true, writable: true })
    if ('begins' in piece) {
      this.#open.length = path.length
      this.#open.push(value as object)
    }
  }
}
