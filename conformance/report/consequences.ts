// What could not be decided because of failures.
import { operationOf } from '../catalogue/operations.ts'
import { answersIn } from '../conclusions/phrase.ts'
import type { CheckResult } from '../judge/result.ts'
import { causesOf, isUndecided } from './outcomes.ts'

/**
 * The checks that some failures left undecided: those that name one of them as their cause, or that end at a documented
 * path where one of them failed, and all that build on these.
 * @param failures The ids of the checks that failed.
 */
export function consequencesOf(results: readonly CheckResult[], failures: ReadonlySet<string>): ReadonlySet<string> {
  const failed = results.filter(({ check }) => failures.has(check))
  const paths = new Set(failed.flatMap(pathsOf))
  // A cause is named by its check or by its requirement.
  const causes = new Set<string>(failed.flatMap(({ check, requirement }) => [check, requirement]))
  const open = results.filter(({ verdict }) => verdict !== 'error' && isUndecided(verdict))
  const found = new Set<string>()
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const one of open) {
      const isOfThese = pathsOf(one).some((path) => paths.has(path)) || causesOf(one).some((id) => causes.has(id))
      if (!isOfThese || found.has(one.check)) continue
      found.add(one.check)
      causes.add(one.check)
    }
  }
  return found
}

/** The documented paths of the request that decided, and of those whose answers a check shows. */
function pathsOf({ evidence, remark }: CheckResult): readonly string[] {
  const asked = [...evidence.slice(-1), ...(remark ? answersIn(remark) : [])]
  return asked.flatMap(({ request: { operation } }) => (operation === undefined ? [] : [operationOf(operation).path]))
}
