// The rules of wrong filters, each with texts that are similar but not equal to a value and that it matches too.
import { phrase } from '../../conclusions/phrase.ts'
import type { RuleGroup } from './matching-rules.ts'

/** A text that is hardly a value of any filter. */
export const absentText = 'qzxjv'

/** Letters beyond ASCII that some comparisons treat as an ASCII letter (Unicode, CaseFolding and NFKC). */
const folded: Readonly<Record<string, string>> = { s: '\u017F', k: '\u212A', i: '\u0131' }

/** The same number in other digits; undefined for a word. */
export function sameNumber(value: string): string | undefined {
  if (!/^\d{1,15}(?:\.\d{1,9})?$/.test(value)) return undefined
  const shortest = String(Number(value))
  return shortest === value ? `0${value}` : shortest
}

/** A value of a filter, and what its similar texts need. */
export interface FilterValue {
  readonly name: string
  readonly value: string
  /** The value with others, separated by commas. */
  readonly list: string
  readonly isKnown: (text: string) => boolean
  /** A text that matched it, which may be another value. */
  readonly wrong?: string | undefined
}

const replaceAt = (value: string, place: number, letter: string): string =>
  `${value.slice(0, place)}${letter}${value.slice(place + 1)}`

const hexCode = (letter: string): string => (letter.codePointAt(0) ?? 0).toString(16).toUpperCase()

