import { clauseTitle } from '../../catalogue/clauses.ts'
import { sortByClause, type Finding, allFindings, type ReportDocument, type RequirementRow } from '../document.ts'
import { testMessage } from '../finding-text.ts'
import { markupLine, markupLines } from '../../wording/escaping/markup.ts'
import { isoTime } from '../text.ts'

/** A requirement as a test case. */
interface Case extends RequirementRow {
  readonly durationMs: number
  readonly findings: readonly Finding[]
}

/**
 * JUnit XML for GitLab and Jenkins: one test case for each requirement, one suite for each clause. Undecided
 * requirements are skipped with their reason, since both know only passed, failed, error and skipped. Both add up the
 * times of cases. Checks run concurrently, so a case gets its share of the run's time.
 */
export function junitReport(document: ReportDocument): string {
  const { requirements, durationMs, startedAt, suite } = document
  const findings = allFindings(document)
  const shares = timeShares(
    requirements.map(({ weight }) => weight),
    Math.round(durationMs),
  )
  const cases: readonly Case[] = requirements.map((row, index) => ({
    ...row,
    durationMs: shares[index]!,
    findings: findings.filter(({ requirement, also }) => requirement === row.id || also.includes(row.id)),
  }))
  const suites = Map.groupBy(sortByClause(cases), ({ clause }) => clause)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    // The schema of Jenkins' xUnit plugin does not allow skipped here.
    `<testsuites name="${markupLine(suite.name)}" ${totalAttributes(cases).replace(/skipped="\d+" /, '')}>`,
    ...[...suites].flatMap(([clause, members]) => {
      const title = markupLine(`${clause} ${clauseTitle(clause)}`.trim())
      return [
        `  <testsuite name="${title}" ${totalAttributes(members)} timestamp="${isoTime(startedAt).slice(0, 19)}">`,
        ...members.map((entry) => testCaseXml(entry, suite.group)),
        '  </testsuite>',
      ]
    }),
    '</testsuites>',
    '',
  ].join('\n')
}

function totalAttributes(cases: readonly Case[]): string {
  const count = (outcome: RequirementRow['outcome']) => cases.filter((entry) => entry.outcome === outcome).length
  const duration = cases.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return [
    `tests="${cases.length}"`,
    `failures="${count('failure')}"`,
    `errors="${count('error')}"`,
    `skipped="${count('skipped')}"`,
    `time="${secondsAttribute(duration)}"`,
  ].join(' ')
}

function testCaseXml(
  { id, clause, statement, outcome, why, checks, durationMs, findings }: Case,
  group: string,
): string {
  const [message, text] = [
    markupLine(why),
    markupLines(findings.map((finding) => `${finding.id}: ${testMessage('', finding)}`).join('\n\n')),
  ]
  const output = checks.map(({ check, text: said }) => `${check}: ${said}`)
  const result = {
    passed: [],
    skipped: [`      <skipped message="${message}"/>`],
    failure: [`      <failure type="fail" message="${message}">${text}</failure>`],
    error: [`      <error type="error" message="${message}">${text}</error>`],
  }[outcome]
  const className = markupLine(junitClassName(clause, group))
  return [
    `    <testcase name="${markupLine(id)}" classname="${className}" time="${secondsAttribute(durationMs)}">`,
    ...result,
    `      <system-out>${markupLines([statement, ...output].join('\n'))}</system-out>`,
    '    </testcase>',
  ].join('\n')
}

/** Jenkins treats the text before the last dot as a package, so the dots of a clause become dashes. */
function junitClassName(clause: string, group: string): string {
  return `${group}.${clause.replaceAll('.', '-')} ${clauseTitle(clause)}`.trim()
}

function secondsAttribute(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

/**
 * The share of each part in a whole, as whole numbers that add up to the whole. If all parts are 0, the shares are
 * equal.
 */
function timeShares(parts: readonly number[], whole: number): readonly number[] {
  const sum = parts.reduce((total, part) => total + part, 0)
  let before = 0
  let handedOut = 0
  return parts.map((part, index) => {
    before += sum === 0 ? 1 : part
    const until = index === parts.length - 1 ? whole : Math.round((whole * before) / (sum === 0 ? parts.length : sum))
    const share = until - handedOut
    handedOut = until
    return share
  })
}
