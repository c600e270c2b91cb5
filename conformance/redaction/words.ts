/** Ids, segments of paths, hosts, names of parameters and headers. Longer words nobody reads. */
const words = /\w[\w.~-]{4,158}\w/g
const inWord: ReadonlySet<string> = new Set('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.~-')
const longest = 160

/** Words that a report must show: without them no path and no curl line can be read. */
export class Words {
  readonly #words = new Set<string>()

  constructor(texts: readonly string[]) {
    for (const text of texts) this.add(text)
  }

  add(text: string): void {
    for (const [word] of text.toLowerCase().matchAll(words)) this.#words.add(word)
  }

  /** Whether a text has long words, and each of them is known. */
  has(text: string): boolean {
    const long = text.toLowerCase().match(words) ?? []
    return long.length > 0 && long.every((word) => this.#words.has(word))
  }

  /** A part of a text, extended to the beginning and the end of its words. */
  around(text: string, start: number, end: number): string {
    let from = start
    let to = end
    if (inWord.has(text[start]!)) while (from > 0 && start - from < longest && inWord.has(text[from - 1]!)) from--
    if (inWord.has(text[end - 1]!)) while (to < text.length && to - end < longest && inWord.has(text[to]!)) to++
    return text.slice(from, to)
  }
}
