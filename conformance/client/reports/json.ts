import type { ClientReport } from '../judge/client-report.ts'
import type { ShownResult } from '../judge/redaction.ts'

/** For programs: the report as DESIGN.md 12.4 fixes it. */
export function clientJson(report: ClientReport): string {
  return `${JSON.stringify({ ...report, results: report.results.map(toJson) }, undefined, 2)}\n`
}

/** In the order of DESIGN.md. The name of an input is not a part of it. */
function toJson(result: ShownResult): Omit<ShownResult, 'inputName'> {
  const { check, requirement, clause, level, task, input, scenario, verdict, message, evidence } = result
  return { check, requirement, clause, level, task, input, scenario, verdict, message, evidence }
}
