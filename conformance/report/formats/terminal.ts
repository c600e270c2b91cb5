// A report for a terminal: the verdict, the failures, open requirements, objects to clean up, and the verdict again.
import { startOfText } from '../../conclusions/cut-text.ts'
import { terminalLine, terminalLines } from '../../wording/escaping/terminal.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import { kit } from '../../catalogue/kit.ts'
import {
  effortText,
  type Finding,
  findingsCount,
  type FindingsSection,
  headline,
  isFound,
  lineText,
  type LinesSection,
  type ReasonsSection,
  type ReportDocument,
  type Section,
  type TableSection,
} from '../document.ts'
import { type Paint, createPaint } from '../paint.ts'
import type { ClauseScore } from '../outcomes.ts'
import { responseBodyText, counted, cutBody, minuteText, seconds, wrap } from '../text.ts'

/** The look of a report in a terminal. */
export interface TerminalOptions {
  readonly color: boolean
  /** The width of the terminal. Default: lines are not broken. */
  readonly columns?: number | undefined
  /** True to show the score by clause, passed checks, all reasons and all evidence. */
  readonly verbose: boolean
}

/** The look of the lines of a report. */
interface LineStyle {
  readonly paint: Paint
  readonly verbose: boolean
  /** The characters per line. */
  readonly width: number
}

/** The narrowest width at which lines are broken. */
const narrowest = 40

/** The color of each tone. */
const colors = { good: 'green', bad: 'red', open: 'yellow', none: 'dim' } as const

/** The limits of a report that is not verbose. */
const most = { characters: 320, findings: 3, reasons: 3, names: 8, lines: 3 }

export function terminalReport(document: ReportDocument, { color, columns, verbose }: TerminalOptions): string {
  const paint = createPaint(color)
  const look: LineStyle = { paint, verbose, width: columns === undefined ? Infinity : Math.max(narrowest, columns - 1) }
  const { title, subject, verdict, startedAt } = document
  const sections = document.sections.filter((section) => verbose || section.verbose !== true)
  const blocks = [
    ...sections.filter(isFound).map((section) => sectionLines(section, look)),
    scopeLines(document, look),
    ...sections.filter((section) => !isFound(section)).map((section) => sectionLines(section, look)),
    nextLines(document, look),
  ].filter((block) => block.length > 0)
  const head = [
    ...verdictLines(headline(document), verdict, look),
    ...wrapIndented(
      `${title} of ${shortenText(subject, 120)}, ${minuteText(startedAt)}: ${effortText(document)}, kit ${kit.version}`,
      '',
      look,
    ).map((line) => paint('dim', line)),
  ]
  const end = [
    ...(document.exit === undefined ? [] : wrapIndented(document.exit, '', look)),
    ...(blocks.length === 0 ? [] : verdictLines(`${verdict.head}: ${verdict.rest}.`, verdict, look)),
  ]
  const foot = end.length === 0 ? [] : [end]
  return `${[head, ...blocks, ...foot].map((block) => block.join('\n')).join('\n\n')}\n`
}

function verdictLines(text: string, { head, tone }: ReportDocument['verdict'], look: LineStyle): readonly string[] {
  const begin = `${terminalLine(head)}:`
  return wrapIndented(text, '', look).map((line) =>
    line.startsWith(begin) ? `${look.paint(['bold', colors[tone]], begin)}${line.slice(begin.length)}` : line,
  )
}

/** An untrusted text in lines that fit, after an indent. */
function wrapIndented(text: string, indent: string, { width }: LineStyle): readonly string[] {
  return wrap(terminalLine(text), width - indent.length).map((line) => `${indent}${line}`)
}

/** The claim if it does not cover everything, and the clauses that did not pass or the score of all. */
function scopeLines({ claim, scope: text = '', summary }: ReportDocument, look: LineStyle): readonly string[] {
  return [
    ...(claim === undefined ? [] : wrapIndented(`Claimed: ${claim}.`, '', look)),
    ...(look.verbose ? scoreLines(summary.clauses, look) : text === '' ? [] : wrapIndented(text, '', look)),
  ]
}

/** The score of each clause. */
function scoreLines(clauses: readonly ClauseScore[], { paint }: LineStyle): readonly string[] {
  const width = Math.max(...clauses.map(({ title }) => title.length))
  return clauses.map(({ clause, title, passed, failed, undecided, notLookedAt }) => {
    const counts = [
      [passed, 'passed', 'green'],
      [failed, 'failed', 'red'],
      [undecided, 'could not be decided', 'yellow'],
      [notLookedAt, 'not claimed', 'dim'],
    ] as const
    const words = counts.filter(([count]) => count > 0).map(([count, word, style]) => paint(style, `${count} ${word}`))
    return `${clause.padEnd(5)} ${terminalLine(title).padEnd(width)}  ${words.join(', ')}`
  })
}

