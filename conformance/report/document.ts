// The content of a report, independent of its format. Each judge makes a document, and each format renders it.
import type { AnyExchange } from '../conclusions/exchange.ts'
import { compareClauses } from '../catalogue/clauses.ts'
import type { Outcome, JudgeSummary, VerdictLine } from './outcomes.ts'
import type { Verdict } from '../conclusions/conclusion.ts'
import type { Result } from '../conclusions/result.ts'
import { firstNames } from '../conclusions/cut-text.ts'
import { phraseText } from '../wording/text.ts'
import type { JudgedCheck } from './baseline.ts'
import { capitalized, counted, seconds, verdictWords } from './text.ts'

/** The look of an entry: good, bad, open, or not judged. */
export type Tone = 'good' | 'bad' | 'open' | 'none'

/** A report of any judge. */
export interface ReportDocument {
  /** The title, such as `Platform Data API conformance`. */
  readonly title: string
  /** The subject of the report: an address, or the name of a client. */
  readonly subject: string
  /** The noun for the subject, such as `Service`. */
  readonly subjectName: string
  readonly verdict: VerdictLine
  /** The part of the specification that a service claims, if it is not all of it. */
  readonly claim?: string | undefined
  /** The clauses that did not pass, in one sentence; empty if all passed. */
  readonly scope?: string
  /** Why the command exits with 4, and what makes that 0; undefined for another exit code. */
  readonly exit?: string | undefined
  /** The members of a target file to declare next. */
  readonly next?: DeclareNext | undefined
  /** The number of runs of a client; undefined without runs. */
  readonly runs?: number
  readonly requests: number
  /** The time in milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  readonly summary: Pick<JudgeSummary<never>, 'score' | 'clauses'>
  readonly sections: readonly Section[]
  /** Every requirement, in the order of the catalogue. */
  readonly requirements: readonly RequirementRow[]
  /** The words for `requirements` and their groups, if they are not requirements in clauses. */
  readonly rowWords?: { readonly row: string; readonly clause: string }
  /** The identity of the catalogue, in a few words. */
  readonly catalogue: string
  /** The suite of its requirements, for test runners. */
  readonly suite: { readonly name: string; readonly group: string }
}

/** Members to declare, with the requirements that they decide. */
export interface DeclareNext {
  /** A sentence without its full stop. */
  readonly text: string
  readonly members: readonly { readonly name: string; readonly requirements: number }[]
  /** The members as lines of a target file. */
  readonly example: readonly string[]
}

interface CommonSection {
  /** The anchor for links, the same in every report. */
  readonly anchor: string
  /** The side that it is about, in a report about both sides, where two sections may have one anchor. */
  readonly side?: 'service' | 'client'
  readonly title: string
  readonly note?: string
  /** True if a terminal shows it only in a verbose report. */
  readonly verbose?: boolean
}

/** A part of a report. */
export type Section = FindingsSection | ReasonsSection | LinesSection | TableSection

/** A failure, with all of its evidence. */
export interface FindingsSection extends CommonSection {
  readonly kind: 'findings'
  readonly tone: Tone
  /** The noun that the title counts: `requirement` or `check`. */
  readonly counts: string
  readonly findings: readonly Finding[]
}

/** Reasons for missing verdicts, each with the names that it applies to. */
export interface ReasonsSection extends CommonSection {
  readonly kind: 'reasons'
  readonly counts: string
  /** The heads of a table. */
  readonly columns: readonly [reason: string, names: string]
  readonly reasons: readonly Reason[]
  /** Lines of a target file that would decide them. */
  readonly example?: readonly string[]
}

/** A reason. */
export interface Reason {
  readonly text: string
  /** The names, each with the requirement that it links to, and the part of it that has this reason. */
  readonly names: readonly { readonly name: string; readonly requirement: string; readonly part?: string }[]
}

/** Lines of text. */
export interface LinesSection extends CommonSection {
  readonly kind: 'lines'
  readonly tone: Tone
  readonly lines: readonly string[]
  /** The last lines as one, for a report that is not verbose. */
  readonly summary?: { readonly count: number; readonly text: string }
}

