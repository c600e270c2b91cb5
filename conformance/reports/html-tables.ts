import { compareClauses } from '../catalogue/clauses.ts'
import type { Requirement } from '../catalogue/requirements.ts'
import type { Verdict } from '../catalogue/verdict.ts'
import { type ReasonGroup, requirementsOf } from './groups.ts'
import type { RequirementOutcome } from './outcomes.ts'
import type { ClauseScore } from './summary.ts'
import { counted, cut, escapeMarkup, findingText } from './text.ts'

export type Tone = 'good' | 'bad' | 'open' | 'none'

const looks: Readonly<Record<Verdict, readonly [tone: Tone, label: string]>> = {
  pass: ['good', 'Passed'],
  fail: ['bad', 'Failed'],
  error: ['open', 'Error of the kit'],
  blocked: ['open', 'Blocked'],
  insufficientEvidence: ['open', 'Not decided'],
  notApplicable: ['none', 'Not looked at'],
  observed: ['none', 'Observed'],
}

/** How an outcome looks. What is not stated is never judged, so it is not missed when no check looked at it. */
function lookOf({ requirement, verdict }: RequirementOutcome): readonly [tone: Tone, label: string] {
  return requirement.kind !== 'stated' && verdict === 'notApplicable' ? ['none', 'Not stated'] : looks[verdict]
}

/** A column of a table. */
export interface Column {
  readonly head: string
  readonly look?: 'number' | 'share'
}

/** A table. @param rows Markup. */
export function table(columns: readonly Column[], rows: readonly string[]): string {
  const head = columns.map(
    ({ head: text, look }) => `<th scope="col"${look ? ` class="${look}"` : ''}>${escapeMarkup(text)}</th>`,
  )
  return [
    `<div class="card scroll"><table><thead><tr>${head.join('')}</tr></thead>`,
    `<tbody>${rows.join('')}</tbody></table></div>`,
  ].join('')
}

