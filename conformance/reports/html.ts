import { kit } from '../catalogue/kit.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { RunResult } from '../run/result.ts'
import { type ClaimLines, claimLines } from './claim-lines.ts'
import { closingNote } from './closing-note.ts'
import {
  blockedGroups,
  insufficientGroups,
  omittedGroups,
  partlySeenGroups,
  requirementsOf,
  type ReasonGroup,
  unseenGroups,
} from './groups.ts'
import { failureCards } from './html-failures.ts'
import { banner, fact, htmlPage, listOf, tiles, titled } from './html-page.ts'
import { findingsTable, outOfScope, reasonTable, requirementTable, scoreTable } from './html-tables.ts'
import type { ReportContext } from './report-context.ts'
import { counted, escapeMarkup, isoTime, seconds } from './text.ts'
import { toDeclare } from './to-declare.ts'
import { verdictLine } from './verdict-line.ts'

/** One page without assets from elsewhere. Its policy keeps anything that came from the target from running. */
export function htmlReport(result: RunResult, { summary, baseline }: ReportContext): string {
  const { tone, head, rest } = verdictLine(summary, baseline)
  const known = new Map(baseline?.known.map((entry) => [entry.check, entry.reason ?? '']))
  const errors = result.results
    .filter(({ verdict }) => verdict === 'error')
    .map((one) => ({ reason: one.message, results: [one] }))
  const [blocked, insufficient] = [blockedGroups(result), insufficientGroups(result)]
  const { claimed, next, outlook } = claimLines(result, summary)
  const when = `${isoTime(result.startedAt).slice(0, 16).replace('T', ' ')} UTC`
  const facts = [
    ['Target', result.baseUrl],
    ['Claimed', claimed],
    ['Run', when],
    ['Effort', `${counted(result.requests, 'request')} in ${seconds(result.durationMs)}`],
    ['Kit', kit.version],
  ] as const
  const stale = (baseline?.stale ?? []).map(({ check }) => `<code>${escapeMarkup(check)}</code>`)
  const left = result.leftovers.map((one) => escapeMarkup(one))
  const catalogue = `catalogue of ${counted(requirements.length, 'requirement')}, ${summary.digest}`
  const footer = `${kit.name} ${kit.version}; ${catalogue}. Secrets are replaced by their names.`
  const body = [
    '<p class="eyebrow">Platform Data API conformance report</p>',
    banner(tone, head, rest),
    `<dl class="facts">${facts.map(([name, value]) => fact(name, value)).join('')}</dl>`,
    nextSteps(next, outlook),
    tiles(summary.score),
    titled('failed', 'What failed', failureCards(summary.outcomes, known)),
    titled('errors', 'Errors of the kit', reasons(errors, 'What happened', 'No findings about the target.')),
    titled('score', 'Score by clause', summary.clauses.length === 0 ? '' : scoreTable(summary.clauses)),
    titled('blocked', 'What was blocked', reasons(blocked, 'Root cause', 'What these build on does not work.')),
    titled('undecided', 'What could not be decided', reasons(insufficient, 'What is missing', notShown)),
    titled('not-looked-at', 'What was not looked at', notLookedAt(result)),
    titled('limits', 'What one run cannot see', listOf('', closingNote(result).map(escapeMarkup))),
    titled('requirements', 'Every requirement', requirementTable(summary.outcomes)),
    titled('findings', 'Findings about the target', findingsTable(result.findings)),
    titled('stale', 'Stale in the baseline', listOf('These no longer fail.', stale)),
    titled('left-behind', 'Left behind', listOf('The run created these and could not delete them.', left)),
    `<footer>${escapeMarkup(footer)}</footer>`,
  ]
  return htmlPage(`${head}: ${result.baseUrl}`, body)
}

const notShown = 'The data of the target, or a limit of the run, could not show it.'

function notLookedAt(result: RunResult): string {
  const [unseen, partly, omitted] = [unseenGroups(result), partlySeenGroups(result), omittedGroups(result)]
  return [
    reasons(unseen, 'To declare', `${countOf(unseen)}: the target file does not declare what these take.`),
    reasons(
      partly,
      'To declare',
      `${countOf(partly)} looked at in part: the target file does not declare what the rest takes.`,
    ),
    reasons(omitted, 'Not offered', `${countOf(omitted)}: the service does not offer these, as the target file says.`),
    unseen.length + partly.length === 0 ? '' : example(toDeclare(result)),
    outOfScope(requirements),
  ].join('')
}

function countOf(groups: readonly ReasonGroup[]): string {
  return counted(requirementsOf(groups.flatMap(({ results }) => results)).length, 'requirement')
}

/** What to declare next, with links to where the report shows how. */
function nextSteps(next: ClaimLines['next'], outlook: string): string {
  if (next.length === 0) return ''
  const members = next.map(({ name, requirements: count }) => {
    const effect = `<span class="soft">for ${counted(count, 'requirement')}</span>`
    return `<li><code>${escapeMarkup(name)}</code> ${effect}</li>`
  })
  const how = '<a href="#not-looked-at">how to declare them</a>'
  return `<div class="card"><p>Next: ${outlook} (${how}).</p><ol class="next">${members.join('')}</ol></div>`
}

/** What to write into the target file, in its form. */
function example(lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : `<p class="soft">In the target file, with values of your own:</p><pre>${escapeMarkup(lines.join('\n'))}</pre>`
}

function reasons(groups: readonly ReasonGroup[], head: string, note: string): string {
  return groups.length === 0 ? '' : `<p class="soft">${note}</p>${reasonTable(groups, head)}`
}
