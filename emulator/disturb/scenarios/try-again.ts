import type { Middleware, RoutedContext } from '../../model/contract/request-context.ts'
import { ApiError } from '../../api/dialect/api-error.ts'
import { codeOfStatus } from '../../api/dialect/error-codes.ts'
import { acceptsCredentials, asksForNextPage, actOnFirst, actOnEvery } from './scenario.ts'

/** The seconds that `Retry-After` says, and the least that a date is ahead: a client's usual second is too short. */
const wait = { seconds: 1, date: 2, minutes: 180 } as const

/** The form of Retry-After. */
type Until = keyof typeof wait

function retryHeaders(until: Until, now: number): Readonly<Record<string, string>> {
  if (until !== 'date') return { 'Retry-After': String(wait[until]) }
  const date = Math.ceil(now / 1000 + wait.date) * 1000
  return { 'Retry-After': new Date(date).toUTCString(), Date: new Date(now).toUTCString() }
}

/** Refuses the first request that it applies to. */
function refuseOnce(status: 429 | 503, until: Until, applies: (context: RoutedContext) => boolean): Middleware {
  return actOnFirst(applies, ({ world }) => {
    const what = status === 429 ? 'Too many requests.' : 'The service is unavailable.'
    const message = `${what} Try again in ${wait[until]} second${wait[until] === 1 ? '' : 's'}.`
    const headers = retryHeaders(until, world.clock.now())
    throw status === 429
      ? new ApiError('rateLimited', message, { headers })
      : new ApiError('fault', message, { status, code: codeOfStatus(status), headers })
  })
}

function refuseTemporarily(): never {
  const message = 'The service is unavailable. Try again later.'
  throw new ApiError('fault', message, { status: 503, code: codeOfStatus(503) })
}

/** Scenarios in which requests are refused, once or for good. */
export const tryAgain = {
  title: 'Try again later',
  scenarios: {
    'rate-limited-mid-walk': {
      clause: '8',
      description:
        'The first request with a cursor is answered with 429 and Retry-After: 1. The same request then succeeds.',
      begin: (): Middleware => refuseOnce(429, 'seconds', asksForNextPage),
    },
    'rate-limited-once': {
      clause: '8',
      description:
        'The first request with valid credentials is answered with 429 and Retry-After: 1. It changes nothing, and succeeds when it is sent again.',
      begin: (): Middleware => refuseOnce(429, 'seconds', acceptsCredentials),
    },
    'rate-limited-until-date': {
      clause: '8',
      description:
        'As rate-limited-once, but Retry-After is a date, two to three seconds after the time of the world, which is in Date.',
      begin: (): Middleware => refuseOnce(429, 'date', acceptsCredentials),
    },
    'rate-limited-for-minutes': {
      clause: '8',
      description: `As rate-limited-once, but with Retry-After: ${wait.minutes}.`,
      begin: (): Middleware => refuseOnce(429, 'minutes', acceptsCredentials),
    },
    'unavailable-once': {
      clause: '7',
      description:
        'The first request with valid credentials is answered with 503 and Retry-After: 1. It changes nothing, and succeeds when it is sent again.',
      begin: (): Middleware => refuseOnce(503, 'seconds', acceptsCredentials),
    },
    'unavailable-until-date': {
      clause: '7',
      description:
        'As unavailable-once, but Retry-After is a date, two to three seconds ahead of the time of the world, which is in Date.',
      begin: (): Middleware => refuseOnce(503, 'date', acceptsCredentials),
    },
    'server-error-lasts': {
      clause: '7',
      description:
        'Every request with valid credentials is answered with 503, however often it is sent, and changes nothing. The token endpoint works.',
      begin: (): Middleware => actOnEvery(acceptsCredentials, refuseTemporarily),
    },
    'server-error-lasts-mid-walk': {
      clause: '7',
      description:
        'Every request with a cursor is answered with 503, however often it is sent. First pages are served.',
      begin: (): Middleware =>
        actOnEvery((context) => asksForNextPage(context) && acceptsCredentials(context), refuseTemporarily),
    },
  },
}
