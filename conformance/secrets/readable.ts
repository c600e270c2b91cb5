import { requirements } from '../catalogue/requirements.ts'

/** A word: an id, a segment of a path, a host, the name of a parameter. */
const words = /[\w.~-]+/g
const inWord = /[\w.~-]/

/** Shorter words do not count: they occur in any text. */
const shortest = 6

/** Nobody reads longer words. */
const longest = 160

/**
 * The words that a report must show, as no path and no curl line can be read without them: those of the specification,
 * and those of the addresses that were asked.
 */
export class ReadableWords {
  readonly #words = new Set<string>()

  constructor() {
    for (const { statement } of requirements) this.add(statement)
  }

  /** @returns whether a word was new. */
  add(text: string): boolean {
    const before = this.#words.size
    for (const [word] of text.matchAll(words))
      if (word.length >= shortest && word.length <= longest) this.#words.add(withoutStop(word))
    return this.#words.size > before
  }

  /** Whether a text consists of readable words. */
  has(text: string): boolean {
    const long = (text.match(words) ?? []).filter((word) => word.length >= shortest)
    return long.length > 0 && long.every((word) => word.length <= longest && this.#words.has(withoutStop(word)))
  }
}

/** A part of a text, extended to the beginning and the end of its words, unless they are too long to be read. */
export function wholeWords(text: string, start: number, end: number): string {
  let from = start
  let to = end
  if (inWord.test(text[start]!)) while (from > start - longest && from > 0 && inWord.test(text[from - 1]!)) from--
  if (inWord.test(text[end - 1]!)) while (to < end + longest && to < text.length && inWord.test(text[to]!)) to++
  return text.slice(from, to)
}

function withoutStop(word: string): string {
  return word.replaceAll(/^[.~-]+|[.~-]+$/g, '')
}
