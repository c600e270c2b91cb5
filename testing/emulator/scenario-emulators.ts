import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import type { ScenarioName } from '../../emulator/disturb/scenarios/scenarios.ts'

/** The virtual time of the emulators. */
export const clock = '2026-03-01'

/** Makes an emulator in which scenarios are playing. */
export function scenarioEmulator(conventions: Partial<Conventions>, ...names: readonly ScenarioName[]): Emulator {
  return createEmulator({ clock, conventions, scenarios: names })
}

/** The path of a list that pages by id cursors. */
export const flows = '/1.13/flows'

/** The ids of that list, newest first. */
export function flowIds(emulator: Emulator): readonly string[] {
  return emulator.data.find('flows', { limit: 1000 }).map(({ id }) => id)
}

/** The path of a list that pages by the Link header. */
export function sampleEventsPath({ samples }: Emulator): string {
  return `/0/issues/${samples.issueId}/events/`
}
