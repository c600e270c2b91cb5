import {
  type Evidence,
  type FailedRequirement,
  type CheckEntry,
  type FailuresSection,
  type Reason,
  type ReportDocument,
  type RequirementEntry,
  type SameFailure,
  type Section,
  waitingText,
} from '../document.ts'
import { byClause } from '../requirement-order.ts'
import type { ClauseScore, Score } from '../score.ts'
import { markupLines } from '../../wording/escaping/markup.ts'
import { bodyText, counted, cut, isoTime, seconds } from '../text.ts'
import { htmlPage } from './html-page.ts'

/** A page without assets from elsewhere. Its policy keeps texts of the target from running. */
export function htmlReport(document: ReportDocument): string {
  const { title, subject, verdict, sections } = document
  const failed = sections.filter(({ anchor }) => anchor === 'failed' || anchor === 'errors' || anchor === 'advice')
  const open = sections.filter((section) => !failed.includes(section) && !isBehind(section))
  const behind = sections.filter((section) => isBehind(section))
  const score = document.clauses.length === 0 ? '' : scoreTable(document.clauses)
  const words = document.entryWords ?? { entry: 'requirement', clause: 'Clause' }
  const body = [
    `<p class="eyebrow">${markupLines(title)} report</p>`,
    banner(document),
    facts(document),
    nextSteps(document),
    document.clauses.length === 0 ? '' : tiles(document.score),
    ...failed.map(titledSection),
    titled('score', 'Score by clause', score),
    ...open.map(titledSection),
    titled('requirements', `Every ${words.entry}`, requirementTable(byClause(document.requirements), words)),
    ...behind.map(titledSection),
    `<footer>${markupLines(document.footer)}</footer>`,
  ]
  return htmlPage(`${verdict.head}: ${subject}`, body)
}

/** Returns true if a section comes after the list of all requirements. */
const isBehind = ({ anchor }: Section): boolean => ['findings', 'stale', 'left-behind'].includes(anchor)

/** The verdict at the head of a page. */
function banner({ verdict: { tone, head, rest } }: ReportDocument): string {
  const sentence = markupLines(`${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}.`)
  return `<section class="banner ${tone}" aria-label="Verdict"><h1>${markupLines(head)}</h1><p>${sentence}</p></section>`
}

function facts({ claim, subject, subjectName, startedAt, effort, kit }: ReportDocument): string {
  const all = [
    [subjectName ?? (claim ? 'Target' : 'Client'), subject],
    ...(claim ? [['Claimed', claim.text] as const] : []),
    ['Run', `${isoTime(startedAt).slice(0, 16).replace('T', ' ')} UTC`],
    ['Effort', effort],
    ['Kit', kit.version],
  ] as const
  const items = all.map(([name, value]) => `<div><dt>${name}</dt><dd>${markupLines(value)}</dd></div>`)
  return `<dl class="facts">${items.join('')}</dl>`
}

/** The members to declare next, with links to the instructions in the report. */
function nextSteps({ claim }: ReportDocument): string {
  if (!claim || claim.next.length === 0) return ''
  const members = claim.next.map(({ name, requirements: count }) => {
    const effect = `<span class="soft">for ${counted(count, 'requirement')}</span>`
    return `<li><code>${markupLines(name)}</code> ${effect}</li>`
  })
  const how = '<a href="#not-looked-at">how to declare them</a>'
  return `<div class="card"><p>Next: ${markupLines(claim.outlook)} (${how}).</p><ol class="next">${members.join('')}</ol></div>`
}

/** The number of requirements by outcome. */
function tiles({ passed, failed, undecided, notLookedAt }: Score): string {
  const tile = (tone: string, count: number, label: string) => `<div class="tile ${tone}"><b>${count}</b>${label}</div>`
  const all = [
    tile('good', passed, 'passed'),
    tile('bad', failed, 'failed'),
    tile('open', undecided, 'not decided'),
    tile('none', notLookedAt, 'not looked at'),
  ]
  return `<div class="tiles">${all.join('')}</div>`
}

