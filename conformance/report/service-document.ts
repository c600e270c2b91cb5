import { kit } from '../catalogue/kit.ts'
import { claimText, longClaimText } from '../catalogue/profiles.ts'
import { type Requirement, requirements } from '../catalogue/requirements.ts'
import type { Verdict } from '../conclusions/conclusion.ts'
import { answerText } from '../wording/exchange-text.ts'
import type { Fact } from '../conclusions/fact.ts'
import type { Phrase } from '../conclusions/phrase.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { failureText, textOf } from '../wording/text.ts'
import type {
  Badge,
  FailedRequirement,
  CheckEntry,
  Reason,
  ReasonsSection,
  ReportDocument,
  RequirementEntry,
  SameFailure,
  Section,
  Tone,
} from './document.ts'
import { adviceOf } from './advice-of-failure.ts'
import { alsoAt, checkEntry } from './check-entry.ts'
import { sameFailures, waitingFor } from './same-failures.ts'
import { namedIn } from '../conclusions/cause.ts'
import {
  blockedGroups,
  insufficientGroups,
  omittedGroups,
  partlySeenGroups,
  type ReasonGroup,
  requirementsOf,
  unseenGroups,
} from './groups.ts'
import type { RequirementOutcome } from './outcomes.ts'
import type { ReportContext } from './report-context.ts'
import type { Summary } from './summary.ts'
import { counted, cut, findingText, isoTime, seconds } from './text.ts'
import { toDeclare } from './to-declare.ts'
import { type ToldTogether, toldTogether } from './told-together.ts'
import { verdictLine } from './verdict-line.ts'
import { longestSecret, shortestSecret } from '../judge/redaction/redact.ts'
import { type DeclareNext, declareNext } from './declare-next.ts'

/** The reasons of a baseline by check; a reason may be empty. */
type KnownReasons = ReadonlyMap<string, string>

/** The report about a service. */
export function serviceDocument(result: RunResult, { summary, baseline, command }: ReportContext): ReportDocument {
  const known: KnownReasons = new Map(baseline?.known.map((entry) => [entry.check, entry.reason ?? '']))
  const { claimed, next, outlook } = claimLines(result, summary)
  const catalogue = `catalogue of ${counted(requirements.length, 'requirement')}, ${summary.digest}`
  return {
    title: 'Platform Data API conformance',
    subject: result.baseUrl,
    verdict: verdictLine(summary, baseline),
    claim: { text: claimed, outlook, next },
    effort: `${counted(result.requests, 'request')} in ${seconds(result.durationMs)}`,
    startedAt: result.startedAt,
    durationMs: result.durationMs,
    kit,
    score: summary.score,
    clauses: summary.clauses,
    sections: sectionsOf(result, { summary, baseline, command }, known),
    requirements: summary.outcomes.map((outcome) => requirementEntry(outcome, known)),
    footer: `${kit.name} ${kit.version}; ${catalogue}. Secrets are replaced by their names.`,
    badge: badgeOf(result, summary),
    suite: {
      name: `Platform Data API conformance, ${claimText(result.claim)}${result.quick ? ', quick run' : ''}`,
      group: 'conformance',
    },
  }
}

