import { segmentsOf } from '../catalogue/operation-paths.ts'
import { undeclared } from '../conclusions/cause.ts'
import { phrase } from '../conclusions/phrase.ts'
import { isBare, isPrefixed } from '../reading/id-forms.ts'
import type { Subject } from './define-check.ts'
import { undecided } from '../conclusions/result.ts'
import type { CheckResult } from './result.ts'

const isId = (id: string): boolean => isBare(id) || isPrefixed(id)

/** The samples that stand in paths, each with the form that a service must take. */
const forms = {
  catalogId: isId,
  scopeId: isPrefixed,
  adapterConnectionId: isId,
  projectId: isId,
  issueId: isId,
} as const

/**
 * The outcome of a check, unless it failed by a 400 to a sample that is no id: that is the right answer (clause 2.1).
 * The sample may still be how a service writes its ids, so it is asked for.
 */
export function unlessMalformedSample(outcome: CheckResult, { session }: Pick<Subject, 'session'>): CheckResult {
  const { samples = {} } = session.run.target
  const at = outcome.fact?.at
  if (outcome.verdict !== 'fail' || at?.response.status !== 400) return outcome
  const segments = segmentsOf(new URL(at.request.url).pathname)
  for (const [name, isRight] of Object.entries(forms)) {
    const id = samples[name as keyof typeof forms]
    if (id === undefined || isRight(id) || !segments.includes(id)) continue
    const form = name === 'scopeId' ? phrase`an id with its prefix` : phrase`an id of 27 characters, bare or prefixed`
    const remark = phrase`samples.${name} of the target file must be ${form}; it is ${id}, and 400 is the right answer to that. Correct it`
    return undecided(outcome, 'insufficientEvidence', { cause: undeclared(`samples.${name}`), remark })
  }
  return outcome
}
