import { findRequirement } from '../catalogue/requirements.ts'
import type { Statement, Verdict } from '../conclusions/conclusion.ts'
import { type AnyExchange, type Exchange, toEvidence } from '../conclusions/exchange.ts'
import { factKinds } from '../conclusions/fact.ts'
import { changeResult } from '../conclusions/result.ts'
import type { Check } from './define-check.ts'
import type { CheckResult } from './result.ts'

/** The number of exchanges that a result keeps: the last ones led to the conclusion. */
const keptEvidence = 6

/** The result of a check, made from its statement. Each exchange is reduced to evidence. */
export function toResult(
  { id, requirement }: Pick<Check, 'id' | 'requirement'>,
  verdict: Verdict,
  statement: Statement,
  exchanges: readonly Exchange[] = [],
): CheckResult {
  const kept = new Map<AnyExchange['request'], AnyExchange>()
  const keep = <Seen extends AnyExchange>(exchange: Seen): Seen => {
    let evidence = kept.get(exchange.request)
    if (!evidence) kept.set(exchange.request, (evidence = toEvidence(exchange)))
    return evidence as Seen
  }
  const unique = [...new Set(exchanges)]
  const { fact, at, suspected } = statement
  const decisive = fact?.at ?? at?.at(-1) ?? suspected?.fact?.at
  const result = {
    check: id,
    requirement,
    // A check may decide a requirement that is not in the catalogue.
    clause: findRequirement(requirement)?.clause ?? '',
    verdict,
    ...statement,
    message: '',
    evidence: selectEvidence(decisive, unique),
    ...(verdict === 'fail' ? { sent: unique } : {}),
    durationMs: 0,
  }
  return changeResult(result, factKinds, {
    text: (text) => text,
    exchange: keep,
    json: (value) => value,
  })
}

/** The last exchanges. The deciding one is the very last, as reports show it first. */
function selectEvidence(decisive: Exchange | undefined, exchanges: readonly Exchange[]): readonly Exchange[] {
  if (!decisive) return exchanges.slice(-keptEvidence)
  return [...exchanges.filter(({ request }) => request !== decisive.request).slice(1 - keptEvidence), decisive]
}
