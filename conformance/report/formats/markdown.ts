import {
  flatSections,
  type FailedRequirement,
  type CheckEntry,
  failuresCount,
  type FailuresSection,
  type LinesSection,
  namesIn,
  type ReasonsSection,
  type ReportDocument,
  type SameFailure,
  type Section,
  type TableSection,
  waitingNames,
} from '../document.ts'
import { markdownBlock, markdownCode, markdownSentence, plainMarkdown } from '../../wording/escaping/markdown.ts'
import { bodyText, counted, cut } from '../text.ts'
import { detailsBlock, indented, markdownTable } from './markdown-text.ts'

/** The most characters of a summary. A job summary of GitHub takes 1 MiB for all steps, and a person reads far less. */
const mostCharacters = 56_000
/** The most characters of the failures that are told in full; the others have a line each. */
const mostInFull = 32_000
/** The most failures that have a line. */
const mostLines = 100

/** Markdown for a job summary: the verdict and the failures, then a short table and folded details. */
export function markdownReport(document: ReportDocument): string {
  const { verdict, title, subject, kit, effort, clauses } = document
  const sections = flatSections(document.sections).filter(({ anchor }) => anchor !== 'passed')
  const [found, others] = [
    sections.filter(({ kind }) => kind === 'failures'),
    sections.filter(({ kind }) => kind !== 'failures'),
  ]
  const rest = markdownSentence(`${verdict.rest.slice(0, 1).toUpperCase()}${verdict.rest.slice(1)}. ${title} of`)
  const run = markdownSentence(`kit ${kit.version}, ${effort}.`)
  const blocks = [
    `## ${{ good: '✅', bad: '❌', open: '⚠️' }[verdict.tone]} ${plainMarkdown(verdict.head)}`,
    `${rest} ${markdownCode(subject)}; ${run}`,
    claim(document),
    ...found.map(content),
    markdownTable(
      ['Clause', 'Passed', 'Failed', 'Not decided', 'Not looked at'],
      clauses.map((score) => [
        plainMarkdown(`${score.clause} ${score.title}`),
        ...[score.passed, score.failed, score.undecided, score.notLookedAt].map((count) =>
          count === 0 ? '' : String(count),
        ),
      ]),
    ),
  ]
  let length = blocks.reduce((sum, block) => sum + block.length + 2, 0)
  for (const block of others.map(content)) {
    length += block.length + 2
    if (length > mostCharacters) {
      blocks.push('The JSON and HTML reports have the rest.')
      break
    }
    blocks.push(block)
  }
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** The claim, and the members to declare next. */
function claim({ claim: claimed }: ReportDocument): string {
  if (!claimed) return ''
  const members = claimed.next.map(({ name, requirements }) => `${markdownCode(name)} (for ${requirements})`).join(', ')
  const next = members === '' ? [] : [`**Next:** ${markdownSentence(claimed.outlook)}: ${members}`]
  return [`**Claimed:** ${markdownSentence(claimed.text)}`, ...next].join('  \n')
}

function content(section: Section): string {
  switch (section.kind) {
    case 'failures':
      return failuresSection(section)
    case 'reasons':
      return reasonsSection(section)
    case 'lines':
      return linesSection(section)
    case 'table':
      return tableSection(section)
    case 'text':
      return section.text === ''
        ? ''
        : detailsBlock(plainMarkdown(section.title), markdownBlock(section.text, section.language))
    case 'group':
      return section.sections.map(content).join('\n\n')
  }
}

function failuresSection(section: FailuresSection): string {
  const { failures, title } = section
  if (failures.length === 0) return ''
  return [`### ${plainMarkdown(`${title}: ${failuresCount(section)}`)}`, ...failureBlocks(failures)].join('\n\n')
}

function reasonsSection(section: ReasonsSection): string {
  const { reasons, title, counts, columns } = section
  if (reasons.length === 0) return ''
  const partText = (part: string | undefined) => (part === undefined ? '' : ` (${plainMarkdown(part)})`)
  const rows = reasons.map(({ text, names, where }) => [
    plainMarkdown(cut(text, 600)) + partText(where),
    namesOf(names.map(({ name, part }) => `${markdownCode(name)}${partText(part)}`)),
  ])
  return detailsBlock(
    plainMarkdown(`${title} (${counted(namesIn(section), counts)})`),
    markdownTable(['Why', plainMarkdown(columns[1])], rows),
  )
}

function linesSection({ lines, heading, note, folded }: LinesSection): string {
  if (lines.length === 0) return ''
  const items = lines.map((line) => `- ${folded ? markdownSentence(line) : plainMarkdown(line)}`).join('\n')
  return folded
    ? detailsBlock(plainMarkdown(heading), items)
    : [`### ${plainMarkdown(heading)}`, ...(note === '' ? [] : [markdownSentence(note)]), items].join('\n\n')
}

function tableSection({ rows, columns, title, note, pagesAlone }: TableSection): string {
  if (rows.length === 0 || pagesAlone) return ''
  return detailsBlock(
    plainMarkdown(`${title}${note === undefined ? '' : `: ${note}`}`),
    markdownTable(
      columns.map(plainMarkdown),
      rows.map((row) => row.map((cell) => (cell === '' ? '' : markdownCode(cell)))),
    ),
  )
}

/** The most names in a row of a table; the rest is counted. */
const mostNames = 12

function namesOf(names: readonly string[]): string {
  const rest = names.length - mostNames
  return [...names.slice(0, mostNames), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
}

/** The failures: the first ones in full, the others in a line each, and the rest counted. */
function failureBlocks(failures: readonly FailedRequirement[]): readonly string[] {
  const blocks: string[] = []
  let length = 0
  for (const block of failures.map(failureText)) {
    length += block.length
    if (length > mostInFull) break
    blocks.push(block)
  }
  const others = failures.slice(blocks.length)
  const lines = others.slice(0, mostLines).map(failureLine)
  const more = others.length - lines.length
  return [...blocks, ...(lines.length === 0 ? [] : [lines.join('\n')]), ...(more > 0 ? [`… and ${more} more.`] : [])]
}

function failureLine({ id, note, checks, same = [] }: FailedRequirement): string {
  const [first] = checks
  const got = first && plainMarkdown(cut(first.got ?? first.message, 120))
  const also = same.length === 0 ? '' : `; also ${same.map((other) => plainMarkdown(other.id)).join(', ')}`
  return `- **${plainMarkdown(id)}** (${plainMarkdown(note)})${got === undefined ? '' : `: got ${got}`}${also}`
}

function failureText(failure: FailedRequirement): string {
  const { id, statement, note, known, advice, checks, same = [] } = failure
  const waits = waitingNames(failure)
  return [
    `**${plainMarkdown(id)}**${known === undefined ? '' : ' (known)'} (${plainMarkdown(note)}): ${plainMarkdown(statement)}`,
    ...checks.map((check) => entryText(check, check.check === id)),
    ...(same.length === 0 ? [] : [['It also breaks:', '', ...same.map(sameLine)].join('\n')]),
    ...(waits === undefined ? [] : [`${plainMarkdown(waits)}.`]),
    ...(advice
      ? [`Usually behind it: ${plainMarkdown(advice.cause)} What to do: ${plainMarkdown(advice.remedy)}`]
      : []),
  ].join('\n\n')
}

/** Another requirement that fails for the same reason, with its first place. */
function sameLine({ id, statement, note, expected, got, checks }: SameFailure): string {
  const [first, ...others] = checks
  const more = others.length > 0 ? ` and ${counted(others.length, 'other check')}` : ''
  const wanted = expected === undefined ? '' : `: expected ${plainMarkdown(expected)}`
  const place = first === undefined ? '' : `: ${markdownCode(first.check)} (${markdownCode(first.place)})${more}`
  return `- **${plainMarkdown(id)}** (${plainMarkdown(note)}): ${plainMarkdown(statement)}${place}${wanted}${got === undefined ? '' : `: got ${plainMarkdown(got)}`}`
}

/** The most other places of a failure; the rest is counted. */
const mostPlaces = 4

function entryText(check: CheckEntry, isNamed: boolean): string {
  const { known, expected, got, message, also = [], lines } = check
  const indent = isNamed ? '' : '  '
  const places = also
    .slice(0, mostPlaces)
    .map(({ check: other, place }) => `${markdownCode(other)} (${markdownCode(place)})`)
  const more = also.length - places.length
  const items = [
    ...(expected === undefined || got === undefined
      ? [plainMarkdown(message)]
      : [`expected ${plainMarkdown(expected)}`, `got ${plainMarkdown(got)}`]),
    ...(places.length === 0
      ? []
      : [`also ${[...places, ...(more > 0 ? [`and ${counted(more, 'other check')}`] : [])].join(', ')}`]),
    ...lines.map(({ kind, text }) => plainMarkdown(kind === 'record' ? text : `${kind}: ${text}`)),
  ]
  const again = reproduction(check)
  return [
    ...(isNamed ? [] : [`- ${markdownCode(check.check)}${known === undefined ? '' : ' (known)'}`]),
    ...items.map((item) => `${indent}- ${item}`),
    ...(again === '' ? [] : ['', indented(again)]),
  ].join('\n')
}

/** One command, and the head of its answer. Scripts are in the JSON and HTML reports alone. */
function reproduction({ command, evidence }: CheckEntry): string {
  const last = evidence.at(-1)
  const answer = last?.response ? `${last.response.status}\n${bodyText(last.response, 400)}` : undefined
  const parts = [
    ...(command === undefined ? [] : [markdownBlock(cut(command.long, 1000), 'sh')]),
    ...(answer === undefined ? [] : [markdownBlock(answer)]),
  ]
  return parts.length === 0 ? '' : detailsBlock('Reproduce', parts.join('\n\n'))
}
