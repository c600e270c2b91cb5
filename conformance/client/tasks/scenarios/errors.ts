// Scenarios about refusals, failures, connections and state codes (clauses 4, 4.2, 4.3, 4.9, 7 and 8).
import { answered, wasAsked, codeToEncode, dropped, foundUnknown, wasRefused } from '../scenario-evidence.ts'
import type { ScenarioFacts } from '../scenario-facts.ts'
import { type TaskName, taskNames } from '../names.ts'

/** Every request is refused, each time with error bodies of another shape. */
const refusals: readonly (readonly [shape: string, tasks: readonly TaskName[]])[] = [
  ['problem', ['walk-products', 'revoke-access-token', 'use-access-token']],
  ['message', ['create-access-token', 'walk-events']],
  ['errors', ['get-configuration', 'invoke']],
  ['text', ['capabilities', 'list-projects', 'walk-groups']],
  ['empty', ['list-environments', 'prepare-connect', 'revoke-access-token']],
  ['html', ['walk-products', 'rename-access-token', 'walk-groups']],
]

/** Each task that sends an authenticated request. */
const refusable = taskNames.filter((name) => name !== 'get-token')

/** The scenario with the usual error bodies. A client that overlooks those overlooks the others, too. */
const usual = 'error-bodies-error'

const limited = {
  buildsOn: usual,
  tests: 'client.rate-limits',
  allows: 'valueOrError',
  happened: answered(429),
} as const

const unavailable = {
  buildsOn: usual,
  tests: 'client.server-errors',
  allows: 'valueOrError',
  happened: answered(503),
} as const

export const errorScenarios: readonly ScenarioFacts[] = [
  {
    name: usual,
    tests: 'client.errors-reported',
    tasks: refusable,
    allows: 'error',
    happened: wasRefused,
  },
  ...refusals.map(([shape, tasks]): ScenarioFacts => ({
    name: `error-bodies-${shape}`,
    tests: 'client.error-shapes',
    buildsOn: usual,
    comparedWith: usual,
    tasks,
    allows: 'error',
    happened: wasRefused,
  })),
  { ...limited, name: 'rate-limited-mid-walk', tasks: ['walk-products', 'walk-groups'] },
  { ...limited, name: 'rate-limited-once', tasks: ['list-environments', 'create-access-token'] },
  {
    ...limited,
    name: 'rate-limited-until-date',
    tasks: [
      'list-environments',
      'walk-products',
      'get-configuration',
      'create-access-token',
      'invoke',
      'list-projects',
      'walk-groups',
    ],
  },
  {
    ...limited,
    name: 'rate-limited-for-minutes',
    takesMinutes: true,
    tasks: ['list-environments', 'walk-products', 'create-access-token', 'list-projects', 'walk-groups'],
  },
  { ...unavailable, name: 'unavailable-once', tasks: ['list-environments', 'invoke'] },
  { ...unavailable, name: 'unavailable-until-date', tasks: ['list-environments', 'list-projects', 'capabilities'] },
  // A client that gave up still knows the status.
  {
    ...unavailable,
    name: 'server-error-lasts',
    comparedWith: usual,
    allows: 'error',
    tasks: ['list-environments', 'create-access-token'],
  },
  {
    ...unavailable,
    name: 'server-error-lasts-mid-walk',
    comparedWith: usual,
    allows: 'error',
    tasks: ['walk-products', 'walk-products-back', 'walk-groups', 'walk-events'],
  },
  {
    name: 'slow-answer',
    tests: 'client.slow-answers',
    tasks: ['list-environments', 'walk-products'],
    settings: () => [1000],
    allows: 'valueOrError',
    happened: wasAsked,
  },
  {
    name: 'connection-dropped-on-read',
    tests: 'client.server-errors',
    tasks: ['list-environments', 'walk-products', 'walk-groups'],
    allows: 'valueOrError',
    happened: dropped('GET'),
  },
  {
    name: 'connection-dropped-after-write',
    tests: 'client.writes-once',
    tasks: ['create-access-token', 'rename-access-token', 'revoke-access-token', 'prepare-connect', 'invoke'],
    allows: 'valueOrError',
    happened: dropped('POST', 'DELETE', 'PUT', 'PATCH'),
  },
  {
    name: 'slash-redirect',
    tests: 'client.redirects',
    // The address of a configuration value has a query, which a redirect keeps.
    tasks: ['list-environments', 'get-configuration', 'list-projects', 'walk-groups', 'walk-events'],
    allows: 'value',
    happened: answered(308),
  },
  {
    name: 'rename-races-revoke',
    tests: 'client.errors-reported',
    tasks: ['rename-access-token'],
    allows: 'error',
    happened: foundUnknown,
  },
  {
    name: 'state-code-to-encode',
    tests: 'client.connect-url',
    tasks: ['prepare-connect'],
    allows: 'value',
    happened: codeToEncode,
  },
]
