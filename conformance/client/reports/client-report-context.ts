import type { BaselineOutcome } from '../../report/baseline.ts'
import type { TerminalOptions } from '../../report/formats/terminal.ts'
import type { ClientResult } from '../judge/client-result.ts'
import type { ClientSummary } from '../judge/summary.ts'
import type { CoverageTable } from './coverage.ts'

/** The facts about runs that only who ran the client has. Findings show those that are there. */
export interface RunContext {
  /** The command that repeats only the run of a result; undefined if there is none. */
  readonly again?: (result: ClientResult) => string | undefined
  /** The standard error of the program in the run of a result, without secrets; empty without any. */
  readonly outputOf?: (result: ClientResult) => string
  /** The sentence about a scenario. */
  readonly sentenceOf?: (scenario: string) => string
}

/** The context of a report, in addition to its own data. */
export interface ClientReportContext extends TerminalOptions, RunContext {
  readonly summary: ClientSummary
  readonly baseline?: BaselineOutcome | undefined
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  readonly runs: number
  readonly requests: number
  /** The requirements that a watched client touched and did not touch. */
  readonly coverage?: CoverageTable | undefined
  /** True if only a part was selected: the report says nothing about the client as a whole. */
  readonly isSelection: boolean
  /** True if advice counts as a failure. */
  readonly strict: boolean
}
