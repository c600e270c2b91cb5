import { calledAs } from '../called-as.ts'
import { compareReports, comparisonText, parseReport } from '../../conformance/report/compare.ts'
import { readText } from '../files.ts'
import { type ParsedArguments, positional } from '../options/option.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator conformance compare A B`: prints how the verdict of each check changed between two JSON reports. */
export async function compare(parsed: ParsedArguments): Promise<number> {
  const [before, after] = [positional(parsed, 'before'), positional(parsed, 'after')]
  if (before === undefined || after === undefined)
    throw new UsageError(
      `compare needs two JSON reports, the older one first: ${calledAs(process.env)} conformance compare before.json after.json.`,
    )
  const comparison = compareReports(parseReport(readText(before), before), parseReport(readText(after), after))
  process.stdout.write(comparisonText(comparison))
  return comparison.exitCode
}
