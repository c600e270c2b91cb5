/** The conformance kit: `@platform-data/emulator/conformance`. */
export {
  applyBaseline,
  type Baseline,
  type BaselineEntry,
  BaselineError,
  type BaselineOutcome,
  baselineText,
  parseBaseline,
  updateBaseline,
} from './baseline.ts'
export { checks } from './checks/checks.ts'
export { cleanUpLeft, type CleanedUp, type CleanUpLeftOptions } from './clean-up-left.ts'
export {
  type Change,
  type ComparedReport,
  compareReports,
  type Comparison,
  comparisonText,
  parseReport,
  ReportError,
} from './compare.ts'
export {
  type ActiveCheck,
  type Check,
  defineCheck,
  type Need,
  type Observer,
  type PassiveCheck,
} from './define-check.ts'
export { type Exchange, type ReceivedResponse, type SentRequest, toCurl } from './exchange.ts'
export { Ledger, type LedgerEntry, type LedgerStore } from './ledger.ts'
export { fileLedger, ledgerDirectory, LedgerError } from './ledger-files.ts'
export { type PlannedCheck, type PlanOptions, planRun, planText } from './plan.ts'
export { probe, type ProbeOptions } from './probe.ts'
export { type ReportFormat, reportFormats, type ReportOptions, writeReport } from './reports/reports.ts'
export { type Requirement, type RequirementId, requirements } from './requirements.ts'
export type { CheckResult, RunResult } from './result.ts'
export { type ConformanceOptions, runConformance } from './runner.ts'
export { SelectionError } from './select.ts'
export { defaultLimits, type FetchFunction, type SenderLimits } from './sender.ts'
export type { Call, Credential, Session } from './session.ts'
export { type Summary, type SummaryOptions, summarize } from './summary.ts'
export { parseTargetFile, type Target, TargetFileError, toTarget } from './target-file.ts'
export { systemTime, type Time } from './time.ts'
export { blocked, Conclusion, fail, insufficient, notApplicable, observed, type Verdict, verdicts } from './verdict.ts'
