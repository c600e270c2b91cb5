import { assertList } from '../tools/assert-members.ts'
import { didYouMean } from '../tools/nearest.ts'
import type { Interceptor } from '../contract/intercept.ts'
import { emptyPageMidWalk, linkPreviousFirst } from './link-pages.ts'
import { objectsChangeMidWalk } from './objects-change-mid-walk.ts'
import { rateLimitedMidWalk } from './rate-limited-mid-walk.ts'
import { renameRacesRevoke } from './rename-races-revoke.ts'
import type { Scenario } from './scenario.ts'
import { tokenExpiresMidWalk } from './token-expires-mid-walk.ts'
import { unknownMembers } from './unknown-members.ts'
import { EmulatorError } from '../tools/emulator-error.ts'

/** The name of one of `scenarios`. */
export type ScenarioName = Scenario['name']

/** Every scenario: traps for clients that the specification allows. */
export const scenarios: readonly Scenario[] = [
  tokenExpiresMidWalk,
  objectsChangeMidWalk,
  linkPreviousFirst,
  emptyPageMidWalk,
  unknownMembers,
  rateLimitedMidWalk,
  renameRacesRevoke,
]

/** The scenarios that play in a world. */
export class Scenarios {
  readonly #initial: readonly ScenarioName[]
  #playing = new Map<ScenarioName, Interceptor>()

  /** @throws EmulatorError `unknown_scenario`. @internal */
  constructor(initial: readonly ScenarioName[] = []) {
    this.#initial = initial
    this.reset()
  }

  get names(): readonly ScenarioName[] {
    return [...this.#playing.keys()]
  }

  /** What stands before the endpoints. @internal */
  get interceptors(): readonly Interceptor[] {
    return [...this.#playing.values()]
  }

  get isEmpty(): boolean {
    return this.#playing.size === 0
  }

  /** Begins a scenario; one that plays already begins anew. @throws EmulatorError `unknown_scenario` that names the nearest. */
  add(name: ScenarioName): void {
    this.#playing.set(name, scenarioNamed(name).begin())
  }

  /** Begins these, and ends all others; a refused name changes nothing. @throws EmulatorError `unknown_scenario`. */
  set(names: readonly ScenarioName[]): void {
    assertList('scenarios', names)
    this.#playing = new Map(names.map((name) => [name, scenarioNamed(name).begin()]))
  }

  clear(): void {
    this.#playing.clear()
  }

  /** Back to the scenarios that a new world has, from their beginning. */
  reset(): void {
    this.set(this.#initial)
  }
}

/** The scenario of a name. @throws EmulatorError `unknown_scenario`, naming the nearest. */
export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found) return found
  const names = scenarios.map((scenario) => scenario.name)
  const hint = didYouMean(name, names)
  throw new EmulatorError(
    'unknown_scenario',
    `There is no scenario ${JSON.stringify(name.slice(0, 100))}${hint} The scenarios are: ${names.join(', ')}.`,
  )
}
