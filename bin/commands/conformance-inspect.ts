import { checks } from '../../conformance/rules/checks.ts'
import { compareReports, comparisonText, parseReport } from '../../conformance/reports/compare.ts'
import { explain, explanationText, listRequirements, listText } from '../../conformance/reports/explain.ts'
import { requirements } from '../../conformance/catalogue/requirements.ts'
import { readText } from '../files.ts'
import type { Given } from '../options/option-table.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator conformance list`: every requirement, and how many checks it has. */
export async function list(): Promise<number> {
  process.stdout.write(listText(listRequirements(checks, requirements)))
  return 0
}

/** `emulator conformance explain ID`: a requirement, its clause and its checks. */
export async function explainOne(given: Given): Promise<number> {
  if (given['id'] === undefined)
    throw new UsageError('explain needs the id of a requirement or a check; emulator conformance list prints them all.')
  process.stdout.write(explanationText(explain(String(given['id']), checks, requirements)))
  return 0
}

/** `emulator conformance compare A B`: what became of each check from one JSON report to the next. */
export async function compare(given: Given): Promise<number> {
  if (given['after'] === undefined)
    throw new UsageError(
      'compare needs two JSON reports, the older one first: emulator conformance compare before.json after.json.',
    )
  const [before, after] = ['before', 'after'].map((name) => {
    const file = String(given[name])
    try {
      return parseReport(readText('compare', file), file)
    } catch (error) {
      throw error instanceof UsageError ? new UsageError(error.message.replace(/^--compare: /, '')) : error
    }
  })
  const comparison = compareReports(before!, after!)
  process.stdout.write(comparisonText(comparison))
  return comparison.exitCode
}
