// The build loads this file, and all that scenarios do, with the first scenario that begins.
import type { Interceptor } from '../../model/contract/routed-request.ts'
import { definedScenarios } from './defined-scenarios.ts'
import type { Scenario } from './scenario.ts'

/** Starts a scenario, with a state of its own. */
export function beginScenario(name: Scenario['name'], setting: number): Interceptor {
  return definedScenarios.find((scenario) => scenario.name === name)!.begin(setting)
}
