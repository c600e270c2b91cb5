// Texts similar but not equal to a value of a string filter: each would match under another way of matching.
import { andList, json, type Phrase, phrase } from '../../conclusions/phrase.ts'

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

/** The value with a letter replaced by one beyond ASCII that folds to it, for each such letter. */
export function foldLetters(value: string): readonly string[] {
  return Object.entries(folded).flatMap(([letter, other]) =>
    value.includes(letter) ? [value.replace(letter, other)] : [],
  )
}

/**
 * The value with its first letter in the full-width form, which NFKC maps to the usual one; empty without a letter.
 */
export function widenLetter(value: string): readonly string[] {
  const wide = value.replace(/[a-z]/i, (first) => String.fromCodePoint(first.codePointAt(0)! + 0xfee0))
  return wide === value ? [] : [wide]
}

/** The value with its first letter or digit percent-encoded, which a server that decodes twice reads as the value. */
export function encodeAgain(value: string): string {
  return value.replace(/[a-z\d]/i, (first) => `%${first.codePointAt(0)!.toString(16).toUpperCase()}`)
}

/** The value with + in place of its first space, which a server that replaces + after decoding reads as the value. */
export function plusForSpace(value: string): string {
  return value.replace(' ', '+')
}

/** The value in quotation marks. */
export function quote(value: string): string {
  return `"${value}"`
}

/** The same number in other digits, which a comparison of numbers takes for the value; undefined for a word. */
export function sameNumber(value: string): string | undefined {
  if (!/^\d{1,15}(?:\.\d{1,9})?$/.test(value)) return undefined
  const shortest = String(Number(value))
  return shortest === value ? `0${value}` : shortest
}

/** How a text resembles a value without being one. */
interface Nearness {
  /** The text: "a value in upper case". */
  readonly what: Phrase
  /** The rule of a filter that matches it: "brand ignores case". */
  readonly rule: (name: string) => Phrase
  readonly remedy: Phrase
}

const inCase = phrase`Compare the value with its case.`
const trimmed = phrase`Do not trim the value.`
const unsplit = phrase`Do not split the value at commas.`
const uncut = phrase`Do not cut the value at a comma.`
const whole = phrase`Compare the whole value, not a part of it.`

const alsoMatches =
  (form: Phrase) =>
  (name: string): Phrase =>
    phrase`${name} also matches ${form}`

/** Values that a filter finds by a part of them. */
const valuesThat = (how: string, what: Phrase): Nearness => ({
  what,
  rule: (name) => phrase`${name} matches values that ${how}`,
  remedy: whole,
})

/**
 * How a text resembles a value.
 * @param isTaken True for other texts that are matched as well.
 */
export function nearnessAmong(text: string, value: string, isTaken: (text: string) => boolean): Nearness | undefined {
  const isMatched = (form: string | undefined) => form !== undefined && (form === text || isTaken(form))
  if (text.startsWith(value) && text !== value && isTaken(`${value}x`))
    return {
      what: phrase`a value with any text after it`,
      rule: (name) => phrase`${name} ignores any text after a value`,
      remedy: whole,
    }
  if (text.trim() === value) return spacesAmong(value, isMatched)
  if (text.toLowerCase() === value.toLowerCase()) return caseAmong(text, value, isTaken)
  if (text === `!${value}`)
    return {
      what: phrase`a value after !`,
      rule: (name) => phrase`${name} with ! in front matches all other values`,
      remedy: phrase`Treat ! literally.`,
    }
  if (text.includes(',') && !value.includes(',')) return listAmong(value, isTaken)
  if (text === sameNumber(value) && isTaken(`00${value}`) && !isTaken(`x${value}`))
    return {
      what: phrase`the same number in other digits`,
      rule: (name) => phrase`${name} compares numbers, not strings`,
      remedy: phrase`Compare values as strings, not as numbers.`,
    }
  if (value.includes(text)) return partAmong(text, value, isTaken)
  return (
    decodingAmong(text, value, isMatched) ?? wildcardAmong(text, value, isTaken) ?? letterAmong(text, value, isTaken)
  )
}

function spacesAmong(value: string, isMatched: (text: string) => boolean): Nearness {
  const [isFront, isSpace] = [isMatched(` ${value}`), isMatched(`${value} `)]
  const told = (what: Phrase, ignored: Phrase, remedy = trimmed): Nearness => ({
    what,
    rule: (name) => phrase`${name} ignores ${ignored}`,
    remedy,
  })
  if (isFront && isSpace) return told(phrase`a value with a space around it`, phrase`spaces around a value`)
  if (isFront) return told(phrase`a value with a space in front`, phrase`spaces in front of a value`)
  if (isSpace) return told(phrase`a value followed by a space`, phrase`spaces after a value`)
  return told(phrase`a value followed by a line break`, phrase`a line break after a value`, whole)
}

function caseAmong(text: string, value: string, isTaken: (text: string) => boolean): Nearness {
  const isAny = closerTexts(text, value).some(isTaken)
  if (isAny)
    return { what: phrase`a value in another case`, rule: (name) => phrase`${name} ignores case`, remedy: inCase }
  const form =
    text === value.toUpperCase()
      ? phrase`in upper case`
      : text === value.toLowerCase()
        ? phrase`in lower case`
        : phrase`in another case`
  return { what: phrase`a value ${form}`, rule: alsoMatches(phrase`a value that is sent ${form}`), remedy: inCase }
}

