import { type JsonConclusion, type JsonEvidence, toJsonExchange, toJsonResult } from '../../report/json-result.ts'
import { toJson } from '../../wording/escaping/json.ts'
import { type ClientCause, type ClientFact, clientFactKinds } from '../conclusions/client-conclusion.ts'
import type { ClientReport } from '../judge/client-report.ts'
import type { ClientResult } from '../judge/client-result.ts'

/** A fact for programs: each request is its index in the evidence, from 0. */
export type ClientJsonFact = ClientFact<number>

/** A result in a JSON report, without the name of its input and with texts instead of phrases. */
export interface ClientJsonResult
  extends
    JsonConclusion<ClientJsonFact, ClientCause>,
    Pick<
      ClientResult,
      'check' | 'requirement' | 'clause' | 'level' | 'task' | 'input' | 'scenario' | 'verdict' | 'worlds'
    > {
  /** The requests that prove it, with their answers; null without an answer. */
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

/** The report for programs, which depend on its members. */
export function clientJson(report: ClientReport): string {
  const value: ClientJsonReport = { ...report, results: report.results.map(toClientJsonResult) }
  return `${toJson(value, 2)}\n`
}

function toClientJsonResult(result: ClientResult): ClientJsonResult {
  const { level, task, input, scenario, verdict, worlds } = result
  const head = { level, task, input, scenario, verdict, ...(worlds === undefined ? {} : { worlds }) }
  return toJsonResult(result, head, toJsonExchange, clientFactKinds)
}
