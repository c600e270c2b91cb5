// The content of a report, before it has a form. Both judges make a document, and each format renders it.
import type { ClauseScore, Score } from './score.ts'
import { type BodyHead, counted } from './text.ts'

/** The look of an entry: good, bad, open, or not judged. */
export type Tone = 'good' | 'bad' | 'open' | 'none'

/** A report of either judge. */
export interface ReportDocument {
  /** The title, such as `Platform Data API conformance`. */
  readonly title: string
  /** The subject of the report: an address, or the name of a client. */
  readonly subject: string
  /** The noun for the subject, where it is neither a service alone nor a client alone. */
  readonly subjectName?: string
  /** The result in a sentence: the first thing that a person reads, and maybe the only one. */
  readonly verdict: { readonly tone: 'good' | 'bad' | 'open'; readonly head: string; readonly rest: string }
  /** The claim of a service, and the members to declare next. */
  readonly claim?: {
    readonly text: string
    readonly outlook: string
    readonly next: readonly { readonly name: string; readonly requirements: number }[]
  }
  /** The number of requests and the time that they took, as text. */
  readonly effort: string
  /** The time in milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  readonly kit: { readonly name: string; readonly version: string }
  /** The number of stated requirements by outcome. */
  readonly score: Score
  readonly clauses: readonly ClauseScore[]
  readonly sections: readonly Section[]
  /** Every requirement, in the order of the catalogue. */
  readonly requirements: readonly RequirementEntry[]
  /** The words for `requirements` and what groups them, where they are no requirements in clauses. */
  readonly entryWords?: { readonly entry: string; readonly clause: string }
  /** The identity of the catalogue, in a sentence. */
  readonly footer: string
  /** The suite of its requirements, for runners of tests. */
  readonly suite: { readonly name: string; readonly group: string }
}

interface CommonSection {
  /** The anchor for links, the same in every report. */
  readonly anchor: string
  /** The side that it is about, in a report about both: two sections may have one anchor. */
  readonly side?: 'service' | 'client'
  /** The heading in a terminal. */
  readonly title: string
  /** The heading of a page. */
  readonly heading: string
  /** True if only verbose reports have it. Pages always have it. */
  readonly verbose?: boolean
}

/** A part of a report. */
export type Section = FailuresSection | ReasonsSection | LinesSection | TableSection | TextSection | GroupSection

/** The failures, with all that shows them. */
export interface FailuresSection extends CommonSection {
  readonly kind: 'failures'
  readonly tone: Tone
  /** The noun that the heading counts: `requirement` or `check`. */
  readonly counts: string
  readonly failures: readonly FailedRequirement[]
}

/** Reasons for missing verdicts, each with the names that it applies to. */
export interface ReasonsSection extends CommonSection {
  readonly kind: 'reasons'
  readonly counts: string
  /** The heads of a table. */
  readonly columns: readonly [reason: string, names: string]
  readonly note?: string
  /** Words after the count, as in: 1 check; please report it. */
  readonly remark?: string
  readonly reasons: readonly Reason[]
}

/** A reason. */
export interface Reason {
  readonly text: string
  /** The names, each with the requirement that it links to, and the part of it that the reason holds for. */
  readonly names: readonly { readonly name: string; readonly requirement: string; readonly part?: string }[]
  /** The places where it was seen. */
  readonly where?: string
}

/** Lines of text. */
export interface LinesSection extends CommonSection {
  readonly kind: 'lines'
  readonly note: string
  readonly tone: Tone
  readonly lines: readonly string[]
  /** True if a page may fold it. */
  readonly folded?: boolean
}

/** Rows under heads. */
export interface TableSection extends CommonSection {
  readonly kind: 'table'
  readonly note?: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Only pages have room for it. */
  readonly pagesAlone?: boolean
  /** The anchors of the rows. */
  readonly anchors?: readonly string[]
}

/** A text to copy. */
export interface TextSection extends CommonSection {
  readonly kind: 'text'
  readonly language: string
  readonly text: string
}

/** Sections under one heading of a page. */
export interface GroupSection extends CommonSection {
  readonly kind: 'group'
  readonly sections: readonly Section[]
}

/** A broken requirement, or a check that shows it. */
export interface FailedRequirement {
  readonly id: string
  /** The id of the requirement, for links. */
  readonly requirement: string
  readonly statement: string
  /** The clause, such as `clause 4.5`. */
  readonly note: string
  readonly known?: string | undefined
  readonly advice?: { readonly cause: string; readonly remedy: string } | undefined
  /** Other requirements that cannot be decided before this one is mended. */
  readonly waiting?: readonly string[] | undefined
  readonly checks: readonly CheckEntry[]
  /** Other requirements that fail for the same reason, and are told here alone. */
  readonly same?: readonly SameFailure[] | undefined
}

