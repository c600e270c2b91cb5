// Refusals by the endpoints of the judges.
import { isKitError } from '../../../conformance/kit-error.ts'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import type { ControlContext } from '../../../emulator/control/define-control.ts'
import { shortJson } from '../../../emulator/tools/short-text.ts'
import { endSentence } from '../../usage-error.ts'

/** Runs work of the kit, whose errors are errors of the request. @throws ApiError `refused`. */
export function refusing<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (isKitError(error)) throw new ApiError('refused', endSentence(error.message))
    throw error
  }
}

/**
 * Refuses pages of other origins, even those that may use the rest of the control API.
 * @param what The refused action, such as `start and stop runs`.
 * @throws ApiError
 */
export function assertSameOrigin({ request, origin: asked, baseUrl }: ControlContext, what: string): void {
  const origin = request.headers.get('origin')
  const origins = [asked, baseUrl].map((url) => new URL(url).origin)
  if (origin === null || origins.includes(origin)) return
  throw new ApiError(
    'forbidden',
    `Only the emulator's own pages and programs may ${what}; got a request of ${shortJson(origin)}.`,
    { code: 'foreign_origin' },
  )
}