/** Rows under heads. */
export interface TableSection extends CommonSection {
  readonly kind: 'table'
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** True if it is shown only on a page, folded. */
  readonly isLong?: boolean
  /** The anchors of the rows. */
  readonly anchors?: readonly string[]
}

/** Failures that have one cause, as reports show them. */
export interface Finding {
  /** The first requirement, or the check that shows it. */
  readonly id: string
  /** The id of the requirement, for links. */
  readonly requirement: string
  readonly statement: string
  /** The clause, such as `clause 4.5`. */
  readonly note: string
  /** The symptom in a few words, for the first line of a report. Default: the title of the section. */
  readonly symptom?: string | undefined
  /** The place of the failure in a few words; empty if the lines name it. */
  readonly place: string
  /** The whole finding in one line. */
  readonly message: string
  readonly lines: readonly FindingLine[]
  /** The other requirements that fail for this cause. */
  readonly also: readonly string[]
  /** The command that sends the request again, or runs the client again. */
  readonly command?: { readonly label: FindingLabel; readonly short: string; readonly long: string } | undefined
  /** A script that shows the failure again. */
  readonly script?: string | undefined
  /** The output of a program. */
  readonly output?: string | undefined
  readonly evidence: readonly AnyExchange[]
  /** The statement of each of several runs. */
  readonly runs?: readonly string[] | undefined
}

/** The words before the lines of a finding. */
type FindingLabel =
  | 'expected'
  | 'got'
  | 'message'
  | 'check'
  | 'also'
  | 'passed'
  | 'breaks'
  | 'to do'
  | 'cause'
  | 'blocks'
  | 'needs'
  | 'scenario'
  | 'why it matters'
  | 'expected handling'
  | 'sent'
  | 'answered'
  | 'runs'
  | 'schedule'
  | 'reproduce'
  | 'request'
  | 'again'

/** A line of a finding, after its label. */
export interface FindingLine {
  readonly label: FindingLabel
  readonly text: string
  /** Names that follow the text: a terminal shows the first ones. */
  readonly names?: readonly string[]
}

/** The text of a line, with at most some of its names. */
export function lineText({ text, names }: FindingLine, most: number = Infinity): string {
  return names ? `${text}: ${firstNames(names, most)}` : text
}

/** A requirement with its verdict. */
export interface RequirementRow {
  readonly id: string
  readonly clause: string
  readonly statement: string
  /** The level, such as `stated`; empty if it does not matter to the reader. */
  readonly level: string
  /** The behaviour of a careful client. */
  readonly careful?: string
  readonly tone: Tone
  readonly label: string
  readonly checks: readonly { readonly check: string; readonly text: string }[]
  /** The outcome for test runners. */
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped'
  /** The reason for a verdict other than pass, in one line. */
  readonly why: string
}

/** The number of requests and the time that they took. */
export function effortText({ runs, requests, durationMs }: ReportDocument): string {
  const effort = [...(runs === undefined ? [] : [counted(runs, 'run')]), counted(requests, 'request')].join(', ')
  // A run in virtual time takes next to none.
  return durationMs < 1000 ? effort : `${effort} in ${seconds(durationMs)}`
}

/** The identity of a catalogue of requirements, in a few words. */
export const catalogueText = (requirements: number, digest: string): string =>
  `catalogue of ${counted(requirements, 'requirement')}, ${digest}`

/** The look of a verdict, for people and for test runners. */
const looks: Readonly<Record<Verdict | 'advice', Pick<RequirementRow, 'tone' | 'outcome'>>> = {
  pass: { tone: 'good', outcome: 'passed' },
  fail: { tone: 'bad', outcome: 'failure' },
  advice: { tone: 'open', outcome: 'passed' },
  error: { tone: 'open', outcome: 'error' },
  blocked: { tone: 'open', outcome: 'skipped' },
  insufficientEvidence: { tone: 'open', outcome: 'skipped' },
  notApplicable: { tone: 'none', outcome: 'skipped' },
  observed: { tone: 'none', outcome: 'skipped' },
}

