import { terminalLine } from '../../conformance/wording/escaping/terminal.ts'
import { isKitError } from '../../conformance/kit-error.ts'
import { checkDrift, type DriftResult, type JudgedPart } from '../../conformance/learn/check-drift.ts'
import { compareDocuments, hasMoved } from '../../conformance/learn/drift.ts'
import type { Drift } from '../../conformance/learn/drift-report-schema.ts'
import { type DriftSubject, writeDriftReport } from '../../conformance/learn/drift-document.ts'
import { acceptedDocument } from '../../conformance/learn/accepted-document.ts'
import type { Answers } from '../../conformance/learn/answers.ts'
import { recordedAnswers } from '../../conformance/learn/recorded-answers.ts'
import { learnRecording, learnService, type LearnedService } from '../../conformance/learn/learn-service.ts'
import { type LearnedDocument, toLearnedDocument } from '../../conformance/learn/learned-document.ts'
import { learnedText, unseenText, widerCheckLine } from '../../conformance/learn/learned-text.ts'
import {
  mostForAsking,
  type StatedVerdicts,
  statedVerdicts,
  unaskedRequirements,
} from '../../conformance/learn/stated-verdicts.ts'
import { EarlierAnswers } from '../../conformance/judge/earlier-answers.ts'
import { furtherQuestions } from '../../conformance/learn/questions/further.ts'
import type { Question } from '../../conformance/learn/questions/question.ts'
import { questions } from '../../conformance/learn/questions/questions.ts'
import { type AskingOptions, unaskable } from '../../conformance/learn/questions/unaskable.ts'
import { commonFormats } from '../../conformance/report/format-list.ts'
import { progressLine } from '../../conformance/report/progress.ts'
import { counted } from '../../conformance/report/text.ts'
import type { Target } from '../../conformance/target/target-file.ts'
import { calledAs } from '../../emulator/serve/printed-program.ts'
import { type RequestCallbacks, resolveNamedTarget, askUntilSignal, toLimits } from './conformance/asking.ts'
import { note, say } from '../print.ts'
import { exitCodes } from '../exit-codes.ts'
import { remoteService } from '../judges/service/judged-service.ts'
import { markInexpressible } from '../judges/twin/expressible.ts'
import { sameDeviations } from '../judges/twin/same-deviations.ts'
import { makeTwin, type Twin } from '../judges/twin/make-twin.ts'
import { decodeText } from '../../emulator/serve/decode-text.ts'
import { readBytes } from '../files.ts'
import { assertTwinDirectory, readLearned, twinFiles, writeTwin } from './learn/twin-files.ts'
import { removeEarlier, parseReportFlags, writeReports } from './conformance/wanted-reports.ts'
import { readTraffic } from '../../conformance/proxy/recorded-traffic.ts'
import type { LearnFlags } from '../options/learn-options.ts'
import { blaming, UsageError } from '../usage-error.ts'

/** `emulator learn [URL]`: makes a twin of a service, checks one for drift, or compares two. */
export async function learn(flags: LearnFlags, first: string | undefined, second: string | undefined): Promise<number> {
  if (flags.diff) return compareTwins(first, second, flags)
  if (second !== undefined) throw new UsageError(`learn takes one URL; got also ${JSON.stringify(second)}.`)
  removeEarlier(parseReportFlags(flags.report, commonFormats))
  if (flags.check === undefined && flags.report.length > 0)
    throw new UsageError('--report is for --check and --diff; learned.json has what was learned.')
  const target = resolveNamedTarget({ url: first, config: flags.config })
  if (flags.from !== undefined) return await learnHarFile(flags.from, target, flags)
  if (target === undefined)
    throw new UsageError(
      `learn needs the URL of a service: ${calledAs(process)} learn http://localhost:8080 --config target.yaml --out twin.`,
    )
  const allowWrites = flags['allow-writes'] || (target.allowWrites ?? false)
  if (flags.plan) return printPlan(target, flags, allowWrites)
  const before = flags.check === undefined ? undefined : readLearned(flags.check)
  if (flags.out !== undefined) assertTwinDirectory(flags.out)
  return await askService(target, { ...flags, 'allow-writes': allowWrites }, before)
}

