import type { ReportDocument, RequirementEntry } from '../document.ts'
import { entryDetails } from '../failure-text.ts'
import { toJson } from '../../wording/escaping/json.ts'
import { tapDescription } from '../../wording/escaping/tap.ts'
import { terminalLine, terminalLines } from '../../wording/escaping/terminal.ts'
import { seenLine } from '../../wording/escaping/unseen.ts'

/** The Test Anything Protocol, version 14: one test point for each requirement. */
export function tapReport({ requirements, suite, verdict }: ReportDocument): string {
  const points = requirements.flatMap((entry, index) => point(entry, index + 1))
  const comment = `# ${terminalLine(`${suite.name}: ${verdict.head}, ${verdict.rest}`)}`
  return `${['TAP version 14', `1..${requirements.length}`, comment, ...points].join('\n')}\n`
}

function point({ id, statement, outcome, why, entries }: RequirementEntry, number: number): readonly string[] {
  const name = `${number} - ${tapDescription(`${id}: ${statement}`)}`
  if (outcome === 'passed') return [`ok ${name}`]
  if (outcome === 'skipped') return [`ok ${name} # SKIP ${tapDescription(why)}`]
  const details = entries.flatMap((entry) => terminalLines(entryDetails(entry)).split('\n'))
  return [
    `not ok ${name}`,
    '  ---',
    `  message: ${toJson(seenLine(why))}`,
    `  severity: ${outcome === 'error' ? 'error' : 'fail'}`,
    '  details: |',
    ...details.map((line) => `    ${line}`),
    '  ...',
  ]
}
