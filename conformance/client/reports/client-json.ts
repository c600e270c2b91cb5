import type { ClientReport } from '../judge/client-report.ts'
import type { RedactedFact, RedactedResult } from '../judge/redaction.ts'
import type { RedactedRequest } from '../judge/redacted-request.ts'
import { eachPlaceOf, type JsonPlace } from '../../report/json-fact.ts'
import { toJson } from '../../wording/escaping/json.ts'
import { bodyText, cut } from '../../report/text.ts'

/** A result in a JSON report: without the name of its input, and with the text in place of its parts. */
export type ClientJsonResult = Omit<RedactedResult, 'inputName' | 'expected' | 'got' | 'remark' | 'suspected'> & {
  /** For a failure or advice, the places where its fact was seen; the deciding one is the last. */
  readonly places?: readonly JsonPlace[]
  /** The fact that shows the failure that was left open. */
  readonly suspected?: { readonly fact: RedactedFact } | undefined
}

/**
 * The content of the file that `--report json=FILE` writes. The package has its JSON Schema:
 * `client-report.schema.json`.
 */
export interface ClientJsonReport extends Omit<ClientReport, 'results'> {
  /** In the order of tasks, inputs and scenarios. */
  readonly results: readonly ClientJsonResult[]
}

/** The report for programs, which rely on its members. */
export function clientJson(report: ClientReport): string {
  const value: ClientJsonReport = { ...report, results: report.results.map(toJsonResult) }
  return `${toJson(value, 2)}\n`
}

/** Members that identify a result come first, then what was found. */
function toJsonResult(result: RedactedResult): ClientJsonResult {
  const {
    check,
    requirement,
    clause,
    level,
    task,
    input,
    scenario,
    verdict,
    worlds,
    message,
    fact,
    cause,
    suspected,
    evidence,
  } = result
  return {
    check,
    requirement,
    clause,
    level,
    task,
    input,
    scenario,
    verdict,
    ...(worlds === undefined ? {} : { worlds }),
    message,
    ...(fact ? { fact, places: placesOf(fact, evidence) } : {}),
    ...(cause ? { cause } : {}),
    ...(suspected ? { suspected: { fact: suspected.fact } } : {}),
    evidence: evidence.map(withMarks),
  }
}

/** The places of the requests that a fact names, each once. */
function placesOf(fact: RedactedFact, evidence: readonly RedactedRequest[]): readonly JsonPlace[] {
  const { at, ...others } = { at: undefined, after: undefined, from: undefined, page: undefined, ...fact }
  const indexes = [others.from, others.page, others.after, at].filter((index) => typeof index === 'number')
  return eachPlaceOf(indexes.flatMap((index) => evidence[index]?.request ?? []))
}

/** A request with its answer, whose bodies say how long they were. */
function withMarks({ request, response }: RedactedRequest): RedactedRequest {
  const { body, length, ...asked } = request
  return {
    request: { ...asked, ...(body === undefined ? {} : { body: cut(body, undefined, length) }) },
    response: response && { status: response.status, headers: response.headers, body: bodyText(response) },
  }
}
