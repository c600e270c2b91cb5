/** A text that must not be shown. */
export interface Secret {
  readonly text: string
  /** What stands for it. */
  mark: string
  /** How many characters at its beginning may be shown. Infinity: it counts only as a whole, and by itself. */
  readonly open: number
  /** True if it is found in its own letters only, as it is public in others. */
  readonly isExact: boolean
}

/** A folded form of a secret. */
export interface Form {
  readonly text: string
  readonly isEncoded: boolean
  readonly secret: Secret
}

/** A form in a text, or the beginning of one: how many of its letters stand there. */
export interface FormMatch {
  readonly form: Form
  readonly length: number
}

/** Forms have at least so many letters, by which nearly every place of a text is dismissed. */
export const leastLength = 6

/** A number for the last six letters, by that for the six before. Others may have the same one. */
const nextHash = (hash: number, code: number): number => ((hash << 5) ^ code) & 0x3fffffff

/** Finds forms in a text. Sorted, those that begin alike are neighbours, so that many of them take hardly more time. */
export class SortedForms {
  /** The forms whose first letters have the same hash. */
  readonly #sorted = new Map<number, Form[]>()
  /** Marks the ends of these hashes, by which nearly every place of a text is dismissed. */
  readonly #ends = new Uint8Array(65_536)

  /** Adds a form. Of secrets with the same one, that of which least may be shown comes first. */
  add(form: Form): void {
    const { text, secret } = form
    let hash = 0
    for (let at = 0; at < leastLength; at++) hash = nextHash(hash, text.charCodeAt(at))
    const sorted = this.#sorted.get(hash) ?? []
    this.#sorted.set(hash, sorted)
    this.#ends[hash & 0xffff] = 1
    const isBehind = (other: Form) => other.text > text || (other.text === text && other.secret.open > secret.open)
    const index = firstIndex(0, sorted.length, (middle) => isBehind(sorted[middle]!))
    sorted.splice(index, 0, form)
  }

  /** The places of a text at which forms may begin, each with those. */
  *placesIn(text: string): Generator<readonly [start: number, sorted: readonly Form[]], void> {
    let hash = 0
    for (let at = 0; at < text.length; at++) {
      hash = nextHash(hash, text.charCodeAt(at))
      const sorted = this.#ends[hash & 0xffff] === 1 ? this.#sorted.get(hash) : undefined
      if (sorted && at >= leastLength - 1) yield [at - leastLength + 1, sorted]
    }
  }
}

/** Of sorted forms, those that stand at a place as a whole, and those of which more does. */
export function* matchesAt(text: string, start: number, sorted: readonly Form[]): Generator<FormMatch, void> {
  let [low, high, length] = [0, sorted.length, 0]
  const letterOf = (index: number) => sorted[index]!.text.charCodeAt(length)
  for (; low < high; length++) {
    const code = text.charCodeAt(start + length)
    if (letterOf(low) !== code || letterOf(high - 1) !== code) {
      const first = firstIndex(low, high, (index) => letterOf(index) >= code)
      const last = firstIndex(first, high, (index) => letterOf(index) > code)
      if (first === last) break
      low = first
      high = last
    }
    while (low < high && sorted[low]!.text.length === length + 1) yield { form: sorted[low++]!, length: length + 1 }
  }
  if (low < high) for (const form of [sorted[low]!, sorted[high - 1]!]) yield { form, length }
}

/** The first index of a range from which on a test holds. */
function firstIndex(low: number, high: number, test: (index: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >> 1
    if (test(middle)) high = middle
    else low = middle + 1
  }
  return low
}
