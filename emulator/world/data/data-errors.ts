import { EmulatorError } from '../../tools/emulator-error.ts'
import { didYouMean } from '../../tools/nearest.ts'

/** The same error of one record among several. */
export function atIndex({ code, message, details }: EmulatorError, index: number): EmulatorError {
  return new EmulatorError(code, `Record ${index}: ${message} Nothing was created.`, {
    details: details.map((detail) => ({ ...detail, at: `/${index}${detail.at}` })),
  })
}

/** The error for a member that records of a collection do not have. */
export function unknownMember(name: string, collection: string, known: readonly string[]): EmulatorError {
  const hint = didYouMean(name, known)
  return new EmulatorError(
    'invalid_record',
    `${JSON.stringify(name)} is no member of ${collection}${hint} The members are ${known.join(', ')}.`,
    { details: [{ at: `/${name}`, message: 'is not known' }] },
  )
}
