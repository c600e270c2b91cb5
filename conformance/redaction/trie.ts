interface Node<Value> {
  /** The characters that lead to it from the node before. */
  text: string
  next: Map<string, Node<Value>> | undefined
  /** The value of the text that ends here. */
  whole: Value | undefined
  /** The preferred value of those that begin so. */
  head: Value
}

/** A text of a trie, or the beginning of one, that stands at a place of another text. */
export interface TrieMatch<Value> {
  readonly end: number
  readonly value: Value
  readonly isWhole: boolean
}

/** The memory of a node beside its text, as that of so many characters. */
const nodeSize = 64

/** The slots of four characters. Others that fall into the same one are told apart later. */
const slots = 1 << 20
const nextSlot = (slot: number, code: number): number => ((slot << 5) ^ code) & (slots - 1)

/** Finds which of many texts of at least four characters stand at a place, or begin there, all of them at once. */
export class Trie<Value> {
  readonly #first = new Map<string, Node<Value>>()
  /** Marks the first four characters of each text, by which nearly every place is dismissed. */
  readonly #starts = new Uint8Array(slots)
  readonly #isBetter: (value: Value, than: Value) => boolean

  constructor(isBetter: (value: Value, than: Value) => boolean) {
    this.#isBetter = isBetter
  }

  /** Adds a text. Returns how much memory it took, in characters. */
  add(text: string, value: Value): number {
    this.#starts[[0, 1, 2, 3].reduce((slot, at) => nextSlot(slot, text.charCodeAt(at)), 0)] = 1
    let nodes = this.#first
    for (let from = 0; ;) {
      const node = nodes.get(text[from]!)
      if (!node) {
        nodes.set(text[from]!, { text: text.slice(from), next: undefined, whole: value, head: value })
        return text.length - from + nodeSize
      }
      const shared = sharedLength(node.text, text, from)
      if (shared < node.text.length) {
        const rest = { ...node, text: node.text.slice(shared) }
        const next = new Map([[rest.text[0]!, rest]])
        Object.assign(node, { text: node.text.slice(0, shared), next, whole: undefined })
      }
      from += shared
      if (this.#isBetter(value, node.head)) node.head = value
      if (from === text.length) {
        if (!node.whole || this.#isBetter(value, node.whole)) node.whole = value
        return 0
      }
      nodes = node.next ??= new Map()
    }
  }

  /** The first place from one on at which a text may begin; -1 without one. */
  placeFrom(text: string, from: number): number {
    let slot = 0
    for (let at = from; at < text.length; at++) {
      slot = nextSlot(slot, text.charCodeAt(at))
      if (this.#starts[slot] === 1 && at >= from + 3) return at - 3
    }
    return -1
  }

  /** The matches at a place, the longest first. */
  matchesAt(text: string, start: number): readonly TrieMatch<Value>[] {
    const matches: TrieMatch<Value>[] = []
    let end = start
    let node = this.#first.get(text[end]!)
    while (node) {
      const { text: label, whole, head, next } = node
      const shared = sharedLength(label, text, end)
      const isEnd = shared === label.length
      end += shared
      matches.push({ end, value: head, isWhole: false })
      if (isEnd && whole) matches.push({ end, value: whole, isWhole: true })
      node = isEnd ? next?.get(text[end]!) : undefined
    }
    return matches.reverse()
  }
}

function sharedLength(label: string, text: string, from: number): number {
  let length = 0
  while (length < label.length && label.charCodeAt(length) === text.charCodeAt(from + length)) length++
  return length
}
