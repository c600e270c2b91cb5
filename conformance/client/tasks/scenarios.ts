// All scenarios of tasks, with the judge's facts about them.
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { type TaskName, taskNames } from './names.ts'
import type { OutcomeRun, AllowedReports } from './task.ts'
import {
  sawStatus,
  callsWithAccessToken,
  codeToEncode,
  sawDrop,
  refusedUnknownId,
  sawLinks,
  sawSeveralLinks,
  ordersOfAnswers,
  productsChanged,
  refreshRefused,
  shortPage,
  tokenRefused,
  unlessCursorRefused,
  unlessParametersRefused,
  wasAnyServed,
  wasAsked,
  wasRefused,
  wasServed,
} from './scenario-evidence.ts'

/** The judge's facts about a scenario: the requirement that it tests, and whether it happened. */
export interface ScenarioFacts {
  /** Its name in the emulator. */
  readonly name: string
  /**
   * The settings to play it with, one run each, from the requests of the plain run and the wanted number of orders. In
   * its name, `=` and the setting follow. Undefined if it has no setting, or its default is right.
   */
  readonly settings?: (plain: OutcomeRun, races: number) => readonly number[]
  /** The setting with which it happens earliest, if that is not the default. */
  readonly soonest?: number
  /** The requirement that a client breaks if its value is wrong here and right in the plain run. */
  readonly tests: ClientRequirementId
  /** A simpler scenario. A client that fails it is not expected to pass this one. */
  readonly buildsOn?: string
  /** A scenario whose report is compared with that of this one. It is also played if only this one is wanted. */
  readonly comparedWith?: string
  /** The tasks that it is played in, with their first inputs. */
  readonly tasks: readonly TaskName[]
  /** Further tasks in which it is played if the plain run gives settings. */
  readonly maybeIn?: readonly TaskName[]
  readonly allows: AllowedReports | ((run: OutcomeRun) => AllowedReports)
  /** True if a client may wait for minutes in it, so that it is played only in virtual time. */
  readonly takesMinutes?: boolean
  /** Why it did not happen in a run, in words. */
  readonly takes?: Phrase
  /** True if the requests and answers show that it happened. */
  readonly happened: (run: OutcomeRun) => boolean
}

/** The tasks that use an access token of the token endpoint. */
const withAccessToken = taskNames.filter(
  (name) => name !== 'get-token' && name !== 'use-access-token' && name !== 'list-projects',
)

/** The common part of scenarios in which a token expires: a client can always get another one. */
const expired = { tests: 'client.expired-token', allows: 'value', happened: tokenRefused } as const

