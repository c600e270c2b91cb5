import { terminalLine, terminalLines } from '../../../wording/escaping/terminal.ts'
import { type LinesSection, namesIn, type ReasonsSection, type Section, type TableSection } from '../../document.ts'
import { counted, cut, wrap } from '../../text.ts'
import { failureTexts } from './failures.ts'
import { colors, type Look, namesInLines } from './look.ts'

/** The lines of a section; none where it has nothing to tell. */
export function sectionLines(section: Section, look: Look): readonly string[] {
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
      return section.sections.flatMap((part) => sectionLines(part, look))
  }
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
      ...namesInLines(namesOf(reason), Math.min(90, width - 6)).map((line) => paint('dim', `      ${line}`)),
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
