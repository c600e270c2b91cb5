/** The conformance kit: `@platform-data/emulator/conformance`. */
export {
  applyBaseline,
  type Baseline,
  type BaselineEntry,
  type BaselineOutcome,
  baselineText,
  parseBaseline,
  updateBaseline,
} from './report/baseline.ts'
export { type BundledFile, bundleFiles, type BundleManifest, bundleForm } from './report/bundle.ts'
export { type BundleContent, verificationText, type VerifiedBundle, verifyBundle } from './report/verify-bundle.ts'
export { checks } from './checks/checks.ts'
export { cleanUpLeft, type CleanedUp, type CleanUpLeftOptions } from './judge/clean-up.ts'
export {
  type Change,
  type ComparedReport,
  compareReports,
  type Comparison,
  comparisonText,
  parseReport,
} from './report/compare.ts'
export { type ActiveCheck, type Check, defineCheck, type Observer, type PassiveCheck } from './judge/define-check.ts'
export { type Exchange, type ReceivedResponse, type SentRequest, toCurl } from './conclusions/exchange.ts'
export { KitError, type KitErrorCode } from './kit-error.ts'
export { Ledger, type LedgerEntry, type LedgerStore } from './judge/ledger.ts'
export { fileLedger, ledgerDirectory } from './judge/ledger-files.ts'
export { type PlannedCheck, type PlanOptions, planRun } from './judge/plan.ts'
export { planText } from './report/plan-text.ts'
export { type ReachableOptions, whyUnreachable } from './target/reachable.ts'
export { type ReportFormat, reportFormats } from './report/format-list.ts'
export { type ReportOptions, writeReport } from './report/service-document.ts'
export { type Requirement, type RequirementId, requirements } from './catalogue/requirements.ts'
export { type Claim, type Offer, offers, type Profile, profiles, requirementProfiles } from './catalogue/profiles.ts'
export type { CheckResult, RunResult } from './judge/result.ts'
export { type ConformanceOptions, runConformance } from './judge/run-conformance.ts'
export { defaultLimits, type FetchFunction, type SenderLimits } from './send/sender.ts'
export type { Call, Credential } from './judge/call.ts'
export type { Session } from './judge/session.ts'
export type { Declaration } from './target/declarations.ts'
export { type Summary, type SummaryOptions, summarize } from './report/summary.ts'
export { parseTargetFile, type Target, toTarget } from './target/target-file.ts'
export { systemTime, type Time } from './send/time.ts'
export type { TargetWait } from './send/waiting.ts'
export {
  type PlaywrightBrowser,
  type PlaywrightBrowserOptions,
  playwrightBrowser,
  type PlaywrightContext,
  type PlaywrightPage,
} from './send/playwright-browser.ts'
export type {
  BrowserControl,
  BrowserError,
  BrowserTab,
  BrowserView,
  OpenOptions,
  RefusedOrigin,
  WebBrowser,
} from './send/web-browser.ts'
export { because, see, undeclared } from './conclusions/cause.ts'
export { answerPhrase, json, type Phrase, phrase, someIds } from './conclusions/phrase.ts'
export {
  blocked,
  Conclusion,
  fail,
  insufficient,
  notApplicable,
  observed,
  type Verdict,
  verdicts,
} from './conclusions/conclusion.ts'
