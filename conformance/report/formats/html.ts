import { kit } from '../../catalogue/kit.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import {
  sortByClause,
  type Finding,
  effortText,
  findingsCount,
  allFindings,
  type FindingsSection,
  headline,
  isFound,
  type Reason,
  type ReportDocument,
  type RequirementRow,
  type Section,
  type TableSection,
} from '../document.ts'
import type { ClauseScore, Score } from '../outcomes.ts'
import { markupLines } from '../../wording/escaping/markup.ts'
import { capitalized, responseBodyText, counted, cutBody, minuteText, seconds } from '../text.ts'
import { htmlPage } from './html-page.ts'

/** A page without external assets. Its policy prevents texts of the target from running as scripts. */
export function htmlReport(document: ReportDocument): string {
  const { title, subject, verdict, sections, requirements, catalogue } = document
  const { score, clauses } = document.summary
  const isLast = ({ kind, anchor }: Section): boolean => kind === 'table' || ['stale', 'left-behind'].includes(anchor)
  const words = document.rowWords ?? { row: 'requirement', clause: 'Clause' }
  const anchors = new Set(allFindings(document).flatMap(({ id, also }) => [id, ...also]))
  const others = sections.filter((section) => !isFound(section))
  const body = [
    `<p class="eyebrow">${markupLines(title)} report</p>`,
    bannerHtml(document),
    factsHtml(document),
    clauses.length === 0 ? '' : tilesHtml(score),
    ...sections.filter(isFound).map(titledSectionHtml),
    nextStepsHtml(document),
    titledHtml('score', 'Score by clause', clauses.length === 0 ? '' : scoreTable(clauses)),
    ...others.filter((section) => !isLast(section)).map(titledSectionHtml),
    titledHtml('requirements', `Every ${words.row}`, requirementTable(sortByClause(requirements), anchors, words)),
    ...others.filter(isLast).map(titledSectionHtml),
    `<footer>${markupLines(`${kit.name} ${kit.version}; ${catalogue}. Secrets are replaced by their names.`)}</footer>`,
  ]
  return htmlPage(`${verdict.head}: ${subject}`, body)
}

/** The verdict at the head of a page. */
function bannerHtml(document: ReportDocument): string {
  const { tone, head, rest } = document.verdict
  const lines = [headline(document), `${capitalized(rest)}.`, document.scope ?? '']
  const [first = '', ...others] = [...new Set(lines)].filter((line) => line !== '' && line !== `${head}: ${rest}.`)
  const text = [first.replace(`${head}: `, ''), ...others].map((line) => `<p>${markupLines(line)}</p>`).join('')
  return `<section class="banner ${tone}" aria-label="Verdict"><h1>${markupLines(head)}</h1>${text}</section>`
}

function factsHtml(document: ReportDocument): string {
  const { claim, subject, subjectName, startedAt } = document
  const all = [
    [subjectName, subject],
    ...(claim === undefined ? [] : [['Claimed', claim] as const]),
    ['Run', minuteText(startedAt)],
    ['Effort', effortText(document)],
    ['Kit', kit.version],
  ] as const
  const items = all.map(([name, value]) => `<div><dt>${markupLines(name)}</dt><dd>${markupLines(value)}</dd></div>`)
  return `<dl class="facts">${items.join('')}</dl>`
}

/** The members to declare next. */
function nextStepsHtml({ next }: ReportDocument): string {
  if (!next) return ''
  return `<div class="card"><p>Next: ${markupLines(next.text)}.</p><pre>${markupLines(next.example.join('\n'))}</pre></div>`
}

/** The number of requirements by outcome. */
function tilesHtml({ passed, failed, undecided, notLookedAt }: Score): string {
  const tile = (tone: string, count: number, label: string) => `<div class="tile ${tone}"><b>${count}</b>${label}</div>`
  const all = [
    tile('good', passed, 'passed'),
    tile('bad', failed, 'failed'),
    tile('open', undecided, 'could not be decided'),
    tile('none', notLookedAt, 'not claimed'),
  ]
  return `<div class="tiles">${all.join('')}</div>`
}

/** A section with an anchor that is the same in every report. */
function titledHtml(anchor: string, heading: string, content: string): string {
  if (content === '') return ''
  return `<section id="${anchor}"><h2><a class="anchor" href="#${anchor}">${markupLines(heading)}</a></h2>${content}</section>`
}

function titledSectionHtml(section: Section): string {
  // Passed checks are in the list of all requirements.
  const { anchor, side, title } = section
  const heading =
    section.kind === 'findings' && section.findings.length > 0 ? `${title}: ${findingsCount(section)}` : title
  return anchor === 'passed' ? '' : titledHtml(side ? `${side}-${anchor}` : anchor, heading, sectionHtml(section))
}

