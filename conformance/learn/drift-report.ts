import { toJson } from '../escaping/json.ts'
import { markdownCode } from '../escaping/markdown.ts'
import { markupLine } from '../escaping/markup.ts'
import { terminalLine } from '../escaping/terminal.ts'
import { type Drift, hasMoved, nameOf } from './drift.ts'
import { driftLine, verdictLine } from './learned-text.ts'

/** The class of a difference, as reports name it. An answer of another form is of the dialect. */
function classOf(drift: Drift): 'breaks' | 'dialect' | 'records' | 'not measured' {
  if (drift.class === 'answer') return 'dialect'
  return drift.class === 'notMeasured' ? 'not measured' : drift.class
}

function terminalReport(drifts: readonly Drift[], subject: string): string {
  const ordered = [...drifts.filter(hasMoved), ...drifts.filter((drift) => !hasMoved(drift))]
  const lines = ordered.map((drift) => `${classOf(drift).padEnd(12)}  ${driftLine(drift)}`)
  return `${[...lines, verdictLine(drifts, terminalLine(subject))].join('\n')}\n`
}

function jsonReport(drifts: readonly Drift[], subject: string): string {
  return `${toJson({ subject, moved: drifts.some(hasMoved), drifts })}\n`
}

/** JUnit XML: a test case for each difference. What was not measured is skipped, and an added member passes. */
function junitReport(drifts: readonly Drift[], subject: string): string {
  const cases = drifts.map((drift) => {
    const opening = `    <testcase classname="drift.${classOf(drift).replace(' ', '-')}" name="${markupLine(nameOf(drift))}"`
    const message = markupLine(driftLine(drift))
    if (drift.class === 'notMeasured') return `${opening}><skipped message="${message}"/></testcase>`
    return hasMoved(drift) ? `${opening}><failure type="drift" message="${message}"/></testcase>` : `${opening}/>`
  })
  const none = drifts.length === 0 ? [`    <testcase classname="drift" name="nothing has moved"/>`] : []
  const failures = drifts.filter(hasMoved).length
  const skipped = drifts.filter((drift) => drift.class === 'notMeasured').length
  const total = cases.length + none.length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="drift" tests="${total}" failures="${failures}">`,
    `  <testsuite name="${markupLine(subject)}" tests="${total}" failures="${failures}" skipped="${skipped}">`,
    ...cases,
    ...none,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/** Markdown, for the page of a job. */
function markdownReport(drifts: readonly Drift[], subject: string): string {
  const cell = (text: string) => markdownCode(text).replaceAll('|', String.raw`\|`)
  const rows = drifts.map((drift) => `| ${classOf(drift)} | ${cell(driftLine(drift))} |`)
  return [
    `## Drift of ${markdownCode(subject)}`,
    '',
    verdictLine(drifts, 'The service'),
    ...(rows.length === 0 ? [] : ['', '| class | what |', '|---|---|', ...rows]),
    '',
  ].join('\n')
}

/** The names of the formats of a report of drift. */
export const driftFormats = ['terminal', 'json', 'junit', 'markdown'] as const

/** The name of a format. */
export type DriftFormat = (typeof driftFormats)[number]

const formats: Readonly<Record<DriftFormat, (drifts: readonly Drift[], subject: string) => string>> = {
  terminal: terminalReport,
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
}

/** The differences, in a format. */
export function driftReport(format: DriftFormat, drifts: readonly Drift[], subject: string): string {
  return formats[format](drifts, subject)
}