/** The parts of a requirement's row that its judge provides. */
interface RowContents extends Pick<RequirementRow, 'level' | 'careful' | 'checks'> {
  /** The known failures of a baseline. */
  readonly known: ReadonlySet<string>
  /** The reason for the verdict, in one line. */
  readonly reason: string
  /** True if the verdict counts as a failure. Default: `fail` does. */
  readonly counts?: boolean
  /** The verdict in words. */
  readonly words?: string
}

/** A requirement as a report lists it. */
export function toRow(
  {
    requirement: { id, clause, statement },
    verdict,
    results,
  }: Outcome<Pick<RequirementRow, 'id' | 'clause' | 'statement'>, JudgedCheck<Verdict | 'advice'>>,
  { known, reason, counts = verdict === 'fail', words = verdictWords[verdict], ...contents }: RowContents,
): RequirementRow {
  const { tone, outcome: usual } = looks[verdict]
  const isKnown = counts && results.every((result) => result.verdict !== verdict || known.has(result.check))
  const outcome = isKnown ? 'skipped' : counts ? 'failure' : usual
  const prefix = isKnown ? 'known failure' : outcome === 'skipped' ? words : ''
  return {
    ...contents,
    id,
    clause,
    statement,
    tone,
    label: capitalized(words),
    outcome,
    why: [prefix, reason].filter((text) => text !== '').join(': '),
  }
}

/** The known failures of a baseline, in one line; empty without any. */
export function knownLines(
  outcomes: readonly Outcome<{ readonly id: string }, JudgedCheck>[],
  known: ReadonlySet<string>,
): readonly string[] {
  const failed = outcomes
    .map(({ requirement: { id }, results }) => ({
      id,
      count: new Set(results.flatMap(({ check }) => (known.has(check) ? [check] : []))).size,
    }))
    .filter(({ count }) => count > 0)
  if (failed.length === 0) return []
  const names = failed.map(({ id }) => id)
  const checks = failed.reduce((sum, { count }) => sum + count, 0)
  return [`${counted(checks, 'check')} of ${counted(failed.length, 'requirement')}: ${firstNames(names, 5)}`]
}

/** The lines of a statement: the expected and the actual result, or its remark. */
export function statementLines({
  expected,
  got,
  message,
}: Pick<Result, 'expected' | 'got' | 'message'>): readonly FindingLine[] {
  if (!expected || !got) return [{ label: 'message', text: message }]
  return [
    { label: 'expected', text: phraseText(expected) },
    { label: 'got', text: phraseText(got) },
  ]
}

/** Returns true for a section that a page and a terminal show first: findings, and errors of the kit. */
export function isFound({ kind, anchor }: Section): boolean {
  return kind === 'findings' || anchor === 'errors'
}

/** All findings of a report. */
export function allFindings({ sections }: ReportDocument): readonly Finding[] {
  return sections.flatMap((section) => (section.kind === 'findings' ? section.findings : []))
}

/** The requirements that a section of findings counts, as in `3 requirements for 1 cause`. */
export function findingsCount({ findings, counts }: FindingsSection): string {
  const all = new Set(findings.flatMap(({ id, also }) => [id, ...also])).size
  return `${counted(all, counts)}${all > findings.length ? ` for ${counted(findings.length, 'cause')}` : ''}`
}

/**
 * The count of a section of reasons, as in `3 requirements, and parts of 2`. A requirement that only partly has a reason
 * has a verdict from its other checks.
 */
export function reasonsCount({ reasons, counts }: ReasonsSection): string {
  const all = reasons.flatMap(({ names }) => names)
  const whole = new Set(all.flatMap(({ name, part }) => (part === undefined ? name : [])))
  const partial = new Set(all.flatMap(({ name }) => (whole.has(name) ? [] : name))).size
  if (whole.size === 0) return `parts of ${counted(partial, counts)}`
  return `${counted(whole.size, counts)}${partial === 0 ? '' : `, and parts of ${partial}`}`
}

/**
 * The verdict with the first failure and its place, in one sentence, which may be the only part that a person reads.
 */