function sectionHtml(section: Section): string {
  const note = section.note === undefined ? '' : `<p class="soft">${markupLines(section.note)}</p>`
  switch (section.kind) {
    case 'findings':
      return cardsHtml(section)
    case 'reasons': {
      const { reasons, columns, example = [] } = section
      if (reasons.length === 0) return ''
      const declare =
        example.length === 0
          ? ''
          : `<p class="soft">In the target file:</p><pre>${markupLines(example.join('\n'))}</pre>`
      return note + htmlTable(columns.map(headColumn), reasons.map(reasonRow)) + declare
    }
    case 'lines':
      return section.lines.length === 0 ? '' : note + htmlList(section.lines)
    case 'table':
      return section.rows.length === 0 ? '' : note + htmlTableSection(section)
  }
}

function htmlList(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li>${markupLines(line)}</li>`).join('')}</ul>`
}

function htmlTableSection({ columns, rows, isLong, anchors }: TableSection): string {
  const lines = rows.map(([first = '', ...others], index) => {
    const anchor = anchors === undefined ? '' : ` id="${markupLines(anchors[index]!)}"`
    const cell = isLong
      ? `<td class="clause">${markupLines(first)}</td>`
      : `<th scope="row"><code>${markupLines(first)}</code></th>`
    const rest = others.map((text, column) => {
      const label = markupLines(columns[column + 1] ?? '')
      return isLong
        ? `<td>${markupLines(text)}</td>`
        : `<td data-head="${label}"><code>${markupLines(text)}</code></td>`
    })
    return `<tr${anchor}>${cell}${rest.join('')}</tr>`
  })
  const rowTable = htmlTable(columns.map(headColumn), lines)
  return isLong ? detailsHtml(counted(rows.length, 'statement'), rowTable) : rowTable
}

/** A column of a table. */
interface Column {
  readonly text: string
  readonly look?: 'number' | 'share'
}

const headColumn = (text: string): Column => ({ text })

/** A table. @param rows Markup. */
function htmlTable(columns: readonly Column[], rows: readonly string[]): string {
  const heads = columns.map(
    ({ text, look }) => `<th scope="col"${look ? ` class="${look}"` : ''}>${markupLines(text)}</th>`,
  )
  return [
    `<div class="card scroll"><table><thead><tr>${heads.join('')}</tr></thead>`,
    `<tbody>${rows.join('')}</tbody></table></div>`,
  ].join('')
}

function reasonRow({ text, names }: Reason): string {
  const links = names.map(
    ({ name, requirement, part }) =>
      `${requirementLink(requirement, name)}${part === undefined ? '' : ` (${markupLines(part)})`}`,
  )
  return `<tr><td>${markupLines(cutBody(text, 600))}</td><td class="names">${links.join(' ')}</td></tr>`
}

/** A link to the row of a requirement. The anchor is its id, which no version of the kit changes. */
function requirementLink(id: string, name: string = id): string {
  return `<a class="anchor" href="#${markupLines(id)}"><code>${markupLines(name)}</code></a>`
}

/** The numbers of requirements per clause that passed, failed, were not decided and were not checked. */
function scoreTable(clauses: readonly ClauseScore[]): string {
  const number = (count: number) => `<td class="number${count === 0 ? ' zero' : ''}">${count}</td>`
  const rows = clauses.map((score) => {
    const numbers = [score.passed, score.failed, score.undecided, score.notLookedAt].map(number)
    const clause = `${markupLines(score.clause)} ${markupLines(score.title)}`
    return `<tr><th scope="row">${clause}</th><td class="share">${barHtml(score)}</td>${numbers.join('')}</tr>`
  })
  const counts = ['Passed', 'Failed', 'Could not be decided', 'Not claimed'].map((text) => ({
    text,
    look: 'number' as const,
  }))
  return htmlTable([headColumn('Clause'), { text: 'Share', look: 'share' }, ...counts], rows)
}

/** Widths are attributes, as style attributes would need a weaker policy. */
function barHtml({ passed, failed, undecided, notLookedAt }: ClauseScore): string {
  const total = Math.max(1, passed + failed + undecided + notLookedAt)
  let x = 0
  const counts = [
    [passed, 'good'],
    [failed, 'bad'],
    [undecided, 'open'],
    [notLookedAt, 'none'],
  ] as const
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, tone]) => {
      const width = (count / total) * 100
      const rectangle = `<rect class="fill-${tone}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="10"/>`
      x += width
      return rectangle
    })
  return `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${parts.join('')}</svg>`
}

/** The cards of findings. The first mention of each requirement has its anchor. */
function cardsHtml({ findings, tone }: FindingsSection): string {
  const anchored = new Set(findings.map(({ id }) => id))
  return findings
    .map((finding) => {
      const first = finding.also.filter((id) => !anchored.has(id))
      for (const id of first) anchored.add(id)
      return cardHtml(finding, tone, first)
    })
    .join('\n')
}

