import { EmulatorError } from '../tools/emulator-error.ts'

/** How much a journal keeps. The oldest requests are dropped first. */
export interface JournalLimits {
  /** The number of requests to keep. 0 keeps none. Default: 1000. */
  readonly entries?: number | undefined
  /** The approximate number of bytes of URLs, headers and bodies to keep. Default: 4 MiB. */
  readonly bytes?: number | undefined
}

/** @throws EmulatorError `invalid_option` for a limit that is not a whole number of at least 0. */
export function readLimit(name: string, limit: number): number {
  if (Number.isSafeInteger(limit) && limit >= 0) return limit
  throw new EmulatorError(
    'invalid_option',
    `requests.${name} must be a whole number of at least 0; got ${String(limit)}.`,
  )
}
