import type { AnyExchange, Exchange } from './exchange.ts'

/**
 * Words of the kit with values between them. A phrase is data: `conformance/wording/` turns it into text last. Checks
 * read facts and causes, never words.
 */
export interface Phrase {
  /** The words, one more than values. */
  readonly words: readonly string[]
  /** The values between the words. */
  readonly values: readonly PhraseValue[]
}

/** A value in a phrase. A string is data, such as an id, an address or a value of the target. */
export type PhraseValue =
  | string
  | number
  | Phrase
  /** An answer, shown as its status and the beginning of its body. */
  | { readonly answer: Exchange }
  /** A value, shown as JSON, cut after `most` characters. */
  | { readonly json: unknown; readonly most?: number }
  /** Ids; the first three are shown. */
  | { readonly ids: readonly string[] }
  /** A list with words between its items. Default: a comma. */
  | { readonly list: readonly PhraseValue[]; readonly between?: ' and ' | ' or ' | '; ' | ', ' | undefined }

/**
 * Makes a phrase.
 * @example
 * phrase`the products for limit=${limit} at ${path}`
 */
export function phrase(words: TemplateStringsArray, ...values: readonly PhraseValue[]): Phrase {
  return { words: [...words], values }
}

/** A phrase of one answer. */
export const answerPhrase = (exchange: Exchange): Phrase => phrase`${{ answer: exchange }}`

/** A phrase of one value in JSON. */
export const json = (value: unknown): Phrase => phrase`${{ json: value }}`

/** The most characters of a quoted value. */
const quotedCharacters = 200

/** A phrase of one value in JSON, cut if it is long; `nothing` for undefined. */
export const jsonPhrase = (value: unknown): Phrase => phrase`${{ json: value, most: quotedCharacters }}`

/** A phrase of ids. */
export const someIds = (ids: readonly string[]): Phrase => phrase`${{ ids }}`

/**
 * A list as a sentence has it: "a, b and c".
 * @param most The number of items that are named; the others are counted: "a, b and 3 more".
 */
export function andList(list: readonly PhraseValue[], most = list.length): PhraseValue {
  // "and 1 more" would not be shorter than the item.
  const rest = list.length - most
  const parts = rest > 1 ? [...list.slice(0, most), phrase`${rest} more`] : list
  const [last] = parts.slice(-1)
  return parts.length < 2 ? (last ?? '') : phrase`${{ list: parts.slice(0, -1) }} and ${last!}`
}

/** A phrase of a number with its noun in singular: `no records`, `1 record`, `2 records`. */
export function countPhrase(count: number, noun: string): Phrase {
  return count === 0
    ? { words: [`no ${noun}s`], values: [] }
    : { words: ['', ` ${noun}${count === 1 ? '' : 's'}`], values: [count] }
}

/** The functions that change the values of a phrase. */
export interface PhraseChange {
  readonly text: (text: string) => string
  readonly exchange: <Seen extends AnyExchange>(exchange: Seen) => Seen
  readonly json: (value: unknown) => unknown
}

/** A phrase with the same words and changed values: without secrets, or with less of each answer. */
export function changePhraseValues({ words, values }: Phrase, change: PhraseChange): Phrase {
  return { words, values: values.map((value) => changeValue(value, change)) }
}

function changeValue(value: PhraseValue, change: PhraseChange): PhraseValue {
  if (typeof value === 'string') return change.text(value)
  if (typeof value === 'number') return value
  if ('words' in value) return changePhraseValues(value, change)
  if ('answer' in value) return { answer: change.exchange(value.answer) }
  if ('ids' in value) return { ids: value.ids.map(change.text) }
  if ('list' in value) return { ...value, list: value.list.map((item) => changeValue(item, change)) }
  return { ...value, json: change.json(value.json) }
}