function listAmong(value: string, isTaken: (text: string) => boolean): Nearness {
  const [isFirst, isLast] = [isTaken(`${value},${absentText}`), isTaken(`${absentText},${value}`)]
  if (isFirst === isLast)
    return {
      what: isFirst ? phrase`a comma-separated list that contains a value` : phrase`a comma-separated list of values`,
      rule: (name) => phrase`${name}=A,B is read as A or B`,
      remedy: unsplit,
    }
  return isFirst
    ? {
        what: phrase`a value with a comma and any text after it`,
        rule: (name) => phrase`${name} ignores what follows a comma`,
        remedy: uncut,
      }
    : {
        what: phrase`a value with any text and a comma before it`,
        rule: (name) => phrase`${name} ignores what is before a comma`,
        remedy: uncut,
      }
}

function partAmong(text: string, value: string, isTaken: (text: string) => boolean): Nearness {
  if (!closerTexts(text, value).some(isTaken)) {
    if (value.split(/\s+/).includes(text)) return valuesThat('contain it as a word', phrase`a whole word of a value`)
    if (text === value.slice(0, -1))
      return valuesThat('have one more character at the end', phrase`a value without its last character`)
    if (text === value.slice(1))
      return valuesThat('have one more character in front', phrase`a value without its first character`)
  }
  const half = Math.ceil(value.length / 2)
  const isMatched = (part: string) => part === text || isTaken(part)
  const words = value.split(/\s+/)
  const firsts = [value.slice(0, -1), value.slice(0, half), value.slice(0, 2), words[0]!]
  const lasts = [value.slice(1), value.slice(-half), value.slice(-2), words.at(-1)!]
  if (firsts.some(isMatched) && lasts.some(isMatched)) return valuesThat('contain it', phrase`a part of a value`)
  if (value.startsWith(text)) return valuesThat('begin with it', phrase`the beginning of a value`)
  if (value.endsWith(text)) return valuesThat('end with it', phrase`the end of a value`)
  return valuesThat('contain it between other characters', phrase`a part of a value`)
}

function decodingAmong(text: string, value: string, isMatched: (text: string) => boolean): Nearness | undefined {
  const [again, plus, quoted] = [encodeAgain(value), plusForSpace(value), quote(value)]
  if (text === again || (text === plus && isMatched(again)))
    return {
      what: phrase`a value that is percent-encoded twice`,
      rule: (name) => phrase`${name} is decoded twice`,
      remedy: phrase`Decode the query once.`,
    }
  if (text === plus)
    return {
      what: phrase`a value with + in place of a space`,
      rule: (name) => phrase`${name} takes + (sent as %2B) for a space`,
      remedy: phrase`Replace + by a space before percent-encoded characters are decoded, not after.`,
    }
  if (text !== quoted) return undefined
  const isAnywhere = isMatched(quoteWithin(value))
  return {
    what: phrase`a value in quotation marks`,
    rule: (name) => phrase`${name} ignores quotation marks${isAnywhere ? '' : ' around a value'}`,
    remedy: phrase`Treat quotation marks literally.`,
  }
}

const quoteWithin = (value: string) => `${value.slice(0, 1)}"${value.slice(1)}`

const wildcards = ['%', '*', '_', '.']

function wildcardAmong(text: string, value: string, isTaken: (text: string) => boolean): Nearness | undefined {
  const wildcard = wildcards[matchingPatterns.findIndex((pattern) => pattern(value) === text)]
  if (wildcard === undefined) return undefined
  const isAny = '%*'.includes(wildcard) || closerTexts(text, value).some(isTaken)
  return {
    what: phrase`a pattern with ${wildcard} in it`,
    rule: (name) => phrase`${wildcard} in ${name} matches any ${isAny ? 'text' : 'character'}`,
    remedy: phrase`Treat ${wildcard} literally.`,
  }
}

function letterAmong(text: string, value: string, isTaken: (text: string) => boolean): Nearness | undefined {
  if (text === addAccent(value))
    return {
      what: phrase`a value with an accent`,
      rule: (name) => phrase`${name} ignores accents`,
      remedy: phrase`Compare letters with accents as different ones.`,
    }
  const [letters, others] = [Array.from(value), Array.from(text)]
  const place = others.findIndex((letter, index) => letter !== letters[index])
  if (letters.length !== others.length || place < 0) return undefined
  const remedy = phrase`Do not fold or normalize letters before the comparison.`
  const isMatched = (form: string) => form === text || isTaken(form)
  if (foldLetters(value).some(isMatched) && widenLetter(value).some(isMatched))
    return {
      what: phrase`a value with letters of other forms (NFKC)`,
      rule: (name) => phrase`${name} takes letters of other forms (NFKC) for plain ones`,
      remedy,
    }
  const [letter, plain] = [others[place]!, letters[place]!]
  const code = letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  const more = foldLetters(value).filter(isMatched).length > 1 ? ' and similar letters' : ''
  return {
    what: phrase`a value with ${letter} (U+${code}) in place of ${plain}${more}`,
    rule: (name) => phrase`${name} takes ${letter} (U+${code}) for ${plain}${more}`,
    remedy,
  }
}

