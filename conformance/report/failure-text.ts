// The text about a check, for logs and for runners of tests.
import type { Evidence, CheckEntry, LineKind, RequirementEntry } from './document.ts'
import { terminalLines } from '../wording/escaping/terminal.ts'
import { bodyText } from './text.ts'

/** The text about a check, for a reader of a log. */
export function entryDetails({ check, message, also = [], lines, command, evidence }: CheckEntry): string {
  const answer = evidence.at(-1)?.response
  return [
    `${check}: ${message}`,
    ...also.map(({ check: other, place }) => `also: ${other} (${place})`),
    ...lines.map(({ kind, text }) => `${kind}: ${text}`),
    ...(command === undefined ? [] : [`${command.kind}: ${command.short}`]),
    ...(answer === undefined ? [] : [`answer: ${answer.status} ${bodyText(answer, 1000)}`]),
  ].join('\n')
}

/** The number of requests in the message of a failed test. */
const mostRequests = 5

/** Labels that say more than the kind of a line. */
const labels: Readonly<Partial<Record<LineKind, string>>> = {
  careful: 'a careful client',
  runs: 'run',
  schedule: 'the shortest schedule',
}

/**
 * The message of a failed test, for the output of a runner: what came, the requirement, what shows it, and how to see
 * it again.
 */
export function failureText(
  verdict: string,
  { id, clause, statement }: Pick<RequirementEntry, 'id' | 'clause' | 'statement'>,
  { message, lines: further, command, evidence }: CheckEntry,
): string {
  const earlier = evidence.length - mostRequests
  const last = evidence.at(-1)?.response
  const lines = [
    verdict === 'fail' ? message : `${verdict}: ${message}`,
    `requirement ${id} (clause ${clause}): ${statement}`,
    // The evidence has the requests.
    ...further.filter(({ kind }) => kind !== 'sent').map(({ kind, text }) => labelled(labels[kind] ?? kind, text)),
    ...(evidence.length === 0 ? [] : ['sent:']),
    ...(earlier > 0 ? [`  ${earlier} earlier`] : []),
    ...evidence.slice(-mostRequests).map(requestText),
    ...(last?.body ? [`last answer: ${last.status} ${bodyText(last, 300)}`] : []),
    ...(command === undefined ? [] : [command.kind === 'again' ? `play it again: ${command.short}` : command.short]),
  ]
  return terminalLines(lines.join('\n  '))
}

/** A label with a text, whose lines follow the label where there are several. */
function labelled(label: string, text: string): string {
  return text.includes('\n') ? [`${label}:`, ...text.split('\n')].join('\n    ') : `${label}: ${text}`
}

function requestText({ request, response }: Evidence): string {
  const { method, url, body, length } = request
  const sent = body === undefined ? '' : ` ${bodyText({ body, length })}`
  return `  ${method} ${url}${sent}: ${response ? response.status : 'no answer'}`
}
