// Whether two commands are refused for the same reason.
import type { Exchange } from '../../conclusions/exchange.ts'

/** So much of the words must be the same: a hint may name another command. */
const mostlyEqual = 0.8

/**
 * Returns true if two answers to two commands have the same status and mostly the same words, apart from names and ids.
 */
export function isLikeRefusal(first: Exchange, name: string, second: Exchange, secondName: string): boolean {
  if (first.response.status !== second.response.status) return false
  const [left, right] = [wordsOf(first, name), wordsOf(second, secondName)]
  const shared = [...left].filter((word) => right.has(word)).length
  return shared >= mostlyEqual * Math.max(left.size, right.size)
}

/** The words of an answer, without what may differ from request to request. */
function wordsOf({ response: { text } }: Exchange, name: string): ReadonlySet<string> {
  const words = text.replaceAll(name, '').match(/[\w-]+/g) ?? []
  return new Set(words.filter((word) => !/\d/.test(word) && word.length < 30))
}
