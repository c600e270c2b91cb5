// Requests that are refused once and then succeed.
import type { RoutedRequest } from '../../model/contract/routed-request.ts'
import { ApiError } from '../../api/dialect/api-error.ts'
import { codeOfStatus } from '../../api/dialect/error-codes.ts'
import { asksForNextPage, defineScenario, isServed, once, type PlainScenario, type Scenario } from './scenario.ts'

/** The seconds that `Retry-After` says, and the least that a date is ahead: a client's usual second is too short. */
const wait = { seconds: 1, date: 2, minutes: 180 } as const

/** A request that is refused once. */
interface RefusedOnce extends Pick<PlainScenario, 'name' | 'description'> {
  readonly clause: string
  readonly status: 429 | 503
  /** The form of Retry-After. */
  readonly until: keyof typeof wait
  readonly applies: (routed: RoutedRequest) => boolean
}

const rows: readonly RefusedOnce[] = [
  {
    name: 'rate-limited-mid-walk',
    description:
      'The first request with a cursor is answered with 429 and Retry-After: 1. The same request then succeeds.',
    clause: '8',
    status: 429,
    until: 'seconds',
    applies: asksForNextPage,
  },
  {
    name: 'rate-limited-once',
    description:
      'The first request with valid credentials is answered with 429 and Retry-After: 1. It changes nothing, and succeeds when it is sent again.',
    clause: '8',
    status: 429,
    until: 'seconds',
    applies: isServed,
  },
  {
    name: 'rate-limited-until-date',
    description:
      'As rate-limited-once, but Retry-After is a date, two to three seconds after the time of the world, which Date tells.',
    clause: '8',
    status: 429,
    until: 'date',
    applies: isServed,
  },
  {
    name: 'rate-limited-for-minutes',
    description: `As rate-limited-once, but with Retry-After: ${wait.minutes}.`,
    clause: '8',
    status: 429,
    until: 'minutes',
    applies: isServed,
  },
  {
    name: 'unavailable-once',
    description:
      'The first request with valid credentials is answered with 503 and Retry-After: 1. It changes nothing, and succeeds when it is sent again.',
    clause: '7',
    status: 503,
    until: 'seconds',
    applies: isServed,
  },
  {
    name: 'unavailable-until-date',
    description:
      'As unavailable-once, but Retry-After is a date, two to three seconds ahead of the time of the world, which Date tells.',
    clause: '7',
    status: 503,
    until: 'date',
    applies: isServed,
  },
]

function headersOf(until: RefusedOnce['until'], now: number): Readonly<Record<string, string>> {
  if (until !== 'date') return { 'Retry-After': String(wait[until]) }
  const date = Math.ceil(now / 1000 + wait.date) * 1000
  return { 'Retry-After': new Date(date).toUTCString(), Date: new Date(now).toUTCString() }
}

/** Scenarios that refuse one request. */
export const refusalsOnce: readonly Scenario[] = rows.map(({ name, description, clause, status, until, applies }) =>
  defineScenario({
    name,
    clause,
    description,
    begin: () =>
      once(applies, ({ world }) => {
        const what = status === 429 ? 'Too many requests.' : 'The service is unavailable.'
        const message = `${what} Try again in ${wait[until]} second${wait[until] === 1 ? '' : 's'}.`
        const headers = headersOf(until, world.clock.now())
        throw status === 429
          ? new ApiError('rateLimited', message, { headers })
          : new ApiError('fault', message, { status, code: codeOfStatus(status), headers })
      }),
  }),
)
