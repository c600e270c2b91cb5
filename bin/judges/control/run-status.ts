// How a run of the kit stands, as the control API shows it.
import type { JsonFact } from '../../../conformance/report/json-fact.ts'
import type { JsonVerdict } from '../../../conformance/report/json-verdict.ts'
import type { Summary } from '../../../conformance/report/summary.ts'

/** A verdict. Its message is empty until the run has ended: only then is every secret known that it may hold. */
export interface ConsoleResult extends Omit<JsonVerdict, 'fact'> {
  /** The fact that shows a failure, as in the JSON report; until the run has ended, its kind alone. */
  readonly fact?: JsonFact | Pick<JsonFact, 'kind'>
}

/** The latest run. */
export interface RunStatus {
  readonly state: 'idle' | 'running' | 'ended' | 'stopped' | 'failed'
  readonly target: string | null
  /** True if the target is a copy of this emulator. */
  readonly isEmulator: boolean
  /** True if it runs only what failed in the run before. */
  readonly isPart: boolean
  /** The members of the target file that were declared. */
  readonly declared: readonly string[]
  readonly done: number
  readonly total: number
  /** The checks that are asking, the first to begin first. */
  readonly running: readonly string[]
  /** The seconds that the rest may take if it is like what was done; null before that can be told. */
  readonly secondsLeft: number | null
  readonly results: readonly ConsoleResult[]
  readonly requests: number | null
  readonly summary: Pick<Summary, 'counts' | 'requirements' | 'conformant' | 'clauses' | 'exitCode'> | null
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
  done: 0,
  total: 0,
  running: [],
  secondsLeft: null,
  results: [],
  requests: null,
  summary: null,
  leftovers: [],
  fault: null,
}
