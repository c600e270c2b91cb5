import { didYouMean } from './nearest.ts'
import { EmulatorError } from './emulator-error.ts'
import { isObject } from './is-object.ts'

/** Every member of a type, by name. A missing member does not compile. */
export type NamesOf<Options> = { readonly [Name in keyof Required<Options>]: unknown }

/**
 * The rest of an object after each member has been taken, as in `const { a, b, ...unread } = options`. The line
 * `unread satisfies Nothing` does not compile while a member is left.
 */
export type NoMembers = Readonly<Record<string, never>>

/**
 * Refuses unknown options. TypeScript finds a misspelt option; in plain JavaScript it would be ignored silently.
 * @param what The subject of the message, such as `createEmulator`.
 * @param advice A last sentence, about names that callers often confuse with a member.
 * @throws EmulatorError `invalid_option`, which names the nearest option and all known ones.
 */
export function assertMembers<Options extends object>(
  what: string,
  options: Options,
  names: NamesOf<Options>,
  advice = '',
): void {
  const known = Object.keys(names)
  const all = known.join(', ')
  if (!isObject(options))
    throw new EmulatorError(
      'invalid_option',
      `${what} takes an object with any of ${all}; got ${describeValue(options)}.`,
    )
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const hint = didYouMean(unknown, known)
  const last = advice === '' ? '' : ` ${advice}`
  throw new EmulatorError(
    'invalid_option',
    `${what} does not take ${JSON.stringify(unknown)}${hint} It takes ${all}.${last}`,
  )
}

function describeValue(value: unknown): string {
  return Array.isArray(value) ? 'a list' : (JSON.stringify(value) ?? String(value))
}

/** @throws EmulatorError `invalid_option` when the value is not a list. */
export function assertListOption(what: string, value: unknown): void {
  if (!Array.isArray(value))
    throw new EmulatorError(
      'invalid_option',
      `${what} must be a list; got ${JSON.stringify(value) ?? String(value)}. ${value === null ? 'Give [] for none.' : 'Put it in brackets.'}`,
    )
}

/**
 * Refuses an argument that is not an emulator, such as options in first place.
 * @throws EmulatorError `invalid_option`
 */
export function assertEmulator(what: string, emulator: unknown, place: 'first' | 'second' = 'first'): void {
  if (isObject(emulator) && typeof emulator['fetch'] === 'function') return
  throw new EmulatorError(
    'invalid_option',
    `${what} takes an emulator, from createEmulator(), as its ${place} argument; got ${describeValue(emulator)}.`,
  )
}
