// Scenarios about access tokens (clauses 2.3, 4.1 and 5.2).
import { phrase } from '../../../conclusions/phrase.ts'
import { callsWithAccessToken, ordersOfAnswers, refreshRefused, tokenRefused } from '../scenario-evidence.ts'
import type { ScenarioFacts } from '../scenario-facts.ts'
import { taskNames } from '../names.ts'

/** The tasks that are done with an access token of the token endpoint. */
const withAccessToken = taskNames.filter(
  (name) => name !== 'get-token' && name !== 'use-access-token' && name !== 'list-projects',
)

/** The common part of scenarios in which a token expires: a client can always get another one. */
const expired = { tests: 'client.expired-token', allows: 'value', happened: tokenRefused } as const

export const tokenScenarios: readonly ScenarioFacts[] = [
  { ...expired, name: 'token-expires-mid-walk', tasks: ['walk-products', 'walk-groups'] },
  { ...expired, name: 'token-expires-at-request', tasks: withAccessToken, settings: callsWithAccessToken, soonest: 1 },
  // A client that keeps its first refresh token sends it a second time here.
  {
    ...expired,
    name: 'tokens-expire-often',
    buildsOn: 'token-expires-at-request',
    tasks: ['walk-products', 'walk-groups'],
  },
  {
    ...expired,
    name: 'token-expires-under-concurrency',
    tasks: ['walk-events'],
    maybeIn: withAccessToken,
    settings: ordersOfAnswers,
    takes: phrase`the client sent no two requests at a time`,
  },
  {
    name: 'refresh-refused',
    tests: 'client.refresh-refused',
    buildsOn: 'token-expires-at-request',
    tasks: ['walk-products'],
    allows: 'value',
    happened: refreshRefused,
  },
  {
    ...expired,
    name: 'no-refresh-token',
    tests: 'client.refresh-token-issued',
    buildsOn: 'token-expires-at-request',
    tasks: ['walk-products'],
  },
]
