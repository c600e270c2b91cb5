// What a report says, before it has a form. Both judges make one, and each format renders it once.
import type { ClauseScore, Score } from './summary.ts'

/** How something looks: well, badly, open, or not judged. */
export type Tone = 'good' | 'bad' | 'open' | 'none'

/** A report of either judge. */
export interface ReportDocument {
  /** As `Platform Data API conformance`. */
  readonly title: string
  /** What was judged: an address, or the name of a client. */
  readonly subject: string
  /** The whole in a sentence: the first thing that a person reads, and maybe the only one. */
  readonly verdict: { readonly tone: 'good' | 'bad' | 'open'; readonly head: string; readonly rest: string }
  /** What a service claims, and what to declare next. */
  readonly claim?: {
    readonly text: string
    readonly outlook: string
    readonly next: readonly { readonly name: string; readonly requirements: number }[]
  }
  /** How much was sent, and how long it took. */
  readonly effort: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  readonly kit: { readonly name: string; readonly version: string }
  /** How many stated requirements came out how. */
  readonly score: Score
  readonly clauses: readonly ClauseScore[]
  readonly sections: readonly Section[]
  /** Every requirement, in the order of the catalogue. */
  readonly requirements: readonly RequirementEntry[]
  /** What identifies the catalogue, in a sentence. */
  readonly footer: string
  readonly badge: Badge
  readonly junit: { readonly name: string; readonly room: string }
}

/** The words of a badge. */
export interface Badge {
  readonly conformant: boolean | null
  readonly text: string
  readonly label: string
  readonly detail: string
}

interface CommonSection {
  /** The same in every report, for links. */
  readonly anchor: string
  /** As a heading in a terminal. */
  readonly title: string
  /** As a heading of a page. */
  readonly heading: string
  /** Only where more is asked for. Pages always have it. */
  readonly verbose?: boolean
}

/** A part of a report. */
export type Section = FindingsSection | ReasonsSection | LinesSection | TableSection | TextSection | GroupSection

/** What failed, with all that shows it. */
export interface FindingsSection extends CommonSection {
  readonly kind: 'findings'
  readonly tone: Tone
  /** What is counted in the heading: `requirement` or `check`. */
  readonly counts: string
  readonly findings: readonly Finding[]
}

/** Why some have no verdict: each reason with the names that it holds for. */
export interface ReasonsSection extends CommonSection {
  readonly kind: 'reasons'
  readonly counts: string
  /** The heads of a table. */
  readonly columns: readonly [reason: string, names: string]
  readonly note?: string
  /** What follows the count, as in: 1 check; please report it. */
  readonly remark?: string
  readonly reasons: readonly Reason[]
}

/** A reason. */
export interface Reason {
  readonly text: string
  /** Each with the requirement that it leads to. */
  readonly names: readonly { readonly name: string; readonly requirement: string }[]
  /** Where this was seen. */
  readonly where?: string
}

/** Lines of text. */
export interface LinesSection extends CommonSection {
  readonly kind: 'lines'
  readonly note: string
  readonly tone: Tone
  readonly lines: readonly string[]
  /** Whether a reader may leave it folded. */
  readonly folded?: boolean
}

/** Rows under heads. */
export interface TableSection extends CommonSection {
  readonly kind: 'table'
  readonly note?: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Pages alone have room for it. */
  readonly pagesAlone?: boolean
  /** Anchors of the rows. */
  readonly anchors?: readonly string[]
}

/** A text to copy. */
export interface TextSection extends CommonSection {
  readonly kind: 'text'
  readonly language: string
  readonly text: string
}

/** Sections that stand under one heading of a page. */
export interface GroupSection extends CommonSection {
  readonly kind: 'group'
  readonly sections: readonly Section[]
}

/** A requirement that was not kept, or a check that says so. */
export interface Finding {
  readonly id: string
  /** The requirement, for links. */
  readonly requirement: string
  readonly statement: string
  /** As `clause 4.5`. */
  readonly note: string
  readonly known?: string | undefined
  readonly advice?: { readonly cause: string; readonly remedy: string } | undefined
  readonly checks: readonly FindingCheck[]
}

/** What one check found. */
export interface FindingCheck {
  readonly check: string
  /** Why a baseline knows it; empty without a reason. */
  readonly known?: string | undefined
  readonly expected?: string | undefined
  readonly got?: string | undefined
  /** The whole in one line. */
  readonly message: string
  /** Further lines, each with a label. */
  readonly lines: readonly { readonly label: string; readonly text: string }[]
  /** What to run to see it again. */
  readonly command?: { readonly label: string; readonly short: string; readonly long: string } | undefined
  /** A script that shows it again. */
  readonly script?: string | undefined
  /** What a program printed. */
  readonly output?: string | undefined
  readonly evidence: readonly Evidence[]
  /** What each of several runs said. */
  readonly runs?: readonly string[] | undefined
}

/** What was sent, and what came. */
export interface Evidence {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string | undefined
  }
  /** Undefined where no answer came. */
  readonly response:
    | {
        readonly status: number
        readonly headers: Readonly<Record<string, string>>
        readonly body: string
        readonly trouble?: string | undefined
      }
    | undefined
  readonly durationMs?: number
}

/** A requirement with its verdict. */
export interface RequirementEntry {
  readonly id: string
  readonly clause: string
  readonly statement: string
  /** As `stated`; empty for what a reader need not know. */
  readonly level: string
  /** What a careful client does. */
  readonly careful?: string
  readonly tone: Tone
  readonly label: string
  readonly failed: boolean
  readonly checks: readonly { readonly check: string; readonly text: string }[]
  /** How runners of tests count it. */
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped'
  /** Why it did not pass, in one line. */
  readonly why: string
  /** What the checks of this verdict found. */
  readonly findings: readonly FindingCheck[]
  /** What each check said, one a line. */
  readonly output: readonly string[]
  /** The time that it took, in any unit: a share of the run. */
  readonly weight: number
}

/** The sections without those that only group others. */
export function flatSections(sections: readonly Section[]): readonly Exclude<Section, GroupSection>[] {
  return sections.flatMap((section) => (section.kind === 'group' ? flatSections(section.sections) : [section]))
}

/** How many different names some reasons hold for. */
export function namesIn({ reasons }: ReasonsSection): number {
  return new Set(reasons.flatMap(({ names }) => names.map(({ name }) => name))).size
}
