// The findings of the judge about a careful client, as text.
import { statementText } from '../../../conformance/wording/text.ts'
import type { ClientVerdict } from '../../../conformance/client/conclusions/client-conclusion.ts'
import type { ClientResult } from '../../../conformance/client/judge/client-result.ts'

const bad: ReadonlySet<ClientVerdict> = new Set(['fail', 'advice', 'error', 'blocked'])

/** A line for each result that no careful client may get. */
export function badLines(
  results: readonly Pick<ClientResult, 'check' | 'verdict' | 'task' | 'scenario' | 'expected' | 'got' | 'remark'>[],
): readonly string[] {
  return results
    .filter(({ verdict }) => bad.has(verdict))
    .map((result) => `${result.check} ${result.task} ${result.scenario}: ${statementText(result)}`)
}

/** A line for each check, with its verdicts in each task. A check that a client no longer reaches changes its line. */
export function verdictLines(results: readonly Pick<ClientResult, 'check' | 'verdict' | 'task'>[]): readonly string[] {
  return [...Map.groupBy(results, ({ check }) => check)]
    .map(([check, ofCheck]) => {
      const byTask = Map.groupBy(ofCheck, ({ task }) => task ?? 'watched')
      const parts = [...byTask].map(([task, some]) => {
        const verdicts = new Set(some.map(({ verdict }) => verdict))
        return `${task} ${[...verdicts].sort().join('+')}`
      })
      return `${check}: ${parts.join(', ')}`
    })
    .sort()
}
