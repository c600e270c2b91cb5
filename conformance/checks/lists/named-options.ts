// The options of an enum filter that a refusal names.
import type { Exchange } from '../../conclusions/exchange.ts'
import { isObject, collectTexts, collectWords } from '../../reading/find-list.ts'

/** Returns true if an answer names an option as a word: `inactive` does not name `active`. */
export function namesOption({ response: { json, text } }: Exchange, option: string): boolean {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_-])${option.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}_-])`,
    'u',
  )
  return (json === undefined ? [text] : collectWords(json)).some((words) => pattern.test(words))
}

/** Words separated by commas or bars, quoted or not, up to the end of a sentence. */
const enumeration =
  /(?<=[:[(]|one of|are|values)\s*((?:["'`]?[\w-]+["'`]?\s*[,|]\s*)+["'`]?[\w-]+["'`]?)\s*(?=$|[.;)\]])/g

/**
 * The options that an answer lists: an array of texts, or words separated by commas, that includes known options. A
 * list of something else includes none.
 */
export function listedOptions({ response: { json } }: Exchange, known: readonly string[]): readonly string[] {
  const inTexts = collectTexts(json).flatMap(({ text }) =>
    [...text.matchAll(enumeration)].map(([, words = '']) =>
      words.split(/[,|]/).map((word) => word.replaceAll(/["'`\s]/g, '')),
    ),
  )
  const lists = [...textArrays(json), ...inTexts].filter(
    (list) =>
      list.filter((element) => known.includes(element)).length > 1 &&
      !list.some((element) => !known.includes(element) && isSentence(element)),
  )
  return [...new Set(lists.flat())]
}

/** True for words with a space between them: an array with them may hold the parts of an error, such as its message. */
const isSentence = (text: string) => /\S\s+\S/.test(text)

/** The arrays of texts in a JSON value. */
function textArrays(json: unknown, depth = 6): readonly (readonly string[])[] {
  if (depth === 0) return []
  if (Array.isArray(json))
    return json.length > 0 && json.every((element) => typeof element === 'string')
      ? [json as string[]]
      : json.flatMap((element) => textArrays(element, depth - 1))
  return isObject(json) ? Object.values(json).flatMap((element) => textArrays(element, depth - 1)) : []
}
