// The reports of drift that a command line asks for.
import type { Drift } from '../../../conformance/learn/drift.ts'
import type { DriftSubject } from '../../../conformance/learn/drift-document.ts'
import { writeDriftReport } from '../../../conformance/learn/drift-report.ts'
import { commonFormats } from '../../../conformance/report/format-list.ts'
import { columnsOf, wantsColor } from '../../../conformance/report/paint.ts'
import { writeWhole } from '../../write-whole.ts'
import { removeEarlier, wantedReports, writeEach } from '../conformance/wanted-reports.ts'
import { blaming } from '../../usage-error.ts'

/**
 * Checks before the first request that the reports can be written. Removes the reports of an earlier run.
 * @throws UsageError for an unknown format, or a file that cannot be written.
 */
export function assertReports(report: readonly string[]): void {
  removeEarlier(wantedReports(report, commonFormats))
}

/** Writes the requested reports. @throws UsageError for a file that cannot be written. */
export function writeReports(drifts: readonly Drift[], subject: DriftSubject, report: readonly string[]): void {
  const color = wantsColor(process.stdout, process.env)
  const columns = columnsOf(process.stdout, process.env)
  writeEach(wantedReports(report, commonFormats), ({ format, file }) => {
    const text = writeDriftReport(format, drifts, subject, {
      color: file === undefined && color,
      columns,
      verbose: false,
    })
    if (file === undefined) process.stdout.write(text)
    else blaming('--report', () => writeWhole(file, text))
  })
}
