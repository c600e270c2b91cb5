import type { SchemaFault } from './json-schema.ts'

/** What went wrong: the kinds of an `EmulatorError`. */
export type EmulatorErrorCode =
  /** An option or argument that cannot be taken, or that does not exist. */
  | 'invalid_option'
  /** A text or number that is not a time or a duration. */
  | 'invalid_time'
  /** A time that the clock cannot move to: it lies in the past, or beyond the last one. */
  | 'clock_out_of_range'
  | 'unknown_convention'
  | 'invalid_convention'
  | 'unknown_operation'
  | 'unknown_scenario'
  | 'unknown_deviation'
  | 'invalid_deviation'
  | 'invalid_fault'
  | 'invalid_adapter'
  /** A fixture file, a seed or a snapshot that no world can begin with. */
  | 'invalid_seed'
  | 'invalid_world_name'
  | 'unknown_world'
  /** The default world can be reset, but not dropped. */
  | 'default_world'
  | 'unknown_collection'
  /** A collection whose records only the endpoints of the API change. */
  | 'read_only_collection'
  | 'unknown_record'
  | 'invalid_record'
  /** A record whose place another one has. */
  | 'record_conflict'
  /** The journal holds other requests than a test expected. */
  | 'unexpected_requests'
  | 'port_taken'
  | 'port_forbidden'
  | 'unknown_host'
  /** The server cannot listen, for another reason than these three. */
  | 'cannot_listen'
  /** An optional package that this needs is not installed. */
  | 'missing_package'

/**
 * What the TypeScript API tells its caller: something cannot be done as asked. The message says what was expected, what
 * came and what to do. Code that handles some kinds compares `code`.
 */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError'
  /** What went wrong; programs tell errors apart by it. */
  readonly code: EmulatorErrorCode
  /** Where several things can be wrong, as in a record: each with its place. */
  readonly details: readonly SchemaFault[]

  constructor(
    code: EmulatorErrorCode,
    message: string,
    { details = [], cause }: { readonly details?: readonly SchemaFault[]; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.details = details
  }
}
