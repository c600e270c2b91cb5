import {
  applyBaseline,
  type Baseline,
  baselineText,
  parseBaseline,
  updateBaseline,
} from '../../conformance/reports/baseline.ts'
import { checks } from '../../conformance/rules/checks.ts'
import { planRun, planText } from '../../conformance/run/plan.ts'
import { whyUnreachable } from '../../conformance/wire/reachable.ts'
import { createProgress } from '../../conformance/reports/progress.ts'
import { wantsColor } from '../../conformance/reports/paint.ts'
import { writeReport } from '../../conformance/reports/reports.ts'
import type { RunResult } from '../../conformance/run/result.ts'
import { runConformance } from '../../conformance/run/run-conformance.ts'
import { KitError } from '../../conformance/kit-error.ts'
import type { SenderLimits } from '../../conformance/wire/sender.ts'
import { summarize } from '../../conformance/reports/summary.ts'
import { assertWritable, fileExists, readText } from '../files.ts'
import type { Given } from '../options/option-table.ts'
import { integerOf, numberOf, textOf, textsOf } from '../options/read-options.ts'
import { UsageError } from '../usage-error.ts'
import { wantedReports, writeWhole } from './conformance-reports.ts'
import { elsewhere, freshEmulator, leftAt, type Subject } from './conformance-subject.ts'
import { resolveTarget } from './conformance-target.ts'
import { abortOnSignal } from './abort-on-signal.ts'

const note = (line: string): void => void process.stderr.write(`${line}\n`)
const unreachable = 3

/** `emulator conformance [URL]`. Exit codes: DESIGN.md section 5; 128 and the signal's number when a signal ended it. */
export async function conformance(given: Given): Promise<number> {
  const selection = { checks, only: textsOf(given, 'only'), skip: textsOf(given, 'skip') }
  const limits = limitsOf(given)
  const seed = integerOf(given, 'seed', 0, 0xffff_ffff)
  const reports = wantedReports(given)
  const baseline = baselineOf(given)
  const named = resolveTarget(given, process.env, note)
  const allowWrites = given['allow-writes'] === true ? true : (named?.allowWrites ?? false)
  const stop = abortOnSignal(() => note('Ending: what was made is deleted. Once more ends at once.'))
  let subject: Subject | undefined
  try {
    asUsage(() => planRun({ ...selection, target: named ?? { baseUrl: 'http://127.0.0.1' } }))
    subject = named ? elsewhere(named, process.env, allowWrites && given['plan'] !== true) : await freshEmulator()
    const { target, ledger } = subject
    if (given['plan'] === true) {
      process.stdout.write(
        planText(
          planRun({ ...selection, target, allowWrites: named ? allowWrites : undefined }),
          named ? target.baseUrl : 'a fresh emulator',
        ),
      )
      return 0
    }
    const why = await whyUnreachable(target.baseUrl, { timeout: limits.timeout, signal: stop.signal })
    if (why !== undefined && !stop.signal.aborted) {
      note(`emulator: ${target.baseUrl} cannot be reached: ${why}. Check the URL, and that the service runs.`)
      return unreachable
    }
    const left = named ? leftAt(target.baseUrl, process.env) : 0
    if (left > 0)
      note(
        `Runs that were killed left ${left} ${left === 1 ? 'thing' : 'things'} here: emulator conformance cleanup ${target.baseUrl}`,
      )
    const progress = createProgress(given['verbose'] === true ? { write: () => undefined } : process.stderr)
    const result = await runConformance({
      ...selection,
      target,
      ledger,
      limits,
      seed,
      signal: stop.signal,
      allowWrites: named ? allowWrites : undefined,
      keepExchanges: reports.some(({ format }) => format === 'har'),
      onResult: progress.onResult,
      onExchange: given['verbose'] === true ? note : undefined,
    })
    progress.clear()
    // What is left in a fresh emulator ends with it.
    const code = tell(named ? result : { ...result, leftovers: [] }, { given, reports, baseline })
    return stop.exitCode ?? code
  } finally {
    stop.forget()
    await subject?.close()
  }
}

interface Telling {
  readonly given: Given
  readonly reports: ReturnType<typeof wantedReports>
  readonly baseline: Baseline | undefined
}

/** Writes the reports and the baseline. @returns the exit code. */
function tell(result: RunResult, { given, reports, baseline: before }: Telling): number {
  const ids = checks.map(({ id }) => id)
  const baseline = given['update-baseline'] === true ? updateBaseline(result, before, ids) : before
  if (given['update-baseline'] === true) writeWhole('baseline', textOf(given, 'baseline')!, baselineText(baseline!))
  const options = {
    baseline: baseline && applyBaseline(result, baseline, ids),
    allowUndecided: given['allow-undecided'] === true,
  }
  for (const { format, file } of reports) {
    if (file === undefined)
      process.stdout.write(
        writeReport(format, result, {
          ...options,
          color: wantsColor(process.stdout, process.env),
          verbose: given['verbose'] === true,
        }),
      )
    else writeWhole('report', file, writeReport(format, result, options))
  }
  return summarize(result, options).exitCode
}

function baselineOf(given: Given): Baseline | undefined {
  const file = textOf(given, 'baseline')
  const update = given['update-baseline'] === true
  if (file === undefined && update) throw new UsageError('--update-baseline needs --baseline FILE, the file to write.')
  if (file === undefined) return undefined
  if (update) assertWritable('baseline', file)
  if (update && !fileExists(file)) return undefined
  try {
    return parseBaseline(readText('baseline', file), file)
  } catch (error) {
    throw error instanceof KitError ? new UsageError(`--baseline: ${error.message}.`) : error
  }
}

function limitsOf(given: Given): Partial<SenderLimits> {
  const milliseconds = (name: string, least: number) => {
    const seconds = numberOf(given, name, least, 86_400)
    return seconds === undefined ? undefined : Math.round(seconds * 1000)
  }
  const all = {
    timeout: milliseconds('timeout', 0.001),
    maxWait: milliseconds('max-wait', 0),
    rate: numberOf(given, 'rate', 0.001, 100_000),
    concurrency: integerOf(given, 'concurrency', 1, 1000),
    maxRequests: integerOf(given, 'max-requests', 1),
  }
  return Object.fromEntries(Object.entries(all).filter(([, limit]) => limit !== undefined))
}

function asUsage<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof KitError ? new UsageError(error.message.replace(/^(only|skip) /, '--$1 ')) : error
  }
}
