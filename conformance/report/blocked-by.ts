// Requirements that failures leave undecided.
import { findOperation } from '../catalogue/operations.ts'
import type { CheckResult } from '../judge/result.ts'
import { causesOf } from './outcomes.ts'
import { isUndecided } from './score.ts'

/**
 * The checks that some failures left undecided: checks that name one of the failures as their cause, checks whose
 * deciding request has the documented path of a failure, and all checks that build on these.
 *
 * @param failures The ids of the failed checks.
 */
export function blockedBy(results: readonly CheckResult[], failures: ReadonlySet<string>): ReadonlySet<string> {
  const failed = results.filter(({ check }) => failures.has(check))
  const paths = new Set(failed.flatMap(pathsOf))
  // A cause names a check or a requirement.
  const causes = new Set<string>(failed.flatMap(({ check, requirement }) => [check, requirement]))
  const open = results.filter(({ verdict }) => verdict !== 'error' && isUndecided(verdict))
  const found = new Set<string>()
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const result of open) {
      const isOfThese = pathsOf(result).some((path) => paths.has(path)) || causesOf(result).some((id) => causes.has(id))
      if (!isOfThese || found.has(result.check)) continue
      found.add(result.check)
      causes.add(result.check)
    }
  }
  return found
}

/** The documented paths of the deciding requests. */
function pathsOf({ evidence, at = [] }: CheckResult): readonly string[] {
  return [...evidence.slice(-1), ...at].flatMap(({ request: { operation } }) =>
    operation === undefined ? [] : [findOperation(operation).path],
  )
}
