import type { DifferenceCause, RequestDifference } from './play/compare-requests.ts'
import { lineOf } from './play/compare-requests.ts'

/** The first request that differs, as a sentence and a diff. */
export function differenceText({ world, recorded, sent, parts, cause }: RequestDifference): string {
  const where = world === 'default' ? '' : ` of the world ${world}`
  const number = recorded?.number ?? sent!.number
  const sentence = !sent
    ? `Request ${number}${where} did not come: in the case it was ${lineOf(recorded!)}.`
    : !recorded
      ? `A request came in addition${where}: ${lineOf(sent)}.`
      : `Request ${number}${where} differs in ${parts.map(({ part }) => part).join(', ')}.`
  const diff = parts.flatMap(({ part, recorded: old, sent: fresh }) => [
    ...(old === null ? [] : [`- ${part}: ${cut(old)}`]),
    ...(fresh === null ? [] : [`+ ${part}: ${cut(fresh)}`]),
  ])
  return [sentence, '  (- in the case, + now)', ...diff.map((line) => `  ${line}`), causeText(cause)].join('\n')
}

function cut(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}\u2026` : text
}

function causeText(cause: DifferenceCause): string {
  switch (cause.kind) {
    case 'order':
      return `The order changed: in the case, this was request ${cause.place}. Requests that do not wait for each other may come in any order.`
    case 'time':
      return 'Only times differ: the client puts its own clock into the request. Let the test fix its time.'
    case 'random':
      return 'Only random values differ: the client makes them anew in each run. Let the test fix its seed.'
    case 'answer':
      return `The answer to request ${cause.number} differs from the case, and the client went on from it.`
    case 'control':
      return 'Before it, the control API got other requests than in the case: a clock, a fault or data may differ.'
    case 'client':
      return 'All requests and answers before it are the same: the client or its test has changed.'
  }
}
