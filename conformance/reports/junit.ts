import { claimText } from '../catalogue/profiles.ts'
import type { CheckResult, RunResult } from '../run/result.ts'
import { toCurl } from '../wire/exchange.ts'
import type { ReportContext } from './report-context.ts'
import type { RequirementOutcome } from './outcomes.ts'
import { type JunitCase, junitDocument } from './junit-cases.ts'
import { cut } from './text.ts'
import { timeShares } from './time-shares.ts'

/**
 * JUnit XML for GitLab and Jenkins: one test case for each requirement, one suite for each clause. What could not be
 * decided is skipped with its reason, as both know only passed, failed, error and skipped. Both add up the times of
 * cases. Checks run side by side, so a case has its share of the time that the run took.
 */
export function junitReport(result: RunResult, { summary, baseline }: ReportContext): string {
  const known = new Set(baseline?.known.map(({ check }) => check))
  const spent = summary.outcomes.map(({ results }) => results.reduce((sum, one) => sum + one.durationMs, 0))
  const shares = timeShares(spent, Math.round(result.durationMs))
  const cases = summary.outcomes.map((outcome, index) => toCase(outcome, known, shares[index]!))
  const name = `Platform Data API conformance, ${claimText(result.claim)}`
  return junitDocument({ name, room: 'conformance', cases, startedAt: result.startedAt })
}

function toCase(
  { requirement: { id, clause, statement, kind: level }, verdict, results }: RequirementOutcome,
  known: ReadonlySet<string>,
  durationMs: number,
): JunitCase {
  const own = results.filter((one) => one.verdict === verdict)
  const excused = verdict === 'fail' && own.every(({ check }) => known.has(check))
  const kind =
    verdict === 'pass'
      ? 'passed'
      : verdict === 'fail' && !excused
        ? 'failure'
        : verdict === 'error'
          ? 'error'
          : 'skipped'
  const why = verdict === 'notApplicable' && level !== 'stated' ? 'not stated' : (reasons[verdict] ?? verdict)
  const reason = excused ? 'known failure: ' : kind === 'skipped' ? `${why}: ` : ''
  return {
    id,
    clause,
    kind,
    message: `${reason}${own.map((one) => one.message).join(' | ')}`,
    details: own.map(details).join('\n\n'),
    output: [
      statement,
      ...results.map((one) => `${one.check}: ${one.verdict}${one.message === '' ? '' : `, ${one.message}`}`),
    ].join('\n'),
    durationMs,
  }
}

const reasons: Readonly<Record<string, string>> = {
  blocked: 'blocked',
  insufficientEvidence: 'not decided',
  notApplicable: 'not looked at',
  observed: 'observed, not judged',
}

function details({ check, message, evidence }: CheckResult): string {
  const last = evidence.at(-1)
  return [
    `${check}: ${message}`,
    ...(last
      ? [`reproduce: ${toCurl(last.request)}`, `answer: ${last.response.status} ${cut(last.response.text, 1000)}`]
      : []),
  ].join('\n')
}