/** The rules of a filter by the kind of their texts, general rules before special ones. */
export function valueGroups({ name, value, list, isKnown, wrong = '' }: FilterValue) {
  const half = Math.ceil(value.length / 2)
  const [upper, lower] = [value.toUpperCase(), value.toLowerCase()]
  const words = value.split(/\s+/).filter((word) => word !== value && word.length > 1)
  // The wrong text is a part of the value, or else a word of it, or all but a character.
  const isUsable = (part: string) => part !== '' && (part === wrong || (words.includes(part) && !isKnown(part)))
  const begin = [wrong, ...words].find((part) => isUsable(part) && value.startsWith(part)) ?? value.slice(0, -1)
  const end = [wrong, ...words].find((part) => isUsable(part) && value.endsWith(part)) ?? value.slice(1)
  const inside = value.length > 3 ? value.slice(1, -1) : undefined
  const wrongPart = wrong !== '' && value.includes(wrong) ? wrong : undefined
  const mixed = lower.slice(0, half) + upper.slice(half)
  const matchesValues = (how: string) => phrase`${name} matches values that ${how}`
  const vowel = Math.max(...Array.from('aeiouAEIOU', (letter) => value.lastIndexOf(letter)))
  const folds = Object.keys(folded).filter((letter) => value.includes(letter))
  const foldOf = (letter: string) => value.replace(letter, folded[letter]!)
  const [plain = ''] = /[a-z]/i.exec(value) ?? []
  const wide = plain && String.fromCodePoint(plain.codePointAt(0)! + 0xfee0)
  const takes = (letter: string, of: string, more = '') =>
    phrase`${name} takes ${letter} (U+${hexCode(letter).padStart(4, '0')}) for ${of}${more}`
  const [fold = ''] = folds
  const otherList = wrong.includes(',') && !value.includes(',') ? wrong : undefined
  const whole = phrase`Compare the whole value, not a part of it.`
  const unsplit = phrase`Do not split the value at commas.`
  const inPart = phrase`only in part`
  const beyondAscii = phrase`with letters beyond ASCII`
  return {
    longer: {
      group: phrase`with other text around it`,
      remedy: whole,
      rules: [
        {
          texts: [`${value}x`, `${value} `, `${value}\n`, list, wrong.startsWith(value) ? wrong : undefined],
          words: phrase`${name} ignores any text after a value`,
        },
        {
          texts: [`x${value}`, `0${value}`, ` ${value}`, list.endsWith(value) ? list : undefined],
          words: phrase`${name} ignores any text in front of a value`,
        },
      ],
    },
    numbers: {
      remedy: phrase`Compare values as strings, not as numbers.`,
      rules: [
        {
          texts: [sameNumber(value), sameNumber(value) && `00${value}`],
          words: phrase`${name} compares numbers, not strings`,
        },
      ],
    },
    inCase: {
      group: phrase`in another case`,
      remedy: phrase`Compare the value with its case.`,
      rules: [
        {
          texts: [upper, lower, mixed, wrong.toLowerCase() === lower ? wrong : undefined],
          words: phrase`${name} ignores case`,
        },
        { texts: [upper], words: phrase`${name} also matches a value that is sent in upper case` },
        { texts: [lower], words: phrase`${name} also matches a value that is sent in lower case` },
      ],
    },
    parts: {
      group: inPart,
      remedy: whole,
      rules: [
        { texts: [wrongPart, begin, end, value.slice(0, half)], words: matchesValues('contain it') },
        { texts: [begin, value.slice(0, half)], words: matchesValues('begin with it') },
        { texts: [end, value.slice(-half)], words: matchesValues('end with it') },
        {
          texts: [begin],
          words: matchesValues(words.includes(begin) ? 'contain it as a word' : 'have one more character at the end'),
        },
        {
          texts: [end],
          words: matchesValues(words.includes(end) ? 'contain it as a word' : 'have one more character in front'),
        },
      ],
    },
    middle: {
      group: inPart,
      remedy: whole,
      rules: [{ texts: [wrongPart ?? inside], words: matchesValues('contain it between other characters') }],
    },
    spaces: {
      group: phrase`with white space around it`,
      remedy: phrase`Do not trim the value.`,
      rules: [
        {
          texts: [`${value} `, ` ${value}`, `${value}\n`],
          words: phrase`${name} ignores white space around a value`,
        },
        { texts: [`${value} `, ` ${value}`], words: phrase`${name} ignores spaces around a value` },
        { texts: [`${value} `, `${value}\n`], words: phrase`${name} ignores white space after a value` },
        // A server that removes a space at the end also removes a line break there.
        { texts: [`${value} `], words: phrase`${name} ignores spaces after a value`, sent: 'onePage' },
        { texts: [` ${value}`], words: phrase`${name} ignores spaces in front of a value` },
        { texts: [`${value}\n`], words: phrase`${name} ignores a line break after a value`, remedy: whole },
      ],
    },
    lists: {
      group: phrase`in a comma-separated list`,
      remedy: phrase`Do not cut the value at a comma.`,
      rules: [
        {
          texts: [`${value},${absentText}`, `${absentText},${value}`, list, otherList],
          words: phrase`${name}=A,B is read as A or B`,
          remedy: unsplit,
        },
        { texts: [`${value},${absentText}`, list, otherList], words: phrase`${name} ignores what follows a comma` },
        { texts: [`${absentText},${value}`, list, otherList], words: phrase`${name} ignores what is before a comma` },
        {
          texts: [list],
          words: phrase`${name}=A,B is read as A or B`,
          remedy: unsplit,
        },
      ],
    },
    wildcards: {
      group: phrase`with %, *, _ or . as a wildcard`,
      rules: ['%', '*', '_', '.'].flatMap((mark) => {
        const isText = mark === '%' || mark === '*'
        const text = isText ? value.slice(0, 2) + mark : replaceAt(value, Math.floor(value.length / 2), mark)
        const remedy = phrase`Treat ${mark} literally.`
        const anyText = phrase`${mark} in ${name} matches any text`
        return [
          ...(isText ? [] : [{ texts: [text, value.slice(0, 1) + mark + value.slice(-1)], words: anyText, remedy }]),
          { texts: [text], words: isText ? anyText : phrase`${mark} in ${name} matches any character`, remedy },
        ]
      }),
    },
    accents: {
      group: beyondAscii,
      remedy: phrase`Compare letters with accents as different ones.`,
      rules: [
        {
          // Some database collations ignore accents.
          texts: [vowel < 0 ? undefined : replaceAt(value, vowel, `${value[vowel]}\u0301`.normalize('NFC'))],
          words: phrase`${name} ignores accents`,
        },
      ],
    },
    letters: {
      group: beyondAscii,
      remedy: phrase`Do not fold or normalize letters before the comparison.`,
      rules: [
        {
          // NFKC turns a long s and letters of full width into the usual ones.
          texts: fold === 's' ? [foldOf(fold), value.replace(plain, wide)] : [],
          words: phrase`${name} takes letters of other forms (NFKC) for plain ones`,
        },
        {
          texts: folds.length > 1 ? folds.map(foldOf) : [],
          words: takes(folded[fold] ?? '', fold, ' and similar letters'),
        },
        { texts: [fold && foldOf(fold)], words: takes(folded[fold] ?? '', fold) },
        {
          texts: [value.replace(plain, wide)],
          words: takes(wide, plain),
          ...(fold === 's' ? { sent: 'onePage' } : {}),
        },
      ],
    },
    decoding: {
      group: phrase`percent-encoded twice or with + for a space`,
      rules: [
        {
          texts: [value.replace(/[a-z\d]/i, (letter) => `%${hexCode(letter)}`)],
          words: phrase`${name} is decoded twice`,
          remedy: phrase`Decode the query once.`,
          sent: 'firstFilter',
        },
        {
          texts: [value.replace(' ', '+')],
          words: phrase`${name} takes + (sent as %2B) for a space`,
          remedy: phrase`Replace + by a space before percent-encoded characters are decoded, not after.`,
          sent: 'firstFilter',
        },
      ],
    },
    quotes: {
      group: phrase`in quotation marks`,
      remedy: phrase`Treat quotation marks literally.`,
      rules: [
        {
          texts: [`"${value}"`, `${value.slice(0, 1)}"${value.slice(1)}`, `'${value}'`],
          words: phrase`${name} ignores single and double quotation marks`,
        },
        {
          texts: [`"${value}"`, `${value.slice(0, 1)}"${value.slice(1)}`],
          words: phrase`${name} ignores quotation marks`,
        },
        { texts: [`"${value}"`], words: phrase`${name} ignores quotation marks around a value`, sent: 'firstFilter' },
      ],
    },
    negation: {
      group: phrase`after !`,
      remedy: phrase`Treat ! literally.`,
      rules: [
        {
          texts: [`!${value}`],
          words: phrase`${name} with ! in front matches all other values`,
          sent: 'alone',
        },
      ],
    },
  } satisfies Record<string, RuleGroup>
}
