import { type Requirement, requirements } from '../catalogue/requirements.ts'
import type { RunResult } from '../judge/result.ts'
import type { KnownReasons } from './baseline.ts'
import type { Section } from './document.ts'
import { blockedGroups, insufficientGroups, omittedGroups, partlySeenGroups, unseenGroups } from './groups.ts'
import type { RequirementOutcome } from './outcomes.ts'
import { countOf, errorReason, reasonsSection } from './reasons-section.ts'
import type { ReportContext } from './report-context.ts'
import { limitsOf } from './run-limits.ts'
import { waitingFor } from './same-failures.ts'
import { counted, findingText } from './text.ts'
import { toDeclare } from './to-declare.ts'
import { failedRequirement } from './failed-requirement.ts'
import { failureGroups } from './failure-groups.ts'

/** The sections of the report about a service, in their order. */
export function serviceSections(
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
      failures: failureGroups(
        fresh.map((outcome) => ({ ...outcome, results: outcome.results.filter(({ check }) => !known.has(check)) })),
      ).map((group) => failedRequirement(group, result.results)),
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
    reasonsSection(
      {
        anchor: 'blocked',
        title: 'Blocked',
        heading: 'What was blocked',
        columns: ['Root cause', 'Requirements'],
        note: 'What these build on does not work.',
      },
      blockedGroups(others),
    ),
    reasonsSection(
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
      lines: limitsOf(result, command),
    },
  ]
}

/** The requirements that no check looked at, and how to have them looked at. */
function notLookedAt(result: RunResult): readonly Section[] {
  const [unseen, partly, omitted] = [unseenGroups(result), partlySeenGroups(result), omittedGroups(result)]
  const common = { anchor: 'not-looked-at', heading: '' } as const
  const declare = toDeclare(result)
  return [
    reasonsSection(
      {
        ...common,
        title: 'Not looked at: declare in the target file',
        columns: ['To declare', 'Requirements'],
        note: `${countOf(unseen)}: the target file does not declare what these take.`,
      },
      unseen,
    ),
    reasonsSection(
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
    reasonsSection(
      {
        ...common,
        title: 'Not offered, wholly or in part, as the target file says',
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