/** The members of a target file that would decide the most requirements, with values to replace. */
function nextLines({ next: wanted }: ReportDocument, look: LineStyle): readonly string[] {
  if (!wanted) return []
  return [...wrapIndented(`Next: ${wanted.text}.`, '', look), ...exampleLines(wanted.example, look)]
}

/** Lines of a target file. */
function exampleLines(lines: readonly string[], { paint, width }: LineStyle): readonly string[] {
  if (lines.length === 0) return []
  return terminalLines(lines.join('\n'))
    .split('\n')
    .flatMap((line) => commentAbove(line, width - 2))
    .map((line) => paint('dim', `  ${line}`))
}

/** A line of YAML that fits. If it is too long, its comment is moved above it. */
function commentAbove(line: string, width: number): readonly string[] {
  const [, code = '', comment] = /^(.*?)\s\s+#\s(.*)$/.exec(line) ?? []
  if (line.length <= width || comment === undefined) return [line]
  const indent = /^\s*/.exec(code)![0]
  return [...wrap(comment, width - indent.length - 2).map((part) => `${indent}# ${part}`), code]
}

/** The lines of a section; empty if it has nothing to show. */
function sectionLines(section: Section, look: LineStyle): readonly string[] {
  switch (section.kind) {
    case 'findings':
      return findingSectionLines(section, look)
    case 'reasons':
      return reasonLines(section, look)
    case 'lines':
      return plainLines(section, look)
    case 'table':
      return section.isLong ? [] : terminalTable(section, look)
  }
}

function findingSectionLines(section: FindingsSection, look: LineStyle): readonly string[] {
  const { findings: all, title, tone } = section
  if (all.length === 0) return []
  const isOne = all.length === 1 && section.side === undefined
  // The first line of the report already has the only failure, and the last one the number of requirements.
  const head =
    isOne && tone === 'bad'
      ? []
      : [look.paint(['bold', colors[tone]], terminalLine(`${title}: ${findingsCount(section)}`)), '']
  const whole = look.verbose ? all : all.slice(0, most.findings)
  const others = all
    .slice(whole.length)
    .map(({ id, note, message }) => `✗ ${id} (${note}): ${shortenText(message, 160)}`)
  return [
    ...head,
    ...whole.flatMap((finding, index) => [...(index === 0 ? [] : ['']), ...findingLines(finding, colors[tone], look)]),
    ...(others.length === 0 ? [] : ['', ...others.flatMap((text) => wrapIndented(text, '', look))]),
  ]
}

/** The width of a label in characters. */
const labelWidth = 9

function findingLines(
  finding: Finding,
  color: (typeof colors)[keyof typeof colors],
  look: LineStyle,
): readonly string[] {
  const { id, statement, note, lines, command, output, evidence } = finding
  const { paint, verbose, width } = look
  const labels = Math.max(labelWidth, ...lines.map(({ label }) => label.length))
  const labelIndent = 2 + labels + 1
  const name = terminalLine(id)
  const head = wrap(terminalLine(`${id} (${note}): ${statement}`), width - 2)
  let before: string | undefined
  return [
    ...head.map((line, index) =>
      index > 0
        ? `  ${line}`
        : `${paint(color, '✗')} ${line.startsWith(name) ? `${paint('bold', name)}${line.slice(name.length)}` : line}`,
    ),
    ...lines.flatMap((line) => {
      const { label } = line
      const text = lineText(line, verbose ? undefined : most.names)
      const labelled = wrap(terminalLine(verbose ? text : shortenText(text)), width - labelIndent).map(
        (line, index) => {
          const first = index === 0 && label !== before ? label : ''
          return `  ${paint('dim', first.padEnd(labels))} ${label === 'got' ? paint(color, line) : line}`
        },
      )
      before = label
      return labelled
    }),
    ...(output === undefined || output === '' ? [] : outputLines(output, labels, look)),
    ...(command === undefined ? [] : commandLines(command, labels, look)),
    ...(verbose ? evidence.flatMap((exchange) => evidenceLines(exchange, paint)) : []),
  ]
}

/** The last lines of a program's output. */
function outputLines(output: string, labels: number, { paint, width }: LineStyle): readonly string[] {
  return wrap(terminalLine(cutBody(output.trim().slice(-600))), width - labels - 3).map(
    (line, index) => `  ${paint('dim', (index === 0 ? 'printed' : '').padEnd(labels))} ${line}`,
  )
}

/** A command in one line if it fits, otherwise in lines that a shell joins. */
function commandLines(
  { label, short, long }: NonNullable<Finding['command']>,
  labels: number,
  { paint, width }: LineStyle,
): readonly string[] {
  const isShort = short.length <= width - labels - 3 || width === Infinity
  const all = isShort ? [terminalLine(short)] : terminalLines(long).split('\n')
  return all.map((line, index) => `  ${paint('dim', (index === 0 ? label : '').padEnd(labels))} ${line}`)
}

