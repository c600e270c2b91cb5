// Texts to search for: parts of the texts that a record shows, and texts that are near one without being in it.

/** Letters that no name has in a row. */
export const nonsense = 'qzxjvkqzxjvk'

/** The words of a text: letters and digits. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** Returns true if a text has characters of ASCII only. */
function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

/**
 * A letter in its other case, if every way of folding case agrees on it. Other letters stay: `ß` becomes two, `ς`,
 * `ı` and the like share an upper case with another letter.
 */
function otherCase(letter: string, to: 'upper' | 'lower'): string {
  const other = to === 'upper' ? letter.toUpperCase() : letter.toLowerCase()
  const back = to === 'upper' ? other.toLowerCase() : other.toUpperCase()
  const isAgreed = other.length === letter.length && back === letter && !/[ßſςσΣıİKÅΩ]/u.test(letter + other)
  return isAgreed ? other : letter
}

const inCase = (text: string, to: 'upper' | 'lower') => Array.from(text, (letter) => otherCase(letter, to)).join('')

/** The text as it is, in lower case and in upper case; each once. */
export function caseForms(text: string): readonly string[] {
  return [...new Set([text, inCase(text, 'lower'), inCase(text, 'upper')])]
}

/** The text with each letter in the other case. */
export function inOtherCase(text: string): string {
  return Array.from(text, (letter) => otherCase(letter, letter === letter.toLowerCase() ? 'upper' : 'lower')).join('')
}

/** A word of a text with a letter of two cases beyond ASCII, or undefined. */
export function wordBeyondAscii(text: string): string | undefined {
  // A letter with a combining mark is written in two ways.
  if (/\p{M}/u.test(text)) return undefined
  const letters = (word: string) => Array.from(word).filter((letter) => !isAscii(letter))
  return wordsOf(text).find((word) => word.length > 2 && letters(word).some((letter) => caseForms(letter).length > 1))
}

/** Texts near a word that are in no record: a search that finds the word's records by one of them finds too much. */
export function excessTerms(word: string): readonly string[] {
  const place = Math.floor(word.length / 2)
  return [
    // A search for any word of it, or for its first letters alone, finds the word.
    `${word} ${nonsense}`,
    `${word.slice(0, place)}_${word.slice(place + 1)}`,
    `${word.slice(0, 1)}%${word.slice(-1)}`,
    `${word.slice(0, 1)}*${word.slice(-1)}`,
  ]
}

/** Two letters in a row that hardly any text has. */
const strangePairs = ['qz', 'jx', 'vq', 'zx', 'qj', 'xj', 'wq', 'qk']

/** Two letters in a row that none of the texts has, in any case; undefined when they have all that are tried. */
export function absentPair(texts: readonly string[]): string | undefined {
  const all = texts.join('\n').toLowerCase()
  return strangePairs.find((pair) => !all.includes(pair))
}

/** The two letters in a row within a word of the names that the fewest names have. */
export function rarestPair(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) {
    const words = wordsOf(name).filter((word) => /^[A-Za-z]{4,}$/.test(word))
    const pairs = words.flatMap((word) =>
      Array.from({ length: word.length - 3 }, (_, at) => word.slice(at + 1, at + 3)),
    )
    for (const pair of new Set(pairs)) counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return [...counts].sort(([, left], [, right]) => left - right)[0]?.[0]
}