/** A card: the expected and the actual result, and how to reproduce the failure. */
function cardHtml(finding: Finding, tone: string, anchors: readonly string[]): string {
  const { id, requirement, statement, note, lines, command, script, output, evidence, runs } = finding
  return [
    `<article class="card ${tone}" id="failed-${markupLines(id)}"><h3>${markupLines(statement)}</h3>`,
    ...anchors.map((other) => `<a id="failed-${markupLines(other)}"></a>`),
    `<p class="soft">${requirementLink(requirement, id)}, ${markupLines(note)}</p>`,
    definitionsHtml(lines),
    command === undefined
      ? ''
      : `<p class="label">${capitalized(command.label)}</p><pre>${markupLines(command.long)}</pre>`,
    script === undefined ? '' : detailsHtml('Script: every request that matters', `<pre>${markupLines(script)}</pre>`),
    evidence.length === 0
      ? ''
      : detailsHtml(`Evidence: ${counted(evidence.length, 'exchange')}`, evidence.map(exchangeHtml).join('')),
    output === undefined || output === ''
      ? ''
      : detailsHtml('Output of the client', `<pre>${markupLines(cutBody(output))}</pre>`),
    runs === undefined || runs.length < 2 ? '' : detailsHtml(`Each of ${counted(runs.length, 'run')}`, htmlList(runs)),
    '</article>',
  ].join('')
}

/** Labels with their texts, without repeated labels. */
function definitionsHtml(lines: Finding['lines']): string {
  const items = lines.map((line, index) => {
    const { label, text, names } = line
    const isAgain = index > 0 && lines[index - 1]!.label === label
    const look = label === 'got' ? ' class="got"' : ''
    const links = names ? `: ${names.map((name) => requirementLink(name)).join(', ')}` : ''
    return `<dt>${isAgain ? '' : markupLines(capitalized(label))}</dt><dd${look}>${markupLines(text)}${links}</dd>`
  })
  return `<dl class="diff">${items.join('')}</dl>`
}

function detailsHtml(summary: string, content: string): string {
  return `<details><summary>${markupLines(summary)}</summary>${content}</details>`
}

function exchangeHtml({ request, response, durationMs }: AnyExchange): string {
  const sent = [
    `${request.method} ${request.url}`,
    ...headerLines(request.headers),
    ...(request.body === undefined ? [] : ['', cutBody(request.body)]),
  ].join('\n')
  const received = response
    ? [
        `${response.status}${response.trouble === undefined ? '' : ` (${response.trouble})`}`,
        ...headerLines(response.headers),
        '',
        responseBodyText(response),
      ].join('\n')
    : 'no answer'
  const time = durationMs === 0 ? '' : `, after ${seconds(durationMs)}`
  return [
    `<p class="label">Request</p><pre>${markupLines(sent)}</pre>`,
    `<p class="label">Response${time}</p><pre>${markupLines(received)}</pre>`,
  ].join('')
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

/** All requirements with their verdicts and checks, and buttons that filter them by verdict. */
function requirementTable(
  entries: readonly RequirementRow[],
  anchors: ReadonlySet<string>,
  { row, clause }: NonNullable<ReportDocument['rowWords']>,
): string {
  const rows = entries.map((entry) => requirementHtml(entry, anchors))
  const heads = [clause, capitalized(row), 'Verdict']
  return verdictFilters(entries, row) + htmlTable(heads.map(headColumn), rows)
}

const order = ['good', 'bad', 'open', 'none']

/** Buttons that filter the rows by verdict, and the number of visible rows. */
function verdictFilters(entries: readonly RequirementRow[], noun: string): string {
  const button = (text: string, verdict: string, count: number) => {
    const attributes = `type="button" data-verdict="${markupLines(verdict)}" aria-pressed="${verdict === ''}"`
    return `<button ${attributes}>${markupLines(text)} (${count})</button>`
  }
  const labels = [...Map.groupBy(entries, ({ label }) => label)].sort(
    ([, [left]], [, [right]]) => order.indexOf(left!.tone) - order.indexOf(right!.tone),
  )
  const buttons = labels.map(([label, rows]) => button(label, label, rows.length))
  return [
    `<div class="filters" role="group" aria-label="Show by verdict" hidden>`,
    `${[button('All', '', entries.length), ...buttons].join('')}</div>`,
    `<p class="soft" id="shown" role="status" data-noun="${markupLines(noun)}">${counted(entries.length, noun)} shown</p>`,
  ].join('')
}

function requirementHtml(entry: RequirementRow, anchors: ReadonlySet<string>): string {
  const { id, clause, statement, level, careful, tone, label, checks } = entry
  const rows = checks.map(
    ({ check, text }) =>
      `<p class="label"><code id="${markupLines(check)}">${markupLines(check)}</code>: ${markupLines(text)}</p>`,
  )
  const look = `<span class="badge ${tone}">${markupLines(label)}</span>`
  const advice = careful === undefined ? '' : `<p class="label">A careful client: ${markupLines(careful)}</p>`
  const folded =
    checks.length === 0 && advice === '' ? '' : detailsHtml(counted(checks.length, 'check'), advice + rows.join(''))
  return [
    `<tr id="${markupLines(id)}" data-verdict="${markupLines(label)}"><td class="clause">${markupLines(clause)}</td>`,
    `<td>${markupLines(statement)}<p class="label">${requirementLink(id)}${level === '' ? '' : `, ${markupLines(level)}`}</p>`,
    `${folded}</td>`,
    `<td>${anchors.has(id) ? `<a href="#failed-${markupLines(id)}">${look}</a>` : look}</td></tr>`,
  ].join('')
}
