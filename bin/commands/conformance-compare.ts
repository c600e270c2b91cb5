import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { calledAs } from '../../emulator/serve/printed-program.ts'
import { compareReports, comparisonText, parseReport } from '../../conformance/report/compare.ts'
import { readTextFile } from '../files.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator conformance compare A B`: prints how the verdict of each check changed between two JSON reports. */
export async function compare(before: string | undefined, after: string | undefined): Promise<number> {
  if (before === undefined || after === undefined)
    throw new UsageError(
      `compare needs two JSON reports, the older one first: ${calledAs(process)} conformance compare before.json after.json.`,
    )
  const comparison = compareReports(readSavedReport(before), readSavedReport(after))
  process.stdout.write(comparisonText(comparison))
  return comparison.exitCode
}

/** Reads a report from a file, or from the directory of a bundle. */
function readSavedReport(path: string): ReturnType<typeof parseReport> {
  const inBundle = join(path, 'report.json')
  return parseReport(readTextFile(existsSync(inBundle) ? inBundle : path), path)
}
