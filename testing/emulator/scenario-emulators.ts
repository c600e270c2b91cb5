import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import type { ScenarioName } from '../../emulator/disturb/scenarios/scenarios.ts'

/** Conventions under which each scenario is tested. */
export const dialects: readonly Partial<Conventions>[] = [
  {},
  {
    listEnvelope: 'array',
    legacyListEnvelope: 'data',
    errorBody: 'problem',
    unauthenticatedStatus: 403,
    unknownIdStatus: 410,
    objectEnvelope: 'data',
    legacyPageSize: 7,
  },
  {
    listEnvelope: 'items',
    unknownCursor: 'refuse',
    errorBody: 'errors',
    createdStatus: 200,
    deletedStatus: 200,
    legacyPageSize: 1,
  },
  {
    listEnvelope: 'named',
    unknownCursor: 'refuse',
    refusedStatus: 422,
    errorBody: 'message',
    objectEnvelope: 'named',
    scopeFormat: 'object',
    legacyPageSize: 43,
  },
]

/** The virtual time of the emulators. */
export const clock = '2026-03-01'

/** Makes an emulator in which scenarios are playing. */
export function emulatorWith(conventions: Partial<Conventions>, ...names: readonly ScenarioName[]): Emulator {
  return createEmulator({ clock, conventions, scenarios: names })
}

/** The path of a list that pages by id cursors. */
export const flows = '/1.13/flows'

/** The ids of that list, newest first. */
export function flowIds(emulator: Emulator): readonly string[] {
  return emulator.data.find('flows', { limit: 1000 }).map(({ id }) => id)
}

/** The path of a list that pages by the Link header. */
export function events({ samples }: Emulator): string {
  return `/0/issues/${samples.issueId}/events/`
}

/** The ids of that list, oldest first. */
export function eventIds(emulator: Emulator): readonly string[] {
  return emulator.worlds.default
    .collection('issue_events')
    .all({ where: { issue_id: emulator.samples.issueId! } })
    .map(({ id }) => id)
}
