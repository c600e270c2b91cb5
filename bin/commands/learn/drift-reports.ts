// The reports of drift that a command line asks for.
import type { Drift } from '../../../conformance/learn/drift.ts'
import {
  type DriftFormat,
  driftFormats,
  driftReport,
  type DriftSubject,
} from '../../../conformance/learn/drift-report.ts'
import { didYouMean } from '../../../conformance/nearest.ts'
import { assertWritable } from '../../files.ts'
import type { LearnFlags } from '../../options/learn-options.ts'
import { UsageError } from '../../usage-error.ts'
import { blaming } from '../../usage-of.ts'
import { writeWhole } from '../../write-whole.ts'

/**
 * Checks before anything is asked that the reports can be written: a check takes a while.
 * @throws UsageError for a format that there is not, or a file that cannot be written.
 */
export function assertReports(flags: Pick<LearnFlags, 'report'>): void {
  for (const { file } of reportsWanted(flags)) if (file !== undefined) blaming('--report', () => assertWritable(file))
}

interface DriftReportWanted {
  readonly format: DriftFormat
  /** Missing for the standard output. */
  readonly file: string | undefined
}

/** @throws UsageError for a format that there is not. */
function reportsWanted({ report }: Pick<LearnFlags, 'report'>): readonly DriftReportWanted[] {
  return (report.length === 0 ? ['terminal'] : report).map((text) => {
    const [, name, file] = /^([^=]+)(?:=(.+))?$/s.exec(text) ?? []
    const format = driftFormats.find((known) => known === name)
    if (format !== undefined) return { format, file }
    throw new UsageError(
      `--report takes ${driftFormats.join(', ')} for --check and --diff; got ${JSON.stringify(text)}${didYouMean(name ?? text, driftFormats)}`,
    )
  })
}

/** Writes the reports that are wanted. @throws UsageError for a file that cannot be written. */
export function writeReports(drifts: readonly Drift[], subject: DriftSubject, flags: Pick<LearnFlags, 'report'>): void {
  for (const { format, file } of reportsWanted(flags)) {
    const made = driftReport(format, drifts, subject)
    if (file === undefined) process.stdout.write(made)
    else blaming('--report', () => writeWhole(file, made))
  }
}
