import { compareClauses } from '../clauses.ts'
import type { Requirement } from '../requirements.ts'
import type { ClauseScore, RequirementOutcome } from '../summary.ts'
import type { Verdict } from '../verdict.ts'
import { type ReasonGroup, requirementsOf } from './groups.ts'
import { counted, cut, escapeMarkup, profileText } from './text.ts'

type Tone = 'good' | 'bad' | 'open' | 'none'

const looks: Readonly<Record<Verdict, readonly [tone: Tone, label: string]>> = {
  pass: ['good', 'Passed'],
  fail: ['bad', 'Failed'],
  error: ['open', 'Error of the kit'],
  blocked: ['open', 'Blocked'],
  insufficientEvidence: ['open', 'Not decided'],
  notApplicable: ['none', 'Not looked at'],
  observed: ['none', 'Observed'],
}

export function scoreTable(clauses: readonly ClauseScore[]): string {
  const number = (count: number) => `<td class="number${count === 0 ? ' zero' : ''}">${count}</td>`
  const rows = clauses.map((score) => `<tr><th scope="row">${escapeMarkup(score.clause)} ${escapeMarkup(score.title)}</th><td>${bar(score)}</td>${number(score.passed)}${number(score.failed)}${number(score.undecided)}${number(score.notApplicable)}</tr>`)
  return `<div class="card scroll"><table><thead><tr><th scope="col">Clause</th><th scope="col">Share</th><th scope="col" class="number">Passed</th><th scope="col" class="number">Failed</th><th scope="col" class="number">Not decided</th><th scope="col" class="number">Not looked at</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** Widths are attributes: a style attribute would need a weaker policy. */
function bar({ passed, failed, undecided, notApplicable }: ClauseScore): string {
  const total = Math.max(1, passed + failed + undecided + notApplicable)
  let x = 0
  const parts = ([[passed, 'good'], [failed, 'bad'], [undecided, 'open'], [notApplicable, 'none']] as const).filter(([count]) => count > 0).map(([count, tone]) => {
    const rectangle = `<rect class="fill-${tone}" x="${x.toFixed(2)}" width="${((count / total) * 100).toFixed(2)}" height="10"/>`
    x += (count / total) * 100
    return rectangle
  })
  return `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${parts.join('')}</svg>`
}

export function reasonTable(groups: readonly ReasonGroup[], head: string): string {
  const rows = groups.map(({ reason, results }) => `<tr><td>${escapeMarkup(cut(reason, 600))}</td><td class="names">${requirementsOf(results).map((id) => `<code>${escapeMarkup(id)}</code>`).join(' ')}</td></tr>`)
  return `<div class="card scroll"><table><thead><tr><th scope="col">${escapeMarkup(head)}</th><th scope="col">Requirements</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

export function requirementTable(outcomes: readonly RequirementOutcome[]): string {
  const sorted = [...outcomes].sort((left, right) => compareClauses(left.requirement.clause, right.requirement.clause))
  const counts = Map.groupBy(sorted, ({ verdict }) => looks[verdict][1])
  const button = (label: string, verdict: string, count: number) => `<button type="button" data-verdict="${escapeMarkup(verdict)}" aria-pressed="${verdict === ''}">${escapeMarkup(label)} (${count})</button>`
  const buttons = [button('All', '', sorted.length), ...Object.values(looks).flatMap(([, label]) => (counts.has(label) ? [button(label, label, counts.get(label)!.length)] : []))]
  const rows = sorted.map(({ requirement, verdict, results }) => `<tr data-verdict="${looks[verdict][1]}"><td class="clause">${escapeMarkup(requirement.clause)}</td><td>${escapeMarkup(requirement.statement)}<details><summary>${escapeMarkup(requirement.id)}: ${counted(results.length, 'check')}</summary>${results.map((one) => `<p class="label"><code>${escapeMarkup(one.check)}</code>: ${looks[one.verdict][1].toLowerCase()}${one.message === '' ? '' : `; ${escapeMarkup(cut(one.message, 600))}`}</p>`).join('')}</details></td><td>${badge(verdict)}</td></tr>`)
  return `<div class="filters" role="group" aria-label="Show by verdict" hidden>${buttons.join('')}</div><p class="soft" id="shown" role="status">${counted(sorted.length, 'requirement')} shown</p><div class="card scroll"><table><thead><tr><th scope="col">Clause</th><th scope="col">Requirement</th><th scope="col">Verdict</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function badge(verdict: Verdict): string {
  return `<span class="badge ${looks[verdict][0]}">${looks[verdict][1]}</span>`
}

/** What no run looks at: statements that no client can judge, and what the specification does not show. */
export function outOfScope(requirements: readonly Requirement[]): string {
  const list = (all: readonly Requirement[], textOf: (one: Requirement) => string) => `<div class="card scroll"><table><thead><tr><th scope="col">Clause</th><th scope="col">Statement</th></tr></thead><tbody>${all.map((one) => `<tr><td class="clause">${escapeMarkup(one.clause)}</td><td>${textOf(one)}</td></tr>`).join('')}</tbody></table></div>`
  const excluded = requirements.filter(({ excluded }) => excluded !== undefined)
  const notShown = requirements.filter(({ kind }) => kind === 'notShown')
  return [
    `<details><summary>Stated, but not to be judged from outside: ${excluded.length}</summary>${list(excluded, ({ statement, excluded: reason }) => `${escapeMarkup(statement)} <span class="soft">${escapeMarkup(reason ?? '')}</span>`)}</details>`,
    `<details><summary>Left open by the specification: ${notShown.length}</summary>${list(notShown, ({ statement }) => escapeMarkup(statement))}</details>`,
  ].join('')
}

export function profileTable(profile: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(profile).map(([name, value]) => `<tr><th scope="row"><code>${escapeMarkup(name)}</code></th><td><code>${escapeMarkup(profileText(value))}</code></td></tr>`)
  return rows.length === 0 ? '' : `<div class="card scroll"><table><thead><tr><th scope="col">What</th><th scope="col">Found</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}
