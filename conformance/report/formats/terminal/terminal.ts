import { flatSections, type ReportDocument } from '../../document.ts'
import { paintFor } from '../../paint.ts'
import { terminalLine } from '../../../wording/escaping/terminal.ts'
import { wrap } from '../../text.ts'
import { colors, type Look, namesInLines } from './look.ts'
import { scoreTable } from './score.ts'
import { sectionLines } from './sections.ts'

/** The look of a report in a terminal. */
export interface TerminalOptions {
  readonly color: boolean
  /** The width of the terminal. Default: lines are not broken. */
  readonly columns?: number | undefined
  /** True to show passed checks and all evidence. */
  readonly verbose: boolean
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
    sections.filter(({ anchor }) => isHere(anchor)).map((section) => sectionLines(section, look))
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
    ...namesInLines(
      next.map(({ name, requirements }) => `${terminalLine(name)} (for ${requirements})`),
      Math.min(90, width - 9),
    ).map((names) => `         ${names}`),
  ]
}
