import { errorScenarios } from './scenarios/errors.ts'
import { listScenarios } from './scenarios/lists.ts'
import { tokenScenarios } from './scenarios/tokens.ts'
import type { ScenarioFacts } from './scenario-facts.ts'

/** Every scenario that a task is played with. */
export const clientScenarios: readonly ScenarioFacts[] = [...tokenScenarios, ...listScenarios, ...errorScenarios]

/** The name of a scenario without its setting: that of `token-expires-at=3` is `token-expires-at`. */
export function withoutSetting(scenario: string): string {
  return scenario.replace(/=.*$/s, '')
}
