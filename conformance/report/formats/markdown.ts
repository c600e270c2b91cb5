import {
  flatSections,
  type FailedRequirement,
  type FindingCheck,
  namesIn,
  type ReportDocument,
  type Section,
} from '../document.ts'
import { bodyText, counted, cut } from '../text.ts'
import { code, fenced, detailsBlock, indented, plainMarkdown, markdownTable } from './markdown-text.ts'

/** The most failures: a job summary of GitHub takes 1 MiB. The other reports have all failures. */
const mostFindings = 100

/** Markdown for a job summary: the verdict and the failures, then a short table and folded details. */
export function markdownReport(document: ReportDocument): string {
  const { verdict, title, subject, kit, effort, clauses } = document
  const sections = flatSections(document.sections).filter(({ anchor }) => anchor !== 'passed')
  const [found, others] = [
    sections.filter(({ kind }) => kind === 'findings'),
    sections.filter(({ kind }) => kind !== 'findings'),
  ]
  return `${[
    `## ${{ good: '✅', bad: '❌', open: '⚠️' }[verdict.tone]} ${verdict.head}`,
    `${verdict.rest[0]!.toUpperCase()}${verdict.rest.slice(1)}. ${title} of ${code(subject)}; kit ${kit.version}, ${effort}.`,
    claim(document),
    ...found.map(content),
    markdownTable(
      ['Clause', 'Passed', 'Failed', 'Not decided', 'Not looked at'],
      clauses.map((score) => [
        `${score.clause} ${score.title}`,
        ...[score.passed, score.failed, score.undecided, score.notLookedAt].map((count) =>
          count === 0 ? '' : String(count),
        ),
      ]),
    ),
    ...others.map(content),
  ]
    .filter((block) => block !== '')
    .join('\n\n')}\n`
}

/** The claim, and the members to declare next. */
function claim({ claim: claimed }: ReportDocument): string {
  if (!claimed) return ''
  const members = claimed.next.map(({ name, requirements }) => `${code(name)} (for ${requirements})`).join(', ')
  const next = members === '' ? [] : [`**Next:** ${claimed.outlook}: ${members}`]
  return [`**Claimed:** ${claimed.text}`, ...next].join('  \n')
}

function content(section: Section): string {
  switch (section.kind) {
    case 'findings': {
      const { findings, title } = section
      if (findings.length === 0) return ''
      const rest = findings.length - mostFindings
      return [
        `### ${title}`,
        ...findings.slice(0, mostFindings).map(finding),
        ...(rest > 0 ? [`… and ${rest} more.`] : []),
      ].join('\n\n')
    }
    case 'reasons': {
      const { reasons, title, counts } = section
      if (reasons.length === 0) return ''
      const rows = reasons.map(({ text, names, where }) => [
        plainMarkdown(cut(text, 600)) + (where === undefined ? '' : ` (${plainMarkdown(where)})`),
        names.map(({ name }) => code(name)).join(', '),
      ])
      return detailsBlock(
        `${title} (${counted(namesIn(section), counts)})`,
        markdownTable(['Why', section.columns[1]], rows),
      )
    }
    case 'lines': {
      const { lines, heading, note } = section
      if (lines.length === 0) return ''
      const items = lines.map((line) => `- ${section.folded ? line : plainMarkdown(line)}`).join('\n')
      return section.folded
        ? detailsBlock(heading, items)
        : [`### ${heading}`, ...(note === '' ? [] : [note]), items].join('\n\n')
    }
    case 'table': {
      if (section.rows.length === 0 || section.pagesAlone) return ''
      const rows = section.rows.map((row) => row.map((cell) => (cell === '' ? '' : code(cell))))
      const note = section.note === undefined ? '' : `: ${section.note}`
      return detailsBlock(`${section.title}${note}`, markdownTable(section.columns, rows))
    }
    case 'text':
      return section.text === '' ? '' : detailsBlock(section.title, fenced(section.text, section.language))
    case 'group':
      return section.sections.map(content).join('\n\n')
  }
}

function finding({ id, statement, note, known, advice, checks }: FailedRequirement): string {
  return [
    `**${plainMarkdown(id)}**${known === undefined ? '' : ' (known)'} (${note}): ${plainMarkdown(statement)}`,
    ...(advice
      ? [`Usually behind it: ${plainMarkdown(advice.cause)} What to do: ${plainMarkdown(advice.remedy)}`]
      : []),
    ...checks.map((check) => checkFinding(check, check.check === id)),
  ].join('\n\n')
}

function checkFinding(check: FindingCheck, isNamed: boolean): string {
  const { known, expected, got, message, lines } = check
  const indent = isNamed ? '' : '  '
  const items = [
    ...(expected === undefined || got === undefined
      ? [plainMarkdown(message)]
      : [`expected ${plainMarkdown(expected)}`, `got ${plainMarkdown(got)}`]),
    ...lines.map(({ kind, text }) => (kind === 'record' ? plainMarkdown(text) : `${kind}: ${plainMarkdown(text)}`)),
  ]
  const again = reproduction(check)
  return [
    ...(isNamed ? [] : [`- ${code(check.check)}${known === undefined ? '' : ' (known)'}`]),
    ...items.map((item) => `${indent}- ${item}`),
    ...(again === '' ? [] : ['', indented(again)]),
  ].join('\n')
}

/** Longer scripts are in the JSON and HTML reports: a job summary takes 1 MiB. */
const longestScript = 6000

function reproduction({ command, script = '', evidence }: FindingCheck): string {
  const last = evidence.at(-1)
  const how = script !== '' && script.length <= longestScript ? script.trimEnd() : command?.long
  const answer = last?.response ? `${last.response.status}\n${bodyText(last.response, 1000)}` : undefined
  const parts = [...(how === undefined ? [] : [fenced(how, 'sh')]), ...(answer === undefined ? [] : [fenced(answer)])]
  return parts.length === 0 ? '' : detailsBlock('Reproduce', parts.join('\n\n'))
}
