import type { ReportDocument, RequirementEntry } from '../document.ts'
import { findingDetails } from '../finding-text.ts'
import { harmless, oneLine } from '../text.ts'

/** The Test Anything Protocol, version 14: one test point for each requirement. */
export function tapReport({ requirements, suite, verdict }: ReportDocument): string {
  const points = requirements.flatMap((entry, index) => point(entry, index + 1))
  const comment = `# ${oneLine(`${suite.name}: ${verdict.head}, ${verdict.rest}`)}`
  return `${['TAP version 14', `1..${requirements.length}`, comment, ...points].join('\n')}\n`
}

function point({ id, statement, outcome, why, findings }: RequirementEntry, number: number): readonly string[] {
  const name = `${number} - ${escaped(`${id}: ${statement}`)}`
  if (outcome === 'passed') return [`ok ${name}`]
  if (outcome === 'skipped') return [`ok ${name} # SKIP ${escaped(why)}`]
  const details = findings.flatMap((finding) => harmless(findingDetails(finding)).split('\n'))
  return [
    `not ok ${name}`,
    '  ---',
    `  message: ${JSON.stringify(oneLine(why))}`,
    `  severity: ${outcome === 'error' ? 'error' : 'fail'}`,
    '  details: |',
    ...details.map((line) => `    ${line}`),
    '  ...',
  ]
}

/** A description, in which a number sign would begin a directive. */
function escaped(text: string): string {
  return oneLine(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('#', String.raw`\#`)
}
