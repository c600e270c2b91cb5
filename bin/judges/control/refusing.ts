import type { isKitError } from '../../../conformance/kit-error.ts'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import { sentence } from '../../usage-error.ts'

/** The loaded parts of the kit. */
interface LoadedKit {
  readonly isKitError: typeof isKitError
}

/** Runs work of the kit, whose errors are errors of the request. @throws ApiError `refused`. */
export function refusing<Value>({ isKitError }: LoadedKit, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (isKitError(error)) throw new ApiError('refused', sentence(error.message))
    throw error
  }
}
