/** Characters by which a secret is looked for. */
const length = 6

const size = 1 << 16
const factor = 31
/** `factor` to the power of `length`, in 32 bits. */
const leaving = Array.from({ length }).reduce<number>((power) => Math.imul(power, factor), 1)

/**
 * Finds out which of many things may occur in a text, by short pieces that each of them has. The text is read once,
 * however many things there are.
 */
export class Grams<T> {
  readonly #things = new Map<string, Set<T>>()
  /** What a text must be asked about in any case, as it has no piece that is long enough. */
  readonly #always = new Set<T>()
  readonly #filter = new Uint8Array(size)

  /** Registers a thing that occurs only in texts which have one of these pieces. A long piece is cut at its end. */
  add(thing: T, pieces: readonly (string | undefined)[]): void {
    for (const piece of pieces) {
      if (piece === undefined || piece.length < length) {
        this.#always.add(thing)
        continue
      }
      const gram = piece.slice(-length)
      let things = this.#things.get(gram)
      if (!things) this.#things.set(gram, (things = new Set()))
      things.add(thing)
      this.#filter[hashOf(gram)] = 1
    }
  }

  /** What may occur in a text. */
  in(text: string): ReadonlySet<T> {
    const found = new Set(this.#always)
    let hash = 0
    for (let at = 0; at < text.length; at++) {
      hash = (Math.imul(hash, factor) + text.charCodeAt(at)) | 0
      if (at >= length) hash = (hash - Math.imul(text.charCodeAt(at - length), leaving)) | 0
      if (at < length - 1 || this.#filter[hash & (size - 1)] === 0) continue
      for (const thing of this.#things.get(text.slice(at - length + 1, at + 1)) ?? []) found.add(thing)
    }
    return found
  }
}

function hashOf(gram: string): number {
  let hash = 0
  for (let at = 0; at < gram.length; at++) hash = (Math.imul(hash, factor) + gram.charCodeAt(at)) | 0
  return hash & (size - 1)
}
