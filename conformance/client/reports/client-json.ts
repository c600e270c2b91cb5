import type { ClientReport } from '../judge/client-report.ts'
import type { ClientResult } from '../judge/client-result.ts'
import type { ClientCause } from '../conclusions/client-cause.ts'
import { type ClientFact, clientFactKinds } from '../conclusions/client-fact.ts'
import { type JsonConclusion, toJsonConclusion } from '../../report/json-fact.ts'
import { type JsonEvidence, toJsonExchange } from '../../report/json.ts'
import { toJson } from '../../wording/escaping/json.ts'

/** A fact for programs: each request is its place in the evidence, from 0. */
export type ClientJsonFact = ClientFact<number>

/** A result in a JSON report: without the name of its input, and with the text in place of its parts. */
export interface ClientJsonResult
  extends
    JsonConclusion<ClientJsonFact, ClientCause>,
    Pick<
      ClientResult,
      'check' | 'requirement' | 'clause' | 'level' | 'task' | 'input' | 'scenario' | 'verdict' | 'worlds'
    > {
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
function toJsonResult(result: ClientResult): ClientJsonResult {
  const { check, requirement, clause, level, task, input, scenario, verdict, worlds, evidence } = result
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
    ...toJsonConclusion<ClientJsonFact, ClientCause>(result, clientFactKinds),
    evidence: evidence.map(toJsonExchange),
  }
}
