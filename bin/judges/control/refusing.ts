import type { isKitError } from '../../../conformance/kit-error.ts'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import { sentence } from '../../usage-error.ts'

/** The parts of the kit that were loaded. */
interface LoadedKit {
  readonly isKitError: typeof isKitError
}

/** Does some work of the kit. What the kit refuses is a fault of the request. @throws ApiError `refused`. */
export function refusing<Value>({ isKitError }: LoadedKit, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (isKitError(error)) throw new ApiError('refused', sentence(error.message))
    throw error
  }
}
