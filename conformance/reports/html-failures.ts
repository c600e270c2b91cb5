import { adviceFor } from '../catalogue/advice.ts'
import type { CheckResult } from '../run/result.ts'
import { type Exchange, toCurl } from '../wire/exchange.ts'
import { type Difference, differenceOf } from './groups.ts'
import type { RequirementOutcome } from './outcomes.ts'
import { recordLine, shownRecords } from './shown-records.ts'
import { counted, cut, escapeMarkup, seconds } from './text.ts'

/** One card for each requirement that failed: what was expected, what came, and how to see it again. */
export function failureCards(outcomes: readonly RequirementOutcome[], known: ReadonlyMap<string, string>): string {
  return outcomes
    .filter(({ verdict }) => verdict === 'fail')
    .map((outcome) => card(outcome, known))
    .join('\n')
}

function card(
  { requirement: { id, clause, statement }, results }: RequirementOutcome,
  known: ReadonlyMap<string, string>,
): string {
  const failed = results.filter(({ verdict }) => verdict === 'fail')
  return [
    `<article class="card bad" id="failed-${escapeMarkup(id)}"><h3>${escapeMarkup(statement)}</h3>`,
    `<p class="soft"><a class="anchor" href="#${escapeMarkup(id)}"><code>${escapeMarkup(id)}</code></a>, `,
    `clause ${escapeMarkup(clause)}</p>`,
    advice(id),
    ...failed.map((one) => check(one, known.get(one.check))),
    '</article>',
  ].join('')
}

function advice(id: RequirementOutcome['requirement']['id']): string {
  const found = adviceFor(id)
  if (!found) return ''
  return [
    '<dl class="advice">',
    `<dt>Usually behind it</dt><dd>${escapeMarkup(found.cause)}</dd>`,
    `<dt>What to do</dt><dd>${escapeMarkup(found.remedy)}</dd>`,
    '</dl>',
  ].join('')
}

function check(result: CheckResult, known: string | undefined): string {
  const { check, message, evidence, reproduce } = result
  const difference = differenceOf(message)
  const last = evidence.at(-1)
  const records = shownRecords(result)
  return [
    `<div class="check"><code>${escapeMarkup(check)}</code>${knownBadge(known)}`,
    difference ? diff(difference) : `<p>${escapeMarkup(message)}</p>`,
    records.length > 0
      ? `<p class="label">Records</p><pre>${escapeMarkup(records.map(recordLine).join('\n'))}</pre>`
      : '',
    last ? `<p class="label">Reproduce</p><pre>${escapeMarkup(toCurl(last.request, ' \\\n  '))}</pre>` : '',
    reproduce === undefined
      ? ''
      : `<details><summary>Script: every request that matters</summary><pre>${escapeMarkup(reproduce)}</pre></details>`,
    evidenceDetails(evidence),
    '</div>',
  ].join('')
}

function knownBadge(known: string | undefined): string {
  if (known === undefined) return ''
  return ` <span class="badge open">Known${known === '' ? '' : `: ${escapeMarkup(known)}`}</span>`
}

function diff({ expected, got }: Difference): string {
  return [
    '<dl class="diff">',
    `<dt>Expected</dt><dd>${escapeMarkup(expected)}</dd>`,
    `<dt>Got</dt><dd class="got">${escapeMarkup(got)}</dd>`,
    '</dl>',
  ].join('')
}

/** What was sent and what came, folded away; nothing if nothing was kept. */
function evidenceDetails(evidence: readonly Exchange[]): string {
  if (evidence.length === 0) return ''
  const summary = `<summary>Evidence: ${counted(evidence.length, 'exchange')}</summary>`
  return `<details>${summary}${evidence.map(exchange).join('')}</details>`
}

function exchange({ request, response, durationMs }: Exchange): string {
  const sent = [
    `${request.method} ${request.url}`,
    ...headerLines(request.headers),
    ...(request.body === undefined ? [] : ['', cut(request.body)]),
  ].join('\n')
  const received = [
    `${response.status}${response.trouble === undefined ? '' : ` (${response.trouble})`}`,
    ...headerLines(response.headers),
    '',
    cut(response.text),
  ].join('\n')
  return [
    `<p class="label">Request</p><pre>${escapeMarkup(sent)}</pre>`,
    `<p class="label">Response, after ${seconds(durationMs)}</p><pre>${escapeMarkup(received)}</pre>`,
  ].join('')
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}