function sectionsOf(
  result: RunResult,
  { summary, baseline, command = 'emulator' }: Pick<ReportContext, 'summary' | 'baseline' | 'command'>,
  known: KnownReasons,
): readonly Section[] {
  const failed = summary.outcomes.filter(({ verdict }) => verdict === 'fail')
  const fresh = failed.filter(({ results }) =>
    results.some(({ verdict, check }) => verdict === 'fail' && !known.has(check)),
  )
  const waiting = new Set(failed.flatMap((outcome) => waitingFor(outcome, result.results)))
  const others = { ...result, results: result.results.filter((single) => !waiting.has(single)) }
  return [
    {
      kind: 'failures',
      anchor: 'failed',
      title: 'Failed',
      heading: 'What failed',
      tone: 'bad',
      counts: 'requirement',
      failures: toldTogether(
        fresh.map((outcome) => ({ ...outcome, results: outcome.results.filter(({ check }) => !known.has(check)) })),
      ).map((together) => failureOf(together, result)),
    },
    {
      kind: 'reasons',
      anchor: 'errors',
      title: 'The kit itself failed',
      heading: 'Errors of the kit',
      counts: 'check',
      columns: ['What happened', 'Checks'],
      note: 'No findings about the target.',
      remark: 'no finding about the target, please report it',
      reasons: result.results.filter(({ verdict }) => verdict === 'error').map(errorReason),
    },
    reasons(
      {
        anchor: 'blocked',
        title: 'Blocked',
        heading: 'What was blocked',
        columns: ['Root cause', 'Requirements'],
        note: 'What these build on does not work.',
      },
      blockedGroups(others),
    ),
    reasons(
      {
        anchor: 'undecided',
        title: 'Not decided: the data could not show it',
        heading: 'What could not be decided',
        columns: ['What is missing', 'Requirements'],
        note: 'The data of the target, or a limit of the run, could not show it.',
      },
      insufficientGroups(others),
    ),
    {
      kind: 'group',
      anchor: 'not-looked-at',
      title: 'Not looked at',
      heading: 'What was not looked at',
      sections: notLookedAt(result),
    },
    {
      kind: 'lines',
      anchor: 'passed',
      title: 'Passed or observed',
      heading: 'What passed',
      note: '',
      tone: 'good',
      verbose: true,
      lines: result.results
        .filter(({ verdict }) => verdict === 'pass' || verdict === 'observed')
        .map(
          ({ check, verdict, message }) =>
            `${verdict === 'pass' ? '✓' : '·'} ${check}${message === '' ? '' : `: ${message}`}`,
        ),
    },
    {
      kind: 'table',
      anchor: 'findings',
      title: 'Findings about the target',
      heading: 'Findings about the target',
      verbose: true,
      columns: ['What', 'Found'],
      rows: Object.entries(result.findings).map(([name, value]) => [name, findingText(value)]),
    },
    {
      kind: 'lines',
      anchor: 'known',
      title: 'Known by the baseline',
      heading: 'Known by the baseline',
      note: '',
      tone: 'none',
      lines: knownLines(failed, known),
    },
    {
      kind: 'lines',
      anchor: 'stale',
      title: 'Stale in the baseline: these no longer fail; remove them, or run with --update-baseline',
      heading: 'Stale in the baseline',
      note: 'These no longer fail; remove them.',
      tone: 'open',
      lines: (baseline?.stale ?? []).map(({ check, requirement }) => `${check} (${requirement})`),
    },
    {
      kind: 'lines',
      anchor: 'left-behind',
      title: `Left behind: delete by hand what \`${command} conformance cleanup\` cannot`,
      heading: 'Left behind',
      note: 'The run created these and could not delete them.',
      tone: 'open',
      lines: result.leftovers,
    },
    {
      kind: 'lines',
      anchor: 'limits',
      title: 'What one run cannot see',
      heading: 'What one run cannot see',
      note: '',
      tone: 'none',
      folded: true,
      lines: closingNote(result, command),
    },
  ]
}

/** The requirements that no check looked at, and how to have them looked at. */
function notLookedAt(result: RunResult): readonly Section[] {
  const [unseen, partly, omitted] = [unseenGroups(result), partlySeenGroups(result), omittedGroups(result)]
  const common = { anchor: 'not-looked-at', heading: '' } as const
  const declare = toDeclare(result)
  return [
    reasons(
      {
        ...common,
        title: 'Not looked at: declare in the target file',
        columns: ['To declare', 'Requirements'],
        note: `${countOf(unseen)}: the target file does not declare what these take.`,
      },
      unseen,
    ),
    reasons(
      {
        ...common,
        title: 'Looked at in part, as some of their checks did not run: declare for the rest',
        columns: ['To declare', 'Requirements'],
        note: `${countOf(partly)} looked at in part: the target file does not declare what their other checks take.`,
      },
      partly,
      (requirement, results) => {
        const checks = result.results.filter((single) => single.requirement === requirement)
        const missing = results.filter((single) => single.requirement === requirement)
        return `${missing.length} of ${counted(checks.length, 'check')} not run`
      },
    ),
    reasons(
      {
        ...common,
        title: 'Not offered, as the target file says',
        columns: ['Not offered', 'Requirements'],
        note: `${countOf(omitted)}: the service does not offer these, as the target file says.`,
      },
      omitted,
    ),
    {
      kind: 'text',
      ...common,
      title: 'In the target file, with values of your own',
      language: 'yaml',
      text: declare.join('\n'),
    },
    statements(
      'Stated, but not to be judged from outside',
      requirements.filter(({ excluded }) => excluded !== undefined),
    ),
    statements(
      'Left open by the specification',
      requirements.filter(({ kind }) => kind === 'notShown'),
    ),
  ]
}

