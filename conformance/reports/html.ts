import { createHash } from 'node:crypto'
import { kit } from '../catalogue/kit.ts'
import { requirements } from '../catalogue/requirements.ts'
import type { Verdict } from '../catalogue/verdict.ts'
import type { RunResult } from '../run/result.ts'
import { blockedGroups, insufficientGroups, undeclaredGroups } from './groups.ts'
import { failureCards } from './html-failures.ts'
import { script } from './html-script.ts'
import { style } from './html-style.ts'
import { findingsTable, outOfScope, reasonTable, requirementTable, scoreTable } from './html-tables.ts'
import type { ReportContext } from './report-context.ts'
import { isUndecided, type RequirementOutcome } from './summary.ts'
import { counted, escapeMarkup, isoTime, seconds } from './text.ts'
import { toDeclare } from './to-declare.ts'
import { verdictLine } from './verdict-line.ts'

/** One page that stands alone: no asset from elsewhere, and a policy by which nothing of a target in it can run. */
export function htmlReport(result: RunResult, { summary, baseline }: ReportContext): string {
  const { tone, head, rest } = verdictLine(summary, baseline)
  const known = new Map(baseline?.known.map((entry) => [entry.check, entry.reason ?? '']))
  const errors = result.results
    .filter(({ verdict }) => verdict === 'error')
    .map((one) => ({ reason: one.message, results: [one] }))
  const [blocked, insufficient, undeclared] = [
    blockedGroups(result),
    insufficientGroups(result),
    undeclaredGroups(result),
  ]
  const when = `${isoTime(result.startedAt).slice(0, 16).replace('T', ' ')} UTC`
  const facts = [
    ['Target', result.baseUrl],
    ['Run', when],
    ['Effort', `${counted(result.requests, 'request')} in ${seconds(result.durationMs)}`],
    ['Kit', `${kit.name} ${kit.version}`],
  ] as const
  const body = [
    '<p class="eyebrow">Platform Data API conformance report</p>',
    `<section class="banner ${tone}" aria-label="Verdict"><h1>${head}</h1><p>${escapeMarkup(`${rest[0]!.toUpperCase()}${rest.slice(1)}.`)}</p></section>`,
    `<dl class="facts">${facts.map(([name, value]) => fact(name, value)).join('')}</dl>`,
    tiles(summary.outcomes),
    titled('What failed', failureCards(summary.outcomes, known)),
    titled(
      'Errors of the kit',
      errors.length === 0
        ? ''
        : `<p class="soft">No findings about the target.</p>${reasonTable(errors, 'What happened')}`,
    ),
    titled('Score by clause', summary.clauses.length === 0 ? '' : scoreTable(summary.clauses)),
    titled(
      'What was blocked',
      blocked.length === 0
        ? ''
        : `<p class="soft">Something that these build on does not work.</p>${reasonTable(blocked, 'Root cause')}`,
    ),
    titled(
      'What could not be decided',
      insufficient.length === 0
        ? ''
        : `<p class="soft">The data of the target, or a limit of the run, could not show it.</p>${reasonTable(insufficient, 'What is missing')}`,
    ),
    titled(
      'What was not looked at',
      `${undeclared.length === 0 ? '' : `<p class="soft">The target file does not declare what these take.</p>${reasonTable(undeclared, 'To declare')}${example(toDeclare(result))}`}${outOfScope(requirements)}`,
    ),
    titled('Every requirement', requirementTable(summary.outcomes)),
    titled('Findings about the target', findingsTable(result.findings)),
    titled(
      'Stale in the baseline',
      !baseline || baseline.stale.length === 0
        ? ''
        : `<p class="soft">These no longer fail.</p><ul>${baseline.stale.map(({ check }) => `<li><code>${escapeMarkup(check)}</code></li>`).join('')}</ul>`,
    ),
    titled(
      'Left behind',
      result.leftovers.length === 0
        ? ''
        : `<p class="soft">The run made these and could not delete them.</p><ul>${result.leftovers.map((one) => `<li>${escapeMarkup(one)}</li>`).join('')}</ul>`,
    ),
    `<footer>${escapeMarkup(`${kit.name} ${kit.version}; catalogue of ${counted(requirements.length, 'requirement')}, ${summary.digest}. Secrets are replaced by their names.`)}</footer>`,
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeMarkup(`${head}: ${result.baseUrl}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body.filter((block) => block !== '').join('\n')}
</main>
<script>${script}</script>
</body>
</html>
`
}

function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}

function fact(name: string, value: string): string {
  return `<div><dt>${name}</dt><dd>${escapeMarkup(value)}</dd></div>`
}

/** What to write into the target file, in its form. */
function example(lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : `<p class="soft">In the target file, with values of your own:</p><pre>${escapeMarkup(lines.join('\n'))}</pre>`
}

function titled(title: string, content: string): string {
  return content === '' ? '' : `<section><h2>${title}</h2>${content}</section>`
}

/** Of what is stated alone, as the score: the rest cannot pass. */
function tiles(outcomes: readonly RequirementOutcome[]): string {
  const judged = outcomes.filter(({ requirement }) => requirement.kind === 'stated')
  const tile = (tone: string, label: string, matches: (verdict: Verdict) => boolean) =>
    `<div class="tile ${tone}"><b>${judged.filter(({ verdict }) => matches(verdict)).length}</b>${label}</div>`
  const all = [
    tile('good', 'passed', (verdict) => verdict === 'pass'),
    tile('bad', 'failed', (verdict) => verdict === 'fail'),
    tile('open', 'not decided', isUndecided),
    tile('none', 'not looked at', (verdict) => verdict === 'notApplicable'),
  ]
  return `<div class="tiles">${all.join('')}</div>`
}
