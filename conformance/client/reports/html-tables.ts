import { compareClauses } from '../../catalogue/clauses.ts'
import { requirementLink, table, type Tone, verdictFilters } from '../../reports/html-tables.ts'
import { counted, cut, escapeMarkup } from '../../reports/text.ts'
import type { ClientVerdict } from '../catalogue/verdicts.ts'
import type { ClientOutcome } from '../judge/summary.ts'
import { coverageHead, type CoverageTable } from './coverage.ts'
import { findingsOf, runTexts } from './findings.ts'

const looks: Readonly<Record<ClientVerdict, readonly [tone: Tone, label: string]>> = {
  pass: ['good', 'Kept'],
  fail: ['bad', 'Failed'],
  advice: ['open', 'Advice'],
  error: ['open', 'Error of the judge'],
  blocked: ['open', 'Blocked'],
  insufficientEvidence: ['open', 'Not decided'],
  observed: ['none', 'Observed'],
  notApplicable: ['none', 'No such thing'],
}

/** Why some requirements have no verdict. */
export function openTable(outcomes: readonly ClientOutcome[], verdict: ClientVerdict): string {
  const rows = outcomes
    .filter(({ requirement, verdict: its }) => its === verdict && requirement.level !== 'silent')
    .flatMap(({ results }) => findingsOf(results, verdict))
    .map(({ check, requirement, trap, results }) => {
      const message = results.find((one) => one.message !== '')?.message ?? trap
      const name = requirementLink(requirement.id, check)
      const [why, runs] = [cut(message, 600), runTexts(results, 3)].map(escapeMarkup)
      return `<tr><td>${name}</td><td>${why}</td><td>${runs}</td></tr>`
    })
  return rows.length === 0 ? '' : table([{ head: 'Check' }, { head: 'Why' }, { head: 'Runs' }], rows)
}

/** Every requirement with its verdict and its checks, and buttons that show only those of one verdict. */
export function requirementTable(outcomes: readonly ClientOutcome[]): string {
  const sorted = [...outcomes].sort((left, right) => compareClauses(left.requirement.clause, right.requirement.clause))
  return [
    verdictFilters(
      sorted.map(({ verdict }) => looks[verdict][1]),
      Object.values(looks).map(([, label]) => label),
    ),
    table([{ head: 'Clause' }, { head: 'Requirement' }, { head: 'Verdict' }], sorted.map(requirementRow)),
  ].join('')
}

function requirementRow({ requirement, verdict, results }: ClientOutcome): string {
  const { id, clause, level, statement, careful } = requirement
  const checks = [...Map.groupBy(results, ({ check }) => check)].map(([check, own]) => {
    const counts = [...Map.groupBy(own, (one) => looks[one.verdict][1])]
      .map(([label, some]) => `${label.toLowerCase()} in ${counted(some.length, 'run')}`)
      .join(', ')
    return `<p class="label"><code id="${escapeMarkup(check)}-runs">${escapeMarkup(check)}</code>: ${counts}</p>`
  })
  const [tone, label] = looks[verdict]
  const name = requirementLink(id)
  return [
    `<tr id="${escapeMarkup(id)}" data-verdict="${label}"><td class="clause">${escapeMarkup(clause)}</td>`,
    `<td>${escapeMarkup(statement)}<p class="label">${name}, ${level}</p>`,
    `<details><summary>${counted(checks.length, 'check')}</summary>`,
    `<p class="label">A careful client: ${escapeMarkup(careful)}</p>${checks.join('')}</details></td>`,
    `<td><span class="badge ${tone}">${label}</span></td></tr>`,
  ].join('')
}

/** What the tests of a watched client touched, and what not. */
export function coverageTables(coverage: CoverageTable): string {
  const rows = coverage.groups.map(({ title, touched, untouched }) => {
    const names = untouched.map((name) => `<code>${escapeMarkup(name)}</code>`).join(' ')
    const number = `<td class="number">${touched.length} of ${touched.length + untouched.length}</td>`
    const never = `<td class="names" data-head="Never touched">${names}</td>`
    return `<tr><th scope="row">${escapeMarkup(title)}</th>${number}${never}</tr>`
  })
  const head = `<p class="soft">${coverageHead(coverage)}.</p>`
  return head + table([{ head: 'What' }, { head: 'Touched', look: 'number' }, { head: 'Never touched' }], rows)
}
