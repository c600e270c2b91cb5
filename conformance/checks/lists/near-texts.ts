// Texts similar but not equal to a value of a string filter: each would match under another way of matching.
import { type Phrase, phrase } from '../../conclusions/phrase.ts'

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

/** How a text differs from a value to which it is similar: "in upper case". */
export function nearnessPhrase(text: string, value: string): Phrase | undefined {
  const lower = value.toLowerCase()
  if (text === value.toUpperCase()) return phrase`in upper case`
  if (text === lower) return phrase`in lower case`
  if (text.toLowerCase() === lower) return phrase`in another case`
  if (text.trim() === value)
    return text === ` ${value}`
      ? phrase`with a space before it`
      : text === `${value} `
        ? phrase`with a space after it`
        : phrase`with a line break after it`
  if (value.startsWith(text)) return phrase`by its beginning`
  if (value.endsWith(text)) return phrase`by its end`
  if (value.includes(text)) return phrase`by a part of it`
  if (text === `!${value}`) return phrase`with ! before it`
  if (text.includes(',') && !value.includes(',')) return phrase`in a list with commas`
  const wildcard = matchingPatterns.findIndex((pattern) => pattern(value) === text)
  if (wildcard >= 0) return phrase`with ${['%', '*', '_', '.'][wildcard]!} as a wildcard`
  if (text === addAccent(value)) return phrase`with an accent`
  return text.length === value.length ? phrase`with a similar letter beyond ASCII` : undefined
}

/** Texts that tell apart the ways of matching by which a similar text matches a value. */
export function closerTexts(text: string, value: string): readonly string[] {
  const half = Math.ceil(value.length / 2)
  const parts = text.split(',')
  const [first = '', other = ''] = parts
  const closer =
    parts.length > 1 && !value.includes(',')
      ? [`${first},${other}`, `${other},${first}`]
      : value.startsWith(text)
        ? [value.slice(0, half), value.slice(0, 2)]
        : value.endsWith(text)
          ? [value.slice(-half), value.slice(-2)]
          : text.toLowerCase() === value.toLowerCase()
            ? [`${value.slice(0, half).toLowerCase()}${value.slice(half).toUpperCase()}`]
            : text.trim() === value
              ? [`${value} `, ` ${value}`, `${value}\n`, `${value}x`]
              : []
  return closer.filter((each) => each !== text && each !== value)
}
