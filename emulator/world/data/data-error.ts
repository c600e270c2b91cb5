import type { RefusalDetail } from '../../contract/refusal.ts'
import { nearest } from '../../tools/nearest.ts'

/** What was wrong with a request for data: the kinds of a `DataError`. */
export type DataFault = 'unknownCollection' | 'readOnly' | 'unknown' | 'invalid' | 'conflict'

/** Thrown when data cannot be read or arranged as asked. The message says what was expected, what came and what to do. */
export class DataError extends Error {
  override readonly name = 'DataError'
  readonly fault: DataFault
  readonly details: readonly RefusalDetail[]

  constructor(fault: DataFault, message: string, details: readonly RefusalDetail[] = []) {
    super(message)
    this.fault = fault
    this.details = details
  }

  /** The same error of one record among several. */
  at(index: number): DataError {
    return new DataError(
      this.fault,
      `Record ${index}: ${this.message} Nothing was created.`,
      this.details.map((detail) => ({ ...detail, at: `/${index}${detail.at}` })),
    )
  }
}

/** The refusal of a member that records of a collection do not have. */
export function unknownMember(name: string, collection: string, known: readonly string[]): DataError {
  const hint = nearest(name, known)
  return new DataError(
    'invalid',
    `${JSON.stringify(name)} is no member of ${collection}${hint ? `; did you mean ${hint}?` : '.'} The members are ${known.join(', ')}.`,
    [{ at: `/${name}`, message: 'is not known' }],
  )
}
