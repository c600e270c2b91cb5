import type { ScenarioFacts } from './scenario-facts.ts'

/** Every scenario that a task is played with. */
export const clientScenarios: readonly ScenarioFacts[] = []
