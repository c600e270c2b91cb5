import { kit } from '../catalogue/kit.ts'
import { toJson } from '../wording/escaping/json.ts'
import type { Offer, Profile } from '../catalogue/profiles.ts'
import { requirements as catalogue } from '../catalogue/requirements.ts'
import type { Verdict } from '../conclusions/conclusion.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { toCurl } from '../conclusions/exchange.ts'
import { longestSecret, shortestSecret } from '../judge/redaction/redact.ts'
import { type JsonConclusion, type JsonEvidence, toJsonExchange, toJsonResult } from './json-result.ts'
import { declareNext } from './declare-next.ts'
import { isoTime } from './text.ts'
import type { Score } from './outcomes.ts'
import type { Summary } from './summary.ts'
import { failuresByCause } from './service-finding.ts'

/** A result about a service in a JSON report. */
export interface JsonResult extends JsonConclusion, Pick<CheckResult, 'check' | 'requirement' | 'clause' | 'verdict'> {
  readonly evidence: readonly JsonEvidence[]
  /** The chain of checks that passed it on, each building on the next. */
  readonly via?: readonly string[]
  /** For a failure, a POSIX shell script that reproduces it. */
  readonly reproduce?: string
  readonly durationMs: number
}

/** The JSON report. Programs depend on its members, so none is renamed or removed. */
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
  /** True for a quick run, which sends a selection of requests by the seed. It proves no conformance. */
  readonly quick: boolean
  /**
   * True if all requirements of the claim were decided and passed, false if some failed, null if some are open or after
   * a quick run.
   */
  readonly conformant: boolean | null
  readonly summary: Readonly<Record<Verdict, number>>
  readonly requirements: { readonly stated: number; readonly decided: number }
  /** The number of all stated requirements by outcome, whatever the target claims. */
  readonly score: Score
  /**
   * The members of a target file that would decide the most open requirements, each with the number of requirements.
   */
  readonly declareNext: readonly { readonly name: string; readonly requirements: number }[]
  /** The failures by cause: the requirements that each breaks, the most specific first, and the failed checks. */
  readonly failures: readonly { readonly requirements: readonly string[]; readonly checks: readonly string[] }[]
  readonly results: readonly JsonResult[]
  /** The objects that the run created and could not delete. */
  readonly leftovers: readonly string[]
  /** The minimum and maximum length of a secret in characters. Longer secrets are found by their beginning and end. */
  readonly secrets: { readonly shortest: number; readonly longest: number }
  /** In a bundle, the hash of its HAR. */
  readonly har?: string
}

/** The JSON report as a value. */
function toJsonReport(result: RunResult, summary: Summary, har: string | undefined): JsonReport {
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
    results: result.results.map(toServiceResult),
    leftovers: result.leftovers,
    secrets: { shortest: shortestSecret, longest: longestSecret },
    ...(har === undefined ? {} : { har }),
  }
}

function toServiceResult(result: CheckResult): JsonResult {
  const { verdict, via, reproduce, durationMs } = result
  return {
    ...toJsonResult(result, { verdict }, (exchange) => ({
      ...toJsonExchange(exchange),
      curl: toCurl(exchange.request),
    })),
    ...(via ? { via } : {}),
    ...(reproduce === undefined ? {} : { reproduce }),
    durationMs,
  }
}

/** The JSON report as text: all results of the run, with their evidence. @param har The hash of the HAR next to it. */
export function jsonReport(result: RunResult, summary: Summary, har?: string): string {
  return `${toJson(toJsonReport(result, summary, har), 2)}\n`
}
