/** The memory of a node without its text, as that of so many characters. */
const nodeSize = 64

interface Node<Value> {
  /** The characters that lead to it from the node before. */
  text: string
  next: Map<string, Node<Value>> | undefined
  /** The value of the text that ends here. */
  whole: Value | undefined
  /** The preferred value of those that begin so. */
  head: Value
}

/** What a text has in common with those of a trie. */
export interface Shared<Value> {
  readonly end: number
  /** The value of a text that is there as a whole. */
  readonly whole: Value | undefined
  /** The preferred value of the texts of which the beginning is there. */
  readonly head: Value
}

/** Finds which of many texts stand at a place, or begin there, at once. It keeps what texts have in common once. */
export class Trie<Value> {
  readonly #first = new Map<string, Node<Value>>()
  readonly #isBetter: (value: Value, than: Value) => boolean

  constructor(isBetter: (value: Value, than: Value) => boolean) {
    this.#isBetter = isBetter
  }

  /** Adds a text, unless it is there. Returns how much memory it took, in characters. */
  add(text: string, value: Value): number {
    let nodes = this.#first
    for (let from = 0; ;) {
      const node = nodes.get(text[from]!)
      if (!node) {
        nodes.set(text[from]!, { text: text.slice(from), next: undefined, whole: value, head: value })
        return text.length - from + nodeSize
      }
      const same = sharedLength(node.text, text, from)
      from += same
      if (same < node.text.length) {
        const rest = { ...node, text: node.text.slice(same) }
        Object.assign(node, {
          text: node.text.slice(0, same),
          next: new Map([[rest.text[0]!, rest]]),
          whole: undefined,
        })
      }
      if (this.#isBetter(value, node.head)) node.head = value
      if (from === text.length) {
        if (!node.whole || this.#isBetter(value, node.whole)) node.whole = value
        return 0
      }
      nodes = node.next ??= new Map()
    }
  }

  /** What is shared from a place on: where texts part, the shortest first. */
  from(text: string, start: number): readonly Shared<Value>[] {
    const shared: Shared<Value>[] = []
    let end = start
    let node = this.#first.get(text[end]!)
    while (node) {
      const same = sharedLength(node.text, text, end)
      end += same
      const isAll = same === node.text.length
      shared.push({ end, whole: isAll ? node.whole : undefined, head: node.head })
      node = isAll ? node.next?.get(text[end]!) : undefined
    }
    return shared
  }
}

function sharedLength(label: string, text: string, from: number): number {
  let length = 0
  while (length < label.length && label.charCodeAt(length) === text.charCodeAt(from + length)) length++
  return length
}
