import {
  type Evidence,
  type FailedRequirement,
  type CheckEntry,
  failuresCount,
  type FailuresSection,
  flatSections,
  type LinesSection,
  namesIn,
  type ReasonsSection,
  type ReportDocument,
  type SameFailure,
  type Section,
  type TableSection,
} from '../document.ts'
import { type Paint, paintFor } from '../paint.ts'
import { terminalLine, terminalLines } from '../../wording/escaping/terminal.ts'
import { bodyText, counted, cut, seconds, wrap } from '../text.ts'
import type { ClauseScore } from '../score.ts'

/** The look of a report in a terminal. */
export interface TerminalOptions {
  readonly color: boolean
  /** The width of the terminal. Default: lines are not broken. */
  readonly columns?: number | undefined
  /** True to show passed checks and all evidence. */
  readonly verbose: boolean
}

const colors = { good: 'green', bad: 'red', open: 'yellow', none: 'dim' } as const

/** The look of the lines of a report. */
interface Look {
  readonly paint: Paint
  readonly verbose: boolean
  /** Characters of a line. */
  readonly width: number
}

/** The narrowest terminal that lines are broken for. */
const narrowest = 40

/** Sections that come after the score: what a person has to read, at the end of what a terminal shows. */
const last: readonly string[] = ['errors', 'advice', 'failed']

