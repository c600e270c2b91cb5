import { pathOf } from '../../catalogue/operation-paths.ts'
import { type Phrase, phrase, quoted } from '../../conclusions/phrase.ts'
import { isObject, textsIn } from '../../reading/find-list.ts'
import { percentDecoded } from '../../percent-decoded.ts'
import { namesIn } from '../evidence/requested-operation.ts'
import { isAnswered } from '../evidence/read-request.ts'
import { withoutValue } from './compare-ids.ts'
import type { ReportComparison, OutcomeRun } from './outcome.ts'
import { defineTask, type Task } from './task.ts'
import { malformedReport, wrongReport } from './wrong-report.ts'

/** Begins a connection, and returns the address that a person opens (clauses 4.3 and 5.7). */
export const prepareConnect: Task = defineTask({
  name: 'prepare-connect',
  judge: (run) => {
    const { reported, transcript, opened, input } = run
    if (reported.kind !== 'value') return withoutValue(reported)
    const url = isObject(reported.value) ? reported.value['url'] : undefined
    if (typeof url !== 'string') return malformedReport(phrase`{"url": …}`, quoted(reported.value))
    const codes = transcript.exchanges
      .filter((exchange) => exchange.request.operation === 'connect.prepare' && isAnswered(exchange))
      .flatMap(({ response }) => textsIn(response?.json).map(({ text }) => text))
    if (codes.length === 0)
      return wrongReport(
        phrase`a state code of POST /app/{adapter}/prepare-connect`,
        phrase`an address without one`,
        { kind: 'effect', fault: 'notDone' },
        'client.connect-prepare',
      )
    const path = pathOf('connect.browser', namesIn(run.dialect), { adapter: String(input['adapter']) })
    const fault = faultOf(url, path, codes, run)
    if (fault) return fault
    if (transcript.exchanges.some(({ request: { operation } }) => operation === 'connect.browser'))
      return wrongReport(phrase`an address for the browser alone`, phrase`a client that opened it itself`, {
        kind: 'effect',
        fault: 'others',
      })
    return (opened ?? Infinity) < 400
      ? { kind: 'right' }
      : wrongUrl(
          phrase`an address that begins a connection`,
          phrase`the status ${String(opened)} when ${quoted(url)} was opened`,
        )
  },
})

function wrongUrl(expected: Phrase, got: Phrase): ReportComparison {
  return wrongReport(expected, got, { kind: 'value', fault: 'differs', members: ['url'] })
}

function faultOf(
  url: string,
  path: string,
  codes: readonly string[],
  { baseUrl }: OutcomeRun,
): ReportComparison | undefined {
  if (!URL.canParse(url)) return wrongUrl(phrase`an absolute address`, quoted(url))
  const { origin, pathname, searchParams } = new URL(url)
  // Some languages also encode what need not be, as the ~ in the path of a base URL.
  if (percentDecoded(`${origin}${pathname}`) !== percentDecoded(`${baseUrl}${path}`))
    return wrongUrl(phrase`the address ${baseUrl}${path}`, quoted(url))
  const sent = searchParams.getAll('prepare_state')
  return sent.length === 1 && codes.includes(sent[0]!)
    ? undefined
    : wrongUrl(phrase`the state code in the parameter prepare_state`, quoted(url))
}
