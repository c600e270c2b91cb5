import type { Claim } from '../catalogue/profiles.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Declaration } from '../target/declarations.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { Outcome } from './outcome.ts'

/** What a check concluded, and on what evidence. */
export interface CheckResult extends Omit<Outcome, 'sent'> {
  /** The id of the check. */
  readonly check: string
  /** The requirement that it decides. */
  readonly requirement: RequirementId
  /** The clause of the requirement. */
  readonly clause: string
  /** What was expected and what came, or a remark: the text of `expected` and `got`, or of `remark`. */
  readonly message: string
  /** For a failure, a script of a POSIX shell that shows it again. */
  readonly reproduce?: string | undefined
  /** Milliseconds that it took. */
  readonly durationMs: number
}

/** What a whole run concluded. */
export interface RunResult {
  /** The service that was checked. */
  readonly baseUrl: string
  /** What the target file claims. */
  readonly claim: Claim
  /** The members of a target file that some check needs and that this one lacks. */
  readonly undeclared: readonly Declaration[]
  /** Whether checks were allowed to create, change and delete. */
  readonly allowWrites: boolean
  /** What a choice was made by. */
  readonly seed: number
  /** Whether everything was asked, in place of a choice. */
  readonly thorough: boolean
  /** Whether no wrong credentials were sent beyond the fewest that decide. */
  readonly gentle: boolean
  /** What was found out where the specification does not say: see `Findings`. */
  readonly findings: Readonly<Record<string, unknown>>
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Milliseconds that the run took. */
  readonly durationMs: number
  /** The number of requests that were sent. */
  readonly requests: number
  /** What each check concluded, in the order of the kit. */
  readonly results: readonly CheckResult[]
  /** Things that could not be deleted. */
  readonly leftovers: readonly string[]
  /** Every exchange of the run in order, when they were kept for a HAR file. */
  readonly exchanges: readonly Exchange[]
}
