// The text of a finding for test runners.
import { terminalLines } from '../wording/escaping/terminal.ts'
import type { AnyExchange } from '../conclusions/exchange.ts'
import { type Finding, lineText } from './document.ts'
import { responseBodyText, cutBody } from './text.ts'

/** Labels that are longer in the output of a test runner. */
const labels: Readonly<Record<string, string>> = {
  schedule: 'shortest schedule',
  again: 'run it again',
}

/** The number of requests in the message of a failed test. */
const mostRequests = 5

/**
 * The message of a failed test: the actual result, the requirement, the evidence, and how to reproduce it.
 * @param verdict The verdict in words; empty for a failure.
 */
export function testMessage(
  verdict: string,
  { requirement, statement, note, message, lines, command, evidence }: Finding,
): string {
  const earlier = evidence.length - mostRequests
  const last = evidence.at(-1)?.response
  const said = new Set(['expected', 'got', 'message', 'sent'])
  return terminalLines(
    [
      verdict === '' ? message : `${verdict}: ${message}`,
      `requirement ${requirement} (${note}): ${statement}`,
      // The evidence has the requests.
      ...lines
        .filter(({ label }) => !said.has(label))
        .map((line) => labelText(labels[line.label] ?? line.label, lineText(line))),
      ...(evidence.length === 0 ? [] : ['sent:']),
      ...(earlier > 0 ? [`  ${earlier} earlier`] : []),
      ...evidence.slice(-mostRequests).map(evidenceLine),
      ...(last?.text ? [`last answer: ${last.status} ${responseBodyText(last, 300)}`] : []),
      ...(command === undefined ? [] : [`${labels[command.label] ?? command.label}: ${command.short}`]),
    ].join('\n  '),
  )
}

/** A label with a text. Several lines follow below the label. */
function labelText(label: string, text: string): string {
  return text.includes('\n') ? [`${label}:`, ...text.split('\n')].join('\n    ') : `${label}: ${text}`
}

function evidenceLine({ request, response }: AnyExchange): string {
  const { method, url, body } = request
  const sent = body === undefined ? '' : ` ${cutBody(body)}`
  return `  ${method} ${url}${sent} → ${response ? response.status : 'no answer'}`
}
