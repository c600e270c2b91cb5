import { clauseTitle } from '../../catalogue/clauses.ts'
import { sortByClause, type Finding, allFindings, type ReportDocument, type RequirementRow } from '../document.ts'
import { testMessage } from '../finding-text.ts'
import { markupLine, markupLines } from '../../wording/escaping/markup.ts'
import { isoTime } from '../text.ts'

/**
 * JUnit XML for GitLab and Jenkins: one test case for each requirement, one suite for each clause. Undecided
 * requirements are skipped with their reason, since both know only passed, failed, error and skipped. Checks run side
 * by side, so only the whole run has a time.
 */
export function junitReport(document: ReportDocument): string {
  const { requirements, durationMs, startedAt, suite } = document
  const findings = allFindings(document)
  const suites = Map.groupBy(sortByClause(requirements), ({ clause }) => clause)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    // The schema of Jenkins' xUnit plugin does not allow skipped here.
    `<testsuites name="${markupLine(suite.name)}" ${totalAttributes(requirements).replace(/ skipped="\d+"/, '')} time="${(durationMs / 1000).toFixed(3)}">`,
    ...[...suites].flatMap(([clause, members]) => {
      const title = markupLine(`${clause} ${clauseTitle(clause)}`.trim())
      return [
        `  <testsuite name="${title}" ${totalAttributes(members)} timestamp="${isoTime(startedAt).slice(0, 19)}">`,
        ...members.map((row) => testCaseXml(row, findings, suite.group)),
        '  </testsuite>',
      ]
    }),
    '</testsuites>',
    '',
  ].join('\n')
}

function totalAttributes(cases: readonly RequirementRow[]): string {
  const count = (outcome: RequirementRow['outcome']) => cases.filter((entry) => entry.outcome === outcome).length
  return [
    `tests="${cases.length}"`,
    `failures="${count('failure')}"`,
    `errors="${count('error')}"`,
    `skipped="${count('skipped')}"`,
  ].join(' ')
}

function testCaseXml(
  { id, clause, statement, outcome, why, checks }: RequirementRow,
  findings: readonly Finding[],
  group: string,
): string {
  const its = findings.filter(({ requirement, also }) => requirement === id || also.includes(id))
  const [message, text] = [
    markupLine(why),
    markupLines(its.map((finding) => `${finding.id}: ${testMessage('', finding)}`).join('\n\n')),
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
    `    <testcase name="${markupLine(id)}" classname="${className}">`,
    ...result,
    `      <system-out>${markupLines([statement, ...output].join('\n'))}</system-out>`,
    '    </testcase>',
  ].join('\n')
}

/** Jenkins treats the text before the last dot as a package, so the dots of a clause become dashes. */
function junitClassName(clause: string, group: string): string {
  return `${group}.${clause.replaceAll('.', '-')} ${clauseTitle(clause)}`.trim()
}
