/** The conformance kit: `@platform-data/emulator/conformance`. */
export {
  applyBaseline,
  type Baseline,
  type BaselineEntry,
  type BaselineOutcome,
  baselineText,
  parseBaseline,
  updateBaseline,
} from './reports/baseline.ts'
export { type BundledFile, bundleFiles, type BundleManifest, bundleForm } from './reports/bundle.ts'
export { type BundleContent, verificationText, type VerifiedBundle, verifyBundle } from './reports/verify-bundle.ts'
export { checks } from './rules/checks.ts'
export { cleanUpLeft, type CleanedUp, type CleanUpLeftOptions } from './run/clean-up.ts'
export {
  type Change,
  type ComparedReport,
  compareReports,
  type Comparison,
  comparisonText,
  parseReport,
} from './reports/compare.ts'
export { type ActiveCheck, type Check, defineCheck, type Observer, type PassiveCheck } from './run/define-check.ts'
export { type Exchange, type ReceivedResponse, type SentRequest, toCurl } from './wire/exchange.ts'
export { KitError, type KitErrorCode } from './kit-error.ts'
export { Ledger, type LedgerEntry, type LedgerStore } from './run/ledger.ts'
export { fileLedger, ledgerDirectory } from './run/ledger-files.ts'
export { type PlannedCheck, type PlanOptions, planRun, planText } from './run/plan.ts'
export { type ReachableOptions, whyUnreachable } from './wire/reachable.ts'
export { type ReportFormat, reportFormats, type ReportOptions, writeReport } from './reports/reports.ts'
export { type Requirement, type RequirementId, requirements } from './catalogue/requirements.ts'
export { type Claim, type Offer, offers, type Profile, profiles, profilesOf } from './catalogue/profiles.ts'
export type { CheckResult, RunResult } from './run/result.ts'
export { type ConformanceOptions, runConformance } from './run/run-conformance.ts'
export { defaultLimits, type FetchFunction, type SenderLimits } from './wire/sender.ts'
export type { Call, Credential } from './run/call.ts'
export type { Session } from './run/session.ts'
export type { Declaration } from './target/declarations.ts'
export { type Summary, type SummaryOptions, summarize } from './reports/summary.ts'
export { parseTargetFile, type Target, toTarget } from './target/target-file.ts'
export { systemTime, type Time } from './wire/time.ts'
export {
  type PlaywrightBrowser,
  playwrightBrowser,
  type PlaywrightContext,
  type PlaywrightPage,
} from './wire/playwright-browser.ts'
export type { BrowserControl, BrowserTab, BrowserView, OpenOptions, WebBrowser } from './wire/web-browser.ts'
export {
  blocked,
  Conclusion,
  fail,
  insufficient,
  notApplicable,
  observed,
  type Verdict,
  verdicts,
} from './catalogue/verdict.ts'
