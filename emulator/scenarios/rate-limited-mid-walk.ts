import { ApiError } from '../dialect/api-error.ts'
import { defineScenario, asksForNextPage, once, type Scenario } from './scenario.ts'

/** In seconds. */
const wait = '1'

/** Refuses one request with 429 while a client walks a list. */
export const rateLimitedMidWalk: Scenario = defineScenario({
  name: 'rate-limited-mid-walk',
  clause: '8',
  description:
    'The first request with a cursor is answered with 429 and Retry-After: 1. The same request then succeeds.',
  begin: () =>
    once(asksForNextPage, () => {
      throw new ApiError('rateLimited', `Too many requests. Try again in ${wait} second.`, {
        headers: { 'Retry-After': wait },
      })
    }),
})
