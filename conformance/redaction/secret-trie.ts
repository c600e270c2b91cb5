/** A secret, and what stands for it. */
export interface Secret {
  readonly text: string
  mark: string
  /** Whether it counts only where it stands alone: a longer word may hold it by accident. */
  isAlone: boolean
  /** Whether its beginning is secret, too. */
  hasHead: boolean
}

interface Node {
  next: Map<number, Node> | undefined
  /** The rest of the only form that comes by here. It becomes nodes where another one differs. */
  rest: string
  /** The secret with a form that ends behind the node and `rest`. */
  whole: Secret | undefined
  /** The first secret with a form that comes by here and whose beginning is secret. */
  head: Secret | undefined
}

/** Told of a form, or of a beginning of one, in a text. @returns whether it is a secret there. */
export type OnMatch = (secret: Secret, start: number, end: number, isWhole: boolean) => boolean

/** How far back a search begins anew behind what it found: there another secret may begin. */
const overlap = 64

/** The forms of many secrets. A search reads a text once, however many there are. */
export class SecretTrie {
  /** By the first four characters of a form, as `keyWith` makes it: nearly all of a text is dismissed by one look. */
  readonly #roots = new Map<number, Node>()

  /** Adds a form of at least four characters. */
  add(form: string, secret: Secret): void {
    let key = 0
    for (let at = 0; at < 4; at++) key = keyWith(key, form.charCodeAt(at))
    let node = childOf(this.#roots, key)
    for (let at = 0; ; at++) {
      if (node.rest !== '' && node.rest !== form.slice(at)) split(node)
      const isNew = !node.whole && !node.next
      if (secret.hasHead) node.head ??= secret
      if (isNew || node.rest !== '' || at === form.length) {
        if (!node.whole || node.whole.isAlone) node.whole = secret
        node.rest = form.slice(at)
        return
      }
      node = childOf((node.next ??= new Map<number, Node>()), form.charCodeAt(at))
    }
  }

  /** Reports at each place of a text the forms that stand there, and the longest beginning of a form. */
  search(text: string, onMatch: OnMatch): void {
    let key = 0
    let next = 0
    for (let at = 0; at < text.length; at++) {
      key = keyWith(key, text.charCodeAt(at))
      const root = at - 3 < next ? undefined : this.#roots.get(key)
      if (root) next = follow(root, text, at - 3, onMatch) - overlap
    }
  }
}

/** The key of four characters, by that of the four before the last. Others with the same key are told apart later. */
function keyWith(key: number, code: number): number {
  return ((key << 7) | (code & 0x7f)) & 0xfffffff
}

function childOf(nodes: Map<number, Node>, key: number): Node {
  let node = nodes.get(key)
  if (!node) nodes.set(key, (node = { next: undefined, rest: '', whole: undefined, head: undefined }))
  return node
}

function split(node: Node): void {
  const { whole, rest, head } = node
  node.next = new Map([[rest.charCodeAt(0), { next: undefined, rest: rest.slice(1), whole, head }]])
  node.rest = ''
  node.whole = undefined
}

/** @returns where the last secret ends that begins at a place; 0 without one. */
function follow(root: Node, text: string, start: number, onMatch: OnMatch): number {
  let last = 0
  let node: Node | undefined = root
  let head: Secret | undefined
  let headEnd = start
  for (let at = start; node; node = node.next?.get(text.charCodeAt(at++))) {
    const { rest } = node
    let length = 0
    while (length < rest.length && text.charCodeAt(at + length) === rest.charCodeAt(length)) length++
    at += length
    if (node.head) [head, headEnd] = [node.head, at]
    if (length < rest.length) break
    if (node.whole && onMatch(node.whole, start, at, true)) last = at
  }
  if (head && headEnd > last && onMatch(head, start, headEnd, false)) last = headEnd
  return last
}
