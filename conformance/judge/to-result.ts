import { findRequirement } from '../catalogue/requirements.ts'
import type { Statement, Verdict } from '../conclusions/conclusion.ts'
import { type Exchange, toEvidence } from '../conclusions/exchange.ts'
import { changedFact } from '../conclusions/fact.ts'
import { changedStatement } from '../conclusions/result.ts'
import type { Check } from './define-check.ts'
import type { CheckResult } from './result.ts'

/** The number of exchanges that a result keeps: the last ones led to the conclusion. */
const keptEvidence = 6

/** The result of a check, made from its statement. Each exchange is reduced to evidence. */
export function toResult(
  { id, requirement }: Pick<Check, 'id' | 'requirement'>,
  verdict: Verdict,
  { expected, got, remark, fact, cause, at, suspected, via }: Statement,
  exchanges: readonly Exchange[] = [],
): CheckResult {
  const kept = new Map<Exchange['request'], Exchange>()
  const keep = (exchange: Exchange): Exchange => {
    let evidence = kept.get(exchange.request)
    if (!evidence) kept.set(exchange.request, (evidence = toEvidence(exchange)))
    return evidence
  }
  const unique = [...new Set(exchanges)]
  const change = { text: (text: string) => text, exchange: keep, json: (value: unknown) => value }
  const statement = { expected, got, remark, fact, cause, at, suspected, via }
  const decisive = fact?.at ?? at?.at(-1) ?? suspected?.fact.at
  return {
    check: id,
    requirement,
    // A check may decide a requirement that is not in the catalogue.
    clause: findRequirement(requirement)?.clause ?? '',
    verdict,
    ...changedStatement(statement, change, (old) => changedFact(old, change)),
    message: '',
    evidence: evidenceOf(decisive, unique).map(keep),
    ...(verdict === 'fail' ? { sent: unique } : {}),
    durationMs: 0,
  }
}

/** The last exchanges. The deciding one is the very last, as reports show it first. */
function evidenceOf(decisive: Exchange | undefined, exchanges: readonly Exchange[]): readonly Exchange[] {
  if (!decisive) return exchanges.slice(-keptEvidence)
  return [...exchanges.filter(({ request }) => request !== decisive.request).slice(1 - keptEvidence), decisive]
}