const tokenScenarios: readonly ScenarioFacts[] = [
  { ...expired, name: 'token-expires-mid-walk', tasks: ['walk-products', 'walk-groups'] },
  { ...expired, name: 'token-expires-at-request', tasks: withAccessToken, settings: callsWithAccessToken, soonest: 1 },
  // A client that keeps its first refresh token sends it again here.
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
    takes: phrase`the client never refreshes`,
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

const walks = ['walk-products', 'walk-products-back'] as const

const changed = { tests: 'client.walk-stable', tasks: walks, happened: productsChanged } as const

const linkWalks = ['walk-groups', 'walk-events'] as const

const linkForm = { tests: 'client.link-by-name', tasks: linkWalks, allows: 'value', happened: sawLinks } as const

const listScenarios: readonly ScenarioFacts[] = [
  { ...changed, name: 'objects-change-mid-walk', allows: unlessCursorRefused },
  { ...changed, name: 'objects-added-mid-walk', buildsOn: 'objects-change-mid-walk', allows: 'value' },
  { ...changed, name: 'cursor-object-deleted', buildsOn: 'objects-change-mid-walk', allows: unlessCursorRefused },
  { ...changed, name: 'ids-differ-in-case', tests: 'client.ids-kept', tasks: ['walk-products'], allows: 'value' },
  { name: 'short-pages', tests: 'client.walk-complete', tasks: walks, allows: 'value', happened: shortPage },
  { ...linkForm, name: 'link-previous-first' },
  { ...linkForm, name: 'link-next-first' },
  { ...linkForm, name: 'link-unquoted' },
  { ...linkForm, name: 'link-further-attributes' },
  { ...linkForm, name: 'link-quoted-delimiters' },
  {
    ...linkForm,
    name: 'link-other-parameters',
    tests: 'client.link-next',
    allows: unlessParametersRefused,
  },
  { ...linkForm, name: 'link-title-case' },
  { ...linkForm, name: 'link-upper-case' },
  {
    name: 'empty-page-mid-walk',
    tests: 'client.link-results',
    tasks: linkWalks,
    allows: 'value',
    happened: sawSeveralLinks,
  },
  {
    name: 'link-short-page',
    buildsOn: 'empty-page-mid-walk',
    tests: 'client.link-results',
    tasks: linkWalks,
    allows: 'value',
    happened: sawSeveralLinks,
  },
  {
    name: 'unknown-members',
    tests: 'client.unknown-members',
    tasks: [
      'get-token',
      'list-environments',
      'walk-products',
      'create-access-token',
      'rename-access-token',
      'prepare-connect',
      'list-projects',
      'walk-groups',
    ],
    allows: 'value',
    happened: wasAnyServed,
  },
  {
    name: 'null-members',
    buildsOn: 'unknown-members',
    tests: 'client.null-members',
    tasks: ['list-environments', 'walk-products', 'list-projects', 'walk-groups'],
    allows: 'value',
    happened: wasServed,
  },
  {
    name: 'members-reordered',
    buildsOn: 'unknown-members',
    tests: 'client.unknown-members',
    tasks: ['get-token', 'list-environments', 'create-access-token', 'walk-groups'],
    allows: 'value',
    happened: wasAnyServed,
  },
]

/** Scenarios in which all requests are refused, each with another shape of error bodies. */
const refusals: readonly (readonly [shape: string, tasks: readonly TaskName[]])[] = [
  ['problem', ['walk-products', 'revoke-access-token', 'use-access-token']],
  ['message', ['create-access-token', 'walk-events']],
  ['errors', ['get-configuration', 'invoke']],
  ['text', ['capabilities', 'list-projects', 'walk-groups']],
  ['empty', ['list-environments', 'prepare-connect', 'revoke-access-token']],
  ['html', ['walk-products', 'rename-access-token', 'walk-groups']],
]

/** The tasks that send an authenticated request. */
const refusable = taskNames.filter((name) => name !== 'get-token')

/** The scenario with the usual error bodies. A client that ignores those also ignores the others. */
const usual = 'error-bodies-error'

const limited = {
  buildsOn: usual,
  tests: 'client.rate-limits',
  allows: 'valueOrError',
  happened: sawStatus(429),
} as const

const unavailable = {
  buildsOn: usual,
  tests: 'client.server-errors',
  allows: 'valueOrError',
  happened: sawStatus(503),
} as const

const errorScenarios: readonly ScenarioFacts[] = [
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
  // A client that gives up still knows the status.
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
    happened: sawDrop('GET'),
  },
  {
    name: 'connection-dropped-after-write',
    tests: 'client.writes-once',
    tasks: ['create-access-token', 'rename-access-token', 'revoke-access-token', 'prepare-connect', 'invoke'],
    allows: 'valueOrError',
    happened: sawDrop('POST', 'DELETE', 'PUT', 'PATCH'),
  },
  {
    name: 'gateway-timeout-after-write',
    tests: 'client.writes-once',
    tasks: ['create-access-token', 'invoke'],
    allows: 'valueOrError',
    happened: sawStatus(504),
  },
  {
    name: 'slash-redirect',
    tests: 'client.redirects',
    // The address of a configuration value has a query, which the redirect keeps.
    tasks: ['list-environments', 'get-configuration', 'list-projects', 'walk-groups', 'walk-events'],
    allows: 'value',
    happened: sawStatus(308),
  },
  {
    name: 'rename-races-revoke',
    tests: 'client.errors-reported',
    tasks: ['rename-access-token'],
    allows: 'error',
    happened: refusedUnknownId,
  },
  {
    name: 'state-code-to-encode',
    tests: 'client.connect-url',
    tasks: ['prepare-connect'],
    allows: 'value',
    happened: codeToEncode,
  },
]

/** All scenarios of tasks. */
export const clientScenarios: readonly ScenarioFacts[] = [...tokenScenarios, ...listScenarios, ...errorScenarios]

/** The name of a scenario without its setting: `token-expires-at` for `token-expires-at=3`. */
export function withoutSetting(scenario: string): string {
  return scenario.replace(/=.*$/s, '')
}
