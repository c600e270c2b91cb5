// Texts to search for: parts of the texts that a record shows, and similar texts that it does not contain.
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { collectTexts } from '../../reading/find-list.ts'
import { type Rule, type RuleGroup, toRules } from './matching-rules.ts'

/** Letters that no name contains in this order. */
export const nonsense = 'qzxjvkqzxjvk'

/** The text of a record that contains a part, in any case; undefined if there is none. */
export const textWith = (item: unknown, part: string): string | undefined =>
  collectTexts(item).find(({ text }) => text.toLowerCase().includes(part.toLowerCase()))?.text

/** Returns true if a record shows a text anywhere, in any case. */
export const showsText = (item: unknown, text: string): boolean => textWith(item, text) !== undefined

/** The words of a text: letters and digits. */
export function splitWords(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
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
  const isTelling = (letter: string) => /[^ -~]/.test(letter) && caseForms(letter).length > 1
  return splitWords(text).find((word) => word.length > 2 && Array.from(word).some(isTelling))
}

/** A text to search for, and what its similar texts need. */
interface SearchedText {
  /** A word of a record. */
  readonly word: string
  /** Its name, if it is searched for with a letter more. */
  readonly name?: string | undefined
  /** A similar text that finds the record. */
  readonly wrong?: string | undefined
}

/** The rules of searches that find too much, general ones before special ones. */
export function searchRules({ word, name, wrong }: SearchedText, isRight: (text: string) => boolean): readonly Rule[] {
  const [first = ''] = word
  const place = Math.floor(word.length / 2)
  const [further, longer] = [`${word} ${nonsense}`, name && `${name}s`]
  // A letter that does not follow the first one anywhere: without the wildcard, the text is not in the word.
  const isApart = (letter: string) => !word.toLowerCase().includes(`${first}${letter}`.toLowerCase())
  const apart = Array.from(word.slice(2)).findLast(isApart) ?? word.slice(-1)
  const wildcard = (mark: string, text: string, does: string): RuleGroup => ({
    remedy: phrase`Treat ${mark} literally.`,
    rules: [
      { texts: [text, `${first}${mark}${apart}`], words: phrase`${mark} in search matches any text` },
      { texts: [text], words: phrase`${mark} in search ${does}`, sent: 'onePage' },
    ],
  })
  const beginning = phrase`search uses only the beginning of its text`
  return toRules(
    [
      {
        remedy: phrase`Find only records that contain the text.`,
        rules: [{ texts: [wrong, nonsense], words: phrase`search finds records without its text` }],
      },
      {
        remedy: phrase`Search for the whole text, whatever its length.`,
        rules: [
          { texts: [further, `${word}${nonsense}`], words: beginning },
          { texts: [longer, longer && `${longer}${nonsense}`], words: beginning },
        ],
      },
      {
        remedy: phrase`Search for the whole text, with its spaces.`,
        rules: [
          { texts: [further, `${nonsense} ${word}`], words: phrase`search finds records with any one of its words` },
          { texts: [further], words: phrase`search uses only the first of its words` },
        ],
      },
      wildcard('_', `${word.slice(0, place)}_${word.slice(place + 1)}`, 'matches any character'),
      ...['%', '*'].map((mark) => wildcard(mark, `${first}${mark}${word.slice(-1)}`, 'is ignored')),
      {
        remedy: phrase`Search for the whole text, without changes to its words.`,
        rules: [
          { texts: [longer, name && `${name}x`], words: phrase`search ignores the last letter of its text` },
          { texts: [longer], words: phrase`search ignores an s at the end of its text`, sent: 'onePage' },
        ],
      },
    ],
    isRight,
  )
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

/** Texts that contain a part of a name, or resemble it, first as the name has it: those that find it show how search matches. */
export function searchTexts(name: string, part: string): readonly [string, ...string[]] {
  const place = name.toLowerCase().indexOf(part.toLowerCase())
  const asIs = name.slice(place, place + part.length)
  const words = splitWords(name)
  const word = words.find((each) => each.toLowerCase().includes(part.toLowerCase())) ?? name
  // The beginning of the first word is also that of the text.
  const [early = word, late = word] = words.length > 1 ? [words[0], words.at(-1)] : []
  return [
    ...new Set([
      asIs,
      ...caseForms(asIs),
      late.slice(0, part.length),
      early.slice(-part.length),
      name.slice(0, part.length),
      name.slice(-part.length),
      word,
      name,
      ...caseForms(word),
    ]),
  ] as [string, ...string[]]
}

/** Returns true if a text was found that differs from a part only in the case of its letters. */
export const isFoundByCase = (part: string, found: readonly string[]): boolean =>
  found.some((text) => text.toLowerCase() === part.toLowerCase())

/** Whether a search finds a name by a text. */
type Finds = (name: string, text: string) => boolean

const inAnyCase =
  (finds: Finds): Finds =>
  (name, text) =>
    finds(changeCase(name, 'lower'), changeCase(text, 'lower'))

const inCase =
  (to: 'upper' | 'lower'): Finds =>
  (name, text) =>
    name.includes(text) || changeCase(name, to).includes(text)

const lowerAscii = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

const beginsWord: Finds = (name, text) => [name, ...splitWords(name)].some((word) => word.startsWith(text))
const endsWord: Finds = (name, text) => [name, ...splitWords(name)].some((word) => word.endsWith(text))
const spacedWords = (text: string) => ` ${splitWords(text).join(' ')} `

/** The rules of searches that find too little, the likeliest first. */
const narrowRules: readonly (readonly [words: Phrase, finds: Finds])[] = [
  [phrase`search is case-sensitive`, (name, text) => name.includes(text)],
  [phrase`search is case-sensitive beyond ASCII`, (name, text) => lowerAscii(name).includes(lowerAscii(text))],
  [phrase`search is case-sensitive for a text with a capital letter`, inCase('lower')],
  [phrase`search is case-sensitive for a text with a small letter`, inCase('upper')],
  [phrase`search finds only the beginnings of words`, inAnyCase(beginsWord)],
  [phrase`search finds only the ends of words`, inAnyCase(endsWord)],
  [
    phrase`search finds only the beginnings and the ends of words`,
    inAnyCase((name, text) => beginsWord(name, text) || endsWord(name, text)),
  ],
  [phrase`search finds only the beginnings of texts`, inAnyCase((name, text) => name.startsWith(text))],
  [phrase`search finds only the ends of texts`, inAnyCase((name, text) => name.endsWith(text))],
  [phrase`search finds only whole words`, inAnyCase((name, text) => spacedWords(name).includes(spacedWords(text)))],
  [phrase`search finds only whole texts`, inAnyCase((name, text) => name === text)],
]

/** The first rule that agrees with the texts that find a name and those that do not, in words. */
export function searchSymptom(name: string, found: readonly string[], lost: readonly string[]): Phrase | undefined {
  const rule = narrowRules.find(
    ([, finds]) => found.every((text) => finds(name, text)) && !lost.some((text) => finds(name, text)),
  )
  return found.length === 0 ? undefined : rule?.[0]
}
