import type { Canonical } from './canonical.ts'
import { coverLength, flagsOf, gram, GramTable, Hashes, Powers, secretOf } from './gram-table.ts'

/** From this length on, a secret is found by its pieces. */
const longForm = 24

/** The shortest part of a secret that may tell it. */
const shortestPart = 8

/** Whole forms of different lengths that may begin alike. More of them are found by their pieces alone. */
const mostAlike = 64

/** Part of a text in which a secret, or a part of one, stands. */
export interface Hit {
  readonly secret: number
  /** Letters and digits, from the first to behind the last. */
  readonly start: number
  readonly end: number
  readonly flags: number
}

/** A form in which a secret is searched for. */
export interface Form {
  readonly secret: number
  readonly canonical: Canonical
  readonly encoded: boolean
  /** Whether its parts are secret, too. */
  readonly parts: boolean
  /** Whether it looks like a random text: then each half of it counts alone. */
  readonly random: boolean
}

/**
 * Finds many secrets in a text. It reads the text once. The work at each place has a bound, however long the secrets
 * are, how many there are, and how much the text is like them.
 */
export class SecretIndex {
  readonly #table = new GramTable()
  readonly #powers = new Powers()
  readonly #shortLengths = new Set<number>()
  readonly #partLengths = new Set<number>()
  /** The lengths of the long forms that begin with a piece. */
  readonly #lengths = new Map<number, number[]>()
  #steps = 0

  /** How many pieces were looked up. */
  get steps(): number {
    return this.#steps
  }

  /** How many pieces are known. */
  get size(): number {
    return this.#table.size
  }

  add(form: Form): void {
    const { secret, canonical, encoded, parts } = form
    const { length } = canonical
    const hashes = new Hashes(canonical.codes, length, this.#powers)
    const flag = encoded ? gram.encoded : 0
    const put = (at: number, size: number, flags: number) =>
      this.#table.add(hashes.first(at, size), hashes.second(at, size), secret, flags | flag)
    put(0, length, gram.full)
    if (length < longForm) this.#shortLengths.add(length)
    else this.#noteLength(hashes, length, put)
    if (!parts) return
    for (let at = 0; at + coverLength <= length; at++)
      put(at, coverLength, at === 0 && !encoded ? gram.cover | gram.start : gram.cover)
    if (!encoded) this.#addParts(form, put)
  }

  /** The beginnings that tell at a cut, and the two halves. Pieces find longer ones. */
  #addParts({ canonical: { length }, random }: Form, put: (at: number, size: number, flags: number) => void): void {
    const telling = Math.min(12, Math.max(shortestPart, Math.ceil(length / 2)))
    const half = Math.max(shortestPart, Math.ceil(length / 2) - 1)
    for (let size = shortestPart; size < Math.min(longForm, length); size++) {
      const isHalf = random && size >= half
      const flags = (size >= telling && size < coverLength ? gram.head : 0) | (isHalf ? gram.half : 0)
      if (flags === 0) continue
      put(0, size, flags)
      if (isHalf) put(length - size, size, gram.half)
      this.#partLengths.add(size)
    }
  }

  #noteLength(hashes: Hashes, length: number, put: (at: number, size: number, flags: number) => void): void {
    put(0, coverLength, gram.first)
    const key = keyOf(hashes, 0)
    const lengths = this.#lengths.get(key) ?? []
    this.#lengths.set(key, lengths)
    if (lengths.length < mostAlike && !lengths.includes(length)) lengths.push(length)
  }

  /** @param endsWord Whether no letter or digit follows right behind a place. */
  find({ codes, length }: Canonical, endsWord: (at: number) => boolean): readonly Hit[] {
    if (this.#table.size === 0 || length === 0) return []
    const hits: Hit[] = []
    const hashes = new Hashes(codes, length, this.#powers)
    const look = (at: number, size: number): number => {
      this.#steps++
      return at + size > length ? 0 : this.#table.get(hashes, at, size)
    }
    const hit = (at: number, size: number, value: number): void =>
      void hits.push({ secret: secretOf(value), start: at, end: at + size, flags: flagsOf(value) })
    const shortLengths = [...this.#shortLengths]
    const partLengths = [...this.#partLengths]
    let run: { start: number; end: number; secret: number; flags: number } | undefined
    for (let at = 0; at < length; at++) {
      for (const size of shortLengths) {
        const value = look(at, size)
        if ((value & gram.full) > 0) hit(at, size, (value & ~gram.cover & ~gram.head & ~gram.half) | 0)
      }
      for (const size of partLengths) {
        if (at + size > length || !endsWord(at + size - 1)) continue
        const value = look(at, size)
        if ((value & (gram.head | gram.half)) > 0 && (value & gram.full) === 0) hit(at, size, value & ~gram.cover)
      }
      const value = look(at, coverLength)
      if ((value & gram.first) > 0)
        for (const size of this.#lengths.get(keyOf(hashes, at)) ?? []) {
          const whole = look(at, size)
          if ((whole & gram.full) > 0) hit(at, size, whole)
        }
      if ((value & gram.cover) === 0) continue
      // Pieces that follow upon each other are one part, even if another secret has them too.
      if (run && at + coverLength === run.end + 1) run.end++
      else {
        if (run) hits.push(run)
        run = { start: at, end: at + coverLength, secret: secretOf(value), flags: flagsOf(value) & ~gram.full }
      }
    }
    if (run) hits.push(run)
    return hits
  }
}

function keyOf(hashes: Hashes, at: number): number {
  return (hashes.first(at, coverLength) >>> 0) * 2 ** 21 + (hashes.second(at, coverLength) & 0x1fffff)
}
