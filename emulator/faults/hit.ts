import type { Fault } from './fault.ts'

/** A fault that strikes a request. */
export interface Hit {
  readonly fault: Fault
  /** Gives numbers from 0 to 1 that follow from the seed. */
  readonly chance: () => number
}
