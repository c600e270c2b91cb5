import { EmulatorError } from '../../tools/emulator-error.ts'
import type { Faults } from '../../tools/json-schema.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { shortJson } from '../../tools/short-text.ts'

/** The error for an invalid record, member or selection of records. */
export function invalidRecord(message: string, details: Faults = []): EmulatorError {
  return new EmulatorError('invalid_record', message, { details })
}

/** Adds the index of a record to its error. */
export function atIndex({ code, message, details }: EmulatorError, index: number): EmulatorError {
  return new EmulatorError(code, `Record ${index}: ${message} Nothing was created.`, {
    details: details.map((detail) => ({ ...detail, at: `/${index}${detail.at}` })),
  })
}

/** The error for a member that the records of a collection do not have. */
export function unknownMember(name: string, collection: string, known: readonly string[]): EmulatorError {
  const hint = didYouMean(name, known)
  return invalidRecord(`${collection} has no member ${shortJson(name)}${hint} The members are ${known.join(', ')}.`, [
    { at: `/${name}`, message: 'is not known' },
  ])
}
