import { kit } from '../catalogue/kit.ts'
import { toJson } from '../wording/escaping/json.ts'
import type { Offer, Profile } from '../catalogue/profiles.ts'
import { requirements as catalogue } from '../catalogue/requirements.ts'
import type { Verdict } from '../conclusions/conclusion.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { type Exchange, type ReceivedResponse, toCurl } from '../conclusions/exchange.ts'
import { longestSecret, shortestSecret } from '../judge/redaction/redact.ts'
import type { OperationId } from '../catalogue/operations.ts'
import { type JsonConclusion, toJsonConclusion } from './json-fact.ts'
import { declareNext } from './declare-next.ts'
import type { ReportContext } from './report-context.ts'
import { cut, isoTime } from './text.ts'
import type { Score } from './score.ts'
import { failuresByCause } from './findings.ts'

export interface JsonEvidence {
  readonly request: {
    /** The documented operation; missing for any other address. */
    readonly operation?: OperationId
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly trouble?: string
  }
  readonly curl: string
}

export interface JsonResult extends JsonConclusion {
  readonly check: string
  readonly requirement: string
  readonly clause: string
  readonly verdict: Verdict
  /** The ids of the checks that it passed through, as each builds on the next. */
  readonly via?: readonly string[]
  readonly evidence: readonly JsonEvidence[]
  /** For a failure, a script for a POSIX shell that shows it again. */
  readonly reproduce?: string
  readonly durationMs: number
}

/** The JSON report. Programs rely on its members: none is renamed, and none goes. */
export interface JsonReport {
  readonly kit: {
    readonly name: string
    readonly version: string
    readonly requirements: number
    readonly digest: string
  }
  readonly target: { readonly baseUrl: string }
  /** The part of the specification that the target claims. */
  readonly profile: Profile
  /** The parts that the target declares not to offer. */
  readonly without: readonly Offer[]
  readonly findings: Readonly<Record<string, unknown>>
  readonly startedAt: string
  readonly durationMs: number
  readonly requests: number
  /** True if the run asked a choice by the seed. Such a run proves no conformance. */
  readonly quick: boolean
  /**
   * True if all requirements of the claim were decided and passed: false if some failed, null if some are open, or
   * after a quick run.
   */
  readonly conformant: boolean | null
  readonly summary: Readonly<Record<Verdict, number>>
  readonly requirements: { readonly stated: number; readonly decided: number }
  /** The number of all stated requirements by outcome, whatever the target claims. */
  readonly score: Score
  /** The members of a target file that would decide most of the open requirements, each with their number. */
  readonly declareNext: readonly { readonly name: string; readonly requirements: number }[]
  /** The failures, each mistake once: the requirements that it breaks, the nearest first, and the failed checks. */
  readonly failures: readonly { readonly requirements: readonly string[]; readonly checks: readonly string[] }[]
  readonly results: readonly JsonResult[]
  /** The things that the run made and could not delete again. */
  readonly leftovers: readonly string[]
  /**
   * The fewest and the most characters of a secret. Of a longer secret, the beginning and the end are searched for.
   */
  readonly secrets: { readonly shortest: number; readonly longest: number }
  /** In a bundle, the hash of its HAR, from which the whole bundle can be rendered again. */
  readonly har?: string
}

/** The JSON report as a value. */
function toJsonReport(result: RunResult, { summary, har }: ReportContext): JsonReport {
  return {
    kit: { ...kit, requirements: catalogue.length, digest: summary.digest },
    target: { baseUrl: result.baseUrl },
    profile: result.claim.profile,
    without: result.claim.without,
    findings: result.findings,
    startedAt: isoTime(result.startedAt),
    durationMs: result.durationMs,
    requests: result.requests,
    quick: result.quick,
    conformant: summary.conformant,
    summary: summary.counts,
    requirements: summary.requirements,
    score: summary.score,
    declareNext: declareNext(result, summary.open).members,
    failures: failuresByCause(result.results).map((failures) => ({
      requirements: [...new Set(failures.map(({ requirement }) => requirement))],
      checks: failures.map(({ check }) => check),
    })),
    results: result.results.map(toJsonResult),
    leftovers: result.leftovers,
    secrets: { shortest: shortestSecret, longest: longestSecret },
    ...(har === undefined ? {} : { har }),
  }
}

function toJsonResult(result: CheckResult): JsonResult {
  const { check, requirement, clause, verdict, via, evidence, reproduce, durationMs } = result
  return {
    check,
    requirement,
    clause,
    verdict,
    ...toJsonConclusion(result),
    ...(via ? { via } : {}),
    evidence: evidence.map((exchange) => ({ ...toJsonExchange(exchange), curl: toCurl(exchange.request) })),
    ...(reproduce === undefined ? {} : { reproduce }),
    durationMs,
  }
}

/** The JSON report as text: everything that the run found, with its evidence. */
export function jsonReport(result: RunResult, context: ReportContext): string {
  return `${toJson(toJsonReport(result, context), 2)}\n`
}

type JsonResponse<Response> = Response extends undefined ? null : JsonEvidence['response']

/** An exchange for programs: a long body is cut, and says how long it was. */
export function toJsonExchange<Response extends ReceivedResponse | undefined>({
  request: { operation, method, url, headers, body },
  response,
}: Exchange<Response>): Pick<JsonEvidence, 'request'> & { readonly response: JsonResponse<Response> } {
  return {
    request: {
      ...(operation === undefined ? {} : { operation }),
      method,
      url,
      headers,
      ...(body === undefined ? {} : { body: cut(body) }),
    },
    response: (response
      ? {
          status: response.status,
          headers: response.headers,
          body: cut(response.text, undefined, response.length),
          ...(response.trouble === undefined ? {} : { trouble: response.trouble }),
        }
      : null) as JsonResponse<Response>,
  }
}
