import { kit } from '../../catalogue/kit.ts'
import { scoreTable } from '../../reports/html-tables.ts'
import { banner, fact, htmlPage, listOf, tiles, titled } from '../../reports/html-page.ts'
import { counted, escapeMarkup, isoTime, seconds } from '../../reports/text.ts'
import type { ClientReport } from '../judge/client-report.ts'
import { findingsOf } from './findings.ts'
import { findingCards } from './html-findings.ts'
import { coverageTables, openTable, requirementTable } from './html-tables.ts'
import type { ClientReportContext } from './report-context.ts'
import { clientVerdictLine } from './verdict-line.ts'

/** One page without assets from elsewhere. Nothing that came from the client can run in it. */
export function clientHtml(report: ClientReport, context: ClientReportContext): string {
  const { client, results } = report
  const { summary, baseline, coverage } = context
  const { tone, head, rest } = clientVerdictLine(report, context)
  const facts = [
    ['Client', client.name],
    ['Run', `${isoTime(context.startedAt).slice(0, 16).replace('T', ' ')} UTC`],
    [
      'Effort',
      `${counted(context.runs, 'run')}, ${counted(context.requests, 'request')} in ${seconds(context.durationMs)}`,
    ],
    ['Kit', kit.version],
  ] as const
  const cards = (verdict: 'fail' | 'advice' | 'error') => findingCards(findingsOf(results, verdict), verdict, context)
  const open = (verdict: 'blocked' | 'insufficientEvidence' | 'notApplicable') => openTable(summary.outcomes, verdict)
  const stale = (baseline?.stale ?? []).map(({ check }) => `<code>${escapeMarkup(check)}</code>`)
  const catalogue = `catalogue of ${counted(report.kit.requirements, 'requirement')}, ${report.kit.digest}`
  const footer = `${kit.name} ${kit.version}; ${catalogue}. Secrets are replaced by their names.`
  const body = [
    '<p class="eyebrow">Platform Data API client report</p>',
    banner(tone, head, rest),
    `<dl class="facts">${facts.map(([name, value]) => fact(name, value)).join('')}</dl>`,
    tiles(summary.score),
    titled('failed', 'What failed', cards('fail')),
    titled('advice', 'Advice', cards('advice')),
    titled('errors', 'Errors of the judge', cards('error')),
    titled('coverage', 'What the tests touched', coverage ? coverageTables(coverage) : ''),
    titled('score', 'Score by clause', summary.clauses.length === 0 ? '' : scoreTable(summary.clauses)),
    titled('blocked', 'What was blocked', open('blocked')),
    titled('undecided', 'What could not be decided', open('insufficientEvidence')),
    titled('not-looked-at', 'What the client does not have', open('notApplicable')),
    titled('requirements', 'Every requirement', requirementTable(summary.outcomes)),
    titled('stale', 'Stale in the baseline', listOf('These no longer fail.', stale)),
    `<footer>${escapeMarkup(footer)}</footer>`,
  ]
  return htmlPage(`${head}: ${client.name}`, body)
}
