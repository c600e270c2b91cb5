import type { CheckResult, RunResult } from '../run/result.ts'
import { originOf, rootCauseOf } from './outcomes.ts'

/** Checks that ended alike, and why. */
export interface ReasonGroup {
  readonly reason: string
  readonly results: readonly CheckResult[]
}

/** What was blocked, by its root cause: the check that did not pass, or what was missing. */
export function blockedGroups(result: RunResult): readonly ReasonGroup[] {
  return grouped(result, 'blocked', (message) => rootCauseOf(message) ?? message)
}

/** What the data or a limit could not show, by what would help. */
export function insufficientGroups(result: RunResult): readonly ReasonGroup[] {
  return grouped(result, 'insufficientEvidence', (message) => message)
}

/** What was not looked at, by what to declare. */
export function undeclaredGroups(result: RunResult): readonly ReasonGroup[] {
  return grouped(
    result,
    'notApplicable',
    (message) =>
      /^declare (.+) in the target file$/.exec(message)?.[1] ??
      (message.endsWith(': give --allow-writes, or allowWrites in the target file')
        ? 'allowWrites (or give --allow-writes)'
        : message),
  )
}

/** The requirements of some results, each once. */
export function requirementsOf(results: readonly CheckResult[]): readonly string[] {
  return [...new Set(results.map(({ requirement }) => requirement))]
}

function grouped(
  result: RunResult,
  verdict: CheckResult['verdict'],
  reasonOf: (message: string) => string,
): readonly ReasonGroup[] {
  const own = result.results.filter((one) => one.verdict === verdict)
  return [...Map.groupBy(own, ({ message }) => reasonOf(withoutOrigin(message)))]
    .map(([reason, results]) => ({ reason, results }))
    .sort((left, right) => right.results.length - left.results.length)
}

function withoutOrigin(message: string): string {
  let own = message
  for (let origin = originOf(own); origin !== undefined; origin = originOf(own)) own = own.slice(origin.length + 2)
  return own
}

export interface Difference {
  readonly expected: string
  readonly got: string
}

/** The two halves of "expected …; got …"; undefined for a message of another form. */
export function differenceOf(message: string): Difference | undefined {
  const match = /^expected (.*?); got (.*)$/s.exec(message)
  return match ? { expected: match[1]!, got: match[2]! } : undefined
}
