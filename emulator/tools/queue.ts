/** The number of free places at the beginning that triggers compaction. */
const compactAfter = 1000

/** A first-in, first-out list. A Map by number would hash each number three times. */
export class Queue<Item> {
  readonly #items: (Item | undefined)[] = []
  /** The index of the first item; lower places are free. */
  #head = 0

  get size(): number {
    return this.#items.length - this.#head
  }

  /** The items from the first to the last. */
  get all(): readonly Item[] {
    return this.#items.slice(this.#head) as Item[]
  }

  /** The item at a place, the first at 0. */
  at(place: number): Item | undefined {
    return place < 0 ? undefined : this.#items[this.#head + place]
  }

  push(item: Item): void {
    this.#items.push(item)
  }

  /** Removes the first item and returns it. */
  shift(): Item | undefined {
    if (this.size === 0) return undefined
    const first = this.#items[this.#head]
    this.#items[this.#head++] = undefined
    if (this.#head >= compactAfter && this.#head * 2 >= this.#items.length) this.#compact()
    return first
  }

  clear(): void {
    this.#items.length = 0
    this.#head = 0
  }

  #compact(): void {
    this.#items.copyWithin(0, this.#head)
    this.#items.length -= this.#head
    this.#head = 0
  }
}
