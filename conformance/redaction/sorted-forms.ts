/** A form of a secret, and how many characters at the beginning of the secret may be shown. */
interface Form {
  readonly text: string
  readonly isEncoded: boolean
  readonly secret: { readonly open: number }
}

/** Forms have at least so many characters, by which they are kept apart. */
const leastLength = 6

/** The slots of four characters. Others that fall into the same one are told apart later. */
const slots = 1 << 20

/** Finds which of many forms stand at a place of a text, or begin there: sorted, they are its neighbours. */
export class SortedForms<Known extends Form> {
  readonly #sorted = new Map<string, Known[]>()
  /** Marks the first four characters of each form, by which nearly every place is dismissed. */
  readonly #starts = new Uint8Array(slots)
  #longest = 0

  /** Adds a form. Of two secrets with the same one, that of which less may be shown has it. */
  add(form: Known): void {
    const { text, secret } = form
    const sorted = this.#sorted.get(text.slice(0, leastLength)) ?? []
    this.#sorted.set(text.slice(0, leastLength), sorted)
    const index = countUpTo(sorted, text)
    const known = sorted[index - 1]
    if (known?.text !== text) sorted.splice(index, 0, form)
    else if (secret.open < known.secret.open) sorted[index - 1] = form
    this.#starts[slotAt(text, 0)] = 1
    this.#longest = Math.max(this.#longest, text.length)
  }

  /** The first place from one on at which a form may begin; -1 without one. */
  placeFrom(text: string, from: number): number {
    for (let at = from; at + leastLength <= text.length; at++) if (this.#starts[slotAt(text, at)] === 1) return at
    return -1
  }

  /** The forms at a place, each with how much of it stands there, the longest first. */
  matchesAt(text: string, start: number): readonly { readonly form: Known; readonly length: number }[] {
    const sorted = this.#sorted.get(text.slice(start, start + leastLength)) ?? []
    const rest = text.slice(start, start + this.#longest)
    const index = countUpTo(sorted, rest)
    const found = sorted.slice(index, index + 1)
    // Those before the text begin with less and less of it, up to one that stands there as a whole.
    for (let form = sorted[index - 1]; form;) {
      found.push(form)
      const shared = sharedLength(form.text, rest)
      form = shared < form.text.length ? sorted[countUpTo(sorted, rest.slice(0, shared)) - 1] : undefined
    }
    const matches = found.map((form) => ({ form, length: sharedLength(form.text, rest) }))
    return matches.toSorted((first, second) => second.length - first.length)
  }
}

/** How many of sorted forms do not come behind a text. */
function countUpTo(sorted: readonly Form[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.text <= text) low = middle + 1
    else high = middle
  }
  return low
}

function slotAt(text: string, at: number): number {
  const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)]
  return ((a << 15) ^ (b << 10) ^ (c << 5) ^ text.charCodeAt(at + 3)) & (slots - 1)
}

function sharedLength(left: string, right: string): number {
  let length = 0
  while (length < left.length && left.charCodeAt(length) === right.charCodeAt(length)) length++
  return length
}
