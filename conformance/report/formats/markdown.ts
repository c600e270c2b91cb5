import { kit } from '../../catalogue/kit.ts'
import {
  effortText,
  type Finding,
  findingsCount,
  type FindingsSection,
  headline,
  lineText,
  type LinesSection,
  reasonsCount,
  type ReasonsSection,
  type ReportDocument,
  type Section,
  type TableSection,
} from '../document.ts'
import { markdownBlock, markdownCode, markdownSentence, plainMarkdown } from '../../wording/escaping/markdown.ts'
import { firstNames } from '../../conclusions/cut-text.ts'
import { capitalized, responseBodyText, cutBody } from '../text.ts'

/** The most characters of a summary. A job summary of GitHub takes 1 MiB for all steps, and a person reads far less. */
const mostCharacters = 56_000
/** The most characters of failures that are printed in full. The others get one line each. */
const mostInFull = 32_000
/** The most failures that have a line. */
const mostLines = 100
/** The most names in a row of a table. The rest is counted. */
const mostNames = 12

/** Markdown for a job summary: the verdict and the failures, then open requirements, folded. */
export function markdownReport(document: ReportDocument): string {
  const { verdict, title, subject, claim, next, scope = '' } = document
  const sections = document.sections.filter(({ anchor }) => anchor !== 'passed')
  const isFound = ({ kind }: Section): boolean => kind === 'findings'
  const rest = markdownSentence(`${capitalized(verdict.rest)}. ${title} of`)
  const run = markdownSentence(`kit ${kit.version}, ${effortText(document)}.`)
  const blocks = [
    `## ${{ good: '✅', bad: '❌', open: '⚠️' }[verdict.tone]} ${plainMarkdown(headline(document).replace(/\.$/, ''))}`,
    `${rest} ${markdownCode(subject)}; ${run}`,
    ...sections.filter(isFound).map(sectionMarkdown),
    ...(claim === undefined ? [] : [`**Claimed:** ${markdownSentence(claim)}`]),
    plainMarkdown(scope),
    ...(next
      ? [[`**Next:** ${markdownSentence(next.text)}.`, markdownBlock(next.example.join('\n'), 'yaml')].join('\n\n')]
      : []),
  ]
  let length = blocks.reduce((sum, block) => sum + block.length + 2, 0)
  for (const block of sections.filter((section) => !isFound(section)).map(sectionMarkdown)) {
    length += block.length + 2
    if (length > mostCharacters) {
      blocks.push('The JSON and HTML reports have the rest.')
      break
    }
    blocks.push(block)
  }
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function sectionMarkdown(section: Section): string {
  switch (section.kind) {
    case 'findings':
      return findingsSection(section)
    case 'reasons':
      return reasonsSection(section)
    case 'lines':
      return linesSection(section)
    case 'table':
      return markdownSection(section)
  }
}

function findingsSection(section: FindingsSection): string {
  const { findings, title } = section
  if (findings.length === 0) return ''
  return [`### ${plainMarkdown(`${title}: ${findingsCount(section)}`)}`, ...findingBlocks(findings)].join('\n\n')
}

function reasonsSection(section: ReasonsSection): string {
  const { reasons, title, columns, example = [] } = section
  if (reasons.length === 0) return ''
  const rows = reasons.map(({ text, names }) => [
    plainMarkdown(cutBody(text, 600)),
    firstNames(
      names.map(({ name, part }) => `${markdownCode(name)}${part === undefined ? '' : ` (${plainMarkdown(part)})`}`),
      mostNames,
    ),
  ])
  const table = markdownTable(columns.map(plainMarkdown), rows)
  const declare = example.length === 0 ? [] : [markdownBlock(example.join('\n'), 'yaml')]
  return detailsBlock(plainMarkdown(`${title}: ${reasonsCount(section)}`), [table, ...declare].join('\n\n'))
}

function linesSection({ lines, title, tone }: LinesSection): string {
  if (lines.length === 0) return ''
  const items = lines.map((line) => `- ${tone === 'none' ? markdownSentence(line) : plainMarkdown(line)}`).join('\n')
  return detailsBlock(plainMarkdown(title), items)
}

function markdownSection({ rows, columns, title, note, isLong }: TableSection): string {
  if (rows.length === 0 || isLong) return ''
  return detailsBlock(
    plainMarkdown(`${title}${note === undefined ? '' : `: ${note}`}`),
    markdownTable(
      columns.map(plainMarkdown),
      rows.map((row) => row.map((cell) => (cell === '' ? '' : markdownCode(cell)))),
    ),
  )
}

/** The findings: the first ones in full, the next ones in one line each, and the rest counted. */
function findingBlocks(findings: readonly Finding[]): readonly string[] {
  const blocks: string[] = []
  let length = 0
  for (const block of findings.map(findingBlock)) {
    length += block.length
    if (length > mostInFull) break
    blocks.push(block)
  }
  const others = findings.slice(blocks.length)
  const lines = others.slice(0, mostLines).map(findingLine)
  const more = others.length - lines.length
  return [...blocks, ...(lines.length === 0 ? [] : [lines.join('\n')]), ...(more > 0 ? [`… and ${more} more.`] : [])]
}

function findingLine({ id, note, message, also }: Finding): string {
  const others = also.length === 0 ? '' : `; also ${also.map(plainMarkdown).join(', ')}`
  return `- **${plainMarkdown(id)}** (${plainMarkdown(note)}): ${plainMarkdown(cutBody(message, 120))}${others}`
}

function findingBlock({ id, statement, note, lines, command, evidence }: Finding): string {
  const last = evidence.at(-1)
  // Scripts are in the JSON and HTML reports.
  const again = [
    ...(command === undefined ? [] : [markdownBlock(cutBody(command.long, 1000), 'sh')]),
    ...(last?.response ? [markdownBlock(`${last.response.status}\n${responseBodyText(last.response, 400)}`)] : []),
  ]
  return [
    `**${plainMarkdown(id)}** (${plainMarkdown(note)}): ${plainMarkdown(statement)}`,
    lines.map((line) => `- ${line.label}: ${plainMarkdown(lineText(line))}`).join('\n'),
    ...(again.length === 0 ? [] : [detailsBlock('Reproduce', again.join('\n\n'))]),
  ].join('\n\n')
}

/** Text that a reader unfolds. */
function detailsBlock(summary: string, text: string): string {
  return `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n')
}
