/** The longest text that is remembered, in characters. Longer ones are rare, and would take memory. */
const longest = 300

/** Remembers the results of a function for its latest texts. The function must depend only on the text. */
export class BoundedMemo<Value> {
  readonly #make: (text: string) => Value
  readonly #most: number
  #known: Map<string, Value> | undefined

  /** @param most How many values are remembered; the oldest is forgotten first. */
  constructor(most: number, make: (text: string) => Value) {
    this.#most = most
    this.#make = make
  }

  /** Returns the function's result for a string. */
  of(text: string): Value {
    const all = (this.#known ??= new Map())
    const known = all.get(text)
    if (known !== undefined || all.has(text)) return known as Value
    const made = this.#make(text)
    if (text.length > longest) return made
    if (all.size >= this.#most) all.delete(all.keys().next().value!)
    all.set(text, made)
    return made
  }
}
