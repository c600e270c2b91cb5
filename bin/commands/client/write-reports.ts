// Reads --report and --baseline of `client`, and writes the reports.
import { asCalled } from '../../../emulator/serve/printed-program.ts'
import type { ClientReport } from '../../../conformance/client/judge/client-report.ts'
import { checkIds } from '../../../conformance/client/judge/select-runs.ts'
import type { ClientReportContext } from '../../../conformance/client/reports/client-document.ts'
import { writeClientReport } from '../../../conformance/client/reports/client-json.ts'
import { judgedChecks, summarizeClient } from '../../../conformance/client/judge/summary.ts'
import { type CommonFormat, commonFormats } from '../../../conformance/report/format-list.ts'
import { applyBaseline, type Baseline, baselineText, updateBaseline } from '../../../conformance/report/baseline.ts'
import { readBaseline } from '../conformance/baseline-file.ts'
import {
  assertApart,
  removeEarlier,
  type WantedReport,
  wantedReports,
  writeReports,
} from '../conformance/wanted-reports.ts'
import type { ClientFlags } from '../../options/client-options.ts'
import { writeWhole } from '../../files.ts'
import { blaming } from '../../usage-error.ts'

/** The reports to write, and the known failures to compare them with. They are read before the client runs. */
export interface ReportPlan {
  readonly reports: readonly WantedReport<CommonFormat>[]
  readonly baselineFile: string | undefined
  readonly known: Baseline | undefined
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
  const reports = wantedReports(flags.report, commonFormats)
  assertApart(reports, flags.baseline)
  const known = readBaseline(flags.baseline, flags['update-baseline'])
  removeEarlier(reports)
  return { reports, baselineFile: flags.baseline, known, flags }
}

/** Writes the reports. @returns the exit code. */
export function writeClientReports(report: ClientReport, facts: RunFacts, plan: ReportPlan): number {
  const { baselineFile, known, flags } = plan
  const { strict, verbose, 'allow-undecided': allowUndecided } = flags
  let baseline = known
  if (flags['update-baseline'] && baselineFile !== undefined) {
    const updated = updateBaseline(judgedChecks(report.results, strict), known, checkIds)
    blaming('--baseline', () => writeWhole(baselineFile, baselineText(updated)))
    baseline = updated
  }
  const outcome = baseline && applyBaseline(judgedChecks(report.results, strict), baseline, checkIds)
  const least = flags['min-coverage']
  const isCovered = least === undefined ? undefined : (facts.coverage?.percent ?? 0) >= least
  const summary = summarizeClient(report.results, { baseline: outcome, strict, allowUndecided, isCovered })
  const context = { ...facts, summary, baseline: outcome, isSelection: isSelection(flags), strict, verbose }
  writeReports(plan.reports, (format, look) => {
    const text = writeClientReport(format, report, { ...context, ...look })
    return format === 'terminal' ? asCalled(text, process) : text
  })
  if (isCovered === false)
    process.stderr.write(`emulator: ${facts.coverage?.percent ?? 0}% is less than --min-coverage ${least}.\n`)
  return summary.exitCode
}

function isSelection({ only, skip, task, input, scenario }: ClientFlags): boolean {
  return [only, skip, task, input, scenario].some((value) => value !== undefined && value.length > 0)
}
