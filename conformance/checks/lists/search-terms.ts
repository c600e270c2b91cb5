// Texts to search for: parts of the texts that a record shows, and similar texts that it does not contain.
import { type Phrase, phrase } from '../../conclusions/phrase.ts'

/** Letters that no name contains in this order. */
export const nonsense = 'qzxjvkqzxjvk'

/** The words of a text: letters and digits. */
export function splitWords(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** Returns true if a text has characters of ASCII only. */
function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

/**
 * A letter in its other case, if all kinds of case folding agree on it. Other letters stay: `ß` becomes two letters;
 * `ς`, `ı` and the like share an upper case with another letter.
 */
function letterInOtherCase(letter: string, to: 'upper' | 'lower'): string {
  const other = to === 'upper' ? letter.toUpperCase() : letter.toLowerCase()
  const back = to === 'upper' ? other.toLowerCase() : other.toUpperCase()
  const isAgreed = other.length === letter.length && back === letter && !/[ßſςσΣıİKÅΩ]/u.test(letter + other)
  return isAgreed ? other : letter
}

const changeCase = (text: string, to: 'upper' | 'lower') =>
  Array.from(text, (letter) => letterInOtherCase(letter, to)).join('')

/** The distinct forms of a text: as it is, in lower case and in upper case. */
export function caseForms(text: string): readonly string[] {
  return [...new Set([text, changeCase(text, 'lower'), changeCase(text, 'upper')])]
}

/** The text with each letter in the other case. */
export function swapCase(text: string): string {
  return Array.from(text, (letter) =>
    letterInOtherCase(letter, letter === letter.toLowerCase() ? 'upper' : 'lower'),
  ).join('')
}

/** A word of a text with a letter of two cases beyond ASCII, or undefined. */
export function wordBeyondAscii(text: string): string | undefined {
  // A letter with a combining mark has two representations.
  if (/\p{M}/u.test(text)) return undefined
  const letters = (word: string) => Array.from(word).filter((letter) => !isAscii(letter))
  return splitWords(text).find(
    (word) => word.length > 2 && letters(word).some((letter) => caseForms(letter).length > 1),
  )
}

/**
 * Texts similar to a word that no record contains: a search that finds the word's records by one of them matches too
 * much.
 */
export function excessTerms(word: string): readonly string[] {
  const place = Math.floor(word.length / 2)
  return [
    // A search that matches any word, or only the first letters, finds the word.
    `${word} ${nonsense}`,
    `${word.slice(0, place)}_${word.slice(place + 1)}`,
    `${word.slice(0, 1)}%${word.slice(-1)}`,
    `${word.slice(0, 1)}*${word.slice(-1)}`,
  ]
}

/** Pairs of letters that hardly any text contains. */
const strangePairs = ['qz', 'jx', 'vq', 'zx', 'qj', 'xj', 'wq', 'qk']

/** A pair of letters that none of the texts contains, in any case; undefined if the texts contain all candidates. */
export function absentPair(texts: readonly string[]): string | undefined {
  const all = texts.join('\n').toLowerCase()
  return strangePairs.find((pair) => !all.includes(pair))
}

/** The pair of letters within a word that the fewest names contain. */
export function rarestPair(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) {
    const words = splitWords(name).filter((word) => /^[A-Za-z]{4,}$/.test(word))
    const pairs = words.flatMap((word) =>
      Array.from({ length: word.length - 3 }, (_, at) => word.slice(at + 1, at + 3)),
    )
    for (const pair of new Set(pairs)) counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return [...counts].sort(([, left], [, right]) => left - right)[0]?.[0]
}

/** A text to search for in place of a part of a name, with the way of matching that finds it. */
export interface SearchForm {
  readonly text: string
  readonly way: keyof typeof ways | 'wordLower' | 'wordUpper'
}

/** Ways of matching that find fewer records than a partial match without regard to case. */
const ways = {
  parts: phrase`search is case-sensitive`,
  lower: phrase`search finds only texts in lower case`,
  upper: phrase`search finds only texts in upper case`,
  starts: phrase`search finds only the beginnings of words`,
  ends: phrase`search finds only the ends of words`,
  front: phrase`search finds only the beginnings of texts`,
  back: phrase`search finds only the ends of texts`,
  words: phrase`search finds only whole words`,
  texts: phrase`search finds only whole texts`,
} satisfies Record<string, Phrase>

/** Texts that contain a part of a name, or resemble it. Which of them find the name shows how search matches. */
export function searchForms(name: string, part: string): readonly SearchForm[] {
  const place = name.toLowerCase().indexOf(part.toLowerCase())
  const asIs = name.slice(place, place + part.length)
  const words = splitWords(name)
  const word = words.find((candidate) => candidate.toLowerCase().includes(part.toLowerCase())) ?? name
  // The beginning of the first word is also that of the text.
  const [early = word, late = word] = words.length > 1 ? [words[0], words.at(-1)] : []
  const forms: readonly SearchForm[] = [
    { text: asIs, way: 'parts' },
    { text: changeCase(asIs, 'lower'), way: 'lower' },
    { text: changeCase(asIs, 'upper'), way: 'upper' },
    { text: late.slice(0, part.length), way: 'starts' },
    { text: early.slice(-part.length), way: 'ends' },
    { text: name.slice(0, part.length), way: 'front' },
    { text: name.slice(-part.length), way: 'back' },
    { text: word, way: 'words' },
    { text: name, way: 'texts' },
    { text: changeCase(word, 'lower'), way: 'wordLower' },
    { text: changeCase(word, 'upper'), way: 'wordUpper' },
  ]
  return [...Map.groupBy(forms, ({ text }) => text).values()].map(([first]) => first!)
}

/** Returns true if one of some forms differs from the others only in the case of its letters. */
export const isFoundByCase = (found: readonly SearchForm[]): boolean =>
  found.some(({ way }) => way === 'parts' || way === 'lower' || way === 'upper')

/** The way in which search matches, in words; undefined if these forms do not show it. */
export function searchSymptom(found: readonly SearchForm[], lost: readonly SearchForm[]): Phrase | undefined {
  const of = (way: SearchForm['way'], forms = found) => forms.some((form) => form.way === way)
  if (isFoundByCase(found)) {
    const [isLower, isUpper] = [of('lower') || of('wordLower'), of('upper') || of('wordUpper')]
    const isLowerLost = of('lower', lost) || of('wordLower', lost)
    const isUpperLost = of('upper', lost) || of('wordUpper', lost)
    if (isLower && !isLowerLost && isUpperLost) return ways.lower
    if (isUpper && !isUpperLost && isLowerLost) return ways.upper
    return isLowerLost || isUpperLost ? ways.parts : undefined
  }
  if (of('starts') && of('ends')) return phrase`search finds only the beginnings and the ends of words`
  const way = (Object.keys(ways) as (keyof typeof ways)[]).find((each) => of(each))
  return way && ways[way]
}
