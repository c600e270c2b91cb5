import { adviceFor } from '../catalogue/advice.ts'
import { kit } from '../catalogue/kit.ts'
import type { CheckResult, RunResult } from '../run/result.ts'
import { type Exchange, toCurl } from '../wire/exchange.ts'
import { type ClaimLines, claimLines } from './claim-lines.ts'
import { closingNote } from './closing-note.ts'
import {
  blockedGroups,
  differenceOf,
  insufficientGroups,
  type ReasonGroup,
  omittedGroups,
  partlySeenGroups,
  requirementsOf,
  unseenGroups,
} from './groups.ts'
import type { ReportContext } from './report-context.ts'
import type { RequirementOutcome } from './outcomes.ts'
import { code, fenced, folded, indented, plain, table } from './markdown-text.ts'
import { counted, cut, findingText, seconds } from './text.ts'
import { recordLine, shownRecords } from './shown-records.ts'
import { toDeclare } from './to-declare.ts'
import { verdictLine } from './verdict-line.ts'

/** A job summary of GitHub takes 1 MiB. The other reports have all failures. */
const mostFailures = 100

/** For a job summary: the verdict and a short table, then folded details. */
export function markdownReport(result: RunResult, { summary, baseline }: ReportContext): string {
  const { tone, head, rest } = verdictLine(summary, baseline)
  const failed = summary.outcomes.filter(({ verdict }) => verdict === 'fail')
  const known = new Set(baseline?.known.map(({ check }) => check))
  const effort = `${counted(result.requests, 'request')} in ${seconds(result.durationMs)}`
  return `${[
    `## ${{ good: '✅', bad: '❌', open: '⚠️' }[tone]} ${head}`,
    `${rest[0]!.toUpperCase()}${rest.slice(1)}. ` +
      `Platform Data API conformance of ${code(result.baseUrl)}; kit ${kit.version}, ${effort}.`,
    claim(claimLines(result, summary)),
    ...(failed.length === 0
      ? []
      : ['### Failed', ...failed.slice(0, mostFailures).map((outcome) => failure(outcome, known))]),
    ...(failed.length > mostFailures ? [`… and ${failed.length - mostFailures} more.`] : []),
    table(
      ['Clause', 'Passed', 'Failed', 'Not decided', 'Not looked at'],
      summary.clauses.map((score) => [
        `${score.clause} ${score.title}`,
        ...[score.passed, score.failed, score.undecided, score.notLookedAt].map((count) =>
          count === 0 ? '' : String(count),
        ),
      ]),
    ),
    groups(
      'Errors of the kit',
      result.results
        .filter(({ verdict }) => verdict === 'error')
        .map((one) => ({ reason: one.message, results: [one] })),
    ),
    groups('Blocked', blockedGroups(result)),
    groups('Not decided: the data could not show it', insufficientGroups(result)),
    groups('Not looked at: declare in the target file', unseenGroups(result)),
    groups('Looked at in part: to declare for the rest', partlySeenGroups(result)),
    groups('Not offered, as the target file says', omittedGroups(result)),
    example(toDeclare(result)),
    findings(result),
    folded(
      'What one run cannot see',
      closingNote(result)
        .map((line) => `- ${line}`)
        .join('\n'),
    ),
    section(
      'Stale in the baseline',
      baseline?.stale.map(({ check }) => code(check)),
      'These no longer fail; remove them.',
    ),
    section(
      'Left behind',
      result.leftovers.map((one) => plain(one)),
    ),
  ]
    .filter((block) => block !== '')
    .join('\n\n')}\n`
}

/** What was claimed, and what to declare next. */
function claim({ claimed, next, outlook }: ClaimLines): string {
  const members = next.map(({ name, requirements }) => `${code(name)} (for ${requirements})`).join(', ')
  return [`**Claimed:** ${claimed}`, ...(members === '' ? [] : [`**Next:** ${outlook}: ${members}`])].join('  \n')
}

/** A list of items under a heading; nothing without items. */
function section(heading: string, items: readonly string[] = [], note?: string): string {
  if (items.length === 0) return ''
  return [`### ${heading}`, ...(note === undefined ? [] : [note]), items.map((one) => `- ${one}`).join('\n')].join(
    '\n\n',
  )
}

function failure({ requirement, results }: RequirementOutcome, known: ReadonlySet<string>): string {
  const own = results.filter(({ verdict }) => verdict === 'fail')
  const advice = adviceFor(requirement.id)
  return [
    `**${plain(requirement.id)}** (clause ${requirement.clause}): ${plain(requirement.statement)}`,
    ...(advice ? [`Usually behind it: ${plain(advice.cause)} What to do: ${plain(advice.remedy)}`] : []),
    ...own.map((one) => checkFailure(one, known.has(one.check))),
  ].join('\n\n')
}

function checkFailure(result: CheckResult, known: boolean): string {
  const { check, message, evidence, reproduce } = result
  const difference = differenceOf(message)
  const last = evidence.at(-1)
  return [
    `- ${code(check)}${known ? ' (known)' : ''}`,
    ...(difference
      ? [`  - expected ${plain(difference.expected)}`, `  - got ${plain(difference.got)}`]
      : [`  - ${plain(message)}`]),
    ...shownRecords(result).map((record) => `  - ${plain(recordLine(record))}`),
    ...(last ? ['', indented(reproduction(last, reproduce))] : []),
  ].join('\n')
}

/** Longer scripts stand in the JSON and HTML reports: a job summary takes 1 MiB. */
const longestScript = 6000

function reproduction({ request, response }: Exchange, script = ''): string {
  const answer = `${response.status}\n${cut(response.text, 1000)}`
  const isShown = script !== '' && script.length <= longestScript
  const how = isShown ? script.trimEnd() : toCurl(request, ' \\\n  ')
  return folded('Reproduce', `${fenced(how, 'sh')}\n\n${fenced(answer)}`)
}

/** What to write into the target file, in YAML. */
function example(lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : folded('In the target file, with values of your own', fenced(lines.join('\n'), 'yaml'))
}

function findings(result: RunResult): string {
  const rows = Object.entries(result.findings).map(([name, value]) => [code(name), code(findingText(value))])
  return rows.length === 0 ? '' : folded('Findings about the target', table(['What', 'Found'], rows))
}

function groups(title: string, all: readonly ReasonGroup[]): string {
  if (all.length === 0) return ''
  const count = requirementsOf(all.flatMap(({ results }) => results)).length
  const rows = all.map(({ reason, results }) => [plain(reason), requirementsOf(results).map(code).join(', ')])
  return folded(`${title} (${counted(count, 'requirement')})`, table(['Why', 'Requirements'], rows))
}
