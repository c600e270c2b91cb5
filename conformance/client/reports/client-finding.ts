// Findings about a client. Results are grouped by check, so that the same fault in thirty runs is one entry.
import { type Finding, statementLines } from '../../report/document.ts'
import { cutBody } from '../../report/text.ts'
import { firstNames } from '../../conclusions/cut-text.ts'
import type { ClientRequirement } from '../catalogue/client-requirement.ts'
import { clientRequirement } from '../catalogue/requirements.ts'
import type { ClientResult } from '../judge/client-result.ts'
import type { RaceFinding } from '../races/race-finding.ts'
import type { AnyExchange } from '../../conclusions/exchange.ts'
import type { ClientVerdict } from '../conclusions/client-conclusion.ts'
import { wireChecks } from '../checks/checks.ts'

/** The results of one check in all runs with the same verdict. */
export interface CheckResults {
  readonly check: string
  readonly requirement: ClientRequirement
  /** The situation that a client must meet before its requests can be judged; undefined for a check of its value. */
  readonly trap: string | undefined
  /** At least one. */
  readonly results: readonly ClientResult[]
}

/** The results with one verdict, grouped by check, in the order of the results. */
export function resultsByCheck(results: readonly ClientResult[], verdict: ClientVerdict): readonly CheckResults[] {
  const matching = results.filter((result) => result.verdict === verdict)
  return [...Map.groupBy(matching, ({ check }) => check)].map(([check, found]) => ({
    check,
    requirement: clientRequirement(found[0]!.requirement),
    trap: wireChecks.find(({ id }) => id === check)?.trap,
    results: found,
  }))
}

/** A run in a few words, such as `walk-events two-pages, slow-answers`. */
export function clientRunText({ task, inputName, scenario, worlds }: ClientResult): string {
  if (task === null) return worlds === undefined ? 'the watched command' : `the watched command, in ${worlds} worlds`
  return `${task} ${inputName ?? ''}${scenario === null ? '' : `, ${scenario}`}`
}

/** Runs in a few words, without duplicates. Those beyond `most` are counted. */
export function runTexts(results: readonly ClientResult[], most: number): string {
  return firstNames([...new Set(results.map(clientRunText))], most, '; ')
}

/** The facts about runs that only who ran the client has. Findings show those that are there. */
export interface RunContext {
  /** The command that repeats only the run of a result; undefined if there is none. */
  readonly again?: (result: ClientResult) => string | undefined
  /** The standard error of the program in the run of a result, without secrets; empty without any. */
  readonly outputOf?: (result: ClientResult) => string
  /** The sentence about a scenario. */
  readonly sentenceOf?: (scenario: string) => string
}

/** The number of runs that an entry names, and the number whose messages it has. */
const mostRuns = { named: 4, told: 200 }

/** A finding about a client: one check with all runs that have the same verdict. */
export function clientFinding(
  { check, requirement, trap, results }: CheckResults,
  { again, outputOf, sentenceOf }: RunContext,
): Finding {
  const first = results[0]!
  const command = again?.(first)
  const last = first.evidence.at(-1)
  const answer = last?.response
  return {
    ...findingHead(requirement),
    id: check,
    place: first.task === null ? lastRequestText(first) : clientRunText(first),
    message: first.message,
    lines: [
      ...statementLines(first),
      ...(first.scenario === null || !sentenceOf
        ? []
        : [{ label: 'scenario', text: `${first.scenario}: ${sentenceOf(first.scenario)}` } as const]),
      ...(trap === undefined ? [] : [{ label: 'why it matters', text: trap } as const]),
      { label: 'expected handling', text: requirement.careful },
      ...requestTexts(first.evidence).map((text) => ({ label: 'sent', text }) as const),
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
    runs: results.slice(0, mostRuns.told).map((result) => `${clientRunText(result)}: ${cutBody(result.message, 600)}`),
  }
}

/** The last request of a watched client; empty without any. */
function lastRequestText({ evidence }: ClientResult): string {
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
function requestTexts(evidence: readonly AnyExchange[]): readonly string[] {
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
      { label: 'expected handling', text: requirement.careful },
    ],
    also: [],
    evidence: [],
  }
}
