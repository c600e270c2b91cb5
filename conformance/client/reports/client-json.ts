import type { ClientReport } from '../judge/client-report.ts'
import type { RedactedResult } from '../judge/redaction.ts'
import { type ClientFact, clientFactKinds } from '../conclusions/client-fact.ts'
import { type JsonPlace, jsonPlacesOf, toJsonFact } from '../../report/json-fact.ts'
import { type JsonEvidence, toJsonExchange } from '../../report/json.ts'
import { toJson } from '../../wording/escaping/json.ts'

/** A fact for programs: each request is its place in the evidence, from 0. */
export type ClientJsonFact = ClientFact<number>

/** A result in a JSON report: without the name of its input, and with the text in place of its parts. */
export type ClientJsonResult = Omit<
  RedactedResult,
  'inputName' | 'expected' | 'got' | 'remark' | 'fact' | 'suspected' | 'evidence'
> & {
  /** The fact that shows a failure or advice. */
  readonly fact?: ClientJsonFact
  /** The places where the fact was seen; the deciding one is the last. */
  readonly places?: readonly JsonPlace[]
  /** The fact that shows the failure that was left open. */
  readonly suspected?: { readonly fact: ClientJsonFact }
  /** The requests that show it, with their answers; null without one. */
  readonly evidence: readonly (Pick<JsonEvidence, 'request'> & { readonly response: JsonEvidence['response'] | null })[]
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
    ...(fact ? { fact: jsonFactOf(fact, evidence), places: jsonPlacesOf(fact, clientFactKinds) } : {}),
    ...(cause ? { cause } : {}),
    ...(suspected ? { suspected: { fact: jsonFactOf(suspected.fact, evidence) } } : {}),
    evidence: evidence.map(toJsonExchange),
  }
}

/** A fact for programs. */
export function jsonFactOf(
  fact: NonNullable<RedactedResult['fact']>,
  evidence: RedactedResult['evidence'],
): ClientJsonFact {
  return toJsonFact(fact, evidence, clientFactKinds)
}
