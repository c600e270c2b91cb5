// Reads --report and --baseline of `client`, and writes the reports.
import { rewriteCommands } from '../../../emulator/serve/printed-program.ts'
import type { ClientReport } from '../../../conformance/client/judge/client-report.ts'
import { checkIds } from '../../../conformance/client/judge/select-runs.ts'
import { type ClientReportContext, writeClientReport } from '../../../conformance/client/reports/client-document.ts'
import { judgedChecks, summarizeClient } from '../../../conformance/client/judge/summary.ts'
import { type CommonFormat, commonFormats } from '../../../conformance/report/format-list.ts'
import { compareKnown, type KnownFailures, readBaseline } from '../conformance/baseline-file.ts'
import {
  assertApart,
  removeEarlier,
  type WantedReport,
  parseReportFlags,
  writeReports,
} from '../conformance/wanted-reports.ts'
import type { ClientFlags } from '../../options/client-options.ts'

/** The reports to write, and the known failures to compare them with. They are read before the client runs. */
export interface ReportPlan {
  readonly reports: readonly WantedReport<CommonFormat>[]
  readonly known: KnownFailures
  readonly flags: ClientFlags
}

/** Facts about the runs other than their results. */
export type RunFacts = Pick<
  ClientReportContext,
  'startedAt' | 'durationMs' | 'runs' | 'requests' | 'again' | 'outputOf' | 'sentenceOf' | 'coverage'
>

/**
 * Reads which reports to write, and removes those of an earlier run.
 * @throws UsageError for a format, a file or a baseline that cannot be used.
 */
export function planReports(flags: ClientFlags): ReportPlan {
  const reports = parseReportFlags(flags.report, commonFormats)
  assertApart(reports, flags.baseline)
  const known = readBaseline(flags.baseline, flags['update-baseline'])
  removeEarlier(reports)
  return { reports, known, flags }
}

/** Writes the reports. @returns the exit code. */
export function writeClientReports(report: ClientReport, facts: RunFacts, plan: ReportPlan): number {
  const { known, flags } = plan
  const { strict, verbose, 'allow-undecided': allowUndecided } = flags
  const baseline = compareKnown(known, judgedChecks(report.results, strict), checkIds)
  const summary = summarizeClient(report.results, { baseline, strict, allowUndecided })
  const context = { ...facts, summary, isSelection: isSelection(flags), verbose }
  writeReports(plan.reports, (format, look) => {
    const text = writeClientReport(format, report, { ...context, ...look })
    return format === 'terminal' ? rewriteCommands(text, process) : text
  })
  return summary.exitCode
}

function isSelection({ only, skip, scenario }: ClientFlags): boolean {
  return only.length > 0 || skip.length > 0 || scenario !== undefined
}
