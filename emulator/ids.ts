import { Random } from './random.ts'

/** Clause 2.1: exactly 27 characters from A-Z, a-z and 0-9, and nothing more. */
export const bareIdPattern = '^[0-9A-Za-z]{27}$'
/** Clause 2.1: a bare id, or three lowercase letters, an underscore and a bare id. */
export const idPattern = '^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$'

const idGrammar = new RegExp(idPattern)

export interface ParsedId {
  readonly bare: string
  /** The three letters and the underscore, or an empty text. */
  readonly prefix: string
}

/** Reads an id in either form; undefined when it is malformed. */
export function parseId(text: string): ParsedId | undefined {
  if (!idGrammar.test(text)) return undefined
  return text.length === 27 ? { bare: text, prefix: '' } : { bare: text.slice(4), prefix: text.slice(0, 4) }
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const digits = new Map([...alphabet].map((character, value) => [character, value]))
/** The KSUID epoch, in seconds since 1970. */
const epoch = 1_400_000_000

/** The moment that an id encodes, in milliseconds since 1970. Any well-formed text has one; only issued ids have a true one. */
export function timeOfId(bare: string): number {
  let value = 0n
  for (const character of bare) value = value * 62n + BigInt(digits.get(character) ?? 0)
  return (Number(value >> 128n) + epoch) * 1000
}

/**
 * Issues the ids of one world in the KSUID layout: 27 characters of base62 over 4 bytes of seconds since
 * 1400000000 and 16 bytes of payload. Where KSUIDs of one second have no order, these rise strictly,
 * whatever the clock does (clause 2.1: sorting ids gives creation order).
 */
export class IdSource {
  readonly #random: Random
  /** Seconds, then the payload: five unsigned 32-bit integers, most significant first. */
  readonly #last: [number, number, number, number, number] = [0, 0, 0, 0, 0]

  constructor(state: IdState) {
    this.#random = new Random(state.random)
    let value = 0n
    for (const character of state.last) value = value * 62n + BigInt(digits.get(character) ?? 0)
    for (let index = 4; index >= 0; index--) {
      this.#last[index] = Number(value & 0xffffffffn)
      value >>= 32n
    }
  }

  /** The next id, for a moment in milliseconds since 1970. */
  next(time: number): string {
    const last = this.#last
    const seconds = Math.min(Math.max(Math.floor(time / 1000) - epoch, 0), 0xffffffff)
    if (seconds > last[0]) {
      last[0] = seconds
      // The top bit stays clear, so that no second runs out of payloads.
      last[1] = this.#random.next() >>> 1
      last[2] = this.#random.next()
      last[3] = this.#random.next()
      last[4] = this.#random.next()
    } else {
      this.#add(1 + this.#random.next())
    }
    return encode(last)
  }

  /** Seeded text from A-Z, a-z and 0-9, from the same source. */
  nextText(length: number): string {
    return this.#random.text(length)
  }

  get state(): IdState {
    return { last: encode(this.#last), random: this.#random.state }
  }

  /** Raises the last id issued, so that no later one is at or below `bare`. */
  raiseTo(bare: string): void {
    if (bare <= encode(this.#last)) return
    const raised = new IdSource({ last: bare, random: 0 })
    for (let index = 0; index < 5; index++) this.#last[index] = raised.#last[index]!
  }

  #add(step: number): void {
    let carry = step
    for (let index = 4; index >= 0 && carry > 0; index--) {
      const sum = this.#last[index]! + carry
      this.#last[index] = sum % 4294967296
      carry = Math.floor(sum / 4294967296)
    }
  }
}

export interface IdState {
  /** The last id issued. */
  readonly last: string
  readonly random: number
}

const scratch = [0, 0, 0, 0, 0]

function encode(limbs: readonly number[]): string {
  for (let index = 0; index < 5; index++) scratch[index] = limbs[index]!
  let text = ''
  // 62^4 at a time: its remainder times 2^32 still fits in the 53 bits of an integer.
  for (let round = 0; round < 7; round++) {
    let remainder = 0
    for (let index = 0; index < 5; index++) {
      const value = remainder * 4294967296 + scratch[index]!
      scratch[index] = Math.floor(value / 14776336)
      remainder = value % 14776336
    }
    for (let digit = round === 6 ? 3 : 4; digit > 0; digit--) {
      text = alphabet[remainder % 62] + text
      remainder = Math.floor(remainder / 62)
    }
  }
  return text
}
