import type { Fact } from '../conclusions/fact.ts'
import type { CheckResult } from '../judge/result.ts'
import { textOf } from '../wording/text.ts'
import { adviceOf } from './advice-of-failure.ts'
import { alsoAt, checkEntry } from './check-entry.ts'
import type { FailedRequirement, SameFailure } from './document.ts'
import { requirementsOf } from './groups.ts'
import { waitingFor } from './same-failures.ts'
import { cut } from './text.ts'
import type { FailureGroup } from './failure-groups.ts'

/** A failed requirement as a report tells it, with those that fail for the same reason. */
export function failedRequirement(
  { outcome, failures, same }: FailureGroup,
  all: readonly CheckResult[],
): FailedRequirement {
  const { id, clause, statement } = outcome.requirement
  const told = new Set<string>([id, ...same.map((other) => other.outcome.requirement.id)])
  const waiting = requirementsOf(
    [outcome, ...same.map((other) => other.outcome)].flatMap((each) => waitingFor(each, all)),
  )
  const open = waiting.filter((waitingId) => !told.has(waitingId))
  const checks = failures.map(([first, ...others]) => checkEntry(first!, others))
  return {
    id,
    requirement: id,
    statement,
    note: `clause ${clause}`,
    advice: adviceOf(failures[0]![0]!, all),
    ...(open.length > 0 ? { waiting: open } : {}),
    checks,
    ...(same.length > 0 ? { same: same.map((other) => sameFailure(other, failures[0]!)) } : {}),
  }
}

function sameFailure({ outcome, results }: FailureGroup['same'][number], [lead]: readonly CheckResult[]): SameFailure {
  const { id, clause, statement } = outcome.requirement
  const [first] = results
  const isTold = answersAlike(first?.fact, lead?.fact)
  return {
    id,
    statement,
    note: `clause ${clause}`,
    ...(first?.got === undefined || isTold ? {} : { got: cut(textOf(first.got), 200) }),
    ...(first?.expected === undefined || isTold ? {} : { expected: cut(textOf(first.expected), 300) }),
    checks: results.map(alsoAt),
  }
}

/** Whether the same refusal came for two failures. What else they got differs in words. */
function answersAlike(left: Fact | undefined, right: Fact | undefined): boolean {
  if (!left || !right) return false
  const [answer, other] = [left.at.response, right.at.response]
  return answer.status >= 400 && answer.status === other.status && answer.text === other.text
}
