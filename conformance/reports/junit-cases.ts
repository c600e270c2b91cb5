// JUnit XML of test cases: one suite for each clause.
import { clauseTitle, compareClauses } from '../catalogue/clauses.ts'
import { escapeMarkup, isoTime } from './text.ts'

/** A requirement as a test case. */
export interface JunitCase {
  readonly id: string
  readonly clause: string
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped'
  /** Why it did not pass. */
  readonly message: string
  /** What shows a failure or an error. */
  readonly details: string
  readonly output: string
  readonly durationMs: number
}

/** A document of test cases. */
export interface JunitDocument {
  readonly name: string
  /** The first part of the names of classes. */
  readonly room: string
  readonly cases: readonly JunitCase[]
  /** Milliseconds since 1970. */
  readonly startedAt: number
}

/** The XML of test cases. */
export function junitDocument({ name, room, cases, startedAt }: JunitDocument): string {
  const suites = [...Map.groupBy(cases, ({ clause }) => clause)].sort(([left], [right]) => compareClauses(left, right))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    // The schema of Jenkins' xUnit plugin does not allow skipped here.
    `<testsuites name="${attribute(name)}" ${totals(cases).replace(/skipped="\d+" /, '')}>`,
    ...suites.flatMap(([clause, own]) => {
      const title = escapeMarkup(`${clause} ${clauseTitle(clause)}`.trim())
      return [
        `  <testsuite name="${title}" ${totals(own)} timestamp="${isoTime(startedAt).slice(0, 19)}">`,
        ...own.map((one) => xmlOf(one, room)),
        '  </testsuite>',
      ]
    }),
    '</testsuites>',
    '',
  ].join('\n')
}

function totals(cases: readonly JunitCase[]): string {
  const count = (kind: JunitCase['kind']) => cases.filter((one) => one.kind === kind).length
  const duration = cases.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return [
    `tests="${cases.length}"`,
    `failures="${count('failure')}"`,
    `errors="${count('error')}"`,
    `skipped="${count('skipped')}"`,
    `time="${time(duration)}"`,
  ].join(' ')
}

function xmlOf({ id, clause, kind, message, details, output, durationMs }: JunitCase, room: string): string {
  const [why, text] = [attribute(message), escapeMarkup(details)]
  const outcome = {
    passed: [],
    skipped: [`      <skipped message="${why}"/>`],
    failure: [`      <failure type="fail" message="${why}">${text}</failure>`],
    error: [`      <error type="error" message="${why}">${text}</error>`],
  }[kind]
  const className = attribute(classNameOf(clause, room))
  return [
    `    <testcase name="${attribute(id)}" classname="${className}" time="${time(durationMs)}">`,
    ...outcome,
    `      <system-out>${escapeMarkup(output)}</system-out>`,
    '    </testcase>',
  ].join('\n')
}

/** Jenkins takes the text before the last dot for a package, so the dots of a clause become dashes. */
function classNameOf(clause: string, room: string): string {
  return `${room}.${clause.replaceAll('.', '-')} ${clauseTitle(clause)}`.trim()
}

/** A text as an attribute, in which a line break would read as a blank. */
function attribute(text: string): string {
  return escapeMarkup(text.replaceAll(/\s+/g, ' '))
}

function time(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
