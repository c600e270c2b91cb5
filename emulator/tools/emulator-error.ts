import type { SchemaFault } from './json-schema.ts'

/** The kinds of `EmulatorError`. */
export type EmulatorErrorCode =
  /** An option or argument that is not valid, or does not exist. */
  | 'invalid_option'
  /** A value that is not a time or a duration. */
  | 'invalid_time'
  /** A time in the past of the clock, or beyond the last time that it can show. */
  | 'clock_out_of_range'
  | 'unknown_convention'
  | 'invalid_convention'
  | 'unknown_operation'
  | 'unknown_scenario'
  | 'unknown_deviation'
  | 'invalid_deviation'
  | 'invalid_fault'
  | 'invalid_adapter'
  /** A fixture file, seed or snapshot that cannot be loaded. */
  | 'invalid_seed'
  | 'invalid_world_name'
  | 'unknown_world'
  /** A world that was the least recently used of too many, or unused for too long. */
  | 'world_evicted'
  /** Requests are under way in as many worlds as the emulator keeps. */
  | 'too_many_worlds'
  /** The worlds have reached the memory limit. */
  | 'memory_full'
  /** The default world can be reset, but not dropped. */
  | 'default_world'
  | 'unknown_collection'
  /** A collection that only the endpoints of the API can change. */
  | 'read_only_collection'
  | 'unknown_record'
  | 'invalid_record'
  /** A record whose id or configuration scope belongs to another record. */
  | 'record_conflict'
  /** The journal does not hold the requests that a test expected. */
  | 'unexpected_requests'
  | 'port_taken'
  | 'port_forbidden'
  | 'unknown_host'
  /** The server cannot listen for any other reason. */
  | 'cannot_listen'
  /** A data file that is damaged, foreign, newer or in use. */
  | 'unusable_data_file'
  /** A directory that is not a twin, or an invalid file in it. */
  | 'unusable_twin'
  /** A change that could not be stored, as on a full disk. It was undone. */
  | 'not_stored'
  /** A case that is damaged, or a file that is not a case. */
  | 'invalid_case'
  /** A case of another version of the emulator. */
  | 'case_version'
  /** The data of the worlds are too much for a case. */
  | 'case_too_large'
  /** A case that needs adapters or data that it was opened without. */
  | 'case_incomplete'
  /** An optional package that the feature needs is not installed. */
  | 'missing_package'
  /** The environment lacks a global that the emulator needs, such as `Request`. */
  | 'missing_globals'

/**
 * The error that the TypeScript API throws for wrong usage. The message says what was expected, what was given and
 * what to do. Compare `code` to handle one kind.
 */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError'
  /** The kind of error, for programs. */
  readonly code: EmulatorErrorCode
  /** Every fault with its place, if a value such as a record can have several. */
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
