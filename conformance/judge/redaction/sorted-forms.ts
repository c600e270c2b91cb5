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

/** A folded form of a secret. Its line breaks are single characters. */
export interface Form {
  readonly text: string
  readonly isEncoded: boolean
  readonly secret: Secret
}

/** A form in a text, or the beginning of one: how many of its letters stand there, and where they end. */
export interface FormMatch {
  readonly form: Form
  readonly length: number
  readonly end: number
}

/** Forms have at least so many letters, by which nearly every place of a text is dismissed. */
export const leastLength = 6

/** A number for the last six letters, by that for the six before. Others may have the same one. */
const nextHash = (hash: number, code: number): number => ((hash << 5) ^ code) & 0x3fffffff

const carriageReturn = 13
const isLineBreak = (code: number): boolean => code === 10 || code === carriageReturn

/** Finds forms in a text. Sorted, those that begin alike are neighbours, so that many of them take hardly more time. */
export class SortedForms {
  /** The forms whose first letters have the same hash. */
  readonly #sorted = new Map<number, Form[]>()
  /** Marks the ends of these hashes, by which nearly every place of a text is dismissed. */
  readonly #ends = new Uint8Array(65_536)

  /** Adds a form. Of secrets with the same one, that of which least may be shown comes first. */
  add(form: Form): void {
    const { text, secret } = form
    const letters = text.replaceAll('\n', '').slice(0, leastLength).split('')
    const hash = letters.reduce((before, letter) => nextHash(before, letter.charCodeAt(0)), 0)
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
      const code = text.charCodeAt(at)
      if (isLineBreak(code)) continue
      hash = nextHash(hash, code)
      const sorted = this.#ends[hash & 0xffff] === 1 ? this.#sorted.get(hash) : undefined
      if (!sorted) continue
      let start = at
      for (let left = leastLength - 1; left > 0 && start > 0;) if (!isLineBreak(text.charCodeAt(--start))) left--
      yield [start, sorted]
    }
  }
}

/**
 * Of sorted forms, those that stand at a place as a whole, and those of which more does. An encoding may have line
 * breaks anywhere. Another form goes on behind one only with several letters: they could be those of another secret.
 */
export function matchesAt(text: string, start: number, sorted: readonly Form[]): readonly FormMatch[] {
  const found: FormMatch[] = []
  let [low, high, length, end, brokenAt] = [0, sorted.length, 0, start, -leastLength]
  const letterOf = (index: number) => sorted[index]!.text.charCodeAt(length)
  const take = (form: Form) => {
    if (form.isEncoded || length >= brokenAt + leastLength) found.push({ form, length, end })
  }
  const takeHeads = () => [sorted[low]!, sorted[high - 1]!].forEach(take)
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === carriageReturn) continue
    if (letterOf(low) !== code || letterOf(high - 1) !== code) {
      const first = firstIndex(low, high, (index) => letterOf(index) >= code)
      const last = firstIndex(first, high, (index) => letterOf(index) > code)
      if (first === last && !isLineBreak(code)) break
      if (first === last) {
        if (brokenAt < length) takeHeads()
        brokenAt = length
        continue
      }
      low = first
      high = last
    }
    length++
    end = at + 1
    if (sorted[low]!.text.length === length) take(sorted[low]!)
  }
  if (found.at(-1)?.length !== length) takeHeads()
  return found
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
