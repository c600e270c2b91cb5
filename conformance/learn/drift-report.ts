import type { RequirementId } from '../catalogue/requirements.ts'
import { toJson } from '../wording/escaping/json.ts'
import { markdownCode } from '../wording/escaping/markdown.ts'
import { markupLine } from '../wording/escaping/markup.ts'
import { terminalLine } from '../wording/escaping/terminal.ts'
import { type Drift, hasMoved, nameOf } from './drift.ts'
import { driftLine, recordingLine, unaskedLine, unseenText, driftVerdictLine } from './learned-text.ts'

/** What a report of drift is about. */
export interface DriftSubject {
  /** The service, or the twin that another is compared with. */
  readonly name: string
  /** What was asked of a service; missing where two twins are compared. */
  readonly effort?: DriftEffort | undefined
}

/** The requests of a check for drift. */
export interface DriftEffort {
  readonly requests: number
  readonly mostRequests: number
  /** The stated requirements that were not looked at within them. */
  readonly unasked: readonly RequirementId[]
}

/** The class of a difference, as reports name it. An answer of another form is of the dialect. */
function classOf(drift: Drift): 'breaks' | 'fails' | 'dialect' | 'records' | 'not measured' {
  if (drift.class === 'answer') return 'dialect'
  return drift.class === 'notMeasured' ? 'not measured' : drift.class
}

function terminalReport(drifts: readonly Drift[], { name, effort }: DriftSubject): string {
  const lines = [
    ...drifts.filter(hasMoved).map((drift) => `${classOf(drift).padEnd(12)}  ${driftLine(drift)}`),
    ...drifts
      .filter((drift) => !hasMoved(drift) && drift.class !== 'notMeasured')
      .map((drift) => `${classOf(drift).padEnd(12)}  ${driftLine(drift)}`),
    ...notMeasuredLines(drifts).map((line) => `not measured  ${line}`),
    ...unaskedLines(effort).map((line) => `not asked     ${line}`),
  ]
  return `${[...lines, ...recordingLines(drifts), driftVerdictLine(drifts, terminalLine(name))].join('\n')}\n`
}

/** A line for each reason why something was not measured. */
function notMeasuredLines(drifts: readonly Drift[]): readonly string[] {
  const open = drifts.filter((drift) => drift.class === 'notMeasured')
  const byReason = Map.groupBy(open, ({ cause }) => unseenText(cause))
  return [...byReason].map(([reason, all]) => `${all.map(nameOf).join(', ')}: ${reason}`)
}

const recordingLines = (drifts: readonly Drift[]): readonly string[] =>
  drifts.some((drift) => drift.class === 'fails') ? [recordingLine] : []

const unaskedLines = (effort: DriftEffort | undefined): readonly string[] =>
  effort === undefined || effort.unasked.length === 0 ? [] : [unaskedLine(effort)]

function jsonReport(drifts: readonly Drift[], { name, effort }: DriftSubject): string {
  return `${toJson({ subject: name, moved: drifts.some(hasMoved), ...effort, drifts })}\n`
}

/**
 * JUnit XML: a test case for each difference. What was not measured is skipped; an added member passes.
 */
function junitReport(drifts: readonly Drift[], { name: subject, effort }: DriftSubject): string {
  const unasked = (effort?.unasked ?? []).map(
    (id) =>
      `    <testcase classname="drift.not-asked" name="${id}"><skipped message="${markupLine(unaskedLines(effort)[0]!)}"/></testcase>`,
  )
  const differing = drifts.map((drift) => {
    const opening = `    <testcase classname="drift.${classOf(drift).replace(' ', '-')}" name="${markupLine(nameOf(drift))}"`
    const message = markupLine(driftLine(drift))
    if (drift.class === 'notMeasured') return `${opening}><skipped message="${message}"/></testcase>`
    return hasMoved(drift) ? `${opening}><failure type="drift" message="${message}"/></testcase>` : `${opening}/>`
  })
  const cases = [...differing, ...unasked]
  const none = cases.length === 0 ? [`    <testcase classname="drift" name="nothing has moved"/>`] : []
  const failures = drifts.filter(hasMoved).length
  const skipped = drifts.filter((drift) => drift.class === 'notMeasured').length + unasked.length
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
function markdownReport(drifts: readonly Drift[], { name: subject, effort }: DriftSubject): string {
  const cell = (text: string) => markdownCode(text).replaceAll('|', String.raw`\|`)
  const rows = [
    ...drifts
      .filter((drift) => drift.class !== 'notMeasured')
      .map((drift) => `| ${classOf(drift)} | ${cell(driftLine(drift))} |`),
    ...notMeasuredLines(drifts).map((line) => `| not measured | ${cell(line)} |`),
    ...unaskedLines(effort).map((line) => `| not asked | ${cell(line)} |`),
  ]
  return [
    `## Drift of ${markdownCode(subject)}`,
    '',
    driftVerdictLine(drifts, 'The service'),
    ...(rows.length === 0 ? [] : ['', '| class | what |', '|---|---|', ...rows]),
    ...recordingLines(drifts).flatMap((line) => ['', line]),
    '',
  ].join('\n')
}

/** The names of the formats of a report of drift. */
export const driftFormats = ['terminal', 'json', 'junit', 'markdown'] as const

/** The name of a format. */
export type DriftFormat = (typeof driftFormats)[number]

const formats: Readonly<Record<DriftFormat, (drifts: readonly Drift[], subject: DriftSubject) => string>> = {
  terminal: terminalReport,
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
}

/** The differences, in a format. */
export function driftReport(format: DriftFormat, drifts: readonly Drift[], subject: DriftSubject): string {
  return formats[format](drifts, subject)
}