/** A section with an anchor that is the same in every report. */
function titled(anchor: string, heading: string, content: string): string {
  if (content === '') return ''
  return `<section id="${anchor}"><h2><a class="anchor" href="#${anchor}">${markupLines(heading)}</a></h2>${content}</section>`
}

function titledSection(section: Section): string {
  // Passed checks are in the list of all requirements.
  const { anchor, side, heading } = section
  return anchor === 'passed' ? '' : titled(side ? `${side}-${anchor}` : anchor, heading, contentOf(section))
}

function contentOf(section: Section): string {
  switch (section.kind) {
    case 'failures':
      return cards(section)
    case 'reasons': {
      if (section.reasons.length === 0) return ''
      const note = section.note === undefined ? '' : `<p class="soft">${markupLines(section.note)}</p>`
      return note + table(section.columns.map(head), section.reasons.map(reasonRow))
    }
    case 'lines':
      return listOf(section.note, section.lines)
    case 'table':
      return section.rows.length === 0 ? '' : tableSection(section)
    case 'text':
      return section.text === ''
        ? ''
        : `<p class="soft">${markupLines(section.title)}:</p><pre>${markupLines(section.text)}</pre>`
    case 'group':
      return section.sections.map(contentOf).join('')
  }
}

function listOf(note: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  const before = note === '' ? '' : `<p class="soft">${markupLines(note)}</p>`
  return `${before}<ul>${lines.map((line) => `<li>${markupLines(line)}</li>`).join('')}</ul>`
}

function tableSection({
  title,
  note,
  columns,
  rows,
  pagesAlone,
  anchors,
}: Extract<Section, { kind: 'table' }>): string {
  const lines = rows.map(([first = '', ...others], index) => {
    const anchor = anchors === undefined ? '' : ` id="${markupLines(anchors[index]!)}"`
    const cell = pagesAlone
      ? `<td class="clause">${markupLines(first)}</td>`
      : `<th scope="row"><code>${markupLines(first)}</code></th>`
    const rest = others.map((text, column) => {
      const label = markupLines(columns[column + 1] ?? '')
      return pagesAlone
        ? `<td>${markupLines(text)}</td>`
        : `<td data-head="${label}"><code>${markupLines(text)}</code></td>`
    })
    return `<tr${anchor}>${cell}${rest.join('')}</tr>`
  })
  const content =
    (note === undefined ? '' : `<p class="soft">${markupLines(note)}.</p>`) + table(columns.map(head), lines)
  return pagesAlone ? `<details><summary>${markupLines(title)}: ${rows.length}</summary>${content}</details>` : content
}

/** A column of a table. */
interface Column {
  readonly text: string
  readonly look?: 'number' | 'share'
}

const head = (text: string): Column => ({ text })

/** A table. @param rows Markup. */
function table(columns: readonly Column[], rows: readonly string[]): string {
  const heads = columns.map(
    ({ text, look }) => `<th scope="col"${look ? ` class="${look}"` : ''}>${markupLines(text)}</th>`,
  )
  return [
    `<div class="card scroll"><table><thead><tr>${heads.join('')}</tr></thead>`,
    `<tbody>${rows.join('')}</tbody></table></div>`,
  ].join('')
}

function reasonRow({ text, names, where }: Reason): string {
  const links = names.map(
    ({ name, requirement, part }) =>
      `${requirementLink(requirement, name)}${part === undefined ? '' : ` (${markupLines(part)})`}`,
  )
  const place = where === undefined ? '' : `<p class="label">${markupLines(where)}</p>`
  return `<tr><td>${markupLines(cut(text, 600))}${place}</td><td class="names">${links.join(' ')}</td></tr>`
}

/** A link to the row of a requirement. The anchor is its id, which no version of the kit changes. */
function requirementLink(id: string, name: string = id): string {
  return `<a class="anchor" href="#${markupLines(id)}"><code>${markupLines(name)}</code></a>`
}

