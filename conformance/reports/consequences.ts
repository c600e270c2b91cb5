// What could not be decided because of failures.
import type { CheckResult } from '../run/result.ts'
import { isUndecided, originOf, rootCauseOf } from './outcomes.ts'

/**
 * The checks that some failures left undecided: those that name one of them as their cause, or that end at a path where
 * one of them failed, whatever the id in it, and all that build on these.
 * @param failures The ids of the checks that failed.
 */
export function consequencesOf(results: readonly CheckResult[], failures: ReadonlySet<string>): ReadonlySet<string> {
  const failed = results.filter(({ check }) => failures.has(check))
  const paths = new Set(failed.flatMap((one) => pathsOf({ ...one, message: '' })))
  // A cause is named by its check or by its requirement.
  const causes = new Set<string>(failed.flatMap(({ check, requirement }) => [check, requirement]))
  const open = results.filter(({ verdict }) => verdict !== 'error' && isUndecided(verdict))
  const found = new Set<string>()
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const one of open) {
      const isOfThese =
        pathsOf(one).some((path) => paths.has(path)) || causesOf(one.message).some((id) => causes.has(id))
      if (!isOfThese || found.has(one.check)) continue
      found.add(one.check)
      causes.add(one.check)
    }
  }
  return found
}

function causesOf(message: string): readonly string[] {
  const [, seen = ''] = /\bsee ((?:[a-z0-9-]+(?:\.[a-z0-9-]+)+(?: and |, )?)+)/.exec(message) ?? []
  return [originOf(message), rootCauseOf(message), ...seen.split(/ and |, /)].filter((id) => id !== undefined)
}

/** The path of the last request of a check, and those that its message names. */
function pathsOf({ evidence, message }: CheckResult): readonly string[] {
  const url = evidence.at(-1)?.request.url
  const asked = url !== undefined && URL.canParse(url) ? [new URL(url).pathname] : []
  const named = [...message.slice(0, 500).matchAll(/(?<![\w:/])(?:\/[\w.~%-]+)+\/?/g)].map(([path]) => path)
  return [...asked, ...named].map((path) => path.replaceAll(/\/(?:[a-z]{3}_)?[0-9A-Za-z]{27}(?![0-9A-Za-z])/g, '/{id}'))
}
