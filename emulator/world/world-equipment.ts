import type { Fault } from '../faults/fault.ts'
import type { JournalOptions } from '../journal/journal.ts'
import type { ScenarioName } from '../scenarios/scenarios.ts'

/** The parts of a new world other than its data. */
export interface WorldEquipment {
  readonly faults?: readonly Fault[] | undefined
  readonly scenarios?: readonly ScenarioName[] | undefined
  readonly journal?: JournalOptions | undefined
}
