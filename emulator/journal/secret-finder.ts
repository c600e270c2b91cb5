import { lettersOf } from './letters.ts'

/** The length of the pieces by which a secret is recognized, in letters and digits. */
const length = 12
/** From one piece to the next. Whatever holds 17 letters of a secret in a row holds a whole piece. */
const stride = 6
/** A text with fewer letters has no whole piece, or too few for anyone to use. */
const base = 37
/** What the first letter of a piece weighs in its hash. */
const highest = Array.from({ length: length - 1 }).reduce<number>((power) => Math.imul(power, base), 1)

/**
 * Finds known secrets in texts, also where they are cut, capitalized, spaced, dashed, reversed, escaped, or written in
 * hexadecimal, in decimal codes or in base64. It looks up every piece of a text in a table, so the time grows with the
 * length of the text alone, whatever is in it.
 */
export class SecretFinder {
  readonly #pieces = new Set<string>()
  /** Marks the hashes of the pieces: most pieces of a text are dismissed by one look. */
  readonly #marks: Uint8Array
  /** How many characters were read, for tests. */
  steps = 0

  constructor(secrets: readonly string[]) {
    for (const form of secrets.flatMap(formsOf)) {
      const { count, codes } = lettersOf(form)
      for (let at = 0; at + length <= count; at += stride) this.#pieces.add(pieceAt(codes, at))
      if (count >= length) this.#pieces.add(pieceAt(codes, count - length))
    }
    this.#marks = new Uint8Array(2 ** Math.ceil(Math.log2(16 * this.#pieces.size + 256)))
    for (const piece of this.#pieces) {
      let hash = 0
      for (let index = 0; index < length; index++) hash = Math.imul(hash, base) + piece.charCodeAt(index)
      this.#marks[this.#slotOf(hash)] = 1
    }
  }

  /** Calls `found` with each part of a text that holds a piece of a secret, in order. Parts may overlap. */
  find(text: string, found: (start: number, end: number) => void): void {
    if (text.length < length) return
    const { count, codes, starts, ends } = lettersOf(text)
    this.steps += text.length + count
    let hash = 0
    for (let index = 0; index < count; index++) {
      const left = index >= length ? codes[index - length]! : 0
      hash = Math.imul(hash - Math.imul(left, highest), base) + codes[index]!
      const first = index - length + 1
      if (first < 0 || this.#marks[this.#slotOf(hash)] === 0) continue
      this.steps += length
      if (this.#pieces.has(pieceAt(codes, first))) found(starts[first]!, ends[index]!)
    }
  }

  #slotOf(hash: number): number {
    return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8) & (this.#marks.length - 1)
  }
}

function pieceAt(codes: Uint8Array, at: number): string {
  return String.fromCharCode(...codes.subarray(at, at + length))
}

/** The ways in which a secret is looked for, as letters and digits. */
function formsOf(secret: string): readonly string[] {
  const codes = [...secret].map((character) => character.charCodeAt(0))
  const forms = [
    secret,
    codes.map((code) => code.toString(16).padStart(2, '0')).join(''),
    codes.join(''),
    // Base64 reads differently at each of three places; its ends depend on what stands beside the secret.
    ...['', 'x', 'xx'].map((before) => btoa(before + secret).slice(before === '' ? 0 : 4, -4)),
  ]
  return [...forms, ...forms.map((form) => [...form].reverse().join(''))]
}
