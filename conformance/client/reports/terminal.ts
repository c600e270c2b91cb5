import { kit } from '../../catalogue/kit.ts'
import { differenceOf } from '../../reports/groups.ts'
import { type Paint, paintFor } from '../../reports/paint.ts'
import { counted, cut, oneLine, seconds } from '../../reports/text.ts'
import type { ClientReport } from '../judge/client-report.ts'
import type { ShownRequest } from '../judge/shown-request.ts'
import { scoreTable } from '../../reports/score-table.ts'
import { coverageLines } from './coverage-lines.ts'
import { type ClientFinding, findingsOf, runTexts } from './findings.ts'
import type { ClientReportContext } from './report-context.ts'
import { clientVerdictLine } from './verdict-line.ts'

/** Runs that a finding names. */
const mostRuns = { usually: 4, verbose: 1000 }

/** Requests that a finding shows. */
const mostRequests = { usually: 4, verbose: 12 }

/** For a person at a terminal: first what failed, last how much was proven. */
export function clientTerminal(report: ClientReport, context: ClientReportContext): string {
  const { results, client } = report
  const { summary, verbose, runs, requests, durationMs } = context
  const paint = paintFor(context.color)
  const { tone, head, rest } = clientVerdictLine(report, context)
  const color = ({ good: 'green', bad: 'red', open: 'yellow' } as const)[tone]
  const effort = `${counted(runs, 'run')}, ${counted(requests, 'request')} in ${seconds(durationMs)}`
  const blocks = [
    [
      `${paint('bold', 'Platform Data API client')} ${oneLine(client.name)}`,
      paint('dim', `kit ${kit.version}, ${effort}`),
    ],
    findings('Failed', 'red', findingsOf(results, 'fail'), context, paint),
    findings('Advice', 'yellow', findingsOf(results, 'advice'), context, paint),
    findings('Errors of the judge', 'yellow', findingsOf(results, 'error'), context, paint),
    short('Blocked by what failed', onlySo('blocked', context), paint),
    short('Not decided', onlySo('insufficientEvidence', context), paint),
    short('The client has no such thing', onlySo('notApplicable', context), paint),
    verbose ? short('Observed, never judged', findingsOf(results, 'observed'), paint) : [],
    verbose ? short('Kept', findingsOf(results, 'pass'), paint) : [],
    stale(context, paint),
    context.coverage ? coverageLines(context.coverage, paint) : [],
    scoreTable(summary.clauses, paint),
    [`${paint(['bold', color], `${head}:`)} ${rest}.`],
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

function findings(
  title: string,
  color: 'red' | 'yellow',
  all: readonly ClientFinding[],
  context: ClientReportContext,
  paint: Paint,
): readonly string[] {
  if (all.length === 0) return []
  return [
    paint(['bold', color], `${title}: ${counted(all.length, 'check')}`),
    ...all.flatMap((one) => ['', ...finding(one, color, context, paint)]),
  ]
}

function finding(
  { check, requirement, trap, results }: ClientFinding,
  color: 'red' | 'yellow',
  context: ClientReportContext,
  paint: Paint,
): readonly string[] {
  const { verbose, baseline } = context
  const first = results[0]!
  const difference = differenceOf(first.message)
  const known = baseline?.known.find((entry) => entry.check === check)
  const note = known ? paint('yellow', ` (known${known.reason ? `: ${oneLine(known.reason)}` : ''})`) : ''
  const line = (name: string, text: string) => `  ${paint('dim', name.padEnd(9))} ${text}`
  const [again, output] = [context.again(first), context.outputOf(first)]
  return [
    `${paint(color, '✗')} ${paint('bold', check)}${note}  ${requirement.statement} ` +
      paint('dim', `(clause ${requirement.clause}, ${requirement.level})`),
    line('trap', trap),
    ...(difference
      ? [line('expected', oneLine(difference.expected)), line('got', paint(color, oneLine(difference.got)))]
      : [line('message', oneLine(first.message))]),
    line('careful', requirement.careful),
    ...chosen(first.evidence, verbose).map((request, index) => line(index === 0 ? 'sent' : '', sent(request))),
    ...(output === '' ? [] : [line('printed', oneLine(cut(output.trim().slice(-600))))]),
    line('runs', runTexts(results, verbose ? mostRuns.verbose : mostRuns.usually)),
    ...(again === undefined ? [] : [line('again', again)]),
  ]
}

function chosen(evidence: readonly ShownRequest[], verbose: boolean): readonly ShownRequest[] {
  return evidence.slice(-(verbose ? mostRequests.verbose : mostRequests.usually))
}

function sent({ request: { method, url, headers, body }, response }: ShownRequest): string {
  const authorization = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  return oneLine(
    [
      `${method} ${url}`,
      ...(authorization === undefined ? [] : [`[${cut(authorization, 60)}]`]),
      ...(body === undefined ? [] : [cut(body, 300)]),
      `→ ${response ? response.status : 'no answer'}`,
    ].join(' '),
  )
}

/**
 * What the checks of requirements found that have this verdict and no other to speak for them. What the specification
 * is silent about is not missed.
 */
function onlySo(
  verdict: 'blocked' | 'insufficientEvidence' | 'notApplicable',
  { summary }: ClientReportContext,
): readonly ClientFinding[] {
  return summary.outcomes
    .filter(({ requirement, verdict: its }) => its === verdict && requirement.level !== 'silent')
    .flatMap(({ results }) => findingsOf(results, verdict))
}

function short(title: string, all: readonly ClientFinding[], paint: Paint): readonly string[] {
  if (all.length === 0) return []
  const width = Math.max(...all.map(({ check }) => check.length))
  return [
    paint(['bold', 'yellow'], `${title}: ${counted(all.length, 'check')}`),
    ...all.map(({ check, results, trap }) => {
      const message = results.find((one) => one.message !== '')?.message ?? trap
      const runs = results[0]!.task === null ? '' : paint('dim', ` (${runTexts(results, 2)})`)
      return `  ${check.padEnd(width)}  ${oneLine(cut(message, 300))}${runs}`
    }),
  ]
}

function stale({ baseline }: ClientReportContext, paint: Paint): readonly string[] {
  if (!baseline || baseline.stale.length === 0) return []
  return [
    paint(['bold', 'red'], 'Stale in the baseline: these no longer fail, remove them'),
    ...baseline.stale.map(({ check }) => `  ${check}`),
  ]
}
