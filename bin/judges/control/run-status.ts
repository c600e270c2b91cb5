// The status of a run of the kit, for the control API.
import type { Summary } from '../../../conformance/report/summary.ts'
import type { Declarable } from '../../../conformance/report/to-declare.ts'

/** The latest run. Its verdicts are in its report. */
export interface RunStatus {
  readonly state: 'idle' | 'running' | 'ended' | 'stopped' | 'failed'
  readonly target: string | null
  /** True if the target is a copy of this emulator. */
  readonly isEmulator: boolean
  /** True if it runs only the checks that failed in the previous run. */
  readonly isPart: boolean
  /** The members of the target file that were declared. */
  readonly declared: readonly string[]
  /** The members to declare next, each with the number of requirements that lack it. */
  readonly declare: readonly (Declarable & { readonly requirements: number })[]
  readonly done: number
  readonly total: number
  /** The checks that failed so far. */
  readonly failed: readonly string[]
  /** The running checks, in the order in which they began. */
  readonly running: readonly string[]
  /** The estimated seconds for the rest; null until they can be estimated. */
  readonly secondsLeft: number | null
  readonly requests: number | null
  readonly summary: Pick<Summary, 'counts' | 'requirements' | 'conformant' | 'exitCode'> | null
  readonly leftovers: readonly string[]
  /** Why it failed. */
  readonly fault: string | null
}

/** The status before the first run. */
export const idle: RunStatus = {
  state: 'idle',
  target: null,
  isEmulator: false,
  isPart: false,
  declared: [],
  declare: [],
  done: 0,
  total: 0,
  failed: [],
  running: [],
  secondsLeft: null,
  requests: null,
  summary: null,
  leftovers: [],
  fault: null,
}
