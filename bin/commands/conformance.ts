import type { Target } from '../../conformance/target/target-file.ts'
import { checks } from '../../conformance/checks/checks.ts'
import { planRun } from '../../conformance/judge/plan.ts'
import { planText } from '../../conformance/report/plan-text.ts'
import { createProgress } from '../../conformance/report/progress.ts'
import { reportFormats } from '../../conformance/report/format-list.ts'
import { writeReport, unguardedBrowser } from '../../conformance/report/service-document.ts'
import { runConformance } from '../../conformance/judge/run-conformance.ts'
import { summarize } from '../../conformance/report/summary.ts'
import type { NoMembers } from '../../emulator/tools/assert-members.ts'
import { resolveNamedTarget, askUntilSignal, toLimits } from './conformance/asking.ts'
import { compareKnown, readBaseline } from './conformance/baseline-file.ts'
import { remoteService, freshEmulator, countLeftovers } from '../judges/service/judged-service.ts'
import { writeBundle } from './conformance/bundle-directory.ts'
import { assertApart, removeEarlier, parseReportFlags, writeReports } from './conformance/wanted-reports.ts'
import { calledAs } from '../../emulator/serve/printed-program.ts'
import { note } from '../print.ts'
import type { conformanceOptions } from '../options/conformance-options.ts'
import type { Flags } from '../options/option.ts'
import { UsageError, withHyphens } from '../usage-error.ts'

/** The commands of `emulator conformance`, by their words. */
const subcommands = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['list', 'explain', 'compare', 'verify', 'cleanup'].map((word) => [
      word,
      `${calledAs(process)} conformance ${word}`,
    ]),
  )

/** `emulator conformance [URL]`: checks a service, or a fresh emulator. A signal exits with 128 plus its number. */
export async function conformance(flags: Flags<typeof conformanceOptions>, url: string | undefined): Promise<number> {
  const {
    config,
    timeout,
    only,
    skip,
    'allow-writes': writes,
    rate,
    concurrency,
    'max-wait': maxWait,
    'max-requests': maxRequests,
    seed,
    quick,
    gentle,
    plan,
    baseline: baselineFile,
    'update-baseline': update,
    profile,
    report,
    'allow-undecided': allowUndecided,
    verbose,
    ...unread
  } = flags
  unread satisfies NoMembers
  const limits = toLimits({ timeout, maxWait, rate, concurrency, maxRequests })
  const reports = parseReportFlags(report, written)
  assertApart(reports, baselineFile)
  if (quick && reports.some(({ format }) => format === 'bundle'))
    throw new UsageError(
      '--quick makes no bundle, as a quick run proves no conformance; leave out --quick or --report bundle.',
    )
  const known = readBaseline(baselineFile, update)
  const named = resolveNamedTarget({ url, config, words: subcommands() })
  const allowWrites = writes || (named?.allowWrites ?? false)
  const selection = { checks, only, skip, quick, gentle }
  const claimed = (declared: Target): Target => (profile === undefined ? declared : { ...declared, profile })
  withHyphens(() => planRun({ ...selection, target: claimed(named ?? { baseUrl: 'http://127.0.0.1' }) }))
  const subject = named ? remoteService(named, process.env, allowWrites && !plan) : await freshEmulator()
  const { ledger, browser } = subject
  try {
    const target = claimed(subject.target)
    if (plan) {
      const planned = planRun({ ...selection, target, allowWrites: named ? allowWrites : undefined })
      process.stdout.write(planText(planned, named ? target.baseUrl : 'a fresh emulator', flags.gentle))
      return 0
    }
    removeEarlier(reports)
    const progress = createProgress(verbose ? { write: () => undefined } : process.stderr)
    return await askUntilSignal(target, limits, progress, async (asking) => {
      if (named) noteLeftObjects(target.baseUrl)
      const result = await runConformance({
        ...selection,
        ...asking,
        target,
        ledger,
        browser,
        limits,
        seed,
        allowWrites: named ? allowWrites : undefined,
        keepExchanges: reports.some(({ format }) => format === 'har' || format === 'bundle'),
        onResult: progress.onResult,
        onExchange: verbose ? note : undefined,
      })
      progress.clear()
      // Objects in a fresh emulator disappear with it.
      const told = named ? result : { ...result, leftovers: [], undeletable: 0 }
      if (told.findings['browserSandboxed'] === false) note(`emulator: ${unguardedBrowser}`)
      const checkIds = checks.map(({ id }) => id)
      const options = {
        baseline: compareKnown(known, told, checkIds),
        allowUndecided,
        command: calledAs(process),
        config,
        verbose,
      }
      writeReports(
        reports,
        (format, look) => writeReport(format, told, { ...options, ...look }),
        (directory) => writeBundle(directory, told, options),
      )
      ledger?.dropReported()
      return summarize(told, options).exitCode
    })
  } finally {
    await subject.close()
  }
}

/** The formats that the command writes. */
const written = [...reportFormats, 'bundle'] as const

function noteLeftObjects(baseUrl: string): void {
  const left = countLeftovers(baseUrl, process.env)
  if (left === 0) return
  const objects = `${left} ${left === 1 ? 'object' : 'objects'}`
  note(`Interrupted runs left ${objects} here. Delete them: ${calledAs(process)} conformance cleanup ${baseUrl}`)
}
