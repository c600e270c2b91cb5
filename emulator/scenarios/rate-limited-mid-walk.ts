import { ApiError } from '../dialect/api-error.ts'
import { defineScenario, asksForNextPage, once, type Scenario } from './scenario.ts'

/** Seconds. */
const wait = '1'

export const rateLimitedMidWalk: Scenario = defineScenario({
  name: 'rate-limited-mid-walk',
  clause: '8',
  description:
    'The first request for a further page of a list is answered with 429 and Retry-After: 1; the same request then succeeds.',
  begin: () =>
    once(asksForNextPage, () => {
      throw new ApiError('rateLimited', `Too many requests came; try again in ${wait} second.`, {
        headers: { 'Retry-After': wait },
      })
    }),
})
