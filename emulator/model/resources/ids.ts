import { Random } from '../../tools/random.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'

/** Clause 2.1: exactly 27 characters from A-Z, a-z and 0-9, and nothing more. */
export const bareIdPattern = '^[0-9A-Za-z]{27}$'
/** Clause 2.1: a bare id, or three lowercase letters, an underscore and a bare id. */
export const idPattern = '^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$'

const idGrammar = new RegExp(idPattern)

export interface ParsedId {
  readonly bare: string
  /** The three letters and the underscore, or an empty string. */
  readonly prefix: string
}

/** Reads an id in either form; undefined when it is malformed. */
export function parseId(text: string): ParsedId | undefined {
  if (!idGrammar.test(text)) return undefined
  return text.length === 27 ? { bare: text, prefix: '' } : { bare: text.slice(4), prefix: text.slice(0, 4) }
}

/** The characters of an id, in order. */
const idAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const codes = Uint8Array.from(idAlphabet, (character) => character.charCodeAt(0))
const digits = new Map([...idAlphabet].map((character, value) => [character, value]))
/** The KSUID epoch, in seconds since 1970. */
const epoch = 1_400_000_000
/** The highest id in the KSUID layout: 20 bytes of ones. */
export const highestId = 'aWgEPTl1tmebfsQzFP4bxwgy80V'

/**
 * The time that an id encodes, in milliseconds since 1970. Every well-formed id encodes one, but only an issued id
 * encodes when it was created.
 */
export function timeOfId(bare: string): number {
  let value = 0n
  for (const character of bare) value = value * 62n + BigInt(digits.get(character) ?? 0)
  return (Number(value >> 128n) + epoch) * 1000
}

/** An id as a number has six limbs, most significant first: 5 digits of base62 each, 2 in the first. */
const limb = 62 ** 5
const halfLimb = 62 ** 4

/**
 * Issues the ids of one world in the KSUID layout: 27 characters of base62 over 4 bytes of seconds since
 * 1400000000 and 16 bytes of payload. KSUIDs of one second have no order; these ids always rise, whatever the clock
 * does (clause 2.1: sorting ids gives creation order).
 *
 * All arithmetic is in base62: converting 20 bytes for each id would take most of the time that creating a million
 * products takes. A payload is therefore below 62^21, an eighth of the range of its 16 bytes, which also leaves room
 * above the last id of any second.
 */
export class IdSource {
  readonly #random: Random
  readonly #last: number[]
  /** The second of `#start`. */
  #second = -1
  /** The lowest id of that second. */
  #start: readonly number[] = []

  /** @param salt Another number gives other ids and secrets for the same state. */
  constructor(state: IdState, salt = 0) {
    this.#random = new Random(state.random, salt)
    this.#last = decodeId(state.last)
  }

  /** The next id, for a time in milliseconds since 1970. */
  next(time: number): string {
    const last = this.#last
    const second = Math.min(Math.max(Math.floor(time / 1000) - epoch, 0), 0xffffffff)
    if (second !== this.#second) {
      this.#second = second
      this.#start = toLimbs(BigInt(second) << 128n)
    }
    const start = this.#start
    if (isAbove(start, last)) {
      for (let index = 0; index < 6; index++) last[index] = start[index]!
      increaseLimb(last, 5, this.#random.below(limb))
      increaseLimb(last, 4, this.#random.below(limb))
      increaseLimb(last, 3, this.#random.below(limb))
      increaseLimb(last, 2, this.#random.below(limb))
      increaseLimb(last, 1, this.#random.below(62))
    } else increaseLimb(last, 5, 1 + this.#random.below(limb))
    return encodeId(last)
  }

  /** `length` seeded characters from A-Z, a-z and 0-9. */
  nextText(length: number): string {
    return this.#random.text(length)
  }

  get state(): IdState {
    return { last: encodeId(this.#last), random: this.#random.state }
  }

  /** The current state, whose text is made on demand. */
  get mark(): IdState {
    return new IdMark([...this.#last], this.#random.state)
  }

  /** The state of the random numbers, which the next text follows from. */
  get random(): number {
    return this.#random.state
  }

  /**
   * Raises the last issued id, so that every later id is above `bare`.
   * @throws EmulatorError `invalid_record` for an id that the KSUID layout cannot hold: no id could follow it.
   */
  raiseTo(bare: string): void {
    if (bare > highestId)
      throw new EmulatorError(
        'invalid_record',
        `The id ${bare} is above ${highestId}, the highest in the KSUID layout; use a lower one.`,
      )
    const raised = decodeId(bare)
    if (isAbove(raised, this.#last)) this.#last.splice(0, 6, ...raised)
  }
}

/** A state that is cheap to record. */
class IdMark implements IdState {
  readonly #last: readonly number[]
  readonly random: number

  constructor(last: readonly number[], random: number) {
    this.#last = last
    this.random = random
  }

  get last(): string {
    return encodeId(this.#last)
  }
}

export interface IdState {
  /** The last id issued. */
  readonly last: string
  readonly random: number
}

function isAbove(left: readonly number[], right: readonly number[]): boolean {
  for (let index = 0; index < 6; index++) if (left[index] !== right[index]) return left[index]! > right[index]!
  return false
}

/** Adds to one limb and carries. */
function increaseLimb(limbs: number[], at: number, amount: number): void {
  let carry = amount
  for (let index = at; carry > 0 && index >= 0; index--) {
    const sum = limbs[index]! + carry
    carry = sum >= limb ? 1 : 0
    limbs[index] = sum - carry * limb
  }
}

function toLimbs(number: bigint): readonly number[] {
  const limbs = [0, 0, 0, 0, 0, 0]
  let rest = number
  for (let index = 5; index >= 0; index--) {
    limbs[index] = Number(rest % BigInt(limb))
    rest /= BigInt(limb)
  }
  return limbs
}

function decodeId(text: string): number[] {
  const limbs = [0, 0, 0, 0, 0, 0]
  for (let place = 0; place < 27; place++) {
    const index = Math.floor((place + 3) / 5)
    limbs[index] = limbs[index]! * 62 + (digits.get(text[place]!) ?? 0)
  }
  return limbs
}

/** Builds the text in one piece: V8 keeps joined parts as a tree, which takes more memory than the text. */
function encodeId(limbs: readonly number[]): string {
  const [a, b, c, d, e, f] = limbs as [number, number, number, number, number, number]
  return String.fromCharCode(
    codes[Math.floor(a / 62)]!,
    codes[a % 62]!,
    digit4(b),
    digit3(b),
    digit2(b),
    digit1(b),
    digit0(b),
    digit4(c),
    digit3(c),
    digit2(c),
    digit1(c),
    digit0(c),
    digit4(d),
    digit3(d),
    digit2(d),
    digit1(d),
    digit0(d),
    digit4(e),
    digit3(e),
    digit2(e),
    digit1(e),
    digit0(e),
    digit4(f),
    digit3(f),
    digit2(f),
    digit1(f),
    digit0(f),
  )
}

const digit4 = (value: number) => codes[(value / halfLimb) | 0]!
const digit3 = (value: number) => codes[((value / 238_328) | 0) % 62]!
const digit2 = (value: number) => codes[((value / 3844) | 0) % 62]!
const digit1 = (value: number) => codes[((value / 62) | 0) % 62]!
const digit0 = (value: number) => codes[value % 62]!
