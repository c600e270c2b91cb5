// Texts that are near a value of a string filter without being it: each is what another way of matching would find.

/** The text in upper case and in lower case, if these are other texts. */
export function otherCases(text: string): readonly string[] {
  return [...new Set([text.toUpperCase(), text.toLowerCase()])].filter((form) => form !== text)
}

/** Values that a partial match would find in the given one: without an end, its middle, and one of its words. */
export function textParts(value: string): readonly string[] {
  const word = value.split(/\s+/).find((part) => part !== value && part.length > 1)
  const middle = value.slice(1, -1)
  return [
    ...new Set([
      value.slice(0, -1),
      value.slice(1),
      ...(middle.length > 1 ? [middle] : []),
      ...(word === undefined ? [] : [word]),
    ]),
  ].filter((part) => part.trim() !== '')
}

const replacedInMiddle = (value: string, character: string): string => {
  const place = Math.floor(value.length / 2)
  return `${value.slice(0, place)}${character}${value.slice(place + 1)}`
}

/** Patterns that match the value: of SQL, of file names, and regular expressions. */
export const patternsOf: readonly ((value: string) => string)[] = [
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

/** The value with an accent on its last vowel, which some collations of databases ignore; undefined without a vowel. */
export function withAccent(value: string): string | undefined {
  const place = Math.max(...Object.keys(accented).map((vowel) => value.lastIndexOf(vowel)))
  return place < 0 ? undefined : `${value.slice(0, place)}${accented[value[place]!]}${value.slice(place + 1)}`
}