export function headline(document: ReportDocument): string {
  const { verdict, sections } = document
  const failed = sections.flatMap((section) =>
    section.kind === 'findings' && section.tone === 'bad'
      ? section.findings.map(({ id, symptom, ...finding }) => ({
          ...finding,
          how: symptom === undefined ? `${id} ${section.title.toLowerCase()}` : `${id}: ${symptom}`,
        }))
      : [],
  )
  const [first, ...others] = failed
  if (!first) return `${verdict.head}: ${verdict.rest}.`
  const place = first.place === '' ? '' : ` at ${first.place}`
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return `${verdict.head}: ${first.how}${place} (${first.note})${more}.`
}

/** Sorts rows by clause, in the order of a page. */
export function sortByClause<Row extends { readonly clause: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((left, right) => compareClauses(left.clause, right.clause))
}

/** Every section of a report, in the order of a page. A terminal shows findings and errors of the kit first. */
const table = {
  failed: { kind: 'findings', title: 'Failed', tone: 'bad', counts: 'requirement' },
  advice: { kind: 'findings', title: 'Advice', tone: 'open', counts: 'check' },
  errors: {
    kind: 'reasons',
    title: 'Internal errors of the kit (not the fault of the subject); please report them',
    counts: 'check',
    columns: ['What happened', 'Checks'],
  },
  coverage: { kind: 'table', title: 'Coverage of the tests', columns: ['What', 'Touched', 'Never touched'] },
  undecided: {
    kind: 'reasons',
    title: 'Could not be decided',
    counts: 'requirement',
    columns: ['Why', 'Requirements'],
  },
  'not-looked-at': { kind: 'reasons', title: 'Not claimed', counts: 'requirement', columns: ['Why', 'Requirements'] },
  'fill-next': { kind: 'lines', title: 'Tasks that the driver does not do yet', tone: 'open' },
  unended: { kind: 'lines', title: 'Runs that never ended', tone: 'open' },
  passed: { kind: 'lines', title: 'Passed or observed', tone: 'good', verbose: true },
  findings: {
    kind: 'table',
    title: 'Choices of the service where the specification is open',
    verbose: true,
    columns: ['What', 'Found'],
  },
  excluded: {
    kind: 'table',
    title: 'Stated, but impossible to judge from outside',
    isLong: true,
    columns: ['Clause', 'Statement'],
  },
  open: { kind: 'table', title: 'Left open by the specification', isLong: true, columns: ['Clause', 'Statement'] },
  information: { kind: 'lines', title: 'For information', tone: 'none' },
  limits: { kind: 'lines', title: 'Limits of this run', tone: 'none' },
  known: { kind: 'lines', title: 'Known failures, as the baseline says', tone: 'none' },
  stale: {
    kind: 'lines',
    title: 'Stale in the baseline: these no longer fail; remove them, or run with --update-baseline',
    tone: 'open',
  },
  twin: { kind: 'lines', title: 'The answers of the twin', tone: 'open' },
  'left-behind': { kind: 'lines', title: 'Left behind', tone: 'open' },
} as const

type Table = typeof table
type Anchor = keyof Table
type SectionOf<A extends Anchor> = Extract<Section, { readonly kind: Table[A]['kind'] }>

/** The contents of the sections of a judge, by anchor, with what differs from the usual title or noun. */
export type SectionContents = {
  readonly [A in Anchor]?: Omit<SectionOf<A>, 'anchor' | keyof Table[A]> & Partial<SectionOf<A>>
}

/** The sections with these contents. */
export function toSections(contents: SectionContents): readonly Section[] {
  return (Object.keys(table) as Anchor[]).flatMap((anchor) => {
    const content = contents[anchor]
    return content ? [{ anchor, ...table[anchor], ...content } as Section] : []
  })
}

/** A check that passed or was observed, in one line. */
export function passedLine(verdict: string, check: string, message: string): string {
  return `${verdict === 'pass' ? '✓' : '·'} ${[check, message].filter((text) => text !== '').join(': ')}`
}
