import { type JunitCase, junitDocument } from '../../reports/junit-cases.ts'
import { timeShares } from '../../reports/time-shares.ts'
import type { ClientReport } from '../judge/client-report.ts'
import type { ClientOutcome } from '../judge/summary.ts'
import { findingsOf, runTexts } from './findings.ts'
import type { ClientReportContext } from './report-context.ts'

/**
 * JUnit XML: one test case for each requirement, one suite for each clause. Advice passes unless it counts as a
 * failure; what could not be decided is skipped with its reason. A case has a share of the time by its runs.
 */
export function clientJunit({ client }: ClientReport, context: ClientReportContext): string {
  const { outcomes } = context.summary
  const shares = timeShares(
    outcomes.map(({ results }) => results.length),
    Math.round(context.durationMs),
  )
  return junitDocument({
    name: `Platform Data API client ${client.name}`,
    room: 'client',
    cases: outcomes.map((outcome, index) => toCase(outcome, context, shares[index]!)),
    startedAt: context.startedAt,
  })
}

function toCase(
  { requirement, verdict, results }: ClientOutcome,
  { baseline, strict, again }: ClientReportContext,
  durationMs: number,
): JunitCase {
  const { id, clause, statement, careful } = requirement
  const findings = findingsOf(results, verdict)
  const known = new Set(baseline?.known.map(({ check }) => check))
  const counts = verdict === 'fail' || (verdict === 'advice' && strict)
  const isKnown = counts && findings.every(({ check }) => known.has(check))
  const passed = verdict === 'pass' || (verdict === 'advice' && !strict)
  const kind = passed ? 'passed' : verdict === 'error' ? 'error' : counts && !isKnown ? 'failure' : 'skipped'
  const messages = findings.map((one) => one.results.find(({ message }) => message !== '')?.message ?? '')
  const why = isKnown ? 'known failure: ' : kind === 'skipped' ? `${reasons[verdict] ?? verdict}: ` : ''
  return {
    id,
    clause,
    kind,
    message: `${why}${messages.filter((message) => message !== '').join(' | ')}`,
    details: findings
      .map(({ check, trap, results: own }) =>
        [
          `${check}: ${own[0]!.message}`,
          `trap: ${trap}`,
          `careful: ${careful}`,
          `runs: ${runTexts(own, 10)}`,
          ...[again(own[0]!)].flatMap((command) => (command === undefined ? [] : [`again: ${command}`])),
        ].join('\n'),
      )
      .join('\n\n'),
    output: [
      statement,
      ...[...Map.groupBy(results, ({ check, verdict: one }) => `${check}: ${one}`)].map(
        ([line, own]) => `${line} in ${runTexts(own, 5)}`,
      ),
    ].join('\n'),
    durationMs,
  }
}

const reasons: Readonly<Record<string, string>> = {
  blocked: 'blocked',
  insufficientEvidence: 'not decided',
  notApplicable: 'the client has no such thing',
  observed: 'observed, not judged',
}
