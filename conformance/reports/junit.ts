import { claimText } from '../catalogue/profiles.ts'
import { clauseTitle, compareClauses } from '../catalogue/clauses.ts'
import type { CheckResult, RunResult } from '../run/result.ts'
import { toCurl } from '../wire/exchange.ts'
import type { ReportContext } from './report-context.ts'
import type { RequirementOutcome } from './outcomes.ts'
import { cut, escapeMarkup, isoTime } from './text.ts'
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
  const suites = [...Map.groupBy(cases, ({ clause }) => clause)].sort(([left], [right]) => compareClauses(left, right))
  const name = `Platform Data API conformance, ${claimText(result.claim)}`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    // The schema of Jenkins' xUnit plugin does not allow skipped here.
    `<testsuites name="${name}" ${totals(cases).replace(/skipped="\d+" /, '')}>`,
    ...suites.flatMap(([clause, own]) => {
      const name = escapeMarkup(`${clause} ${clauseTitle(clause)}`.trim())
      return [
        `  <testsuite name="${name}" ${totals(own)} timestamp="${isoTime(result.startedAt).slice(0, 19)}">`,
        ...own.map(({ xml }) => xml),
        '  </testsuite>',
      ]
    }),
    '</testsuites>',
    '',
  ].join('\n')
}

interface Case {
  readonly clause: string
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped'
  readonly durationMs: number
  readonly xml: string
}

function totals(cases: readonly Case[]): string {
  const count = (kind: Case['kind']) => cases.filter((one) => one.kind === kind).length
  const duration = cases.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return [
    `tests="${cases.length}"`,
    `failures="${count('failure')}"`,
    `errors="${count('error')}"`,
    `skipped="${count('skipped')}"`,
    `time="${time(duration)}"`,
  ].join(' ')
}

function toCase(
  { requirement: { id, clause, statement, kind: level }, verdict, results }: RequirementOutcome,
  known: ReadonlySet<string>,
  durationMs: number,
): Case {
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
  const message = attribute(`${reason}${own.map((one) => one.message).join(' | ')}`)
  const text = escapeMarkup(own.map(details).join('\n\n'))
  const outcome = {
    passed: [],
    skipped: [`      <skipped message="${message}"/>`],
    failure: [`      <failure type="fail" message="${message}">${text}</failure>`],
    error: [`      <error type="error" message="${message}">${text}</error>`],
  }[kind]
  const output = [
    statement,
    ...results.map((one) => `${one.check}: ${one.verdict}${one.message === '' ? '' : `, ${one.message}`}`),
  ].join('\n')
  const xml = [
    `    <testcase name="${attribute(id)}" classname="${attribute(classNameOf(clause))}" time="${time(durationMs)}">`,
    ...outcome,
    `      <system-out>${escapeMarkup(output)}</system-out>`,
    '    </testcase>',
  ].join('\n')
  return { clause, kind, durationMs, xml }
}

const reasons: Readonly<Record<string, string>> = {
  blocked: 'blocked',
  insufficientEvidence: 'not decided',
  notApplicable: 'not looked at',
  observed: 'observed, not judged',
}

/** Jenkins takes the text before the last dot for a package, so the dots of a clause become dashes. */
function classNameOf(clause: string): string {
  return `conformance.${clause.replaceAll('.', '-')} ${clauseTitle(clause)}`.trim()
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

/** A text as an attribute, in which a line break would read as a blank. */
function attribute(text: string): string {
  return escapeMarkup(text.replaceAll(/\s+/g, ' '))
}

function time(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
