/** What an entry stands for. One entry may have several. */
export const gram = {
  /** A whole form of a secret. */
  full: 1,
  /** A piece of a secret, of `coverLength`. */
  cover: 2,
  /** A piece with which a secret begins. */
  start: 4,
  /** The beginning of a secret that is long enough to tell at a cut. */
  head: 8,
  /** One half of a secret. */
  half: 16,
  /** It belongs to an encoding of a secret, such as hexadecimal. */
  encoded: 32,
  /** Longer whole forms begin with it. */
  first: 64,
} as const

const flagBits = 7
export const flagsOf = (value: number): number => value & ((1 << flagBits) - 1)
export const secretOf = (value: number): number => value >> flagBits

/** The pieces of which longer secrets are made up. */
export const coverLength = 12

const filterSize = 1 << 19
const [factor1, factor2] = [0x01000193, 0x5bd1e995]

/** Hashes by which any piece of a sequence is found in one step, whatever its length. */
export class Hashes {
  readonly #sums1: Int32Array
  readonly #sums2: Int32Array
  readonly #powers: Powers

  constructor(codes: Uint16Array, length: number, powers: Powers) {
    this.#sums1 = new Int32Array(length + 1)
    this.#sums2 = new Int32Array(length + 1)
    this.#powers = powers
    powers.reach(length)
    for (let at = 0; at < length; at++) {
      const code = codes[at]! + 1
      this.#sums1[at + 1] = (Math.imul(this.#sums1[at]!, factor1) + code) | 0
      this.#sums2[at + 1] = (Math.imul(this.#sums2[at]!, factor2) + Math.imul(code, 0x9e3779b1)) | 0
    }
  }

  first(at: number, length: number): number {
    const sum = this.#sums1[at + length]! - Math.imul(this.#sums1[at]!, this.#powers.first[length]!)
    return mixed((sum ^ Math.imul(length, 0x85ebca6b)) | 0)
  }

  second(at: number, length: number): number {
    return (this.#sums2[at + length]! - Math.imul(this.#sums2[at]!, this.#powers.second[length]!)) | 0
  }
}

/** The powers of both factors, as far as they were needed. */
export class Powers {
  first: Int32Array = Int32Array.of(1)
  second: Int32Array = Int32Array.of(1)

  reach(length: number): void {
    if (this.first.length > length) return
    const size = Math.max(length + 1, this.first.length * 2)
    const [first, second] = [new Int32Array(size), new Int32Array(size)]
    first[0] = second[0] = 1
    for (let at = 1; at < size; at++) {
      first[at] = Math.imul(first[at - 1]!, factor1)
      second[at] = Math.imul(second[at - 1]!, factor2)
    }
    this.first = first
    this.second = second
  }
}

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return once ^ (once >>> 13)
}

/**
 * A table of pieces by two hashes of 32 bits each. The pieces themselves are not kept: two that have both hashes in
 * common would at worst hide a text that is no secret.
 */
export class GramTable {
  #first = new Int32Array(1024)
  #second = new Int32Array(1024)
  #values = new Int32Array(1024)
  #size = 0
  readonly #filter = new Uint8Array(filterSize / 8)

  get size(): number {
    return this.#size
  }

  /** Adds flags to a piece. It keeps the secret that came first, unless another is that piece as a whole. */
  add(first: number, second: number, secret: number, flags: number): void {
    if (this.#size * 2 >= this.#values.length) this.#grow()
    const slot = this.#slotOf(first, second)
    const known = this.#values[slot]!
    if (known === 0) {
      this.#size++
      this.#first[slot] = first
      this.#second[slot] = second
      this.#filter[(first & (filterSize - 1)) >> 3]! |= 1 << (first & 7)
    }
    const kept = known === 0 || (flags & ~flagsOf(known) & gram.full) > 0 ? secret : secretOf(known)
    this.#values[slot] = (kept << flagBits) | flagsOf(known) | flags
  }

  /** The flags and the secret of a piece; 0 for an unknown one. */
  get(hashes: Hashes, at: number, length: number): number {
    const first = hashes.first(at, length)
    if ((this.#filter[(first & (filterSize - 1)) >> 3]! & (1 << (first & 7))) === 0) return 0
    return this.#values[this.#slotOf(first, hashes.second(at, length))]!
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#values.length - 1
    let slot = (first ^ (second >>> 7)) & mask
    while (this.#values[slot] !== 0 && (this.#first[slot] !== first || this.#second[slot] !== second))
      slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [first, second, values] = [this.#first, this.#second, this.#values]
    this.#first = new Int32Array(values.length * 2)
    this.#second = new Int32Array(values.length * 2)
    this.#values = new Int32Array(values.length * 2)
    for (let at = 0; at < values.length; at++) {
      if (values[at] === 0) continue
      const slot = this.#slotOf(first[at]!, second[at]!)
      this.#first[slot] = first[at]!
      this.#second[slot] = second[at]!
      this.#values[slot] = values[at]!
    }
  }
}
