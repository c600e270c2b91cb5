import { type Finding, statementLines } from '../../report/document.ts'
import { cutBody } from '../../report/text.ts'
import type { ClientRequirement } from '../catalogue/client-requirement.ts'
import { clientRequirement } from '../catalogue/requirements.ts'
import type { ClientResult } from '../judge/client-result.ts'
import { type CheckResults, runText, runTexts } from './results-by-check.ts'
import type { RaceFinding } from '../races/race-finding.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import type { ClientReportContext, RunContext } from './client-report-context.ts'

/** The number of runs that an entry names, and the number whose messages it has. */
const mostRuns = { named: 4, told: 200 }

/** A finding about a client: one check with all runs that have the same verdict. */
export function clientFinding(
  { check, requirement, trap, results }: CheckResults,
  { again, outputOf, sentenceOf, baseline }: RunContext & Pick<ClientReportContext, 'baseline'>,
): Finding {
  const first = results[0]!
  const command = again?.(first)
  const known = baseline?.known.find((entry) => entry.check === check)
  const last = first.evidence.at(-1)
  const answer = last?.response
  return {
    ...findingHead(requirement),
    id: check,
    known: known && (known.reason ?? ''),
    place: first.task === null ? placeText(first) : runText(first),
    message: first.message,
    lines: [
      ...statementLines(first),
      ...(first.scenario === null || !sentenceOf
        ? []
        : [{ label: 'scenario', text: `${first.scenario}: ${sentenceOf(first.scenario)}` } as const]),
      ...(trap === undefined ? [] : [{ label: 'trap', text: trap } as const]),
      { label: 'careful', text: requirement.careful },
      ...sentTexts(first.evidence).map((text) => ({ label: 'sent', text }) as const),
      // The client has often misread the last answer.
      ...(answer?.text
        ? [{ label: 'answered', text: `${answer.status} ${cutBody(answer.text, 300, answer.length)}` } as const]
        : []),
      { label: 'runs', text: runTexts(results, mostRuns.named) },
    ],
    also: [],
    command: command === undefined ? undefined : { label: 'again', short: command, long: command },
    // For a crash, the message already has the standard error.
    output: isCrash(first) ? '' : outputOf?.(first),
    evidence: first.evidence,
    runs: results.slice(0, mostRuns.told).map((result) => `${runText(result)}: ${cutBody(result.message, 600)}`),
  }
}

/** The last request of a watched client; empty without any. */
function placeText({ evidence }: ClientResult): string {
  const last = evidence.at(-1)?.request
  return last ? `${last.method} ${last.url.split('?')[0]}` : ''
}

function findingHead({
  id,
  statement,
  clause,
  level,
}: ClientRequirement): Pick<Finding, 'requirement' | 'statement' | 'note'> {
  return { requirement: id, statement, note: `clause ${clause}, ${level}` }
}

const isCrash = ({ fact }: ClientResult): boolean => fact?.kind === 'noReport' && fact.how === 'crash'

/** The number of requests that an entry shows, one per line. */
const mostSent = 4

/** The last requests. Equal ones in a row are one line. */
function sentTexts(evidence: readonly AnyExchange[]): readonly string[] {
  const texts = evidence.map(sentText)
  return texts
    .filter((text, index) => text !== texts[index - 1])
    .slice(-mostSent)
    .map((text) => (texts.join('\n').includes(`${text}\n${text}`) ? `${text} (repeated)` : text))
}

function sentText({ request: { method, url, headers, body }, response }: AnyExchange): string {
  const authorization = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  return [
    `${method} ${url}`,
    ...(authorization === undefined ? [] : [`[${cutBody(authorization, 60)}]`]),
    ...(body === undefined ? [] : [cutBody(body, 300)]),
    `→ ${response ? response.status : 'no answer'}`,
  ].join(' ')
}

/** A finding about an order of requests. */
export function raceFinding({ requirement: id, message, schedule }: RaceFinding): Finding {
  const requirement = clientRequirement(id)
  return {
    ...findingHead(requirement),
    id,
    place: '',
    message,
    lines: [
      { label: 'message', text: message },
      { label: 'schedule', text: schedule },
      { label: 'careful', text: requirement.careful },
    ],
    also: [],
    evidence: [],
  }
}