/** How many requirements of each clause passed, failed, were not decided and were not looked at. */
export function scoreTable(clauses: readonly ClauseScore[]): string {
  const number = (count: number) => `<td class="number${count === 0 ? ' zero' : ''}">${count}</td>`
  const rows = clauses.map((score) => {
    const numbers = [score.passed, score.failed, score.undecided, score.notLookedAt].map(number)
    const clause = `${escapeMarkup(score.clause)} ${escapeMarkup(score.title)}`
    return `<tr><th scope="row">${clause}</th><td class="share">${bar(score)}</td>${numbers.join('')}</tr>`
  })
  const counts = ['Passed', 'Failed', 'Not decided', 'Not looked at'].map((head) => ({ head, look: 'number' as const }))
  return table([{ head: 'Clause' }, { head: 'Share', look: 'share' }, ...counts], rows)
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

/** Why some requirements have no verdict: each reason with its requirements. */
export function reasonTable(groups: readonly ReasonGroup[], head: string): string {
  const rows = groups.map(({ reason, results }) => {
    const names = requirementsOf(results).map((id) => requirementLink(id))
    return `<tr><td>${escapeMarkup(cut(reason, 600))}</td><td class="names">${names.join(' ')}</td></tr>`
  })
  return table([{ head }, { head: 'Requirements' }], rows)
}

/** A name that leads to the row of a requirement. The anchor is its id, which no version of the kit changes. */
export function requirementLink(id: string, name: string = id): string {
  return `<a class="anchor" href="#${escapeMarkup(id)}"><code>${escapeMarkup(name)}</code></a>`
}

/** Every requirement with its verdict and its checks, and buttons that show only those of one verdict. */
export function requirementTable(outcomes: readonly RequirementOutcome[]): string {
  const sorted = [...outcomes].sort((left, right) => compareClauses(left.requirement.clause, right.requirement.clause))
  const labels = [...Object.values(looks).map(([, label]) => label), 'Not stated']
  return [
    verdictFilters(
      sorted.map((outcome) => lookOf(outcome)[1]),
      labels,
    ),
    table([{ head: 'Clause' }, { head: 'Requirement' }, { head: 'Verdict' }], sorted.map(requirementRow)),
  ].join('')
}

/**
 * Buttons that show only the rows of one verdict, and how many rows are shown.
 * @param rows The verdict of each row, as it is shown.
 * @param order The verdicts in the order of the buttons. Those of no row get none.
 */
export function verdictFilters(rows: readonly string[], order: readonly string[]): string {
  const button = (label: string, verdict: string, count: number) => {
    const attributes = `type="button" data-verdict="${escapeMarkup(verdict)}" aria-pressed="${verdict === ''}"`
    return `<button ${attributes}>${escapeMarkup(label)} (${count})</button>`
  }
  const buttons = order.flatMap((label) => {
    const count = rows.filter((row) => row === label).length
    return count === 0 ? [] : [button(label, label, count)]
  })
  return [
    `<div class="filters" role="group" aria-label="Show by verdict" hidden>`,
    `${[button('All', '', rows.length), ...buttons].join('')}</div>`,
    `<p class="soft" id="shown" role="status">${counted(rows.length, 'requirement')} shown</p>`,
  ].join('')
}

function requirementRow(outcome: RequirementOutcome): string {
  const { requirement, verdict, results } = outcome
  const { clause, statement, id } = requirement
  const checks = results.map(({ check, verdict: concluded, message }) => {
    const said = message === '' ? '' : `; ${escapeMarkup(cut(message, 600))}`
    const name = `<code id="${escapeMarkup(check)}">${escapeMarkup(check)}</code>`
    return `<p class="label">${name}: ${looks[concluded][1].toLowerCase()}${said}</p>`
  })
  const count = `<summary>${counted(results.length, 'check')}</summary>`
  const [tone, label] = lookOf(outcome)
  const look = `<span class="badge ${tone}">${label}</span>`
  return [
    `<tr id="${escapeMarkup(id)}" data-verdict="${label}"><td class="clause">${escapeMarkup(clause)}</td>`,
    `<td>${escapeMarkup(statement)}<p class="label">${requirementLink(id)}</p>`,
    `<details>${count}${checks.join('')}</details></td>`,
    `<td>${verdict === 'fail' ? `<a href="#failed-${escapeMarkup(id)}">${look}</a>` : look}</td></tr>`,
  ].join('')
}

/** What no run looks at: statements that no client can judge, and what the specification leaves open. */
export function outOfScope(requirements: readonly Requirement[]): string {
  const excluded = requirements.filter((one) => one.excluded !== undefined)
  const notShown = requirements.filter(({ kind }) => kind === 'notShown')
  const withReason = ({ statement, excluded: reason }: Requirement) =>
    `${escapeMarkup(statement)} <span class="soft">${escapeMarkup(reason ?? '')}</span>`
  return [
    statementList('Stated, but not to be judged from outside', excluded, withReason),
    statementList('Left open by the specification', notShown, ({ statement }) => escapeMarkup(statement)),
  ].join('')
}

function statementList(
  title: string,
  requirements: readonly Requirement[],
  textOf: (one: Requirement) => string,
): string {
  const rows = requirements.map(
    (one) => `<tr id="${one.id}"><td class="clause">${escapeMarkup(one.clause)}</td><td>${textOf(one)}</td></tr>`,
  )
  const content = table([{ head: 'Clause' }, { head: 'Statement' }], rows)
  return `<details><summary>${title}: ${requirements.length}</summary>${content}</details>`
}

/** What was discovered about the target; nothing if nothing was. */
export function findingsTable(findings: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(findings).map(([name, value]) => {
    const [what, found] = [name, findingText(value)].map((text) => `<code>${escapeMarkup(text)}</code>`)
    return `<tr><th scope="row">${what}</th><td>${found}</td></tr>`
  })
  return rows.length === 0 ? '' : table([{ head: 'What' }, { head: 'Found' }], rows)
}
