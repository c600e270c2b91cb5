// The summary of results: the verdict of each requirement, and whether the client conforms.
import { conformanceOf, firstVerdict, type Outcome, outcomesOf } from '../../report/outcomes.ts'
import type { ClientRequirement } from '../catalogue/client-requirement.ts'
import { type ClientRequirementId, clientRequirements } from '../catalogue/requirements.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import { isChoice } from '../conclusions/client-cause.ts'
import type { ClientResult } from './client-result.ts'

/** The verdict of a requirement, with all results about it. */
export type ClientOutcome = Outcome<ClientRequirement & { readonly id: ClientRequirementId }, ClientResult>

/**
 * Which verdict speaks for several. A failure is final, and a run that kept a requirement decides it even where it
 * never did what the check waits for in others.
 */
const precedence: readonly ClientVerdict[] = [
  'fail',
  'error',
  'advice',
  'pass',
  'blocked',
  'insufficientEvidence',
  'observed',
  'notApplicable',
]

/** The verdict of several results; undefined without any. */
export function verdictOfAll(results: readonly Pick<ClientResult, 'verdict'>[]): ClientVerdict | undefined {
  return firstVerdict(results, precedence)
}

/** The outcome of each requirement that has results, in the order of the catalogue. */
export function requirementOutcomes(results: readonly ClientResult[]): readonly ClientOutcome[] {
  return outcomesOf(results, clientRequirements, verdictOfRequirement)
}

/**
 * The verdict of a requirement. Where a client was seen to take another way that is as right, no run in which it had no
 * choice can leave the requirement undecided.
 */
function verdictOfRequirement(results: readonly ClientResult[]): ClientVerdict | undefined {
  const verdict = verdictOfAll(results)
  const isDeclined = results.some(({ cause }) => isChoice(cause))
  return verdict === 'insufficientEvidence' && isDeclined ? 'notApplicable' : verdict
}

/**
 * Returns true if a client conforms, and how much of what is stated was decided. What it does not have does not count.
 */
export function summarizeOutcomes(outcomes: readonly ClientOutcome[]): {
  readonly conformant: boolean | null
  readonly requirements: { readonly stated: number; readonly decided: number }
} {
  const stated = outcomes.filter(
    ({ requirement, verdict }) => requirement.level === 'stated' && verdict !== 'notApplicable',
  )
  const decided = stated.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail')
  const requirements = { stated: stated.length, decided: decided.length }
  return {
    conformant: conformanceOf(
      stated.some(({ verdict }) => verdict === 'fail'),
      requirements,
    ),
    requirements,
  }
}
