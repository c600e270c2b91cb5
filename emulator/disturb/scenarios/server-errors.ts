import { ApiError } from '../../api/dialect/api-error.ts'
import { codeOfStatus } from '../../api/dialect/error-codes.ts'
import { asksForNextPage, defineScenario, isServed, type Scenario, whenever } from './scenario.ts'

const status = 503

function fail(): never {
  throw new ApiError('fault', 'The service is unavailable. Try again later.', { status, code: codeOfStatus(status) })
}

/** Fails every request. */
export const serverErrorLasts: Scenario = defineScenario({
  name: 'server-error-lasts',
  clause: '7',
  description:
    'Every request with valid credentials is answered with 503, however often it is sent, and changes nothing. The token endpoint works.',
  begin: () => whenever(isServed, fail),
})

/** Fails every page but the first. */
export const serverErrorLastsMidWalk: Scenario = defineScenario({
  name: 'server-error-lasts-mid-walk',
  clause: '7',
  description: 'Every request with a cursor is answered with 503, however often it is sent. First pages are served.',
  begin: () => whenever((routed) => asksForNextPage(routed) && isServed(routed), fail),
})
