import type { Claim } from '../catalogue/profiles.ts'
import { offers, profiles } from '../catalogue/profiles.ts'
import { verdicts } from '../conclusions/conclusion.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { JsonEvidence, JsonReport, JsonResult } from './json.ts'
import { isObject } from '../reading/find-list.ts'

/** The JSON report of a bundle; undefined if the text is not a report. */
export function toJsonReport(content: Uint8Array | undefined): JsonReport | undefined {
  const value = parsedReport(content)
  return isReport(value) ? value : undefined
}

function isReport(value: unknown): value is JsonReport {
  if (!isObject(value)) return false
  const { kit, target, profile, without, summary, requirements, results, startedAt } = value as Partial<JsonReport>
  return (
    typeof kit?.version === 'string' &&
    typeof kit.digest === 'string' &&
    typeof target?.baseUrl === 'string' &&
    profiles.some((name) => name === profile) &&
    Array.isArray(without) &&
    without.every((offer) => offers.includes(offer)) &&
    isObject(summary) &&
    verdicts.every((verdict) => typeof summary[verdict] === 'number') &&
    isObject(requirements) &&
    typeof startedAt === 'string' &&
    Number.isFinite(Date.parse(startedAt)) &&
    Array.isArray(results) &&
    results.every(isResult)
  )
}

/** The claim of a report. */
export function claimOf({ profile, without }: JsonReport): Claim {
  return { profile, without }
}

/** The run of a JSON report, as far as its verdict depends on it. */
export function toResult(report: JsonReport): RunResult {
  return {
    baseUrl: report.target.baseUrl,
    claim: claimOf(report),
    undeclared: [],
    allowWrites: true,
    seed: 1,
    quick: report.quick,
    gentle: false,
    findings: report.findings,
    startedAt: Date.parse(report.startedAt),
    durationMs: report.durationMs,
    requests: report.requests,
    results: report.results.map(toCheckResult),
    leftovers: report.leftovers,
    exchanges: [],
  }
}

/** A result as far as a verdict depends on it: the words and the fact of a failure do not matter. */
function toCheckResult({
  fact: _fact,
  places: _places,
  suspected: _suspected,
  evidence,
  ...result
}: JsonResult): CheckResult {
  return {
    ...result,
    requirement: result.requirement as CheckResult['requirement'],
    evidence: evidence.map(toExchange),
  }
}

/** The value of a JSON text; undefined for other texts. */
export function parsedReport(content: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(content))
  } catch {
    return undefined
  }
}

function isResult(value: unknown): boolean {
  const { check, requirement, verdict, message, evidence } = (value ?? {}) as Partial<Record<string, unknown>>
  return (
    [check, requirement, message].every((text) => typeof text === 'string') &&
    verdicts.some((known) => known === verdict) &&
    Array.isArray(evidence) &&
    evidence.every(isEvidence)
  )
}

function isEvidence(value: unknown): value is JsonEvidence {
  if (!isObject(value)) return false
  const { request, response } = value
  return (
    isObject(request) &&
    typeof request['url'] === 'string' &&
    isObject(response) &&
    typeof response['status'] === 'number' &&
    isObject(response['headers'])
  )
}

function toExchange({ request, response }: JsonEvidence): Exchange {
  const { status, headers, body } = response
  return { request, response: { status, headers, text: body, json: undefined }, startedAt: 0, durationMs: 0 }
}