function statements(title: string, all: readonly Requirement[]): Section {
  return {
    kind: 'table',
    anchor: 'not-looked-at',
    title,
    heading: title,
    pagesAlone: true,
    columns: ['Clause', 'Statement'],
    rows: all.map(({ clause, statement, excluded }) => [clause, `${statement} ${excluded ?? ''}`.trim()]),
    anchors: all.map(({ id }) => id),
  }
}

function reasons(
  section: Omit<ReasonsSection, 'kind' | 'counts' | 'reasons'>,
  groups: readonly ReasonGroup[],
  partOf?: (requirement: string, results: readonly CheckResult[]) => string,
): ReasonsSection {
  return {
    kind: 'reasons',
    counts: 'requirement',
    ...section,
    reasons: groups.map(({ reasons: all, results }) => ({
      text: reasonText(all),
      names: requirementsOf(results).map((id) => ({
        name: id,
        requirement: id,
        ...(partOf ? { part: partOf(id, results) } : {}),
      })),
      ...whereOf(results),
    })),
  }
}

/** The failure that a cause hides, if it hides nothing but failures: the first one. */
function whereOf(results: readonly CheckResult[]): Pick<Reason, 'where'> {
  const [first, ...others] = results.map(({ suspected }) => suspected)
  return first && !others.includes(undefined) ? { where: failureText(first) } : {}
}

/** The most descriptions of one cause that a report shows. Each check has its own message elsewhere. */
const mostDescriptions = 1

/** One cause in words: how several checks describe it, each description once. */
function reasonText(all: readonly Phrase[]): string {
  const texts = [...new Set(all.map(textOf))]
  const more = texts.length - mostDescriptions
  return [...texts.slice(0, mostDescriptions), ...(more > 0 ? [`and ${more} more like it`] : [])].join('; ')
}

function errorReason({ check, requirement, message, evidence }: CheckResult): Reason {
  const last = evidence.at(-1)
  return {
    text: message,
    names: [{ name: check, requirement }],
    ...(last ? { where: `after ${last.request.method} ${last.request.url}: ${answerText(last)}` } : {}),
  }
}

function countOf(groups: readonly ReasonGroup[]): string {
  return counted(requirementsOf(groups.flatMap(({ results }) => results)).length, 'requirement')
}

/** The failures that a baseline knows, in one line; empty without any. */
function knownLines(failed: readonly RequirementOutcome[], known: KnownReasons): readonly string[] {
  const names = failed.flatMap(({ requirement, results }) => {
    const count = results.filter(({ verdict, check }) => verdict === 'fail' && known.has(check)).length
    return count === 0 ? [] : [{ id: requirement.id, count }]
  })
  if (names.length === 0) return []
  const checks = names.reduce((sum, { count }) => sum + count, 0)
  const more = names.length - mostKnown
  const list = names.slice(0, mostKnown).map(({ id }) => id)
  const rest = more > 0 ? ` and ${more} more` : ''
  return [
    `${counted(checks, 'check')} of ${counted(names.length, 'requirement')} fail as the baseline says: ${list.join(', ')}${rest}`,
  ]
}

/** The most requirements that the line of a baseline names. */
const mostKnown = 5

function failureOf(
  { outcome, failures, same }: ToldTogether,
  { results: all }: Pick<RunResult, 'results'>,
): FailedRequirement {
  const { id, clause, statement } = outcome.requirement
  const told = new Set<string>([id, ...same.map((other) => other.outcome.requirement.id)])
  const waiting = requirementsOf(
    [outcome, ...same.map((other) => other.outcome)].flatMap((each) => waitingFor(each, all)),
  )
  const open = waiting.filter((waitingId) => !told.has(waitingId))
  const checks = failures.map(([first, ...others]) => checkEntry(first!, others))
  return {
    id,
    requirement: id,
    statement,
    note: `clause ${clause}`,
    advice: adviceOf(failures[0]![0]!, all),
    ...(open.length > 0 ? { waiting: open } : {}),
    checks,
    ...(same.length > 0 ? { same: same.map((other) => sameFailure(other, failures[0]!)) } : {}),
  }
}

