import { scenarioTexts } from '../emulator/disturb/scenarios/scenario-texts.ts'

/** The source of the module that replaces emulator/disturb/scenarios/scenario-texts.ts in the build. */
export function builtScenariosModule(): string {
  return `export const scenarioTexts = ${JSON.stringify(scenarioTexts)}\n`
}
