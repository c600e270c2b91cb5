/** One way to malform an id. */
export interface MalformedClass {
  readonly what: string
  /** Makes the malformed id from a well-formed bare one and a prefix with its underscore. */
  readonly make: (bare: string, prefix: string) => string
}

/** Ways to malform an id, by name. Neighbours differ in kind. */
type Classes<Name extends string> = Readonly<Record<Name, MalformedClass>>

const replaced = (bare: string, character: string) => `${bare.slice(0, 13)}${character}${bare.slice(14)}`

/** The names of the ways to malform a bare id. */
export type BareClass =
  | 'short'
  | 'hyphen'
  | 'underscore-front'
  | 'blank-behind'
  | 'long'
  | 'underscore'
  | 'blank-front'
  | 'number'
  | 'non-ascii'
  | 'line-end'
  | 'line-front'
  | 'line-within'
  | 'overlong'
  | 'dot'

/** Malformed ids that differ from a bare one in one thing. */
export const malformedBare: Classes<BareClass> = {
  short: { what: 'an id of 26 characters', make: (bare) => bare.slice(0, 26) },
  hyphen: { what: 'an id with a hyphen in it', make: (bare) => replaced(bare, '-') },
  'underscore-front': { what: 'an underscore before an id', make: (bare) => `_${bare}` },
  'blank-behind': { what: 'an id followed by a blank', make: (bare) => `${bare} ` },
  long: { what: 'an id of 28 characters', make: (bare) => `${bare}0` },
  underscore: { what: 'an id with an underscore in it', make: (bare) => replaced(bare, '_') },
  'blank-front': { what: 'a blank before an id', make: (bare) => ` ${bare}` },
  number: { what: 'a number', make: () => '4711' },
  'non-ascii': { what: 'an id with a letter beyond A-Z and a-z in it', make: (bare) => replaced(bare, 'é') },
  'line-end': { what: 'an id followed by a line end', make: (bare) => `${bare}\n` },
  'line-front': { what: 'a line end before an id', make: (bare) => `\n${bare}` },
  'line-within': { what: 'an id with a line end in it', make: (bare) => replaced(bare, '\n') },
  overlong: { what: 'an id twice in a row', make: (bare) => bare + bare },
  dot: { what: 'an id with a dot in it', make: (bare) => replaced(bare, '.') },
}

/** The names of the ways to malform a prefixed id. */
export type PrefixedClass =
  | 'upper-case-prefix'
  | 'prefixed-short'
  | 'two-prefixes'
  | 'other-separator'
  | 'prefixed-long'
  | 'two-letter-prefix'
  | 'no-underscore'
  | 'prefixed-hyphen'
  | 'four-letter-prefix'
  | 'digit-prefix'
  | 'prefixed-line-end'
  | 'prefix-alone'
  | 'prefixed-non-ascii'
  | 'prefixed-blank-behind'

/** Malformed ids that differ from a prefixed one in one thing. */
export const malformedPrefixed: Classes<PrefixedClass> = {
  'upper-case-prefix': { what: 'an upper-case prefix', make: (bare, prefix) => prefix.toUpperCase() + bare },
  'prefixed-short': { what: '26 characters after a prefix', make: (bare, prefix) => prefix + bare.slice(0, 26) },
  'two-prefixes': { what: 'two prefixes', make: (bare, prefix) => prefix + prefix + bare },
  'other-separator': {
    what: 'a prefix with a hyphen instead of the underscore',
    make: (bare, prefix) => `${prefix.slice(0, 3)}-${bare}`,
  },
  'prefixed-long': { what: '28 characters after a prefix', make: (bare, prefix) => `${prefix}${bare}0` },
  'two-letter-prefix': { what: 'a prefix of two letters', make: (bare, prefix) => `${prefix.slice(0, 2)}_${bare}` },
  'no-underscore': { what: 'a prefix without an underscore', make: (bare, prefix) => prefix.slice(0, 3) + bare },
  'prefixed-hyphen': {
    what: 'an id with a hyphen after a prefix',
    make: (bare, prefix) => prefix + replaced(bare, '-'),
  },
  'four-letter-prefix': { what: 'a prefix of four letters', make: (bare, prefix) => `${prefix.slice(0, 3)}s_${bare}` },
  'digit-prefix': { what: 'a prefix with a digit in it', make: (bare, prefix) => `${prefix.slice(0, 2)}1_${bare}` },
  'prefixed-line-end': { what: 'a prefixed id followed by a line end', make: (bare, prefix) => `${prefix}${bare}\n` },
  'prefix-alone': { what: 'a prefix without an id', make: (_bare, prefix) => prefix },
  'prefixed-non-ascii': {
    what: 'an id with a letter beyond A-Z and a-z after a prefix',
    make: (bare, prefix) => prefix + replaced(bare, 'é'),
  },
  'prefixed-blank-behind': { what: 'a prefixed id followed by a blank', make: (bare, prefix) => `${prefix}${bare} ` },
}

/** Every way to malform an id. */
export const malformedIds: Classes<BareClass | PrefixedClass> = { ...malformedBare, ...malformedPrefixed }