/** A requirement that fails for the reason of another. */
export interface SameFailure {
  readonly id: string
  readonly statement: string
  /** The clause, such as `clause 4.5`. */
  readonly note: string
  /** The expectation and the answer, where they are others than for the first of the entry. */
  readonly expected?: string | undefined
  readonly got?: string | undefined
  /** The failed checks, each with its place. */
  readonly checks: readonly { readonly check: string; readonly place: string }[]
}

/** The number of requirements that fail in some entries. */
function failedIn(failures: readonly FailedRequirement[]): number {
  return new Set(failures.flatMap(({ id, same = [] }) => [id, ...same.map((other) => other.id)])).size
}

/** The count of a section of failures, as in `3 requirements for 1 reason`. */
export function failuresCount({ failures, counts }: FailuresSection): string {
  const all = failedIn(failures)
  const few = all > failures.length ? ` for ${counted(failures.length, 'reason')}` : ''
  return `${counted(all, counts)}${few}`
}

/** The most names of waiting requirements in a sentence. */
const mostWaiting = 8

/** The requirements that wait for a failure, with their names. */
export function waitingNames(failure: FailedRequirement): string | undefined {
  const { waiting = [] } = failure
  const more = waiting.length - mostWaiting
  const text = waitingText(failure)
  return text && `${text}: ${waiting.slice(0, mostWaiting).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The number of requirements that wait for a failure, in a sentence without its end; undefined without any. */
export function waitingText({ waiting = [], same = [] }: FailedRequirement): string | undefined {
  if (waiting.length === 0) return undefined
  return `${counted(waiting.length, 'other requirement')} cannot be decided before ${same.length > 0 ? 'these' : 'this one'}`
}

/**
 * The kinds of further lines about a check. `trap`: the situation that a client met. `careful`: the behaviour of a
 * careful client there. `schedule`: an order of requests.
 */
export type LineKind = 'record' | 'trap' | 'careful' | 'sent' | 'runs' | 'schedule'

/** The part of a report about one check. */
export interface CheckEntry {
  readonly check: string
  /** The reason of a baseline; empty without a reason. */
  readonly known?: string | undefined
  readonly expected?: string | undefined
  readonly got?: string | undefined
  /** All of it in one line. */
  readonly message: string
  /** Other checks that fail for the same reason, with the places where it was seen. */
  readonly also?: readonly { readonly check: string; readonly place: string }[] | undefined
  /** Further lines. */
  readonly lines: readonly { readonly kind: LineKind; readonly text: string }[]
  /** The command that sends the request again, or runs the client again. */
  readonly command?: { readonly kind: 'reproduce' | 'again'; readonly short: string; readonly long: string } | undefined
  /** A script that shows the failure again. */
  readonly script?: string | undefined
  /** The output of a program. */
  readonly output?: string | undefined
  readonly evidence: readonly Evidence[]
  /** The statement of each of several runs. */
  readonly runs?: readonly string[] | undefined
}

/** A request and its response. */
export interface Evidence {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
  } & Partial<BodyHead>
  /** The response; undefined without one. */
  readonly response:
    | (BodyHead & {
        readonly status: number
        readonly headers: Readonly<Record<string, string>>
        readonly trouble?: string | undefined
      })
    | undefined
  readonly durationMs?: number
}

/** A requirement with its verdict. */
export interface RequirementEntry {
  readonly id: string
  readonly clause: string
  readonly statement: string
  /** The level, such as `stated`; empty where it does not matter to a reader. */
  readonly level: string
  /** The behaviour of a careful client. */
  readonly careful?: string
  readonly tone: Tone
  readonly label: string
  readonly failed: boolean
  readonly checks: readonly { readonly check: string; readonly text: string }[]
  /** The outcome for runners of tests. */
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped'
  /** The reason for a verdict other than pass, in one line. */
  readonly why: string
  /** The checks with this verdict. */
  readonly entries: readonly CheckEntry[]
  /** The statement of each check, in a line. */
  readonly output: readonly string[]
  /** The time that it took, in any unit: its share of the run. */
  readonly weight: number
}

/** The sections, without those that only group others. */
export function flatSections(sections: readonly Section[]): readonly Exclude<Section, GroupSection>[] {
  return sections.flatMap((section) => (section.kind === 'group' ? flatSections(section.sections) : [section]))
}

/** The number of different names in a section of reasons. */
export function namesIn({ reasons }: ReasonsSection): number {
  return new Set(reasons.flatMap(({ names }) => names.map(({ name }) => name))).size
}
