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

/** A text that is hardly a value of any filter. */
export const absentText = 'qzxjv'

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

/**
 * Forms of the value that become the value when they are decoded twice, when a decoded plus counts as a space, and when
 * quotation marks are removed.
 */
export function encodedTexts(value: string): readonly string[] {
  const encoded = value.replace(/[a-z\d]/i, (first) => `%${first.codePointAt(0)!.toString(16).toUpperCase()}`)
  return [encoded, value.replace(' ', '+'), `"${value}"`].filter((text) => text !== value)
}

/** The same number in other digits, which a database that compares numbers takes for the value; empty for a word. */
export function otherDigits(value: string): readonly string[] {
  if (!/^\d{1,15}(?:\.\d{1,9})?$/.test(value)) return []
  const shortest = String(Number(value))
  return [shortest === value ? `0${value}` : shortest]
}

/** A kind of text that is similar to a value without being one, and how to tell the two apart. */
interface Nearness {
  readonly what: Phrase
  readonly remedy: Phrase
}

const inCase = phrase`Compare the value with its case.`
const trimmed = phrase`Compare the whole value, with spaces and line breaks.`
const unsplit = phrase`Do not split the value at commas.`
const whole = phrase`Compare the whole value, not a part of it.`

/** The kinds of text that closer texts tell apart. */
const longer = {
  after: { what: phrase`a value with any text after it`, remedy: whole },
  list: { what: phrase`a comma-separated list that contains a value`, remedy: unsplit },
  first: { what: phrase`a value with a comma and any text after it`, remedy: phrase`Do not cut the value at a comma.` },
  last: { what: phrase`a value with any text and a comma before it`, remedy: phrase`Do not cut the value at a comma.` },
  word: { what: phrase`a whole word of a value`, remedy: whole },
  cut: { what: phrase`a value without its last character`, remedy: whole },
  cutFront: { what: phrase`a value without its first character`, remedy: whole },
} satisfies Record<string, Nearness>

/** How a text resembles a value, where closer texts are matched as well. */
export function nearnessAmong(text: string, value: string, isTaken: (text: string) => boolean): Nearness | undefined {
  if (text.trim() === value && isTaken(`${value}x`)) return longer.after
  const [isFirst, isLast] = [isTaken(`${value},${absentText}`), isTaken(`${absentText},${value}`)]
  if (isFirst || isLast) return isFirst ? (isLast ? longer.list : longer.first) : longer.last
  if (value.includes(text) && !closerTexts(text, value).some(isTaken)) {
    if (value.split(/\s+/).includes(text)) return longer.word
    if (text === value.slice(0, -1)) return longer.cut
    if (text === value.slice(1)) return longer.cutFront
  }
  return nearnessOf(text, value)
}

/** How a text resembles a value: it is "a value in upper case". */
function nearnessOf(text: string, value: string): Nearness | undefined {
  const lower = value.toLowerCase()
  if (text === value.toUpperCase()) return { what: phrase`a value in upper case`, remedy: inCase }
  if (text === lower) return { what: phrase`a value in lower case`, remedy: inCase }
  if (text.toLowerCase() === lower) return { what: phrase`a value in another case`, remedy: inCase }
  if (text === ` ${value}`) return { what: phrase`a value with a space in front`, remedy: trimmed }
  if (text === `${value} `) return { what: phrase`a value followed by a space`, remedy: trimmed }
  if (text.trim() === value) return { what: phrase`a value followed by a line break`, remedy: trimmed }
  if (value.startsWith(text)) return { what: phrase`the beginning of a value`, remedy: whole }
  if (value.endsWith(text)) return { what: phrase`the end of a value`, remedy: whole }
  if (value.includes(text)) return { what: phrase`a part of a value`, remedy: whole }
  if (otherDigits(value).includes(text))
    return { what: phrase`the same number in other digits`, remedy: phrase`Compare values as texts, not as numbers.` }
  const [twice, plus, quoted] = [encodedTexts(value)[0], value.replace(' ', '+'), `"${value}"`]
  if (text === twice)
    return { what: phrase`a value that is percent-encoded twice`, remedy: phrase`Decode the query once.` }
  if (text === plus)
    return {
      what: phrase`a value with + in place of a space`,
      remedy: phrase`Replace + by a space before percent-encoded characters are decoded.`,
    }
  if (text === quoted)
    return { what: phrase`a value in quotation marks`, remedy: phrase`Compare the whole value, with quotation marks.` }
  if (text === `!${value}`) return { what: phrase`a value after !`, remedy: phrase`Treat ! literally.` }
  if (text.includes(',') && !value.includes(','))
    return { what: phrase`a comma-separated list of values`, remedy: unsplit }
  const wildcard = ['%', '*', '_', '.'][matchingPatterns.findIndex((pattern) => pattern(value) === text)]
  if (wildcard !== undefined)
    return {
      what: phrase`a pattern with ${wildcard} in it`,
      remedy: phrase`Treat ${wildcard} literally.`,
    }
  if (text === addAccent(value))
    return { what: phrase`a value with an accent`, remedy: phrase`Compare letters with accents as different ones.` }
  const place = Array.from(text).findIndex((letter, index) => letter !== value[index])
  const code = text.codePointAt(place)?.toString(16).toUpperCase().padStart(4, '0') ?? ''
  return text.length === value.length && place >= 0
    ? {
        what: phrase`a value with U+${code} in place of ${value[place]!}`,
        remedy: phrase`Compare letters beyond ASCII as they are.`,
      }
    : undefined
}

/** Texts that tell apart the ways of matching by which a similar text matches a value. */
export function closerTexts(text: string, value: string): readonly string[] {
  const half = Math.ceil(value.length / 2)
  const parts = text.split(',')
  const [first = '', other = ''] = parts
  const closer =
    parts.length > 1 && !value.includes(',')
      ? [`${first},${other}`, `${other},${first}`, `${value},${absentText}`, `${absentText},${value}`]
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