/** A report for a terminal. The failures and the verdict come last, where a person looks first. */
export function terminalReport(document: ReportDocument, { color, columns, verbose }: TerminalOptions): string {
  const paint = paintFor(color)
  const look: Look = { paint, verbose, width: columns === undefined ? Infinity : Math.max(narrowest, columns - 1) }
  const { title, subject, verdict, effort, kit } = document
  const sections = flatSections(document.sections).filter((section) => verbose || section.verbose !== true)
  const blocksOf = (isHere: (anchor: string) => boolean) =>
    sections.filter(({ anchor }) => isHere(anchor)).map((section) => lines(section, look))
  const verdictHead = terminalLine(verdict.head)
  const rest = wrap(`${verdictHead}: ${terminalLine(verdict.rest)}.`, look.width)
  const [first = '', ...others] = rest
  const painted = first.startsWith(`${verdictHead}:`)
    ? `${paint(['bold', colors[verdict.tone]], `${verdictHead}:`)}${first.slice(verdictHead.length + 1)}`
    : first
  const blocks = [
    [
      `${paint('bold', terminalLine(title))} of ${terminalLine(subject)}`,
      paint('dim', terminalLine(`kit ${kit.version}, ${effort}`)),
    ],
    claim(document, look),
    ...blocksOf((anchor) => anchor !== 'limits' && !last.includes(anchor)),
    scoreTable(document.clauses, look),
    ...blocksOf((anchor) => anchor === 'limits'),
    ...last.flatMap((name) => blocksOf((anchor) => anchor === name)),
    [painted, ...others],
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

/** The claim, and the members to declare next. */
function claim({ claim: claimed }: ReportDocument, { paint, width }: Look): readonly string[] {
  if (!claimed) return []
  const { text, outlook, next } = claimed
  return [
    ...wrap(terminalLine(text), width - 9).map(
      (line, index) => `${paint('dim', (index === 0 ? 'Claimed' : '').padEnd(7))}  ${line}`,
    ),
    ...(next.length === 0
      ? []
      : wrap(`${terminalLine(outlook)}:`, width - 9).map(
          (line, index) => `${paint('dim', (index === 0 ? 'Next' : '').padEnd(7))}  ${line}`,
        )),
    ...wrapped(
      next.map(({ name, requirements }) => `${terminalLine(name)} (for ${requirements})`),
      Math.min(90, width - 9),
    ).map((names) => `         ${names}`),
  ]
}

function lines(section: Section, look: Look): readonly string[] {
  const { paint } = look
  switch (section.kind) {
    case 'failures':
      return failureTexts(section, look)
    case 'reasons':
      return reasons(section, look)
    case 'lines':
      return plainLines(section, look)
    case 'table':
      return table(section, look)
    case 'text':
      return section.text === ''
        ? []
        : [
            `${paint('bold', terminalLine(section.title))}:`,
            ...terminalLines(section.text)
              .split('\n')
              .flatMap((line) => commentAbove(line, look.width - 2))
              .map((line) => paint('dim', `  ${line}`)),
          ]
    case 'group':
      return section.sections.flatMap((part) => lines(part, look))
  }
}

function failureTexts(section: FailuresSection, look: Look): readonly string[] {
  const { failures: all, title, tone } = section
  if (all.length === 0) return []
  return [
    look.paint(['bold', colors[tone]], terminalLine(`${title}: ${failuresCount(section)}`)),
    ...all.flatMap((failure) => ['', ...failureLines(failure, colors[tone], look)]),
  ]
}

type Color = (typeof colors)[keyof typeof colors]

function failureLines(
  { id: name, statement, note, known, advice, waiting, checks, same = [] }: FailedRequirement,
  color: Color,
  look: Look,
): readonly string[] {
  const { paint, width } = look
  const id = terminalLine(name)
  const head = `${id}${knownNote(known)}  `
  const [first = '', ...others] = wrap(`${head}${terminalLine(`${statement} (${note})`)}`, width - 2)
  return [
    `${paint(color, '✗')} ${first.startsWith(id) ? `${paint('bold', id)}${first.slice(id.length)}` : first}`,
    ...others.map((line) => `  ${line}`),
    ...checks.flatMap((check) => checkLines(check, check.check === name, color, look)),
    ...alsoBroken(same, look),
    ...(waiting === undefined
      ? []
      : labelled(
          'waiting',
          `${counted(waiting.length, 'requirement')} for ${same.length > 0 ? 'these' : 'this one'}`,
          look,
        )),
    ...(advice ? [...labelled('behind it', advice.cause, look), ...labelled('to do', advice.remedy, look)] : []),
  ]
}

/** The most further requirements of a failure that are told with their statements. */
const mostBroken = 4

/** The other requirements that fail for the same reason. */
function alsoBroken(same: readonly SameFailure[], look: Look): readonly string[] {
  const told = look.verbose ? same : same.slice(0, mostBroken)
  const others = same.slice(told.length)
  return [
    ...told.flatMap((other, index) => sameLines(other, index === 0 ? 'breaks' : '', look)),
    ...(others.length === 0
      ? []
      : labelled('', `and ${others.map(({ id, checks }) => `${id} (${checks[0]?.place})`).join(', ')}`, look)),
  ]
}

/** Another requirement that fails for the same reason, with its first place. */
function sameLines(
  { id, statement, note, expected, got, checks }: SameFailure,
  label: string,
  look: Look,
): readonly string[] {
  const [first, ...others] = checks
  const more = others.length > 0 ? ` and ${counted(others.length, 'other check')}` : ''
  return [
    ...labelled(label, `${id}: ${statement} (${note})`, look),
    ...labelled('', `by ${first?.check} (${first?.place})${more}${differenceText(expected, got)}`, look),
  ]
}

/** What came instead of what was expected, behind the name of a check; empty without it. */
function differenceText(expected: string | undefined, got: string | undefined): string {
  if (got === undefined) return ''
  return expected === undefined ? `: got ${got}` : `: expected ${expected}; got ${got}`
}

/** The most other places of a failure that are told; the rest is counted. */
const mostPlaces = 4

function checkLines(
  { check, known, expected, got, message, also = [], lines: further, command, evidence, output }: CheckEntry,
  isNamed: boolean,
  color: Color,
  look: Look,
): readonly string[] {
  const { verbose, width } = look
  const told = verbose ? also : also.slice(0, mostPlaces)
  const places = told.map(({ check: other, place }) => `${other} (${place})`)
  const more = also.length - told.length
  return [
    ...(isNamed ? [] : labelled('check', `${check}${knownNote(known)}`, look)),
    ...(expected === undefined || got === undefined
      ? labelled(isNamed ? 'message' : '', message, look)
      : [...labelled('expected', expected, look), ...labelled('got', got, look, color)]),
    ...(also.length === 0
      ? []
      : labelled('also', [...places, ...(more > 0 ? [`and ${counted(more, 'other check')}`] : [])].join(', '), look)),
    ...further.flatMap(({ kind, text }) => labelled(kind, text, look)),
    ...answeredLines(further, evidence, look),
    ...(output === undefined || output === '' ? [] : labelled('printed', cut(output.trim().slice(-600)), look)),
    ...(command === undefined ? [] : commandLines(command, width, look)),
    ...(verbose ? evidence.flatMap((exchange) => evidenceLines(exchange, look.paint)) : []),
  ]
}

/** What a client was answered last: often it has misread that. What came of a service says its answer. */
function answeredLines(further: CheckEntry['lines'], evidence: CheckEntry['evidence'], look: Look): readonly string[] {
  const last = evidence.at(-1)?.response
  if (!last?.body || !further.some(({ kind }) => kind === 'sent')) return []
  return labelled('answered', `${last.status} ${bodyText(last, 300)}`, look)
}

const labelWidth = 9
const labelIndent = 2 + labelWidth + 1

/** A command in one line where that fits, else in lines that a shell takes together. */
function commandLines(
  { kind, short, long }: NonNullable<CheckEntry['command']>,
  width: number,
  { paint }: Look,
): readonly string[] {
  const all =
    short.length <= width - labelIndent || width === Infinity ? [terminalLine(short)] : terminalLines(long).split('\n')
  return all.map((line, index) => `  ${paint('dim', (index === 0 ? kind : '').padEnd(labelWidth))} ${line}`)
}

function labelled(label: string, text: string, { paint, width }: Look, color?: Color): readonly string[] {
  return wrap(terminalLine(text), width - labelIndent).map(
    (line, index) =>
      `  ${paint('dim', (index === 0 ? label : '').padEnd(labelWidth))} ${color === undefined ? line : paint(color, line)}`,
  )
}

function knownNote(known: string | undefined): string {
  if (known === undefined) return ''
  return ` (known${known === '' ? '' : `: ${terminalLine(known)}`})`
}

function evidenceLines({ request, response, durationMs }: Evidence, paint: Paint): readonly string[] {
  const time = durationMs === undefined ? '' : ` in ${seconds(durationMs)}`
  const answer = response === undefined ? 'no answer' : `${response.status}${time}`
  return [
    `    ${paint('cyan', terminalLine(`${request.method} ${request.url}`))} ${paint('dim', answer)}`,
    ...(request.body === undefined ? [] : [`      > ${terminalLine(cut(request.body, undefined, request.length))}`]),
    ...Object.entries(response?.headers ?? {}).map(
      ([name, value]) => `      ${paint('dim', terminalLine(`${name}: ${value}`))}`,
    ),
    ...terminalLines(response ? bodyText(response) : '')
      .split('\n')
      .map((line) => `      < ${line}`),
  ]
}

/** A line of YAML that fits. Where it is too long, its comment stands above it. */
function commentAbove(line: string, width: number): readonly string[] {
  const [, code = '', comment] = /^(.*?)\s\s+#\s(.*)$/.exec(line) ?? []
  if (line.length <= width || comment === undefined) return [line]
  const indent = /^\s*/.exec(code)![0]
  return [...wrap(comment, width - indent.length - 2).map((part) => `${indent}# ${part}`), code]
}

/** The most names of a reason; the rest is counted. */
const mostNames = 12

function reasons(section: ReasonsSection, { paint, verbose, width }: Look): readonly string[] {
  const { reasons: all, title, counts, remark } = section
  if (all.length === 0) return []
  const more = remark === undefined ? '' : `; ${remark}`
  const namesOf = ({ names }: ReasonsSection['reasons'][number]): readonly string[] => {
    const told = verbose ? names : names.slice(0, mostNames)
    const rest = names.length - told.length
    return [
      ...told.map(({ name, part }) => terminalLine(part === undefined ? name : `${name} (${part})`)),
      ...(rest > 0 ? [`and ${rest} more`] : []),
    ]
  }
  return [
    ...wrap(terminalLine(`${title}: ${counted(namesIn(section), counts)}${more}`), width).map((line) =>
      paint(['bold', 'yellow'], line),
    ),
    ...all.flatMap((reason) => [
      ...wrap(
        `${terminalLine(cut(reason.text, 600))}${reason.where === undefined ? '' : ` (${terminalLine(reason.where)})`}`,
        width - 2,
      ).map((line) => `  ${line}`),
      ...wrapped(namesOf(reason), Math.min(90, width - 6)).map((line) => paint('dim', `      ${line}`)),
    ]),
  ]
}

/** The most lines of a section that only lists; the rest is counted. */
const mostLines = 5

function plainLines(
  { title, anchor, tone, lines: all }: LinesSection,
  { paint, verbose, width }: Look,
): readonly string[] {
  if (all.length === 0) return []
  const isQuiet = tone === 'none'
  const style = isQuiet || tone === 'good' ? ('bold' as const) : (['bold', colors[tone]] as const)
  const told = verbose || anchor !== 'left-behind' ? all : all.slice(0, mostLines)
  const more = all.length - told.length
  return [
    ...wrap(terminalLine(title), width).map((line) => paint([style].flat(), line)),
    ...[...told, ...(more > 0 ? [`and ${more} more; --verbose and the other reports name all`] : [])].flatMap((text) =>
      wrap(terminalLine(text), width - 4).map((line, index) => {
        const indented = `${index === 0 ? '  ' : '    '}${line}`
        return isQuiet ? paint('dim', indented) : indented
      }),
    ),
  ]
}

function table(
  { title, note, columns, rows, pagesAlone }: TableSection,
  { paint, width: lineWidth }: Look,
): readonly string[] {
  if (rows.length === 0 || pagesAlone) return []
  const head = `${paint('bold', terminalLine(title))}${note === undefined ? '' : terminalLine(`: ${note}`)}`
  if (columns.length === 2)
    return [head, ...rows.map(([name = '', text = '']) => `  ${terminalLine(name)}: ${terminalLine(text)}`)]
  const widths = columns.map((_column, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  const names = rows.filter((row) => row[2])
  return [
    head,
    ...rows.map(
      ([name = '', text = '']) =>
        `  ${terminalLine(name).padEnd(widths[0]!)}  ${terminalLine(text).padEnd(widths[1]!)} ${terminalLine(columns[1]!.toLowerCase())}`,
    ),
    // The third column lists names.
    ...names.flatMap(([name = '', , list = '']) => [
      `  ${paint('yellow', `${terminalLine(name)} ${terminalLine(columns[2]!.toLowerCase())}`)}`,
      // Each group of names begins a line.
      ...list
        .split('; ')
        .flatMap((group) =>
          wrap(terminalLine(group), Math.min(100, lineWidth - 8)).map((line, index) =>
            paint('dim', `${index === 0 ? '      ' : '        '}${line}`),
          ),
        ),
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

/** The narrowest terminal that has room for the bars of the score. */
const widthOfBars = 100

/** The score by clause, for a terminal. */
function scoreTable(clauses: readonly ClauseScore[], { paint, width: lineWidth }: Look): readonly string[] {
  if (clauses.length === 0) return []
  const width = Math.max(...clauses.map(({ title }) => title.length))
  return [
    paint('bold', 'Score by clause'),
    ...clauses.flatMap((score) => {
      const head = `  ${score.clause.padEnd(5)} ${terminalLine(score.title)}`
      return lineWidth < widthOfBars
        ? wrap(`${terminalLine(score.title)}: ${words(score)}`, lineWidth - 8).map(
            (line, index) => `  ${(index === 0 ? score.clause : '').padEnd(5)} ${line}`,
          )
        : [`${head.padEnd(width + 8)}  ${bar(score, paint)}  ${words(score)}`]
    }),
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
