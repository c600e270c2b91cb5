/** The code of a `KitError`. */
export type KitErrorCode =
  /** `only` or `skip` matches nothing, or leaves no check: a typo must not empty a run. */
  | 'invalid_selection'
  /** A target file cannot be used. The message names the place, the expected value and the one found. */
  | 'invalid_target_file'
  /** A function of a driver has a name that resembles that of a task. */
  | 'invalid_driver'
  /** A baseline cannot be used. */
  | 'invalid_baseline'
  /** A string is not a JSON report. */
  | 'invalid_report'
  /** A directory is not a bundle of reports. */
  | 'invalid_bundle'
  /** A directory is not a twin of a service that this version wrote. */
  | 'invalid_twin'
  /** Recorded traffic shows nothing about a service. */
  | 'invalid_recording'
  /** A quick run proves no conformance, so there is no bundle of it. */
  | 'quick_run'
  /** No requirement and no check has this id. */
  | 'unknown_id'
  /** The ledger cannot be written, so nothing may be created that could not be deleted later. */
  | 'ledger_unwritable'
  /** The target sends no complete response: there is no connection, or it breaks each time. */
  | 'unreachable'
  /** One request took longer than the timeout. */
  | 'timed_out'
  /** The connection broke in the middle of a body. */
  | 'broken_body'

/**
 * An error for the caller of the kit, which cannot do what was requested. It says nothing about the target's
 * conformance.
 */
export class KitError extends Error {
  override readonly name = 'KitError'
  /** The code by which programs distinguish errors. */
  readonly code: KitErrorCode
  /** The faulty option, if there is one: the message begins with its name. */
  readonly option: string | undefined

  constructor(code: KitErrorCode, message: string, options: ErrorOptions & { readonly option?: string } = {}) {
    super(message, options)
    this.code = code
    this.option = options.option
  }
}

/** Returns true if an error is a `KitError`, with this code if one is named. */
export function isKitError(error: unknown, code?: KitErrorCode): error is KitError {
  return error instanceof KitError && (code === undefined || error.code === code)
}
