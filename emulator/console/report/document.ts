// A report of either judge as data, as far as the page shows it. The types are those of the control API.

import type { Evidence } from '../evidence.ts'

/** The look of an entry: good, bad, open, or not judged. */
export type Tone = 'good' | 'bad' | 'open' | 'none'

/** The number of requirements by outcome. */
export interface Score {
  readonly passed: number
  readonly failed: number
  readonly undecided: number
  readonly notLookedAt: number
}

/** A report. */
export interface ReportDocument {
  readonly subject: string
  readonly verdict: { readonly tone: Tone; readonly head: string; readonly rest: string }
  readonly claim?: { readonly text: string; readonly outlook: string }
  readonly effort: string
  readonly kit: { readonly version: string }
  readonly score: Score
  readonly clauses: readonly (Score & { readonly clause: string; readonly title: string })[]
  readonly sections: readonly Section[]
  readonly requirements: readonly RequirementEntry[]
  readonly footer: string
}

/** A member of the target file that would decide more. */
export interface Declarable {
  readonly name: string
  readonly note: string
  readonly example: string
  readonly requirements: number
}

interface CommonSection {
  readonly anchor: string
  readonly heading: string
}

/** A part of a report. */
export type Section = CommonSection &
  (
    | FailuresPart
    | { readonly kind: 'reasons'; readonly note?: string; readonly reasons: readonly Reason[] }
    | { readonly kind: 'lines'; readonly note: string; readonly lines: readonly string[] }
    | {
        readonly kind: 'table'
        readonly note?: string
        readonly columns: readonly string[]
        readonly rows: readonly (readonly string[])[]
      }
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'group'; readonly sections: readonly Section[] }
  )

interface FailuresPart {
  readonly kind: 'failures'
  readonly tone: Tone
  readonly failures: readonly Failure[]
}

/** Failures of one kind. */
export type FailuresSection = CommonSection & FailuresPart

/** Why some have no verdict. */
export interface Reason {
  readonly text: string
  readonly names: readonly { readonly name: string }[]
  readonly where?: string
}

/** A broken requirement, with the checks that show it. */
export interface Failure {
  readonly id: string
  readonly requirement: string
  readonly statement: string
  readonly note: string
  readonly advice?: { readonly cause: string; readonly remedy: string } | undefined
  readonly waiting?: readonly string[] | undefined
  readonly checks: readonly CheckEntry[]
  readonly same?:
    | readonly {
        readonly id: string
        readonly statement: string
        readonly note: string
        readonly got?: string | undefined
      }[]
    | undefined
}

/** The part of a report about one check. */
export interface CheckEntry {
  readonly check: string
  readonly expected?: string | undefined
  readonly got?: string | undefined
  readonly message: string
  readonly also?: readonly { readonly check: string; readonly place: string }[] | undefined
  readonly lines: readonly { readonly kind: string; readonly text: string }[]
  readonly command?: { readonly kind: 'reproduce' | 'again'; readonly long: string } | undefined
  readonly script?: string | undefined
  readonly evidence: readonly Evidence[]
}

/** A requirement with its verdict. */
export interface RequirementEntry {
  readonly id: string
  readonly clause: string
  readonly statement: string
  readonly tone: Tone
  readonly label: string
  readonly why: string
}

/** The failures of a report that a person should read first. */
export function failuresOf({ sections }: ReportDocument): readonly FailuresSection[] {
  return sections.filter((section): section is FailuresSection => section.kind === 'failures')
}

/** The sections that have something to tell, without failures and what passed: those are told elsewhere. */
export function furtherSections(sections: readonly Section[]): readonly Section[] {
  return sections.filter((section) => section.anchor !== 'passed' && section.kind !== 'failures' && !isEmpty(section))
}

function isEmpty(section: Section): boolean {
  switch (section.kind) {
    case 'failures':
      return section.failures.length === 0
    case 'reasons':
      return section.reasons.length === 0
    case 'lines':
      return section.lines.length === 0
    case 'table':
      return section.rows.length === 0
    case 'text':
      return section.text === ''
    case 'group':
      return section.sections.every(isEmpty)
  }
}
