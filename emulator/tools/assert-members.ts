import { didYouMean } from './nearest.ts'
import { EmulatorError } from './emulator-error.ts'

/** Every member of a type, by name. A member that is left out does not compile. */
export type NamesOf<Options> = { readonly [Name in keyof Required<Options>]: true }

/**
 * What is left of an object once each member has been taken, as in `const { a, b, ...unread } = options`. The line
 * `unread satisfies Nothing` does not compile while a member is left.
 */
export type Nothing = Readonly<Record<string, never>>

/**
 * Refuses options that would be ignored without a word: TypeScript finds a misspelt one, JavaScript does not.
 * @param what What they are given to, as the message begins.
 * @throws EmulatorError `invalid_option`, which names the nearest option and all there are.
 */
export function assertMembers<Options extends object>(what: string, given: Options, names: NamesOf<Options>): void {
  const known = Object.keys(names)
  const all = known.join(', ')
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new EmulatorError(
      'invalid_option',
      `${what} takes an object with any of ${all}; got ${given === null ? 'null' : Array.isArray(given) ? 'a list' : JSON.stringify(given)}.`,
    )
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const hint = didYouMean(unknown, known)
  throw new EmulatorError('invalid_option', `${what} takes no ${JSON.stringify(unknown)}${hint} It takes ${all}.`)
}

/** @throws EmulatorError `invalid_option` for anything but a list. */
export function assertList(what: string, given: unknown): void {
  if (!Array.isArray(given))
    throw new EmulatorError(
      'invalid_option',
      `${what} must be a list; got ${JSON.stringify(given) ?? String(given)}. Put it in brackets.`,
    )
}