function evidenceLines({ request, response, durationMs }: AnyExchange, paint: Paint): readonly string[] {
  const time = durationMs === 0 ? '' : ` in ${seconds(durationMs)}`
  const answer = response === undefined ? 'no answer' : `${response.status}${time}`
  return [
    `    ${paint('cyan', terminalLine(`${request.method} ${request.url}`))} ${paint('dim', answer)}`,
    ...(request.body === undefined ? [] : [`      > ${terminalLine(cutBody(request.body))}`]),
    ...Object.entries(response?.headers ?? {}).map(
      ([name, value]) => `      ${paint('dim', terminalLine(`${name}: ${value}`))}`,
    ),
    ...terminalLines(response ? responseBodyText(response) : '')
      .split('\n')
      .map((line) => `      < ${line}`),
  ]
}

/** The beginning of a long text, up to the end of a word. */
function shortenText(text: string, limit: number = most.characters): string {
  if (text.length <= limit) return text
  const start = startOfText(text, limit)
  const words = /\s/.test(text.slice(start.length, start.length + 1)) ? start : start.replace(/[\s,;]+\S*$/, '')
  return `${words.trimEnd()}…`
}

/** The first of some texts, and the number of others; all of them in a verbose report. */
function firstTexts(all: readonly string[], limit: number, { verbose }: LineStyle): readonly string[] {
  const rest = all.length - limit
  return verbose || rest < 2 ? all : [...all.slice(0, limit), `and ${rest} more`]
}

function reasonLines(
  { reasons: all, title, counts, example = [] }: ReasonsSection,
  look: LineStyle,
): readonly string[] {
  const { paint, verbose } = look
  // A requirement that only partly has this reason has a verdict from its other checks.
  const seen = all
    .map(({ text, names }) => ({ text, names: names.filter(({ part }) => verbose || part === undefined) }))
    .filter(({ names }) => names.length > 0)
  if (seen.length === 0) return []
  const texts = seen.map(({ text, names }) => {
    const parts = names.map(({ name, part }) => (part === undefined ? name : `${name} (${part})`))
    return `${(verbose ? text : shortenText(text)).replace(/\.$/, '')}: ${firstTexts(parts, most.names, look).join(', ')}`
  })
  const count = new Set(seen.flatMap(({ names }) => names.map(({ name }) => name))).size
  return [
    ...wrapIndented(`${title}: ${counted(count, counts)}`, '', look).map((line) => paint(['bold', 'yellow'], line)),
    ...firstTexts(texts, most.reasons, look).flatMap((text) => wrapIndented(text, '  ', look)),
    ...(verbose ? exampleLines(example, look) : []),
  ]
}

function plainLines({ title, tone, lines, summary }: LinesSection, look: LineStyle): readonly string[] {
  const hidden = look.verbose ? undefined : summary
  const seen = hidden ? lines.slice(0, -hidden.count) : lines
  const more = '(--verbose lists them)'
  // If all lines are hidden, the title says what they are.
  const isAllHidden = hidden !== undefined && seen.length === 0
  const all = hidden && !isAllHidden ? [...seen, `${hidden.text} ${more}`] : seen
  if (all.length === 0 && !isAllHidden) return []
  const isQuiet = tone === 'none'
  const { paint } = look
  return [
    ...wrapIndented(isAllHidden ? `${title} ${more}` : title, '', look).map((line) =>
      tone === 'open' || tone === 'bad' ? paint(['bold', colors[tone]], line) : paint('bold', line),
    ),
    ...firstTexts(all, most.lines, look)
      .flatMap((text) => wrapIndented(text, '  ', look))
      .map((line) => (isQuiet ? paint('dim', line) : line)),
  ]
}

function terminalTable({ title, note, columns, rows }: TableSection, look: LineStyle): readonly string[] {
  if (rows.length === 0) return []
  const { paint } = look
  const head = `${paint('bold', terminalLine(title))}${note === undefined ? '' : terminalLine(`: ${note}`)}`
  return [
    head,
    ...rows.flatMap(([name = '', text = '', list = '']) => {
      if (list === '') return wrapIndented(`${name}: ${text}`, '  ', look)
      // The third column lists names in groups.
      const rest = columns[2]!.toLowerCase()
      if (!look.verbose) return wrapIndented(`${name}: ${text}; ${rest}: ${shortenText(list, 160)}`, '  ', look)
      return [
        ...wrapIndented(`${name}: ${text}; ${rest}:`, '  ', look),
        ...list.split('; ').flatMap((group) => wrapIndented(group, '      ', look)),
      ]
    }),
  ]
}