function printPlan(target: Target, flags: LearnFlags, allowWrites: boolean): number {
  const asking = { target, allowWrites, gentle: flags.gentle }
  const plan = [...questions, ...chooseFurtherQuestions(flags, asking)].map((question) => ({
    question,
    cause: unaskable(question, asking),
  }))
  const lines = plan.map(({ question: { effect, asks }, cause }) =>
    cause ? `  not asked  ${asks}: ${unseenText(cause)}` : `  ${effect.padEnd(9)}  ${asks}`,
  )
  const asked = plan.filter(({ cause }) => !cause).length
  say(`${target.baseUrl} would be asked ${asked} of ${lines.length} questions:\n${lines.join('\n')}`)
  return 0
}

/** The questions that only compare the twin, in each run of learning. A check for drift has no twin to compare. */
function chooseFurtherQuestions({ seed = 1, check }: LearnFlags, asking: AskingOptions): readonly Question[] {
  return check === undefined ? furtherQuestions(seed, asking) : []
}

/** The most bytes of recorded traffic that is read. */
const largestHar = 104_857_600

/** Learns from recorded traffic. Nothing is sent. */
async function learnHarFile(file: string, declared: Target | undefined, flags: LearnFlags): Promise<number> {
  const traffic = blaming('--from', () => readTraffic(decodeText(readBytes(file, largestHar)), file, declared))
  const { target, exchanges, leftOut } = traffic
  const answers = recordedAnswers(exchanges, target)
  if (flags.plan) return printAnswered(target, answers)
  if (flags.out !== undefined) assertTwinDirectory(flags.out)
  const learned = await learnRecording(traffic)
  const { foreign, unread } = leftOut
  if (foreign > 0) note(`${foreign} of the recorded exchanges are not with ${target.baseUrl}, and were left out.`)
  if (unread > 0) note(`${unread} of them have a body that is not in ${file}, or is no text, and were left out.`)
  const writes = questions.some(({ id, effect }) => effect === 'write' && answers.get(id) !== undefined)
  return await keep(keepExpressible(learned), undefined, target, { ...flags, 'allow-writes': writes })
}

function printAnswered(target: Target, answers: Answers): number {
  const lines = questions.map(({ id, asks }) => `  ${answers.get(id) ? 'answered' : 'not seen'}  ${asks}`)
  const seen = questions.filter(({ id }) => answers.get(id)).length
  say(`The recorded traffic with ${target.baseUrl} answers ${seen} of ${lines.length} questions:\n${lines.join('\n')}`)
  return 0
}

async function askService(target: Target, flags: LearnFlags, before: LearnedDocument | undefined): Promise<number> {
  const { timeout, rate, 'max-wait': maxWait, gentle } = flags
  const allowWrites = flags['allow-writes']
  const limits = toLimits({ timeout, maxWait, rate })
  const progress = progressLine(process.stderr)
  const subject = remoteService(target, process.env, allowWrites)
  const work = async (asking: RequestCallbacks): Promise<number> => {
    const how = { ...asking, target, allowWrites, gentle, ledger: subject.ledger }
    let isRefusing = false
    // A check for drift asks everything again, and so do the checks after writes.
    const earlier = before === undefined && !allowWrites ? new EarlierAnswers() : undefined
    const ask = async (mostRequests: number) => {
      const asked = learnService({
        ...how,
        further: chooseFurtherQuestions(flags, how),
        keepFor: earlier,
        limits: { ...limits, maxRequests: mostForAsking(mostRequests, allowWrites) },
        onQuestion: ({ asks }, done, total) => progress.show(() => `${done + 1}/${total} ${asks}`),
      })
      const learned = keepExpressible(await asked.finally(progress.clear))
      isRefusing = learned.isRefusing
      return learned
    }
    const judge = (mostRequests: number, { only, decided }: JudgedPart) =>
      statedVerdicts({
        ...how,
        only,
        decided,
        quick: maximumRequests(flags) < ofFullRun,
        mostRequests,
        earlier,
        // The questions have already waited, and the service still refuses. The checks do not wait again.
        limits: isRefusing ? { ...limits, maxWait: 0 } : limits,
        browser: subject.browser,
      })
    const inquiry = { target, flags, mostRequests: maximumRequests(flags) - 1, ask, judge, signal: asking.signal }
    const code = before === undefined ? await learnAndSave(inquiry) : await printDrift(before, inquiry)
    subject.ledger?.dropReported()
    return code
  }
  try {
    return await askUntilSignal(target, limits, progress, work)
  } catch (error) {
    if (!isKitError(error, 'unreachable')) throw error
    note(`emulator: ${error.message}.`)
    return exitCodes.unreachable
  } finally {
    await subject.close()
  }
}

