import { definedScenarios } from './defined-scenarios.ts'
import type { ScenarioTexts } from './scenario.ts'

/** What is said of every scenario. The build makes JSON of it (.ci/built-scenarios.ts), without what scenarios do. */
export const scenarioTexts: readonly ScenarioTexts[] = definedScenarios.map(({ begin: _begin, ...texts }) => texts)
