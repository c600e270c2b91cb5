import type { CommonFormat } from '../../report/format-list.ts'
import { writeFormat } from '../../report/formats.ts'
import { clientJson } from './client-json.ts'
import {
  catalogueText,
  knownLines,
  type LinesSection,
  type Reason,
  type ReportDocument,
  type RequirementRow,
  type Section,
  toRow,
  passedLine,
  toSections,
} from '../../report/document.ts'
import { type VerdictLine, toVerdictLine, unclaimedNote, clausesText, undecidedExit } from '../../report/outcomes.ts'
import { groupByCause, errorReasons } from '../../report/open.ts'
import { counted, cutBody, verdictWords } from '../../report/text.ts'
import type { ClientReport } from '../judge/client-report.ts'
import type { ClientResult } from '../judge/client-result.ts'
import type { ClientOutcome, ClientSummary } from '../judge/summary.ts'
import { knownChecks } from '../../report/baseline.ts'
import type { TerminalOptions } from '../../report/formats/terminal.ts'
import {
  type CheckResults,
  clientFinding,
  clientRunText,
  resultsByCheck,
  type RunContext,
  runTexts,
} from './client-finding.ts'

/** The context of a report, in addition to its own data. */
export interface ClientReportContext extends TerminalOptions, RunContext {
  readonly summary: ClientSummary
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  readonly runs: number
  readonly requests: number
  /** The requirements that a watched client touched and did not touch. */
  readonly coverage?: readonly CoverageGroup[] | undefined
  /** True if only a part was selected: the report says nothing about the client as a whole. */
  readonly isSelection: boolean
}

/** The text of a report. */
export function writeClientReport(format: CommonFormat, report: ClientReport, context: ClientReportContext): string {
  const contents = { document: () => clientDocument(report, context), json: () => clientJson(report) }
  return writeFormat(format, contents, context)
}

/** The report about a client. */
export function clientDocument(report: ClientReport, context: ClientReportContext): ReportDocument {
  const { runs, requests, durationMs, startedAt, summary } = context
  return {
    title: 'Platform Data API client',
    subject: report.client.name,
    subjectName: 'Client',
    verdict: clientVerdict(context),
    // For a watched client, the coverage table replaces the clauses.
    scope: context.coverage ? '' : clausesText(summary.clauses),
    exit: undecidedExit(summary),
    startedAt,
    durationMs,
    runs,
    requests,
    summary,
    catalogue: catalogueText(report.kit.requirements, report.kit.digest),
    sections: clientSections(report, context),
    requirements: summary.outcomes.map((outcome) => clientRequirementRow(outcome, summary)),
    suite: { name: `Platform Data API client ${report.client.name}`, group: 'client' },
  }
}

function clientSections({ results }: ClientReport, context: ClientReportContext): readonly Section[] {
  const { coverage, summary } = context
  const known = knownChecks(summary.baseline)
  const findings = (verdict: 'fail' | 'advice') =>
    resultsByCheck(results, verdict)
      .filter(({ check }) => !known.has(check))
      .map((ofCheck) => clientFinding(ofCheck, context))
  return toSections({
    failed: { findings: findings('fail'), counts: 'check' },
    advice: { findings: findings('advice') },
    errors: { reasons: errorReasons(results) },
    ...(coverage
      ? {
          coverage: {
            note: 'Requests do not show what a client reports; --driver decides that, too',
            rows: coverage.map(({ title, touched, untouched }) => [
              title,
              `${touched.length} of ${touched.length + untouched.length}`,
              groupedNames(untouched).join('; '),
            ]),
          },
        }
      : {}),
    undecided: { ...ofChecks, reasons: openReasons(['blocked', 'insufficientEvidence'], context) },
    'not-looked-at': { ...ofChecks, reasons: openReasons(['notApplicable'], context) },
    unended: unendedRuns(results, context),
    'fill-next': { lines: undoneTasks(results).map((task) => `${task}: \`emulator client explain ${task}\``) },
    passed: {
      lines: (['observed', 'pass'] as const).flatMap((verdict) =>
        resultsByCheck(results, verdict).map(({ check, results: runs, trap }) =>
          passedLine(verdict, check, `${firstMessage(runs) ?? trap ?? ''} (${runTexts(runs, 2)})`.trim()),
        ),
      ),
    },
    known: { lines: knownLines(summary.outcomes, known) },
    stale: { lines: (summary.baseline?.stale ?? []).map(({ check }) => check) },
  })
}

/** The runs that never ended, with the end of the output of each kind. */
function unendedRuns(
  results: readonly ClientResult[],
  { outputOf }: ClientReportContext,
): Pick<LinesSection, 'title' | 'lines'> {
  const unended = results.filter(({ cause, fact }) => {
    const isSilent = fact?.kind === 'noReport' && fact.how === 'timeout'
    return cause?.kind === 'timeout' || isSilent
  })
  const runs = [...new Map(unended.map((result) => [clientRunText(result), result])).values()]
  const kinds = [...Map.groupBy(runs, (run) => JSON.stringify([run.cause, run.fact?.kind, outputOf?.(run)])).values()]
  return {
    title: `${counted(runs.length, 'run')} never ended`,
    lines: kinds.map((alike) => {
      const output = cutBody(outputOf?.(alike[0]!).trim() ?? '', 600)
      return `${runTexts(alike, 8)}: ${cutBody(alike[0]!.message, 300)}${output === '' ? '' : ` It printed: ${output}`}`
    }),
  }
}

