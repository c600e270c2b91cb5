import {
  type Evidence,
  type FailedRequirement,
  type FindingCheck,
  type FindingsSection,
  flatSections,
  type LinesSection,
  namesIn,
  type ReasonsSection,
  type ReportDocument,
  type Section,
  type TableSection,
} from '../document.ts'
import { type Paint, paintFor } from '../paint.ts'
import { bodyText, counted, cut, harmless, oneLine, seconds } from '../text.ts'
import type { ClauseScore } from '../summary.ts'

/** The look of a report in a terminal. */
export interface TerminalOptions {
  readonly color: boolean
  /** True to show passed checks and all evidence. */
  readonly verbose: boolean
}

const colors = { good: 'green', bad: 'red', open: 'yellow', none: 'dim' } as const

/** A report for a terminal: failures come first, and the score last. */
export function terminalReport(document: ReportDocument, { color, verbose }: TerminalOptions): string {
  const paint = paintFor(color)
  const { title, subject, verdict, effort, kit } = document
  const sections = flatSections(document.sections)
  const last = sections.filter(({ anchor }) => anchor === 'limits')
  const verdictText = `${paint(['bold', colors[verdict.tone]], `${verdict.head}:`)} ${verdict.rest}.`
  const blocks = [
    [`${paint('bold', title)} of ${oneLine(subject)}`, paint('dim', `kit ${kit.version}, ${effort}`)],
    claim(document, verdictText, paint),
    ...sections
      .filter((section) => !last.includes(section) && (verbose || section.verbose !== true))
      .map((section) => lines(section, verbose, paint)),
    scoreTable(document.clauses, paint),
    ...last.map((section) => lines(section, verbose, paint)),
    [verdictText],
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

/** The claim, the verdict, and the members to declare next. */
function claim({ claim: claimed }: ReportDocument, verdict: string, paint: Paint): readonly string[] {
  if (!claimed) return []
  const { text, outlook, next } = claimed
  return [
    `${paint('dim', 'Claimed')}  ${text}`,
    `${paint('dim', 'Shown')}    ${verdict}`,
    ...(next.length === 0 ? [] : [`${paint('dim', 'Next')}     ${outlook}:`]),
    ...wrapped(next.map(({ name, requirements }) => `${name} (for ${requirements})`)).map(
      (names) => `         ${names}`,
    ),
  ]
}

function lines(section: Section, verbose: boolean, paint: Paint): readonly string[] {
  switch (section.kind) {
    case 'findings':
      return findings(section, verbose, paint)
    case 'reasons':
      return reasons(section, paint)
    case 'lines':
      return plainLines(section, paint)
    case 'table':
      return table(section, paint)
    case 'text':
      return section.text === ''
        ? []
        : [`${paint('bold', section.title)}:`, ...section.text.split('\n').map((line) => paint('dim', `  ${line}`))]
    case 'group':
      return section.sections.flatMap((part) => lines(part, verbose, paint))
  }
}

function findings(section: FindingsSection, verbose: boolean, paint: Paint): readonly string[] {
  const { findings: all, title, counts, tone } = section
  if (all.length === 0) return []
  return [
    paint(['bold', colors[tone]], `${title}: ${counted(all.length, counts)}`),
    ...all.flatMap((finding) => ['', ...findingLines(finding, colors[tone], verbose, paint)]),
  ]
}

type Color = (typeof colors)[keyof typeof colors]

function findingLines(
  { id, statement, note, known, advice, checks }: FailedRequirement,
  color: Color,
  verbose: boolean,
  paint: Paint,
): readonly string[] {
  return [
    `${paint(color, '✗')} ${paint('bold', id)}${knownNote(known, paint)}  ${statement} ${paint('dim', `(${note})`)}`,
    ...(verbose && advice ? [labelled('behind it', advice.cause, paint), labelled('to do', advice.remedy, paint)] : []),
    ...checks.flatMap((check) => checkLines(check, check.check === id, color, verbose, paint)),
  ]
}

function checkLines(
  { check, known, expected, got, message, lines: further, command, evidence, output }: FindingCheck,
  isNamed: boolean,
  color: Color,
  verbose: boolean,
  paint: Paint,
): readonly string[] {
  return [
    ...(isNamed ? [] : [`${labelled('check', check, paint)}${knownNote(known, paint)}`]),
    ...(expected === undefined || got === undefined
      ? [labelled(isNamed ? 'message' : '', message, paint)]
      : [labelled('expected', expected, paint), labelled('got', got, paint, color)]),
    ...further.map(({ kind, text }) => labelled(kind, text, paint)),
    ...(output === undefined || output === '' ? [] : [labelled('printed', cut(output.trim().slice(-600)), paint)]),
    ...(command === undefined ? [] : [labelled(command.kind, command.short, paint)]),
    ...(verbose ? evidence.flatMap((exchange) => evidenceLines(exchange, paint)) : []),
  ]
}

const labelWidth = 9

function labelled(label: string, text: string, paint: Paint, color?: Color): string {
  const line = oneLine(text)
  return `  ${paint('dim', label.padEnd(labelWidth))} ${color === undefined ? line : paint(color, line)}`
}

function knownNote(known: string | undefined, paint: Paint): string {
  if (known === undefined) return ''
  return paint('yellow', ` (known${known === '' ? '' : `: ${oneLine(known)}`})`)
}

function evidenceLines({ request, response, durationMs }: Evidence, paint: Paint): readonly string[] {
  const time = durationMs === undefined ? '' : ` in ${seconds(durationMs)}`
  const answer = response === undefined ? 'no answer' : `${response.status}${time}`
  return [
    `    ${paint('cyan', `${request.method} ${oneLine(request.url)}`)} ${paint('dim', answer)}`,
    ...(request.body === undefined ? [] : [`      > ${oneLine(cut(request.body, undefined, request.length))}`]),
    ...Object.entries(response?.headers ?? {}).map(
      ([name, value]) => `      ${paint('dim', oneLine(`${name}: ${value}`))}`,
    ),
    ...harmless(response ? bodyText(response) : '')
      .split('\n')
      .map((line) => `      < ${line}`),
  ]
}

function reasons(section: ReasonsSection, paint: Paint): readonly string[] {
  const { reasons: all, title, counts, remark } = section
  if (all.length === 0) return []
  const more = remark === undefined ? '' : `; ${remark}`
  return [
    paint(['bold', 'yellow'], `${title}: ${counted(namesIn(section), counts)}${more}`),
    ...all.flatMap(({ text, names, where }) => [
      `  ${oneLine(cut(text, 600))}${where === undefined ? '' : paint('dim', ` (${where})`)}`,
      ...wrapped(names.map(({ name }) => name)).map((line) => paint('dim', `      ${line}`)),
    ]),
  ]
}

function plainLines({ title, tone, lines: all }: LinesSection, paint: Paint): readonly string[] {
  if (all.length === 0) return []
  const isQuiet = tone === 'none'
  const head = isQuiet || tone === 'good' ? paint('bold', title) : paint(['bold', colors[tone]], title)
  return [head, ...all.map((line) => (isQuiet ? paint('dim', `  ${oneLine(line)}`) : `  ${oneLine(line)}`))]
}

function table({ title, note, columns, rows, pagesAlone }: TableSection, paint: Paint): readonly string[] {
  if (rows.length === 0 || pagesAlone) return []
  const head = `${paint('bold', title)}${note === undefined ? '' : `: ${note}`}`
  if (columns.length === 2)
    return [head, ...rows.map(([name = '', text = '']) => `  ${oneLine(name)}: ${oneLine(text)}`)]
  const widths = columns.map((_column, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  const names = rows.filter((row) => row[2])
  return [
    head,
    ...rows.map(
      ([name = '', text = '']) =>
        `  ${oneLine(name).padEnd(widths[0]!)}  ${oneLine(text).padEnd(widths[1]!)} ${columns[1]!.toLowerCase()}`,
    ),
    // The third column lists names.
    ...names.flatMap(([name = '', , list = '']) => [
      `  ${paint('yellow', `${oneLine(name)} ${columns[2]!.toLowerCase()}`)}`,
      ...wrapped(list.split(', ').map(oneLine), 100).map((line) => paint('dim', `      ${line}`)),
    ]),
  ]
}

/** Names, in lines that fit into a terminal. */
function wrapped(names: readonly string[], width = 90): readonly string[] {
  const rows: string[] = []
  for (const name of names) {
    const last = rows.at(-1)
    if (last !== undefined && last.length + name.length + 2 <= width) rows[rows.length - 1] = `${last}, ${name}`
    else rows.push(name)
  }
  return rows
}

const barWidth = 12

/** The score by clause, for a terminal. */
function scoreTable(clauses: readonly ClauseScore[], paint: Paint): readonly string[] {
  if (clauses.length === 0) return []
  const width = Math.max(...clauses.map(({ title }) => title.length))
  return [
    paint('bold', 'Score by clause'),
    ...clauses.map(
      (score) => `  ${score.clause.padEnd(5)} ${score.title.padEnd(width)}  ${bar(score, paint)}  ${words(score)}`,
    ),
  ]
}

function bar({ passed, failed, undecided, notLookedAt }: ClauseScore, paint: Paint): string {
  const total = passed + failed + undecided + notLookedAt
  const cells = (count: number) => (count === 0 ? 0 : Math.max(1, Math.floor((count / total) * barWidth)))
  const [bad, open, none] = [cells(failed), cells(undecided), cells(notLookedAt)]
  const good = passed === 0 ? 0 : Math.max(1, barWidth - bad - open - none)
  return [
    paint('green', '█'.repeat(good)),
    paint('red', '▒'.repeat(bad)),
    paint('yellow', '░'.repeat(open)),
    paint('dim', '·'.repeat(Math.max(none, barWidth - good - bad - open))),
  ].join('')
}

/** The counts that are not zero, as in "12 passed, 1 failed". */
function words({ passed, failed, undecided, notLookedAt }: ClauseScore): string {
  return (
    [
      [passed, 'passed'],
      [failed, 'failed'],
      [undecided, 'not decided'],
      [notLookedAt, 'not looked at'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ')
}
