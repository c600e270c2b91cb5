// The report about a service, independent of its format.
import { claimText, longClaimText } from '../catalogue/profiles.ts'
import { type Requirement, requirements } from '../catalogue/requirements.ts'
import { causeNames } from '../conclusions/cause.ts'
import { firstNames } from '../conclusions/cut-text.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { type BaselineOutcome, knownChecks } from './baseline.ts'
import { blockedBy, clausesText, undecidedExit } from './outcomes.ts'
import { declareNext } from './declare-next.ts'
import { exampleTargetFile, memberNames, toDeclare } from './to-declare.ts'
import {
  catalogueText,
  type DeclareNext,
  knownLines,
  type ReportDocument,
  type RequirementRow,
  type Section,
  type TableSection,
  toRow,
  passedLine,
  toSections,
} from './document.ts'
import { failuresByCause } from './findings.ts'
import { serviceFinding } from './service-finding.ts'
import { errorReasons, unclaimedReasons, undecidedReasons } from './open.ts'
import { type RequirementOutcome, type Summary, summarize, isFullClaim, verdictLine } from './summary.ts'
import { shellText } from '../wording/escaping/shell.ts'
import { counted, cutBody, findingText, verdictWords } from './text.ts'
import type { ReportFormat } from './format-list.ts'
import { writeFormat } from './formats.ts'
import { harReport } from './har.ts'
import { jsonReport } from './json.ts'

/** The report about a service. @param command The first words of the commands in it. */
export function serviceDocument(
  result: RunResult,
  summary: Summary,
  command = 'emulator',
  config: string | undefined = undefined,
): ReportDocument {
  const { claim, clauses, digest, outcomes, baseline } = summary
  const { startedAt, durationMs, requests } = result
  const known = knownChecks(baseline)
  return {
    title: 'Platform Data API conformance',
    subject: result.baseUrl,
    subjectName: 'Service',
    verdict: verdictLine(summary),
    claim: isFullClaim(claim) ? undefined : longClaimText(claim),
    scope: clausesText(clauses),
    exit: undecidedExit(summary),
    next: toDeclareNext(result, summary),
    startedAt,
    durationMs,
    requests,
    summary,
    catalogue: catalogueText(requirements.length, digest),
    sections: serviceSections(result, summary, known, command, config),
    requirements: outcomes.map((outcome) => serviceRequirementRow(outcome, known)),
    suite: {
      name: `Platform Data API conformance, ${claimText(claim)}${result.quick ? ', quick run' : ''}`,
      group: 'conformance',
    },
  }
}

/** The members of a target file that would decide the most requirements; undefined without any. */
function toDeclareNext(result: RunResult, { open }: Summary): DeclareNext | undefined {
  const { members, decides } = declareNext(result, open)
  if (members.length === 0) return undefined
  const names = members.map(({ name }) => name)
  return {
    text: `declare ${firstNames(names, names.length)}, and up to ${decides} of the ${counted(open.length, 'open requirement')} can be decided`,
    members,
    example: exampleTargetFile(memberNames.filter((name) => names.includes(name))),
  }
}

function serviceSections(
  result: RunResult,
  summary: Summary,
  known: ReadonlySet<string>,
  command: string,
  config: string | undefined,
): readonly Section[] {
  const { results, findings, leftovers, undeletable = 0 } = result
  const undeletableText = lastingText(result)
  const failed = results.filter(({ verdict }) => verdict === 'fail')
  const blocked = blockedBy(results, new Set(failed.map(({ check }) => check)))
  return toSections({
    failed: {
      findings: failuresByCause(failed.filter(({ check }) => !known.has(check))).map((failures) =>
        serviceFinding(failures, results),
      ),
    },
    errors: { reasons: errorReasons(results) },
    undecided: { reasons: undecidedReasons(result, blocked) },
    'not-looked-at': {
      note: 'The target file does not declare what these need, or the service has no such part.',
      reasons: unclaimedReasons(result),
      example: toDeclare(result),
    },
    passed: {
      lines: results
        .filter(({ verdict }) => verdict === 'pass' || verdict === 'observed')
        .map(({ check, verdict, message }) => passedLine(verdict, check, message)),
    },
    findings: { rows: Object.entries(findings).map(([name, value]) => [name, findingText(value)]) },
    excluded: statementRows(({ excluded }) => excluded !== undefined),
    open: statementRows(({ kind }) => kind === 'notShown'),
    limits: { lines: notesOf(result) },
    known: { lines: knownLines(summary.outcomes, known) },
    stale: { lines: (summary.baseline?.stale ?? []).map(({ check, requirement }) => `${check} (${requirement})`) },
    'left-behind': {
      title: `Left behind: ${leftBehindText(result, command, config)}`,
      lines: leftovers,
      ...(undeletable > 0 && { summary: { count: undeletable, text: undeletableText } }),
    },
  })
}

