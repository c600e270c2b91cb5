import { EmulatorError } from '../../tools/emulator-error.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { shortJson } from '../../tools/short-text.ts'

/** Adds the index of a record to its error. */
export function atIndex({ code, message, details }: EmulatorError, index: number): EmulatorError {
  return new EmulatorError(code, `Record ${index}: ${message} Nothing was created.`, {
    details: details.map((detail) => ({ ...detail, at: `/${index}${detail.at}` })),
  })
}

/** The error for a member that the records of a collection do not have. */
export function unknownMember(name: string, collection: string, known: readonly string[]): EmulatorError {
  const hint = didYouMean(name, known)
  return new EmulatorError(
    'invalid_record',
    `${collection} has no member ${shortJson(name)}${hint} The members are ${known.join(', ')}.`,
    { details: [{ at: `/${name}`, message: 'is not known' }] },
  )
}
