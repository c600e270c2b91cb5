import { kit } from '../../catalogue/kit.ts'
import { differenceOf } from '../../reports/groups.ts'
import { code, fenced, folded, indented, plain, table } from '../../reports/markdown-text.ts'
import { counted, cut, seconds } from '../../reports/text.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import type { ClientReport } from '../judge/client-report.ts'
import type { ShownRequest } from '../judge/shown-request.ts'
import { coverageHead } from './coverage.ts'
import { type ClientFinding, findingsOf, runTexts } from './findings.ts'
import type { ClientReportContext } from './report-context.ts'
import { clientVerdictLine } from './verdict-line.ts'

/** A job summary of GitHub takes 1 MiB. The other reports have all. */
const mostFindings = 100

/** For a job summary: the verdict and what failed, then a short table and folded details. */
export function clientMarkdown(report: ClientReport, context: ClientReportContext): string {
  const { summary, coverage, runs, requests, durationMs } = context
  const { tone, head, rest } = clientVerdictLine(report, context)
  const effort = `${counted(runs, 'run')}, ${counted(requests, 'request')} in ${seconds(durationMs)}`
  return `${[
    `## ${{ good: '✅', bad: '❌', open: '⚠️' }[tone]} ${head}`,
    `${rest[0]!.toUpperCase()}${rest.slice(1)}. ` +
      `Platform Data API client ${code(report.client.name)}; kit ${kit.version}, ${effort}.`,
    ...found('Failed', 'fail', report, context),
    ...found('Advice', 'advice', report, context),
    ...found('Errors of the judge', 'error', report, context),
    table(
      ['Clause', 'Kept', 'Failed', 'Not decided', 'Not looked at'],
      summary.clauses.map((score) => [
        `${score.clause} ${score.title}`,
        ...[score.passed, score.failed, score.undecided, score.notLookedAt].map((count) =>
          count === 0 ? '' : String(count),
        ),
      ]),
    ),
    open('Blocked', 'blocked', context),
    open('Not decided', 'insufficientEvidence', context),
    open('The client has no such thing', 'notApplicable', context),
    coverage
      ? folded(
          `Coverage: ${coverageHead(coverage)}`,
          table(
            ['What', 'Touched', 'Never touched'],
            coverage.groups.map(({ title, touched, untouched }) => [
              title,
              `${touched.length} of ${touched.length + untouched.length}`,
              untouched.map(code).join(' '),
            ]),
          ),
        )
      : '',
    stale(context),
  ]
    .filter((block) => block !== '')
    .join('\n\n')}\n`
}

function found(
  title: string,
  verdict: ClientVerdict,
  { results }: ClientReport,
  context: ClientReportContext,
): readonly string[] {
  const findings = findingsOf(results, verdict)
  if (findings.length === 0) return []
  const rest = findings.length - mostFindings
  return [
    `### ${title}`,
    ...findings.slice(0, mostFindings).map((one) => finding(one, context)),
    ...(rest > 0 ? [`… and ${rest} more.`] : []),
  ]
}

function finding({ check, requirement, trap, results }: ClientFinding, context: ClientReportContext): string {
  const first = results[0]!
  const difference = differenceOf(first.message)
  const known = context.baseline?.known.some((entry) => entry.check === check) ? ' (known)' : ''
  const command = context.again(first)
  const details = [...(command === undefined ? [] : [fenced(command, 'sh')]), ...first.evidence.slice(-4).map(sent)]
  return [
    `**${plain(check)}**${known} (clause ${requirement.clause}, ${requirement.level}): ${plain(requirement.statement)}`,
    [
      ...(difference
        ? [`- expected ${plain(difference.expected)}`, `- got ${plain(difference.got)}`]
        : [`- ${plain(first.message)}`]),
      `- trap: ${plain(trap)}`,
      `- a careful client: ${plain(requirement.careful)}`,
      `- in ${plain(runTexts(results, 6))}`,
      ...(details.length === 0 ? [] : ['', indented(folded('See it again', details.join('\n\n')))]),
    ].join('\n'),
  ].join('\n\n')
}

function sent({ request: { method, url, body }, response }: ShownRequest): string {
  const answer = response ? `${response.status}\n${cut(response.body, 600)}` : 'no answer'
  return fenced([`${method} ${url}`, ...(body === undefined ? [] : [cut(body, 600)]), `→ ${answer}`].join('\n'))
}

function open(title: string, verdict: ClientVerdict, { summary }: ClientReportContext): string {
  const findings = summary.outcomes
    .filter(({ requirement, verdict: its }) => its === verdict && requirement.level !== 'silent')
    .flatMap(({ results }) => findingsOf(results, verdict))
  if (findings.length === 0) return ''
  const rows = findings.map(({ check, trap, results }) => [
    code(check),
    plain(cut(results.find(({ message }) => message !== '')?.message ?? trap, 300)),
  ])
  return folded(`${title} (${counted(findings.length, 'check')})`, table(['Check', 'Why'], rows))
}

function stale({ baseline }: ClientReportContext): string {
  if (!baseline || baseline.stale.length === 0) return ''
  const entries = baseline.stale.map(({ check }) => `- ${code(check)}`).join('\n')
  return `### Stale in the baseline\n\nThese no longer fail; remove them.\n\n${entries}`
}