function sameFailure({ outcome, results }: ToldTogether['same'][number], [lead]: readonly CheckResult[]): SameFailure {
  const { id, clause, statement } = outcome.requirement
  const [first] = results
  const isTold = answersAlike(first?.fact, lead?.fact)
  return {
    id,
    statement,
    note: `clause ${clause}`,
    ...(first?.got === undefined || isTold ? {} : { got: cut(textOf(first.got), 200) }),
    ...(first?.expected === undefined || isTold ? {} : { expected: cut(textOf(first.expected), 300) }),
    checks: results.map(alsoAt),
  }
}

/** Whether the same refusal came for two failures. What else they got differs in words. */
function answersAlike(left: Fact | undefined, right: Fact | undefined): boolean {
  if (!left || !right) return false
  const [answer, other] = [left.at.response, right.at.response]
  return answer.status >= 400 && answer.status === other.status && answer.text === other.text
}

/** The failed checks among some results, those for one reason as one entry. */
function entriesOf(results: readonly CheckResult[]): readonly CheckEntry[] {
  return sameFailures(results).map(([first, ...others]) => checkEntry(first!, others))
}

const looks: Readonly<Record<Verdict, readonly [tone: Tone, label: string]>> = {
  pass: ['good', 'Passed'],
  fail: ['bad', 'Failed'],
  error: ['open', 'Error of the kit'],
  blocked: ['open', 'Blocked'],
  insufficientEvidence: ['open', 'Not decided'],
  notApplicable: ['none', 'Not looked at'],
  observed: ['none', 'Observed'],
}

/**
 * The reason why a requirement is skipped, for a runner of tests, which knows only passed, failed, error and skipped.
 */
const skipped: Readonly<Partial<Record<Verdict, string>>> = {
  blocked: 'blocked',
  insufficientEvidence: 'not decided',
  notApplicable: 'not looked at',
  observed: 'observed, not judged',
}

function requirementEntry(
  { requirement: { id, clause, statement, kind: level }, verdict, results }: RequirementOutcome,
  known: KnownReasons,
): RequirementEntry {
  // A requirement that is not stated is never judged, so nothing is missing when no check looked at it.
  const isNotStated = level !== 'stated' && verdict === 'notApplicable'
  const [tone, label] = isNotStated ? (['none', 'Not stated'] as const) : looks[verdict]
  const deciding = results.filter((result) => result.verdict === verdict)
  const isKnown = verdict === 'fail' && deciding.every(({ check }) => known.has(check))
  const outcome =
    verdict === 'pass'
      ? 'passed'
      : verdict === 'fail' && !isKnown
        ? 'failure'
        : verdict === 'error'
          ? 'error'
          : 'skipped'
  const reason = isNotStated ? 'not stated' : (skipped[verdict] ?? verdict)
  const prefix = isKnown ? 'known failure: ' : outcome === 'skipped' ? `${reason}: ` : ''
  return {
    id,
    clause,
    statement,
    level: '',
    tone,
    label,
    failed: verdict === 'fail',
    checks: results.map(({ check, verdict: concluded, message }) => ({
      check,
      text: `${looks[concluded][1].toLowerCase()}${message === '' ? '' : `; ${cut(message, 600)}`}`,
    })),
    outcome,
    why: `${prefix}${whyOf(deciding)}`,
    entries:
      verdict === 'fail'
        ? isKnown
          ? []
          : entriesOf(results)
        : deciding.map((result) => checkEntry(result, [], known.get(result.check))),
    output: results.map((result) => {
      const text = shortMessage(result)
      return `${result.check}: ${result.verdict}${text === '' ? '' : `, ${text}`}`
    }),
    weight: results.reduce((sum, { durationMs }) => sum + durationMs, 0),
  }
}

/**
 * The reasons of a verdict, each once: for a failure the message of each, else the causes without their chains.
 */
function whyOf(results: readonly CheckResult[]): string {
  const failures = sameFailures(results)
  const told = failures.length > 0 ? failures.map(([failure]) => failure!) : results
  const texts = new Set(told.map(shortMessage))
  const more = texts.size - mostReasons
  return [...[...texts].slice(0, mostReasons), ...(more > 0 ? [`and ${more} more`] : [])].join(' | ')
}

/** The most reasons of one verdict. */
const mostReasons = 3

/** The message of a result. What waits for something else names that alone, as its reason stands there. */
function shortMessage({ message, cause, suspected }: CheckResult): string {
  if (suspected || !cause) return message
  if (cause.kind === 'credential' && cause.member !== undefined) return `${cause.member} is refused`
  const names = namedIn(cause)
  return names.length > 0 ? `waits for ${names.join(' and ')}` : message
}