/** The number of requirements of each clause that passed, failed, were not decided and were not looked at. */
function scoreTable(clauses: readonly ClauseScore[]): string {
  const number = (count: number) => `<td class="number${count === 0 ? ' zero' : ''}">${count}</td>`
  const rows = clauses.map((score) => {
    const numbers = [score.passed, score.failed, score.undecided, score.notLookedAt].map(number)
    const clause = `${markupLines(score.clause)} ${markupLines(score.title)}`
    return `<tr><th scope="row">${clause}</th><td class="share">${bar(score)}</td>${numbers.join('')}</tr>`
  })
  const counts = ['Passed', 'Failed', 'Not decided', 'Not looked at'].map((text) => ({ text, look: 'number' as const }))
  return table([head('Clause'), { text: 'Share', look: 'share' }, ...counts], rows)
}

/** Widths are attributes, as style attributes would need a weaker policy. */
function bar({ passed, failed, undecided, notLookedAt }: ClauseScore): string {
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

/** The cards of failures. The first mention of each requirement has its anchor. */
function cards({ failures, tone }: FailuresSection): string {
  const anchored = new Set(failures.map(({ id }) => id))
  return failures
    .map((failure) => {
      const first = (failure.same ?? []).map(({ id }) => id).filter((id) => !anchored.has(id))
      for (const id of first) anchored.add(id)
      return card(failure, tone, new Set(first))
    })
    .join('\n')
}

/** A card: the expected and the received response, and the way to see the failure again. */
function card(failure: FailedRequirement, tone: string, anchors: ReadonlySet<string>): string {
  const { id, requirement, statement, note, known, advice, waiting = [], checks, same = [] } = failure
  const waits = waitingText(failure)
  return [
    `<article class="card ${tone}" id="failed-${markupLines(id)}"><h3>${markupLines(statement)}</h3>`,
    `<p class="soft">${requirementLink(requirement, id)}, ${markupLines(note)}${knownBadge(known)}</p>`,
    advice
      ? definitions('advice', [
          ['Usually behind it', advice.cause],
          ['What to do', advice.remedy],
        ])
      : '',
    waits === undefined
      ? ''
      : details(waits, `<p class="names">${waiting.map((name) => requirementLink(name)).join(' ')}</p>`),
    same.length === 0
      ? ''
      : `<p>It also breaks:</p><ul>${same.map((other) => sameItem(other, anchors.has(other.id))).join('')}</ul>`,
    ...checks.map((check) => checkCard(check, check.check === id)),
    '</article>',
  ].join('')
}

/** Another requirement that fails for the same reason, with its places. */
function sameItem({ id, statement, note, expected, got, checks }: SameFailure, isAnchor: boolean): string {
  const places = checks.map(({ check, place }) => `${check}: ${place}`)
  return [
    `<li${isAnchor ? ` id="failed-${markupLines(id)}"` : ''}>${requirementLink(id)}, ${markupLines(note)}: ${markupLines(statement)}`,
    expected === undefined ? '' : ` Expected: ${markupLines(expected)}.`,
    got === undefined ? '' : ` Got: ${markupLines(got)}`,
    details(counted(places.length, 'place'), listOf('', places)),
    '</li>',
  ].join('')
}

function checkCard(check: CheckEntry, isNamed: boolean): string {
  const { expected, got, message, also = [], lines, command, script, output, evidence, runs } = check
  const records = lines.filter(({ kind }) => kind === 'record').map(({ text }) => text)
  const others = lines.filter(({ kind }) => kind !== 'record')
  return [
    '<div class="check">',
    isNamed ? '' : `<code>${markupLines(check.check)}</code>${knownBadge(check.known)}`,
    expected === undefined || got === undefined
      ? `<p>${markupLines(message)}</p>`
      : definitions('diff', [
          ['Expected', expected],
          ['Got', got],
        ]),
    also.length === 0
      ? ''
      : details(
          `The same at ${counted(also.length, 'other place')}`,
          listOf(
            '',
            also.map(({ check: other, place }) => `${other}: ${place}`),
          ),
        ),
    others.length === 0
      ? ''
      : definitions(
          'diff',
          others.map(({ kind, text }) => [`${kind[0]!.toUpperCase()}${kind.slice(1)}`, text]),
        ),
    records.length === 0 ? '' : `<p class="label">Records</p><pre>${markupLines(records.join('\n'))}</pre>`,
    command === undefined
      ? ''
      : `<p class="label">${command.kind === 'again' ? 'See it again' : 'Reproduce'}</p><pre>${markupLines(command.long)}</pre>`,
    script === undefined ? '' : details('Script: every request that matters', `<pre>${markupLines(script)}</pre>`),
    evidence.length === 0
      ? ''
      : details(`Evidence: ${counted(evidence.length, 'exchange')}`, evidence.map(exchange).join('')),
    output === undefined || output === ''
      ? ''
      : details('What the client printed', `<pre>${markupLines(cut(output))}</pre>`),
    runs === undefined || runs.length < 2 ? '' : details(`Each of ${counted(runs.length, 'run')}`, listOf('', runs)),
    '</div>',
  ].join('')
}

function definitions(look: string, all: readonly (readonly [name: string, text: string])[]): string {
  const items = all.map(([name, text]) => {
    const isGot = name === 'Got' ? ' class="got"' : ''
    return `<dt>${markupLines(name)}</dt><dd${isGot}>${markupLines(text)}</dd>`
  })
  return `<dl class="${look}">${items.join('')}</dl>`
}

function knownBadge(known: string | undefined): string {
  if (known === undefined) return ''
  return ` <span class="badge open">Known${known === '' ? '' : `: ${markupLines(known)}`}</span>`
}

function details(summary: string, content: string): string {
  return `<details><summary>${markupLines(summary)}</summary>${content}</details>`
}

function exchange({ request, response, durationMs }: Evidence): string {
  const sent = [
    `${request.method} ${request.url}`,
    ...headerLines(request.headers),
    ...(request.body === undefined ? [] : ['', cut(request.body, undefined, request.length)]),
  ].join('\n')
  const received = response
    ? [
        `${response.status}${response.trouble === undefined ? '' : ` (${response.trouble})`}`,
        ...headerLines(response.headers),
        '',
        bodyText(response),
      ].join('\n')
    : 'no answer'
  const time = durationMs === undefined ? '' : `, after ${seconds(durationMs)}`
  return [
    `<p class="label">Request</p><pre>${markupLines(sent)}</pre>`,
    `<p class="label">Response${time}</p><pre>${markupLines(received)}</pre>`,
  ].join('')
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

/** Every requirement with its verdict and its checks, and buttons that filter them by verdict. */
function requirementTable(
  entries: readonly RequirementEntry[],
  { entry, clause }: NonNullable<ReportDocument['entryWords']>,
): string {
  const rows = entries.map(requirementRow)
  const heads = [clause, `${entry.slice(0, 1).toUpperCase()}${entry.slice(1)}`, 'Verdict']
  return verdictFilters(entries, entry) + table(heads.map(head), rows)
}

const order = ['good', 'bad', 'open', 'none']

/** Buttons that filter the rows by verdict, and the number of visible rows. */
function verdictFilters(entries: readonly RequirementEntry[], noun: string): string {
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

function requirementRow(entry: RequirementEntry): string {
  const { id, clause, statement, level, careful, tone, label, failed, checks } = entry
  const rows = checks.map(
    ({ check, text }) =>
      `<p class="label"><code id="${markupLines(check)}">${markupLines(check)}</code>: ${markupLines(text)}</p>`,
  )
  const look = `<span class="badge ${tone}">${markupLines(label)}</span>`
  const advice = careful === undefined ? '' : `<p class="label">A careful client: ${markupLines(careful)}</p>`
  const folded =
    checks.length === 0 && advice === '' ? '' : details(counted(checks.length, 'check'), advice + rows.join(''))
  return [
    `<tr id="${markupLines(id)}" data-verdict="${markupLines(label)}"><td class="clause">${markupLines(clause)}</td>`,
    `<td>${markupLines(statement)}<p class="label">${requirementLink(id)}${level === '' ? '' : `, ${markupLines(level)}`}</p>`,
    `${folded}</td>`,
    `<td>${failed ? `<a href="#failed-${markupLines(id)}">${look}</a>` : look}</td></tr>`,
  ].join('')
}
