import { adviceFor } from '../catalogue/advice.ts'
import { kit } from '../catalogue/kit.ts'
import type { CheckResult, RunResult } from '../run/result.ts'
import { type Exchange, summary as received, toCurl } from '../wire/exchange.ts'
import { claimLines } from './claim-lines.ts'
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
import { type Paint, paintFor } from './paint.ts'
import type { ReportContext } from './report-context.ts'
import { scoreTable } from './score-table.ts'
import type { Summary } from './summary.ts'
import type { RequirementOutcome } from './outcomes.ts'
import { recordLine, shownRecords } from './shown-records.ts'
import { counted, cut, findingText, harmless, oneLine, seconds } from './text.ts'
import { toDeclare } from './to-declare.ts'
import { verdictLine } from './verdict-line.ts'

/** For a person at a terminal: first what failed, last how much was proven. */
export function terminalReport(result: RunResult, context: ReportContext): string {
  const paint = paintFor(context.color)
  const { summary, baseline, verbose } = context
  const { tone, head, rest } = verdictLine(summary, baseline)
  const color = ({ good: 'green', bad: 'red', open: 'yellow' } as const)[tone]
  const verdict = `${paint(['bold', color], `${head}:`)} ${rest}.`
  const blocks = [
    [
      `${paint('bold', 'Platform Data API conformance')} of ${oneLine(result.baseUrl)}`,
      paint('dim', `kit ${kit.version}, ${counted(result.requests, 'request')} in ${seconds(result.durationMs)}`),
    ],
    claim(result, summary, verdict, paint),
    failures(summary.outcomes, context, paint),
    kitErrors(result, paint),
    section('Blocked', blockedGroups(result), (group) => group.reason, paint),
    section('Not decided: the data could not show it', insufficientGroups(result), (group) => group.reason, paint),
    section('Not looked at: declare in the target file', unseenGroups(result), (group) => group.reason, paint),
    section('Looked at in part: to declare for the rest', partlySeenGroups(result), (group) => group.reason, paint),
    section('Not offered, as the target file says', omittedGroups(result), (group) => group.reason, paint),
    example(result, paint),
    verbose ? passed(result, paint) : [],
    verbose ? findings(result, paint) : [],
    staleEntries(context, paint),
    leftovers(result, paint),
    scoreTable(summary.clauses, paint),
    [paint('bold', 'What one run cannot see'), ...closingNote(result).map((line) => paint('dim', `  ${line}`))],
    [verdict],
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

/** What was claimed, what was shown, and what to declare next. */
function claim(result: RunResult, summary: Summary, verdict: string, paint: Paint): readonly string[] {
  const { claimed, next, outlook } = claimLines(result, summary)
  return [
    `${paint('dim', 'Claimed')}  ${claimed}`,
    `${paint('dim', 'Shown')}    ${verdict}`,
    ...(next.length === 0 ? [] : [`${paint('dim', 'Next')}     ${outlook}:`]),
    ...wrapped(next.map(({ name, requirements }) => `${name} (for ${requirements})`)).map(
      (names) => `         ${names}`,
    ),
  ]
}

function failures(
  outcomes: readonly RequirementOutcome[],
  { baseline, verbose }: ReportContext,
  paint: Paint,
): readonly string[] {
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail')
  if (failed.length === 0) return []
  const known = new Map(baseline?.known.map((entry) => [entry.check, entry.reason ?? '']))
  const blocks = failed.map(({ requirement, results }) => [
    `${paint('red', '✗')} ${paint('bold', requirement.id)}  ${requirement.statement} ` +
      paint('dim', `(clause ${requirement.clause})`),
    ...(verbose ? adviceLines(requirement.id, paint) : []),
    ...results
      .filter(({ verdict }) => verdict === 'fail')
      .flatMap((one) => failure(one, known.get(one.check), verbose, paint)),
  ])
  return [
    paint(['bold', 'red'], `Failed: ${counted(failed.length, 'requirement')}`),
    ...blocks.flatMap((block) => ['', ...block]),
  ]
}

function adviceLines(id: RequirementOutcome['requirement']['id'], paint: Paint): readonly string[] {
  const advice = adviceFor(id)
  if (!advice) return []
  return [`  ${paint('dim', 'behind it')} ${advice.cause}`, `  ${paint('dim', 'to do')}     ${advice.remedy}`]
}

function failure(result: CheckResult, known: string | undefined, verbose: boolean, paint: Paint): readonly string[] {
  const { check, message, evidence } = result
  const difference = differenceOf(message)
  const last = evidence.at(-1)
  const note = known === undefined ? '' : paint('yellow', ` (known${known === '' ? '' : `: ${oneLine(known)}`})`)
  return [
    `  ${paint('dim', 'check')}     ${check}${note}`,
    ...(difference
      ? [
          `  ${paint('dim', 'expected')}  ${oneLine(difference.expected)}`,
          `  ${paint('dim', 'got')}       ${paint('red', oneLine(difference.got))}`,
        ]
      : [`  ${oneLine(message)}`]),
    ...shownRecords(result).map((record) => `  ${paint('dim', 'record')}    ${oneLine(recordLine(record))}`),
    ...(last ? [`  ${paint('dim', 'reproduce')} ${oneLine(toCurl(last.request))}`] : []),
    ...(verbose ? evidence.flatMap((exchange) => evidenceLines(exchange, paint)) : []),
  ]
}

function evidenceLines(exchange: Exchange, paint: Paint): readonly string[] {
  const { request, response } = exchange
  const answer = `${response.status} in ${seconds(exchange.durationMs)}`
  return [
    `    ${paint('cyan', `${request.method} ${oneLine(request.url)}`)} ${paint('dim', answer)}`,
    ...(request.body === undefined ? [] : [`      > ${oneLine(cut(request.body))}`]),
    ...Object.entries(response.headers).map(([name, value]) => `      ${paint('dim', oneLine(`${name}: ${value}`))}`),
    ...harmless(cut(response.text))
      .split('\n')
      .map((line) => `      < ${line}`),
  ]
}

function section(
  title: string,
  groups: readonly ReasonGroup[],
  reasonOf: (group: ReasonGroup) => string,
  paint: Paint,
): readonly string[] {
  if (groups.length === 0) return []
  const requirements = requirementsOf(groups.flatMap(({ results }) => results))
  return [
    paint(['bold', 'yellow'], `${title}: ${counted(requirements.length, 'requirement')}`),
    ...groups.flatMap((group) => [
      `  ${oneLine(reasonOf(group))}`,
      ...wrapped(requirementsOf(group.results)).map((line) => paint('dim', `      ${line}`)),
    ]),
  ]
}

/** What to write into the target file, in YAML. */
function example(result: RunResult, paint: Paint): readonly string[] {
  const lines = toDeclare(result)
  return lines.length === 0
    ? []
    : [
        `${paint('bold', 'In the target file')}, with values of your own:`,
        ...lines.map((line) => paint('dim', `  ${line}`)),
      ]
}

/** Names, in lines that fit a terminal. */
function wrapped(names: readonly string[], width = 90): readonly string[] {
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + name.length + 2 <= width) lines[lines.length - 1] = `${last}, ${name}`
    else lines.push(name)
  }
  return lines
}