/** The objects that no documented request can delete, counted by kind. */
function lastingText({ undeletable = 0, undeletableKinds = {} }: RunResult): string {
  const kinds = Object.entries(undeletableKinds).map(([kind, count]) => counted(count, kind))
  return `${kinds.length === 0 ? counted(undeletable, 'object') : kinds.join(', ')} that no documented request can delete`
}

/** The title about left objects: how to delete them. */
function leftBehindText(result: RunResult, command: string, config: string | undefined): string {
  const { leftovers, undeletable = 0, deletableLater = false, baseUrl } = result
  if (undeletable === leftovers.length) return lastingText(result)
  const cleanup = `\`${command} conformance cleanup`
  return deletableLater
    ? `${cleanup} ${baseUrl}${config === undefined ? '' : ` --config ${/^[\w./:-]+$/.test(config) ? config : shellText(config)}`}\` tries again to delete them`
    : `${cleanup}\` cannot delete these`
}

/** The requirements for which a report has only the statement. */
function statementRows(matches: (requirement: Requirement) => boolean): Pick<TableSection, 'rows' | 'anchors'> {
  const all = requirements.filter(matches)
  return {
    rows: all.map(({ clause, statement, excluded }) => [clause, `${statement} ${excluded ?? ''}`.trim()]),
    anchors: all.map(({ id }) => id),
  }
}

/** A requirement as a report lists it. */
function serviceRequirementRow(outcome: RequirementOutcome, known: ReadonlySet<string>): RequirementRow {
  const { requirement, verdict, results } = outcome
  const deciding = results.filter((result) => result.verdict === verdict)
  return toRow(outcome, {
    known,
    reason: firstNames([...new Set(deciding.map(shortMessage).filter((text) => text !== ''))], 3),
    // Only stated requirements are judged, so an unchecked requirement of another kind is not a gap.
    ...(requirement.kind !== 'stated' && verdict === 'notApplicable' ? { words: 'not stated' } : {}),
    level: '',
    checks: results.map((result) => ({
      check: result.check,
      text: [verdictWords[result.verdict], shortMessage(result)].filter((text) => text !== '').join(': '),
    })),
  })
}

/** The message of a result. A blocked result names only the check that blocks it, which has the reason. */
function shortMessage({ message, cause, suspected }: CheckResult): string {
  const text = cutBody(message, 600)
  if (suspected || !cause) return text
  if (cause.kind === 'credential' && cause.member !== undefined) return `${cause.member} is refused`
  const names = causeNames(cause)
  return names.length > 0 ? `blocked by ${names.join(' and ')}` : text
}

/** The restrictions of a run by its options or its machine, one sentence each. */
function notesOf({ seed, quick, gentle, findings }: RunResult): readonly string[] {
  const refused = findings['browserRefusedOrigins']
  return [
    ...(quick
      ? [`This quick run asked a sample that --seed ${seed} chose. A run without --quick asks everything.`]
      : []),
    ...(gentle ? ['With --gentle, it sent the fewest wrong credentials that decide.'] : []),
    ...(findings['browserSandboxed'] === false ? [unguardedBrowser] : []),
    ...(Array.isArray(refused) && refused.length > 0
      ? [
          `The pages of the connection asked for ${firstNames(refused.map(findingText), 10)}. The browser sent nothing there: it asks only the target and the connectOrigins of the target file.`,
        ]
      : []),
  ]
}

/** The sentence about a browser without its sandbox. */
export const unguardedBrowser: string =
  'The browser ran without its sandbox, which this system or the root user does not allow; run the kit as another user where its target is not trusted.'

/** Options of a report. */
export interface ReportOptions {
  /** The run compared with known failures. */
  readonly baseline?: BaselineOutcome | undefined
  /** True if open requirements are allowed: exit code 4 becomes 0. */
  readonly allowUndecided?: boolean | undefined
  /** True for colours in the terminal report. Default: false; see `wantsColor`. */
  readonly color?: boolean | undefined
  /** The first words of the commands in a report. Default: `emulator`. */
  readonly command?: string | undefined
  /** The target file, for the commands in a report. Default: they name the address. */
  readonly config?: string | undefined
  /** The hash of the HAR that accompanies a JSON report, as in a bundle. */
  readonly har?: string | undefined
  /** The width of the terminal. Default: lines are not broken. */
  readonly columns?: number | undefined
  /** True if the terminal report shows passed checks and more evidence. */
  readonly verbose?: boolean | undefined
}

/** The text of a report. The result must come from `runConformance`, which redacts it. */
export function writeReport(
  format: ReportFormat,
  result: RunResult,
  { color = false, verbose = false, columns, har, ...options }: ReportOptions = {},
): string {
  const summary = summarize(result, options)
  const contents = {
    document: () => serviceDocument(result, summary, options.command, options.config),
    json: () => jsonReport(result, summary, har),
    har: () => harReport(result),
  }
  return writeFormat(format, contents, { color, columns, verbose })
}
