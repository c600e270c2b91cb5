import { type Exchange, toCurl } from '../conclusions/exchange.ts'
import type { CheckResult } from '../judge/result.ts'
import { textOf } from '../wording/text.ts'
import type { Evidence, CheckEntry } from './document.ts'
import { recordLine, printedRecords } from './printed-records.ts'
import { placeText } from './same-failures.ts'
import { toBodyHead } from './text.ts'

/**
 * The entry of a check about a service.
 * @param others The results of other checks that fail for the same reason.
 * @param known The reason of a baseline; undefined for a failure that it does not have.
 */
export function checkEntry(result: CheckResult, others: readonly CheckResult[] = [], known?: string): CheckEntry {
  const { check, expected, got, message, evidence, reproduce } = result
  const last = evidence.at(-1)
  return {
    check,
    known,
    expected: expected && textOf(expected),
    got: got && textOf(got),
    message,
    ...(others.length > 0 ? { also: others.map(alsoAt) } : {}),
    lines: printedRecords(result).map((record) => ({ kind: 'record', text: recordLine(record) })),
    command: last && {
      kind: 'reproduce',
      short: toCurl(last.request),
      long: toCurl(last.request, ' \\\n  '),
    },
    script: reproduce,
    evidence: evidence.map(evidenceOf),
  }
}

/** A failed check with the place where it failed. */
export function alsoAt({ check, fact, evidence }: CheckResult): NonNullable<CheckEntry['also']>[number] {
  const exchange = fact?.at ?? evidence.at(-1)
  return { check, place: exchange ? placeText(exchange) : '' }
}

function evidenceOf({ request: { method, url, headers, body }, response, durationMs }: Exchange): Evidence {
  const { status, headers: answered, text, length, trouble } = response
  return {
    request: { method, url, headers, ...(body === undefined ? {} : toBodyHead(body)) },
    response: { status, headers: answered, ...toBodyHead(text, length), trouble },
    durationMs,
  }
}