function badgeOf(result: RunResult, summary: Summary): Badge {
  const { claim, conformant, requirements: numbers } = summary
  const claimed = claimText(claim)
  const { head, rest } = verdictLine(summary)
  return {
    conformant,
    text:
      conformant === null
        ? `${numbers.decided} of ${numbers.stated} decided: ${claimed}`
        : `${conformant ? 'conformant' : 'not conformant'}: ${claimed}`,
    label: `Platform Data API, ${claimed}: ${head}, ${rest}`,
    detail: `Checked ${result.baseUrl} on ${isoTime(result.startedAt).slice(0, 10)} with kit ${kit.version}, ${summary.digest}`,
  }
}

const excluded = requirements.filter(({ kind, excluded: reason }) => kind === 'stated' && reason !== undefined).length

/** The limits of a green report: a sentence for each thing that one run cannot see. */
function closingNote(result: RunResult, command: string): readonly string[] {
  const { seed, quick, gentle, allowWrites, findings } = result
  return [
    ...browserNotes(findings),
    ...(quick
      ? [
          `Where values and places multiply, seed ${seed} chose what this quick run asked. The next --seed asks other pairs, and a run without --quick all.`,
        ]
      : []),
    ...(gentle ? ['With --gentle, it sent no wrong credentials beyond the fewest that decide.'] : []),
    ...(allowWrites ? [] : [withoutWrites(result)]),
    `${counted(excluded, 'stated requirement')} cannot be judged from outside; \`${command} conformance list\` names them, with the reason.`,
    `Texts of less than ${shortestSecret} characters are not hidden as secrets. Of a secret of more than ${longestSecret}, its first and its last ${longestSecret / 2} are searched for.`,
    'What shows only to another user, in other data, under load, or on another day was not there to be seen.',
  ]
}

/** What a run saw nothing of because it was not allowed to write. */
function withoutWrites(result: RunResult): string {
  const ofWrites = (groups: readonly ReasonGroup[]) =>
    groups.filter(({ results }) => results.some(({ cause }) => cause?.kind === 'writes'))
  const [unseen, partly] = [ofWrites(unseenGroups(result)), ofWrites(partlySeenGroups(result))].map(
    (groups) => requirementsOf(groups.flatMap(({ results }) => results)).length,
  )
  return `It wrote nothing, so that it saw nothing of what writes come to: ${counted(unseen!, 'requirement')} ${unseen === 1 ? 'was' : 'were'} not looked at, and ${partly} in part. --allow-writes has them looked at; the run deletes what it makes.`
}

/** Sentences about the browser of a run: whether it was guarded, and the origins that it did not ask. */
function browserNotes({
  browserSandboxed,
  browserRefusedOrigins: refused,
}: Readonly<Record<string, unknown>>): readonly string[] {
  return [
    ...(browserSandboxed === false ? [unguardedBrowser] : []),
    ...(Array.isArray(refused) && refused.length > 0
      ? [
          `The pages of the connection asked for ${refused.map(findingText).join(', ')}; the browser sent nothing there, as only the origin of the target and connectOrigins of the target file are asked.`,
        ]
      : []),
  ]
}

/** The sentence about a browser without its sandbox. */
export const unguardedBrowser: string =
  'The browser ran without its sandbox, which this system or the root user does not allow; run the kit as another user where its target is not trusted.'

/** The first lines of a report, beside the verdict. */
interface ClaimLines {
  /** The profile, its part of the specification, and the parts that the service does not offer. */
  readonly claimed: string
  /** The members of a target file that would decide most of the open requirements, each with their number. */
  readonly next: DeclareNext['members']
  /** The number of requirements that they would decide together, as text; empty without any. */
  readonly outlook: string
}

/** The target's claim, and the members to declare next. */
function claimLines(result: RunResult, { claim, open }: Summary): ClaimLines {
  const { members, decides } = declareNext(result, open)
  return {
    claimed: longClaimText(claim),
    next: members,
    outlook: members.length === 0 ? '' : outlook(members.length, decides, open.length),
  }
}

function outlook(members: number, decides: number, open: number): string {
  const these = members === 1 ? 'this one' : `these ${members}`
  return `declare ${these}, and up to ${decides} of the ${counted(open, 'open requirement')} can be decided`
}
