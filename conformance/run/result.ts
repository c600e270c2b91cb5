import type { RequirementId } from '../catalogue/requirements.ts'
import type { Verdict } from '../catalogue/verdict.ts'
import type { Exchange } from '../wire/exchange.ts'

/** What one check concluded, and on what evidence. */
export interface CheckResult {
  readonly check: string
  readonly requirement: RequirementId
  readonly clause: string
  readonly verdict: Verdict
  readonly message: string
  readonly evidence: readonly Exchange[]
  readonly durationMs: number
}

/** What a whole run concluded. */
export interface RunResult {
  readonly baseUrl: string
  /** What was found out where the specification does not say: see `Findings`. */
  readonly findings: Readonly<Record<string, unknown>>
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  readonly requests: number
  readonly results: readonly CheckResult[]
  /** What could not be deleted again. */
  readonly leftovers: readonly string[]
  /** Every exchange of the run in order, when they were kept for a HAR file. */
  readonly exchanges: readonly Exchange[]
}
