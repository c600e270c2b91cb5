// Groups results by check, so that the same fault in thirty runs is one entry.
import { clientRequirement } from '../catalogue/requirements.ts'
import type { ClientRequirement } from '../catalogue/client-requirement.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import { wireChecks } from '../checks/checks.ts'
import type { ClientResult } from '../judge/client-result.ts'

/** The results of one check in all runs with the same verdict. */
export interface CheckResults {
  readonly check: string
  readonly requirement: ClientRequirement
  /** The situation that a client must meet before its requests can be judged; undefined for a check of its value. */
  readonly trap: string | undefined
  /** At least one. */
  readonly results: readonly ClientResult[]
}

/** The results with one verdict, grouped by check, in the order of the results. */
export function resultsByCheck(results: readonly ClientResult[], verdict: ClientVerdict): readonly CheckResults[] {
  const matching = results.filter((result) => result.verdict === verdict)
  return [...Map.groupBy(matching, ({ check }) => check)].map(([check, found]) => ({
    check,
    requirement: clientRequirement(found[0]!.requirement),
    trap: wireChecks.find(({ id }) => id === check)?.trap,
    results: found,
  }))
}

/** A run in a few words, such as `walk-events two-pages, slow-answers`. */
export function runText({ task, inputName, scenario, worlds }: ClientResult): string {
  if (task === null) return worlds === undefined ? 'the watched command' : `the watched command, in ${worlds} worlds`
  return `${task} ${inputName ?? ''}${scenario === null ? '' : `, ${scenario}`}`
}

/** Runs in a few words, without duplicates. Those beyond `most` are counted. */
export function runTexts(results: readonly ClientResult[], most: number): string {
  const names = [...new Set(results.map(runText))]
  const rest = names.length - most
  return rest > 0 ? `${names.slice(0, most).join('; ')}; and ${rest} more` : names.join('; ')
}