function kitErrors({ results }: RunResult, paint: Paint): readonly string[] {
  const errors = results.filter(({ verdict }) => verdict === 'error')
  if (errors.length === 0) return []
  const blocks = errors.map(({ check, message, evidence }) => [
    `  ${check}`,
    `      ${oneLine(message)}`,
    ...evidence
      .slice(-1)
      .map(
        (exchange) =>
          `      after ${exchange.request.method} ${oneLine(exchange.request.url)}: ${oneLine(received(exchange))}`,
      ),
  ])
  return [
    paint(
      ['bold', 'magenta'],
      `The kit itself failed: ${counted(errors.length, 'check')}; no finding about the target, please report it`,
    ),
    ...blocks.flat(),
  ]
}

function passed({ results }: RunResult, paint: Paint): readonly string[] {
  const own = results.filter(({ verdict }) => verdict === 'pass' || verdict === 'observed')
  if (own.length === 0) return []
  const lines = own.map(({ check, verdict, message }) => {
    const said = message === '' ? '' : paint('dim', `  ${oneLine(message)}`)
    return `  ${verdict === 'pass' ? paint('green', '✓') : '·'} ${check}${said}`
  })
  return [paint('bold', `Passed or observed: ${counted(own.length, 'check')}`), ...lines]
}

function findings(result: RunResult, paint: Paint): readonly string[] {
  const found = Object.entries(result.findings)
  if (found.length === 0) return []
  return [
    paint('bold', 'Findings about the target'),
    ...found.map(([name, value]) => `  ${oneLine(name)}: ${oneLine(findingText(value))}`),
  ]
}

function leftovers(result: RunResult, paint: Paint): readonly string[] {
  if (result.leftovers.length === 0) return []
  return [
    paint(['bold', 'yellow'], 'Left behind: delete by hand what `emulator conformance cleanup` cannot'),
    ...result.leftovers.map((one) => `  ${oneLine(one)}`),
  ]
}

function staleEntries({ baseline }: ReportContext, paint: Paint): readonly string[] {
  if (!baseline || baseline.stale.length === 0) return []
  return [
    paint(
      ['bold', 'yellow'],
      'Stale in the baseline: these no longer fail; remove them, or run with --update-baseline',
    ),
    ...baseline.stale.map(
      ({ check, requirement }) => `  ${oneLine(check)} ${paint('dim', `(${oneLine(requirement)})`)}`,
    ),
  ]
}