/** How to ask a service. */
interface Inquiry {
  readonly target: Target
  readonly flags: LearnFlags
  /** The most requests after the one that finds the service reachable. */
  readonly mostRequests: number
  /** Asks the questions. */
  readonly ask: (mostRequests: number) => Promise<LearnedService>
  /** Runs checks of the kit. */
  readonly judge: (mostRequests: number, part: JudgedPart) => Promise<StatedVerdicts>
  readonly signal: AbortSignal
}

/** Default request limits. A check has a higher one, because it also tests the stated requirements again. */
const usualRequests = { learn: 150, check: 500, checkWithWrites: 700 }

function maximumRequests({ check, 'max-requests': requested, 'allow-writes': allowWrites }: LearnFlags): number {
  const usual = allowWrites ? usualRequests.checkWithWrites : usualRequests.check
  return requested ?? (check === undefined ? usualRequests.learn : usual)
}

/** The requests that a full run of the kit needs. With fewer, a quick one looks at more requirements. */
const ofFullRun = 1500

/** Prints what the questions created and could not delete. */
function noteLeftovers(leftovers: readonly string[]): void {
  for (const line of leftovers) note(`left behind: ${line}`)
}

/** Learns from the answers of a service. */
async function learnAndSave({ target, flags, mostRequests, ask, judge, signal }: Inquiry): Promise<number> {
  const learned = await ask(mostRequests)
  noteLeftovers(learned.leftovers)
  if (signal.aborted) return 0
  // The remaining requests test the stated requirements, so that a later check can tell which have changed.
  const stated = await judge(mostRequests - learned.requests, { decided: learned.verdicts })
  noteLeftovers(stated.leftovers)
  if (signal.aborted) return 0
  return await keep(learned, stated, target, flags)
}

/** Counts the requirements for which a later check cannot tell whether they held. */
function unknownLines(stated: StatedVerdicts | undefined, learned: LearnedService, flags: LearnFlags): string[] {
  const count = stated ? unaskedRequirements(stated, { ...learned.verdicts, ...stated.verdicts }).length : 0
  if (count === 0 || flags.out === undefined) return []
  const enough = flags['allow-writes'] ? usualRequests.checkWithWrites : usualRequests.check
  return [
    `${counted(count, 'stated requirement')} ${count === 1 ? 'was' : 'were'} not checked within ${maximumRequests(flags)} requests, so --check cannot tell whether they held before. Learn with --max-requests ${Math.max(enough, maximumRequests(flags) + 100)}, or record them with --check ${terminalLine(flags.out)} --accept.`,
  ]
}

/** Makes the twin, asks it the same questions, prints what was learned, and writes the twin if requested. */
async function keep(
  learned: LearnedService,
  stated: StatedVerdicts | undefined,
  target: Target,
  flags: LearnFlags,
): Promise<number> {
  const requested = { baseUrl: target.baseUrl, allowWrites: flags['allow-writes'] }
  const document = toLearnedDocument(learned, requested, { stated })
  const twin = await makeTwin({ document, learned, target, records: flags.records })
  const written = flags.out === undefined ? [] : await saveTwin(twin, { learned, stated }, ['--out', flags.out])
  noteWithheld(learned, twin.records, flags)
  process.stdout.write(learnedText(twin.document, [...written, ...unknownLines(stated, learned, flags)]))
  return exitCodes.success
}

/** Reports the declared filters and the members of real records that were left out. */
function noteWithheld(
  { sampleRecords }: LearnedService,
  { unfit = [], unplaced = [] }: Twin['records'],
  { records, out }: LearnFlags,
): void {
  if (unplaced.length > 0)
    note(`The twin has no such filters, so their values were left out: ${unplaced.map(terminalLine).join(', ')}.`)
  if (typeof records !== 'object' || out === undefined) return
  const { withheld } = sampleRecords(records.sample)
  if (withheld.length > 0)
    note(`Left out of the real records, as they may be secret: ${withheld.map(terminalLine).join(', ')}.`)
  if (unfit.length > 0)
    note(`Left out of the real records, as the emulator takes other values there: ${unfit.join(', ')}.`)
  note(`${out} has real records of the service. Look through its fixtures.yaml before you commit it.`)
}

