// Texts similar but not equal to a value of a string filter: each would match under another way of matching.

/** The text in upper case and in lower case, if these are other texts. */
export function otherCases(text: string): readonly string[] {
  return [...new Set([text.toUpperCase(), text.toLowerCase()])].filter((form) => form !== text)
}

/**
 * Parts of a value that are not values themselves, for a partial match: its first word or all but its last character,
 * its last word or all but its first character, and its middle.
 */
export function partialTexts(value: string, isKnown: (text: string) => boolean): readonly string[] {
  const words = value.split(/\s+/).filter((word) => word !== value && word.length > 1 && !isKnown(word))
  const isFirst = (word: string) => value.startsWith(word)
  const isLast = (word: string) => value.endsWith(word)
  const middle = value.slice(1, -1)
  const parts = [words.find(isFirst) ?? value.slice(0, -1), words.find(isLast) ?? value.slice(1)]
  return [...new Set([...parts, ...(middle.length > 1 ? [middle] : [])])].filter(
    (part) => part.trim() !== '' && !isKnown(part),
  )
}

const replacedInMiddle = (value: string, character: string): string => {
  const place = Math.floor(value.length / 2)
  return `${value.slice(0, place)}${character}${value.slice(place + 1)}`
}

/** Patterns that match the value: of SQL, of file names, and regular expressions. */
export const matchingPatterns: readonly ((value: string) => string)[] = [
  (value) => `${value.slice(0, 2)}%`,
  (value) => `${value.slice(0, 2)}*`,
  (value) => replacedInMiddle(value, '_'),
  (value) => replacedInMiddle(value, '.'),
]

const accented: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
}

/** The value with an accent on its last vowel, which some database collations ignore; undefined without a vowel. */
export function addAccent(value: string): string | undefined {
  const place = Math.max(...Object.keys(accented).map((vowel) => value.lastIndexOf(vowel)))
  return place < 0 ? undefined : `${value.slice(0, place)}${accented[value[place]!]}${value.slice(place + 1)}`
}

/** Letters beyond ASCII that some comparisons treat as an ASCII letter (Unicode, CaseFolding and NFKC). */
const folded: Readonly<Record<string, string>> = { s: '\u017F', k: '\u212A', i: '\u0131' }

/** The value with a letter replaced by one beyond ASCII that folds to it; empty without such a letter. */
export function foldLetter(value: string): readonly string[] {
  const letter = Object.keys(folded).find((candidate) => value.includes(candidate))
  return letter === undefined ? [] : [value.replace(letter, folded[letter]!)]
}

/**
 * The value with its first letter in the full-width form, which NFKC maps to the usual one; empty without a letter.
 */
export function widenLetter(value: string): readonly string[] {
  const wide = value.replace(/[a-z]/i, (first) => String.fromCodePoint(first.codePointAt(0)! + 0xfee0))
  return wide === value ? [] : [wide]
}