/** The names in a section of reasons are those of checks. */
const ofChecks = { counts: 'check', columns: ['Why', 'Checks'] } as const

/** The tasks that the client does not support in any run. */
function undoneTasks(results: readonly ClientResult[]): readonly string[] {
  const byTask = Map.groupBy(results, ({ task }) => task)
  return [...byTask].flatMap(([task, runs]) =>
    task !== null && runs.every(({ verdict }) => verdict === 'notApplicable') ? [task] : [],
  )
}

/** The reasons why checks have no verdict, one for each cause. Silent requirements are not listed. */
function openReasons(
  verdicts: readonly ('blocked' | 'insufficientEvidence' | 'notApplicable')[],
  context: ClientReportContext,
): readonly Reason[] {
  const open = context.summary.outcomes.flatMap(({ requirement, verdict, results }) =>
    requirement.level === 'silent' || !verdicts.some((wanted) => wanted === verdict)
      ? []
      : resultsByCheck(results, verdict),
  )
  return groupByCause(open, clientCauseKey).map((alike) => ({
    text: clientCauseText(alike[0]!, context),
    names: alike.map(({ check, requirement }) => ({ name: check, requirement: requirement.id })),
  }))
}

/** Identifies the cause of a check without a verdict. What a client never did differs from check to check. */
function clientCauseKey({ check, results }: CheckResults): string {
  const cause = results[0]!.cause
  switch (cause?.kind) {
    case 'check':
      return JSON.stringify([cause.kind, cause.check])
    case 'plainRun':
    case 'noSuchTask':
      return cause.kind
    default:
      return check
  }
}

function clientCauseText(ofCheck: CheckResults, context: ClientReportContext): string {
  const { trap, results } = ofCheck
  const { cause, task } = results[0]!
  if (cause?.kind === 'check') return `blocked by ${cause.check}`
  const text = cutBody(firstMessage(results) ?? trap ?? '', 600)
  if (cause?.kind === 'plainRun' || cause?.kind === 'noSuchTask') return text
  return `${text}${waysOut(ofCheck, context)}${task === null ? '' : ` (${runTexts(results, 3)})`}`
}

/**
 * The command that plays the scenario of a check that the tests of a watched client never met; empty if another test is
 * needed. If the scenario has already been played, the command would change nothing.
 */
function waysOut({ trap, results }: CheckResults, { again, coverage }: ClientReportContext): string {
  const result = results[0]!
  const { cause } = result
  if (cause?.kind !== 'neverDone' || cause.scenario === undefined) return ''
  const { scenario } = cause
  if (coverage?.some(({ touched }) => touched.includes(scenario.replace(/=.*/, ''))))
    return ` It was played here, so another test is needed, in which this happens: ${trap ?? scenario}`
  const command = again?.(result)
  return command === undefined ? '' : ` Run: ${command}`
}

/** The first non-empty message of some results; undefined if there is none. */
function firstMessage(results: readonly ClientResult[]): string | undefined {
  return results.find(({ message }) => message !== '')?.message
}

function clientRequirementRow(outcome: ClientOutcome, { baseline, strict }: ClientSummary): RequirementRow {
  const { requirement, verdict, results } = outcome
  const { level, careful } = requirement
  return toRow(outcome, {
    known: knownChecks(baseline),
    // Advice passes unless it counts as a failure.
    counts: verdict === 'fail' || (verdict === 'advice' && strict),
    reason: resultsByCheck(results, verdict)
      .flatMap(({ results: runs }) => firstMessage(runs) ?? [])
      .join(' | '),
    level,
    careful,
    checks: [...Map.groupBy(results, ({ check }) => check)].map(([check, runs]) => ({
      check,
      text: [...Map.groupBy(runs, (run) => verdictWords[run.verdict])]
        .map(([words, alike]) => `${words} in ${runTexts(alike, 5)}`)
        .join('; '),
    })),
  })
}

function clientVerdict({ summary, isSelection, coverage }: ClientReportContext): VerdictLine {
  const { advice, beyond, requirements } = summary
  const open = beyond.open === 0 ? '' : `, ${beyond.open} could not be decided`
  return toVerdictLine(summary, {
    part: isSelection ? { name: 'Selection', proof: 'only a run of all proves conformance' } : undefined,
    isNothing: requirements.decided + beyond.kept + advice === 0,
    unbroken: coverage && 'Nothing was broken',
    notes: [
      requirements.stated > 0 ? '' : `of the others, ${beyond.kept} passed${open}`,
      advice === 0 ? '' : `advice on ${counted(advice, 'implied requirement')}`,
      isSelection ? '' : unclaimedNote(summary),
    ],
  })
}

// The requirements that the tests of a watched client never touched.

/** One group of things to cover, such as the operations. */
export interface CoverageGroup {
  /** Such as `Operations`. */
  readonly title: string
  readonly touched: readonly string[]
  readonly untouched: readonly string[]
}

/** Groups many names by prefix, as in `flows: list, retrieve; groups: list`, so that they stay readable. */
function groupedNames(names: readonly string[]): readonly string[] {
  return [...Map.groupBy(names, coverageGroup)].map(([head, alike]) =>
    alike.length === 1 ? alike[0]! : `${head}: ${alike.map((name) => shortName(name, head)).join(', ')}`,
  )
}

/** The resource of an operation, the first word of anything else. */
function coverageGroup(name: string): string {
  return /^(?:client\.)?[^.-]+/.exec(name)![0]
}

function shortName(name: string, head: string): string {
  const rest = name.slice(head.length)
  return rest.startsWith('.') ? rest.slice(1) : name
}