/** Writes a twin, with the deviations that match its service. @returns a line with its files. */
async function saveTwin(
  { document, records, adapters, options }: Twin,
  { learned, stated }: { readonly learned: LearnedService; readonly stated: StatedVerdicts | undefined },
  [option, directory]: readonly [option: string, directory: string],
): Promise<readonly string[]> {
  const failures = [...learned.failures, ...(stated?.failed ?? [])]
  const broken = await sameDeviations(failures, options, document.allowWrites)
  const files = twinFiles(document, records, { adapters, broken })
  const written = blaming(option, () => writeTwin(directory, files))
  return written.length === 0 ? [] : [`Written: ${written.map(terminalLine).join(', ')}`]
}

/** The result of learning, limited to conventions that an emulator can have. */
function keepExpressible(learned: LearnedService): LearnedService {
  return { ...learned, observations: markInexpressible(learned.observations) }
}

/** Prints how a service has changed. */
async function printDrift(
  before: LearnedDocument,
  { target, flags, mostRequests, ask, judge, signal }: Inquiry,
): Promise<number> {
  const { baseUrl } = target
  const allowWrites = flags['allow-writes']
  const begun = performance.now()
  const found = await checkDrift({ before, baseUrl, allowWrites, mostRequests, ask, judge })
  noteLeftovers(found.leftovers)
  if (signal.aborted) return 0
  const { drifts, learned, stated, unasked, requests } = found
  const effort = { requests: requests + 1, mostRequests: mostRequests + 1, unasked }
  const startedAt = performance.timeOrigin + begun
  const durationMs = performance.now() - begun
  writeDrifts(drifts, { name: baseUrl, startedAt, durationMs, effort, isCompared: found.isCompared }, flags)
  if (before.requests < effort.requests && drifts.some((drift) => drift.class === 'breaks'))
    note(widerCheckLine(before.requests, effort.requests))
  const isNew = drifts.some((drift) => drift.class !== 'notMeasured') || hasNewVerdicts(before, found)
  if (flags.accept && found.isCompared && !isNew)
    note(`Nothing was written: ${terminalLine(flags.check!)} already has all of this.`)
  if (flags.accept && found.isCompared && isNew) {
    const now = toLearnedDocument(learned, { baseUrl, allowWrites }, { stated })
    const document = acceptedDocument(before, now, drifts, new Set(stated.failed.map(({ check }) => check)))
    const twin = await makeTwin({ document, learned, target, records: flags.records })
    for (const line of await saveTwin(twin, { learned, stated }, ['--check', flags.check!])) note(line)
    return 0
  }
  return exitCode(drifts, found.isCompared)
}

/** True if requirements were tested, or tested in other places, that were not when the service was learned. */
function hasNewVerdicts({ verdicts, passed }: LearnedDocument, { learned, stated }: DriftResult): boolean {
  const isNew = Object.keys({ ...learned.verdicts, ...stated.verdicts }).some((id) => !(id in verdicts))
  return isNew || stated.passed.some((check) => !passed.includes(check))
}

function writeDrifts(drifts: readonly Drift[], subject: DriftSubject, { report }: LearnFlags): void {
  writeReports(parseReportFlags(report, commonFormats), (format, look) =>
    writeDriftReport(format, drifts, subject, { ...look, verbose: false }),
  )
}

function exitCode(drifts: readonly Drift[], isCompared: boolean): number {
  if (drifts.some(hasMoved)) return exitCodes.failure
  return isCompared ? 0 : exitCodes.undecided
}

function compareTwins(first: string | undefined, second: string | undefined, flags: LearnFlags): number {
  if (first === undefined || second === undefined)
    throw new UsageError(`learn --diff needs two twins: ${calledAs(process)} learn --diff before after.`)
  removeEarlier(parseReportFlags(flags.report, commonFormats))
  const startedAt = performance.timeOrigin + performance.now()
  const drifts = compareDocuments(readLearned(first), readLearned(second))
  writeDrifts(drifts, { name: second, startedAt, durationMs: 0, isCompared: true }, flags)
  return exitCode(drifts, true)
}
