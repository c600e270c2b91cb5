import type { Middleware } from '../../model/contract/request-context.ts'
import { ApiError } from '../../api/dialect/api-error.ts'
import { codeOfStatus } from '../../api/dialect/error-codes.ts'
import { asksForNextPage, acceptsCredentials, whenever } from './scenario.ts'

const status = 503

function fail(): never {
  throw new ApiError('fault', 'The service is unavailable. Try again later.', { status, code: codeOfStatus(status) })
}

/** Failures that last. */
export const serverErrors = {
  title: 'Try again later',
  scenarios: {
    'server-error-lasts': {
      clause: '7',
      description:
        'Every request with valid credentials is answered with 503, however often it is sent, and changes nothing. The token endpoint works.',
      begin: (): Middleware => whenever(acceptsCredentials, fail),
    },
    'server-error-lasts-mid-walk': {
      clause: '7',
      description:
        'Every request with a cursor is answered with 503, however often it is sent. First pages are served.',
      begin: (): Middleware => whenever((context) => asksForNextPage(context) && acceptsCredentials(context), fail),
    },
  },
}
