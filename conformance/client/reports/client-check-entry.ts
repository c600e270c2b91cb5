import type { CheckEntry, Evidence } from '../../report/document.ts'
import { cut, toBodyHead } from '../../report/text.ts'
import { textOf } from '../../wording/text.ts'
import { clientRequirement } from '../catalogue/requirements.ts'
import type { ClientExchange } from '../evidence/client-exchange.ts'
import type { RedactedResult } from '../judge/redaction.ts'
import { type CheckResults, runText, runTexts } from './results-by-check.ts'
import type { RaceFinding } from '../races/race-finding.ts'
import type { ClientReportContext } from './client-report-context.ts'

/** Runs that an entry names, and whose messages it has. */
const mostRuns = { named: 4, told: 200 }

/** In process, no command repeats a run, and no program prints. */
const inProcess = { again: () => undefined, outputOf: () => '' }

/** What is told of a check about a client, in all runs with the same verdict. */
export function clientCheckEntry(
  { check, requirement, trap, results }: CheckResults,
  { again, outputOf }: Pick<ClientReportContext, 'again' | 'outputOf'> = inProcess,
): CheckEntry {
  const first = results[0]!
  const command = again(first)
  const { expected, got } = first
  return {
    check,
    ...(expected && got ? { expected: textOf(expected), got: textOf(got) } : {}),
    message: first.message,
    lines: [
      { kind: 'trap', text: trap },
      { kind: 'careful', text: requirement.careful },
      ...first.evidence.slice(-mostSent).map((request) => ({ kind: 'sent', text: sentText(request) }) as const),
      { kind: 'runs', text: runTexts(results, mostRuns.named) },
    ],
    command: command === undefined ? undefined : { kind: 'again', short: command, long: command },
    // Of a crash, the standard error is what was got.
    output: isCrash(first) ? '' : outputOf(first),
    evidence: first.evidence.map(evidenceOf),
    runs: results.slice(0, mostRuns.told).map((result) => `${runText(result)}: ${cut(result.message, 600)}`),
  }
}

const isCrash = ({ fact }: RedactedResult): boolean => fact?.kind === 'noReport' && fact.how === 'crash'

/** Requests that an entry tells in a line each. */
const mostSent = 4

function evidenceOf({ request: { method, url, headers, body }, response }: ClientExchange): Evidence {
  return {
    request: { method, url, headers, ...(body === undefined ? {} : toBodyHead(body)) },
    response: response && {
      status: response.status,
      headers: response.headers,
      ...toBodyHead(response.text, response.length),
    },
  }
}

function sentText({ request: { method, url, headers, body }, response }: ClientExchange): string {
  const authorization = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  return [
    `${method} ${url}`,
    ...(authorization === undefined ? [] : [`[${cut(authorization, 60)}]`]),
    ...(body === undefined ? [] : [cut(body, 300)]),
    `→ ${response ? response.status : 'no answer'}`,
  ].join(' ')
}

/** What is told of an order of requests. */
export function raceCheckEntry({ requirement, message, schedule }: RaceFinding): CheckEntry {
  return {
    check: requirement,
    message,
    lines: [
      { kind: 'schedule', text: schedule },
      { kind: 'careful', text: clientRequirement(requirement).careful },
    ],
    evidence: [],
  }
}
