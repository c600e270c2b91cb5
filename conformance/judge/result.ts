import type { OperationId } from '../catalogue/operations.ts'
import type { Claim } from '../catalogue/profiles.ts'
import type { Declaration } from '../target/declarations.ts'
import { type Exchange, type AnyExchange, toEvidence } from '../conclusions/exchange.ts'
import { type Result, changeResult } from '../conclusions/result.ts'
import type { Statement, Verdict } from '../conclusions/conclusion.ts'
import { findRequirement, type RequirementId } from '../catalogue/requirements.ts'
import { factKinds } from '../conclusions/fact.ts'

/** The result of a check about a service. */
export interface CheckResult extends Result {
  /** All exchanges of a failed check, until the script that reproduces the failure is written. */
  readonly sent?: readonly Exchange[] | undefined
  /** For a passed check, the last operation that it requested. */
  readonly operation?: OperationId
  /** True if the remark of a passed check names its requests. */
  readonly namesRequests?: boolean
  /** True for a failure that a check with writes found: an earlier write may belong to it. */
  readonly mayFollowWrite?: boolean
  /** True for a failure of a check that lets time pass. */
  readonly letsTimePass?: boolean
  /** For a failure, a POSIX shell script that reproduces it. */
  readonly reproduce?: string | undefined
  /** The duration in milliseconds. */
  readonly durationMs: number
}

/** The result of a whole run. */
export interface RunResult {
  /** The service that was checked. */
  readonly baseUrl: string
  /** The claim of the target file, without what the run has seen to be absent. */
  readonly claim: Claim
  /** The members of a target file that some check needs and this target file lacks. */
  readonly undeclared: readonly Declaration[]
  /** True if checks were allowed to create, change and delete. */
  readonly allowWrites: boolean
  /** The seed of every random choice. */
  readonly seed: number
  /** True if the run sent only a selection chosen by the seed. Such a run proves no conformance. */
  readonly quick: boolean
  /** True if no wrong credentials were sent beyond the fewest that decide. */
  readonly gentle: boolean
  /** Discovered facts that the specification leaves open: see `Findings`. */
  readonly findings: Readonly<Record<string, unknown>>
  /** The start, in milliseconds since 1970. */
  readonly startedAt: number
  /** The duration of the run in milliseconds. */
  readonly durationMs: number
  /** The number of requests sent. */
  readonly requests: number
  /** The number of answers before the service stopped answering anything; absent if it never did. */
  readonly stoppedAfter?: number
  /** The result of each check, in the order of the kit. */
  readonly results: readonly CheckResult[]
  /** Things that could not be deleted. */
  readonly leftovers: readonly string[]
  /** The number of leftovers that every such run leaves: no documented request or declared hook deletes them. They come last. */
  readonly undeletable?: number
  /** The number of these by kind, such as `group`. */
  readonly undeletableKinds?: Readonly<Record<string, number>>
  /** True if the request to delete one of the others failed, so that a later clean-up may delete it. */
  readonly deletableLater?: boolean
  /** Every exchange of the run in order, if they were kept for a HAR file. */
  readonly exchanges: readonly Exchange[]
}

/** The number of exchanges that a result keeps: the last ones led to the conclusion. */
const keptEvidence = 6

/** The result of a check, made from its statement. Each exchange is reduced to evidence. */
export function toResult(
  { id, requirement }: { readonly id: string; readonly requirement: RequirementId },
  verdict: Verdict,
  statement: Statement,
  exchanges: readonly Exchange[] = [],
): CheckResult {
  const kept = new Map<AnyExchange['request'], AnyExchange>()
  const keep = <Seen extends AnyExchange>(exchange: Seen): Seen => {
    let evidence = kept.get(exchange.request)
    if (!evidence) kept.set(exchange.request, (evidence = toEvidence(exchange)))
    return evidence as Seen
  }
  const unique = [...new Set(exchanges)]
  const { fact, at, suspected } = statement
  const decisive = fact?.at ?? at?.at(-1) ?? suspected?.fact?.at
  const result = {
    check: id,
    requirement,
    // A check may decide a requirement that is not in the catalogue.
    clause: findRequirement(requirement)?.clause ?? '',
    verdict,
    ...statement,
    message: '',
    evidence: selectEvidence(decisive, unique),
    ...(verdict === 'fail' ? { sent: unique } : {}),
    durationMs: 0,
  }
  return changeResult(result, factKinds, {
    text: (text) => text,
    exchange: keep,
    json: (value) => value,
  })
}

/** The last exchanges. The deciding one is the very last, as reports show it first. */
function selectEvidence(decisive: Exchange | undefined, exchanges: readonly Exchange[]): readonly Exchange[] {
  if (!decisive) return exchanges.slice(-keptEvidence)
  return [...exchanges.filter(({ request }) => request !== decisive.request).slice(1 - keptEvidence), decisive]
}
