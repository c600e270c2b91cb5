/** A way to malform an id. */
export interface MalformedForm {
  readonly what: string
  /** The fault that it has in common with other forms. */
  readonly group?: string | undefined
  /** Creates the malformed id from a well-formed bare one and a prefix with its underscore. */
  readonly make: (bare: string, prefix: string) => string
  /** True if it differs from a prefixed id, not from a bare one, in one respect. */
  readonly isPrefixed: boolean
  /**
   * True for the most common faults of id parsers: a missing anchor, a length, case, too many characters allowed, a
   * loose prefix.
   */
  readonly isUsual: boolean
}

const replaceMiddle = (bare: string, character: string) => `${bare.slice(0, 13)}${character}${bare.slice(14)}`

const idForm =
  (isUsual: boolean, isPrefixed: boolean) =>
  (what: string, make: MalformedForm['make'], group?: string): MalformedForm => ({
    what,
    group,
    make,
    isUsual,
    isPrefixed,
  })

const usual = idForm(true, false)
const usualPrefixed = idForm(true, true)
const rare = idForm(false, false)
const rarePrefixed = idForm(false, true)

/** All ways to malform an id (clause 2.1). Adjacent ones differ in kind. */
export const malformedIds: readonly MalformedForm[] = [
  usual('an id of 26 characters', (bare) => bare.slice(0, 26), 'with a missing character'),
  usualPrefixed('an upper-case prefix', (bare, prefix) => prefix.toUpperCase() + bare),
  usual('an id with a hyphen in it', (bare) => replaceMiddle(bare, '-'), 'with a hyphen'),
  usualPrefixed(
    '26 characters after a prefix',
    (bare, prefix) => prefix + bare.slice(0, 26),
    'with a missing character',
  ),
  usual('an id of 28 characters', (bare) => `${bare}0`, 'with a further character'),
  usualPrefixed('two prefixes', (bare, prefix) => prefix + prefix + bare),
  rare('an id with an underscore in it', (bare) => replaceMiddle(bare, '_'), 'with an underscore'),
  rarePrefixed('a prefix of four letters', (bare, prefix) => `${prefix.slice(0, 3)}s_${bare}`),
  usual('an id followed by a line end', (bare) => `${bare}\n`, 'with a line end'),
  usualPrefixed('28 characters after a prefix', (bare, prefix) => `${prefix}${bare}0`, 'with a further character'),
  usual('an id with a digit beyond 0-9 in it', (bare) => replaceMiddle(bare, '٣')),
  usualPrefixed('a prefix without an underscore', (bare, prefix) => prefix.slice(0, 3) + bare),
  rare('an underscore before an id', (bare) => `_${bare}`, 'with an underscore'),
  usualPrefixed('a prefix with a hyphen instead of the underscore', (bare, prefix) => `${prefix.slice(0, 3)}-${bare}`),
  rare('an id followed by a blank', (bare) => `${bare} `, 'with a blank'),
  rarePrefixed('a prefix of two letters', (bare, prefix) => `${prefix.slice(0, 2)}_${bare}`),
  rare('a blank before an id', (bare) => ` ${bare}`, 'with a blank'),
  rarePrefixed(
    'an id with a hyphen after a prefix',
    (bare, prefix) => prefix + replaceMiddle(bare, '-'),
    'with a hyphen',
  ),
  usual('a number', () => '4711'),
  rarePrefixed('a prefix with a digit in it', (bare, prefix) => `${prefix.slice(0, 2)}1_${bare}`),
  rare('a line end before an id', (bare) => `\n${bare}`, 'with a line end'),
  rarePrefixed('a prefixed id followed by a line end', (bare, prefix) => `${prefix}${bare}\n`, 'with a line end'),
  rare('an id with a line end in it', (bare) => replaceMiddle(bare, '\n'), 'with a line end'),
  rarePrefixed('a prefix without an id', (_bare, prefix) => prefix),
  rare('an id twice in a row', (bare) => bare + bare),
  rarePrefixed(
    'an id with a letter beyond A-Z and a-z after a prefix',
    (bare, prefix) => prefix + replaceMiddle(bare, 'é'),
  ),
  rare('an id with a dot in it', (bare) => replaceMiddle(bare, '.')),
  rarePrefixed('a prefixed id followed by a blank', (bare, prefix) => `${prefix}${bare} `, 'with a blank'),
]
