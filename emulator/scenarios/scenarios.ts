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

/** Every scenario. */
export const scenarios: readonly Scenario[] = [
  tokenExpiresMidWalk,
  objectsChangeMidWalk,
  linkPreviousFirst,
  emptyPageMidWalk,
  unknownMembers,
  rateLimitedMidWalk,
  renameRacesRevoke,
]

/** The scenarios that are playing in a world. */
export class Scenarios {
  readonly #initial: readonly ScenarioName[]
  #playing = new Map<ScenarioName, Interceptor>()

  /** @throws EmulatorError `unknown_scenario`. @internal */
  constructor(initial: readonly ScenarioName[] = []) {
    this.#initial = initial
    this.reset()
  }

  /** The names of the playing scenarios, in the order in which they started. */
  get names(): readonly ScenarioName[] {
    return [...this.#playing.keys()]
  }

  /** The interceptors that run before the endpoints. @internal */
  get interceptors(): readonly Interceptor[] {
    return [...this.#playing.values()]
  }

  /** Whether no scenario is playing. */
  get isEmpty(): boolean {
    return this.#playing.size === 0
  }

  /** Starts a scenario, again if it is playing. @throws EmulatorError `unknown_scenario` that suggests the nearest. */
  add(name: ScenarioName): void {
    this.#playing.set(name, scenarioNamed(name).begin())
  }

  /** Starts these scenarios and ends all others. @throws EmulatorError `unknown_scenario`; then nothing changes. */
  set(names: readonly ScenarioName[]): void {
    assertList('scenarios', names)
    this.#playing = new Map(names.map((name) => [name, scenarioNamed(name).begin()]))
  }

  /** Ends all scenarios. */
  clear(): void {
    this.#playing.clear()
  }

  /** Restarts the scenarios of a new world. */
  reset(): void {
    this.set(this.#initial)
  }
}

/** Returns the scenario with a name. @throws EmulatorError `unknown_scenario` that suggests the nearest. */
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