/** Texts that tell apart the ways of matching by which a similar text matches a value. */
export function closerTexts(text: string, value: string): readonly string[] {
  return closestForms(text, value).filter((each) => each !== text && each !== value && each.trim() !== '')
}

function closestForms(text: string, value: string): readonly string[] {
  const half = Math.ceil(value.length / 2)
  const parts = text.split(',')
  const [first = '', other = ''] = parts
  if (text === sameNumber(value)) return [`00${value}`, `x${value}`, value.slice(0, half), value.slice(-half)]
  if (text === quote(value)) return [quoteWithin(value), `'${value}'`]
  if (parts.length > 1 && !value.includes(','))
    return [`${value},${absentText}`, `${absentText},${value}`, `${first},${other}`, `${other},${first}`]
  if (text.trim() === value)
    return [`${value} `, ` ${value}`, `${value}\n`, `  ${value}`, `\t${value}`, `${value}\t`, `${value}x`]
  if (text.startsWith(value)) return [`${value}x`, `${value} x`, `x${value}`]
  if (value.startsWith(text)) return [value.slice(0, half), value.slice(0, 2)]
  if (value.endsWith(text)) return [value.slice(-half), value.slice(-2)]
  if (text.toLowerCase() === value.toLowerCase())
    return [`${value.slice(0, half).toLowerCase()}${value.slice(half).toUpperCase()}`]
  if (/[^ -~]/.test(text)) return [...foldLetters(value), ...widenLetter(value)]
  const wildcard = wildcards[matchingPatterns.findIndex((pattern) => pattern(value) === text)]
  return wildcard === '_' || wildcard === '.' ? [`${value.slice(0, 1)}${wildcard}${value.slice(-1)}`] : []
}

/** Groups of similar texts, in words. */
const groups: readonly { readonly name: Phrase; readonly has: (text: string, value: string) => boolean }[] = [
  { name: phrase`with white space around it`, has: (text, value) => text.trim() === value },
  { name: phrase`in another case`, has: (text, value) => text.toLowerCase() === value.toLowerCase() },
  { name: phrase`only in part`, has: (text, value) => value.includes(text) },
  { name: phrase`in a comma-separated list`, has: (text, value) => text.includes(',') && !value.includes(',') },
  {
    name: phrase`with %, *, _ or . as a wildcard`,
    has: (text, value) => matchingPatterns.some((pattern) => pattern(value) === text),
  },
  {
    name: phrase`percent-encoded twice or with + for a space`,
    has: (text, value) => text !== value && (text === encodeAgain(value) || text === plusForSpace(value)),
  },
  {
    name: phrase`in quotation marks`,
    has: (text, value) => text !== value && text.replaceAll(/["']/g, '') === value,
  },
  { name: phrase`after !`, has: (text, value) => text === `!${value}` },
  {
    name: phrase`with letters beyond ASCII`,
    has: (text, value) => /[^ -~]/.test(text.trim()) && text !== value,
  },
]

/** The plainest of some texts that resemble a value in the same way: without control characters, and short. */
export function plainestText(text: string, value: string, taken: readonly string[]): string {
  const group = groups.find(({ has }) => has(text, value))
  if (group === undefined || !(text.includes(',') || text.trim() === value)) return text
  const rate = (each: string) => (each === JSON.stringify(each).slice(1, -1) ? 0 : 1000) + each.length
  return [text, ...taken.filter((each) => group.has(each, value))].toSorted(
    (left, right) => rate(left) - rate(right),
  )[0]!
}

/** The most texts that are quoted. */
const mostTexts = 5

/**
 * Similar texts that are refused, or do not match: those of the group of the wrong text are quoted, those of the other
 * groups are named.
 * @param taken Texts with the same mistake.
 */
export function refusedTexts(
  name: string,
  value: string,
  texts: readonly string[],
  taken: readonly string[],
): readonly Phrase[] {
  const groupOf = (text: string) => groups.find(({ has }) => has(text, value))
  const isMixed = (text: string) => taken.some((other) => groupOf(other) === groupOf(text))
  const quoted = texts.filter((text) => groupOf(text) === undefined || isMixed(text)).slice(0, mostTexts)
  const named = new Set(texts.flatMap((text) => (isMixed(text) ? [] : (groupOf(text)?.name ?? []))))
  return [
    ...quotedTexts(name, quoted),
    ...(named.size === 0 ? [] : [phrase`with ${name}=${json(value)} ${andList([...named])}`]),
  ]
}

/** Values of a filter, in words. */
export function quotedTexts(name: string, texts: readonly string[]): readonly Phrase[] {
  const list = texts.slice(0, mostTexts).map((text) => json(text))
  const rest = texts.length - list.length
  return list.length === 0 ? [] : [phrase`with ${name}=${andList(rest > 0 ? [...list, phrase`${rest} more`] : list)}`]
}
