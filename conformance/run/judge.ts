import type { ActiveCheck, Observer } from './define-check.ts'
import { type Exchange, summary, toEvidence } from '../wire/exchange.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { CheckResult } from './result.ts'
import type { Run } from './run.ts'
import { Session } from './session.ts'
import { untilAborted } from '../wire/until-aborted.ts'
import { Conclusion, type Verdict } from './verdict.ts'

/** How a check ended. */
export type Outcome = Pick<CheckResult, 'verdict' | 'message' | 'evidence'>

const byRequirement = new Map<string, (typeof requirements)[number]>(
  requirements.map((requirement) => [requirement.id, requirement]),
)

/** How many exchanges a result keeps: the last ones led to the conclusion. */
const keptEvidence = 6

/** Runs one check. Ends when the signal aborts, whatever the check still waits for. */
export async function judge(check: ActiveCheck, run: Run, signal: AbortSignal): Promise<Outcome> {
  const session = new Session(run)
  try {
    signal.throwIfAborted()
    const remark = await untilAborted(check.run(session), signal)
    return { verdict: 'pass', message: remark ?? '', evidence: [] }
  } catch (error) {
    return outcomeOf(error, session.exchanges, signal)
  }
}

/** Asks a passive check for its conclusion. */
export function judgePassive(observer: Observer, signal: AbortSignal): Outcome {
  try {
    const concluded = observer.conclude()
    return {
      verdict: 'pass',
      message: concluded?.remark ?? '',
      evidence: (concluded?.evidence ?? []).slice(-keptEvidence).map((exchange) => toEvidence(exchange)),
    }
  } catch (error) {
    return outcomeOf(error, observer.evidence ?? [], signal)
  }
}

function outcomeOf(error: unknown, exchanges: readonly Exchange[], signal: AbortSignal): Outcome {
  const evidence = evidenceFor(error instanceof Conclusion ? error.message : '', exchanges).map((exchange) =>
    toEvidence(exchange),
  )
  if (error instanceof Conclusion) return { verdict: error.verdict, message: error.message, evidence }
  if (signal.aborted)
    return { verdict: 'insufficientEvidence', message: 'the run was ended before this was decided', evidence }
  return {
    verdict: 'error',
    message: `the kit itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    evidence,
  }
}

/** The last exchanges; behind them the one that the message quotes, as reports show the last of them first. */
function evidenceFor(message: string, exchanges: readonly Exchange[]): readonly Exchange[] {
  const unique = [...new Set(exchanges)]
  const quoted = unique.findLast((exchange) => message.includes(summary(exchange)))
  return quoted
    ? [...unique.filter((exchange) => exchange !== quoted).slice(1 - keptEvidence), quoted]
    : unique.slice(-keptEvidence)
}

/** What is not stated can only be observed: also that it could not be seen is no gap in what was proven. */
export function verdictFor(requirement: string, verdict: Verdict): Verdict {
  const kind = byRequirement.get(requirement)?.kind ?? 'stated'
  return kind === 'stated' || verdict === 'notApplicable' || verdict === 'error' ? verdict : 'observed'
}

/** The clause of a requirement; empty for one that is not in the catalogue. */
export function clauseOf(requirement: string): string {
  return byRequirement.get(requirement)?.clause ?? ''
}
