import type { Fault } from '../disturb/faults/fault.ts'
import type { AddedFault, Faults } from '../disturb/faults/faults.ts'
import type { JournalOptions } from '../journal/journal-limits.ts'
import type { ScenarioName } from '../disturb/scenarios/scenarios.ts'

/** The parts of a new world other than its data. */
export interface WorldEquipment {
  readonly faults?: readonly Fault[] | undefined
  /** Further faults, which functions may answer for. They follow the others. */
  readonly moreFaults?: readonly AddedFault[] | undefined
  /** The faults of the default world, some of which may name this one. */
  readonly sharedFaults?: (() => Faults) | undefined
  readonly scenarios?: readonly ScenarioName[] | undefined
  readonly journal?: JournalOptions | undefined
}
