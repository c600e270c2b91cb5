/**
 * splitmix32: seeded randomness. Its whole state is one integer, so a fork copies it for free and a snapshot can hold
 * it. It is not cryptographically secure: the secrets of an emulator must be reproducible.
 */
export class Random {
  state: number
  readonly #salt: number

  /** @param salt Another number gives other values for the same state. */
  constructor(seed: number, salt = 0) {
    this.state = seed | 0
    this.#salt = salt
  }

  /** An integer from 0 to 4294967295. */
  next(): number {
    this.state = (this.state + 0x9e3779b9) | 0
    let mixed = this.state ^ this.#salt
    mixed ^= mixed >>> 16
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }

  /** An integer from 0 to `bound` - 1. */
  below(bound: number): number {
    return Math.floor((this.next() / 4294967296) * bound)
  }

  /** `length` characters from A-Z, a-z and 0-9. */
  text(length: number): string {
    let text = ''
    for (let index = 0; index < length; index++) text += alphabet[this.below(alphabet.length)]
    return text
  }
}

/** A salt that follows from a name. */
export function nameSalt(name: string): number {
  let salt = 0x811c9dc5
  for (let index = 0; index < name.length; index++) salt = Math.imul(salt ^ name.charCodeAt(index), 0x01000193)
  return salt
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
