import { differenceOf } from '../../reports/groups.ts'
import { counted, cut, escapeMarkup } from '../../reports/text.ts'
import type { ShownRequest } from '../judge/shown-request.ts'
import { type ClientFinding, runText, runTexts } from './findings.ts'
import type { ClientReportContext } from './report-context.ts'

/** Messages of further runs that a card has. */
const mostRuns = 200

/** One card for each check: what it waits for, what was sent, what a careful client does, and how to see it again. */
export function findingCards(
  findings: readonly ClientFinding[],
  verdict: 'fail' | 'advice' | 'error',
  context: ClientReportContext,
): string {
  return findings.map((finding) => card(finding, verdict === 'fail' ? 'bad' : 'open', context)).join('\n')
}

function card(
  { check, requirement: { id, clause, level, statement, careful }, trap, results }: ClientFinding,
  tone: 'bad' | 'open',
  { again, outputOf, baseline }: ClientReportContext,
): string {
  const first = results[0]!
  const known = baseline?.known.find((entry) => entry.check === check)
  const reason = known?.reason ? `: ${escapeMarkup(known.reason)}` : ''
  const [command, output] = [again(first), outputOf(first)]
  return [
    `<article class="card ${tone}" id="found-${escapeMarkup(check)}"><h3>${escapeMarkup(statement)}</h3>`,
    `<p class="soft"><a class="anchor" href="#${escapeMarkup(id)}"><code>${escapeMarkup(check)}</code></a>, `,
    `clause ${escapeMarkup(clause)}, ${level}${known ? ` <span class="badge open">Known${reason}</span>` : ''}</p>`,
    '<dl class="diff">',
    ...difference(first.message),
    `<dt>Trap</dt><dd>${escapeMarkup(trap)}</dd>`,
    `<dt>Careful</dt><dd>${escapeMarkup(careful)}</dd>`,
    '</dl>',
    command === undefined ? '' : `<p class="label">See it again</p><pre>${escapeMarkup(command)}</pre>`,
    sentDetails(first.evidence),
    output === '' ? '' : details('What the client printed', `<pre>${escapeMarkup(cut(output))}</pre>`),
    `<p class="label">In ${escapeMarkup(runTexts(results, 6))}</p>`,
    results.length === 1 ? '' : details(`Each of ${counted(results.length, 'run')}`, messages({ results })),
    '</article>',
  ].join('')
}

function messages({ results }: Pick<ClientFinding, 'results'>): string {
  const items = results.slice(0, mostRuns).map((result) => {
    const said = result.message === '' ? '' : `: ${escapeMarkup(cut(result.message, 600))}`
    return `<li><code>${escapeMarkup(runText(result))}</code>${said}</li>`
  })
  const rest = results.length - mostRuns
  return `<ul>${items.join('')}${rest > 0 ? `<li>and ${rest} more</li>` : ''}</ul>`
}

function difference(message: string): readonly string[] {
  const parts = differenceOf(message)
  if (!parts) return [`<dt>Message</dt><dd>${escapeMarkup(message)}</dd>`]
  return [
    `<dt>Expected</dt><dd>${escapeMarkup(parts.expected)}</dd>`,
    `<dt>Got</dt><dd class="got">${escapeMarkup(parts.got)}</dd>`,
  ]
}

function sentDetails(evidence: readonly ShownRequest[]): string {
  if (evidence.length === 0) return ''
  return details(`What was sent: ${counted(evidence.length, 'request')}`, evidence.map(exchange).join(''))
}

function details(summary: string, content: string): string {
  return `<details><summary>${escapeMarkup(summary)}</summary>${content}</details>`
}

function exchange({ request, response }: ShownRequest): string {
  const sent = [
    `${request.method} ${request.url}`,
    ...headerLines(request.headers),
    ...(request.body === undefined ? [] : ['', request.body]),
  ].join('\n')
  const received = response
    ? [String(response.status), ...headerLines(response.headers), '', response.body].join('\n')
    : 'no answer'
  return [
    `<p class="label">Request</p><pre>${escapeMarkup(sent)}</pre>`,
    `<p class="label">Response</p><pre>${escapeMarkup(received)}</pre>`,
  ].join('')
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}
