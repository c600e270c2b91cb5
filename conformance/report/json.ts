import { kit } from '../catalogue/kit.ts'
import { toJson } from '../wording/escaping/json.ts'
import { requirements as catalogue } from '../catalogue/requirements.ts'
import type { CheckResult, RunResult } from '../judge/result.ts'
import { toCurl } from '../conclusions/exchange.ts'
import { longestSecret, shortestSecret } from '../judge/redaction/redact.ts'
import { toJsonExchange, toJsonResult } from './json-result.ts'
import type { JsonReport } from './report-schema.ts'
import { declareNext } from './declare-next.ts'
import { isoTime } from './text.ts'
import type { Summary } from './summary.ts'
import { failuresByCause } from './findings.ts'

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

function toServiceResult(result: CheckResult): JsonReport['results'][number] {
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
