import { scenarioSentence } from '../../../emulator/disturb/scenarios/scenarios.ts'
import { calledAs } from '../../../emulator/serve/printed-program.ts'
import { phraseText } from '../../../conformance/wording/text.ts'
import { availableParallelism } from 'node:os'
import { reportOnTasks } from '../../../conformance/client/judge/client-report.ts'
import { Redaction } from '../../../conformance/client/judge/redaction.ts'
import { selectRuns } from '../../../conformance/client/judge/select-runs.ts'
import { progressLine } from '../../../conformance/report/progress.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { keepCase, type Savable } from '../../../emulator/serve/case/keep-case.ts'
import { abortOnSignal } from '../conformance/asking.ts'
import { note } from '../../print.ts'
import { exitCodes } from '../../exit-codes.ts'
import { UsageError, withHyphens } from '../../usage-error.ts'
import { rerunCommandText, repeatedOptions } from './rerun-command.ts'
import { type ReportPlan, writeClientReports } from './write-reports.ts'
import { driveClient } from '../../judges/client/command/drive.ts'
import { removeUnderlines, type EndedRun } from '../../judges/client/command/read-report.ts'

/** Each run has its own emulator, so more jobs would need much memory. */
const mostJobs = 8

/** The end of the output of a run that is kept for reports, in characters. */
const keptOutput = 2000

const nothingSelected =
  'expected at least one run; --only, --skip and --scenario together select none. A task is not played in each scenario: leave out one of them.'

const nothingPlayed =
  'emulator: expected a run in the scenario; got only the plain run, which is its baseline. The plain run shows which numbers the scenario can have: leave the number out to play all of them.'

/** Runs a command once for each task, input and scenario, and reports the results. @returns the exit code. */
export async function runDriver(
  command: readonly string[],
  conventions: Conventions,
  plan: ReportPlan,
): Promise<number> {
  const { flags } = plan
  const { timeout = 10, jobs = Math.min(mostJobs, availableParallelism()), verbose } = flags
  const redaction = new Redaction()
  const outputs = new Map<string, string>()
  let failed: { readonly savable: Savable; readonly name: string; readonly message: string } | undefined
  const facts = { startedAt: performance.timeOrigin + performance.now(), runs: 0, requests: 0 }
  const begun = performance.now()
  const stop = abortOnSignal(() => note('Ending. The report shows the runs that have ended.'))
  const client = await driveClient({
    command,
    conventions,
    environment: process.env,
    timeout: timeout * 1000,
    ownsProcess: true,
    onEnd: ({ task, inputName, scenario }, { stderr }) =>
      void outputs.set(runKey(task, inputName, scenario), removeUnderlines(stderr).slice(-keptOutput)),
  })
  const endAll = () => client.stop()
  process.on('exit', endAll)
  stop.signal.addEventListener('abort', endAll)
  try {
    const selected = withHyphens(() => selectRuns(flags, client.subject))
    // The number of runs depends on what the client sends.
    const progress = progressLine(verbose ? { write: () => undefined } : process.stderr)
    let failures = 0
    const identity = { name: command.join(' '), command }
    const report = await reportOnTasks(client.subject, identity, {
      ...selected,
      jobs,
      races: flags.races,
      redaction,
      signal: stop.signal,
      stopsAt: (error) => error instanceof UsageError,
      onResults: (results, run) => {
        if (!run) return
        facts.runs++
        facts.requests += run.transcript.exchanges.length
        const name = `${run.task} ${run.inputName}${run.scenario === undefined ? '' : `, ${run.scenario}`}`
        const wrong = results.find(({ verdict }) => verdict === 'fail')
        const savable = wrong && !failed ? client.subject.hold(run) : undefined
        if (wrong && savable) failed = { savable, name, message: redaction.show(wrong).message }
        if (wrong) failures++
        const counts = `${facts.runs} runs${failures === 0 ? '' : `, ${failures} with failures`}`
        progress.show(() => `${counts}  ${name}`)
        if (verbose)
          note(
            redaction.text(
              driverRunText(name, run.reported, outputs.get(runKey(run.task, run.inputName, run.scenario))),
            ),
          )
      },
    }).finally(() => progress.clear())
    if (facts.runs === 0 && !stop.signal.aborted) throw new UsageError(nothingSelected)
    if (report.results.length === 0 && flags.scenario?.includes('=') && !stop.signal.aborted) note(nothingPlayed)
    const code = writeClientReports(
      report,
      {
        ...facts,
        durationMs: performance.now() - begun,
        again: (result) =>
          rerunCommandText({ command, calledAs: calledAs(process), options: repeatedOptions(flags) }, result),
        sentenceOf: scenarioSentence,
        outputOf: ({ task, inputName, scenario }) =>
          redaction.text(outputs.get(runKey(task, inputName, scenario ?? undefined)) ?? ''),
      },
      plan,
    )
    if (failed && code === exitCodes.failure) {
      const { savable, name, message } = failed
      const failure = { test: redaction.text(name), message, command, exitCode: code }
      note(await keepCase(savable, failure, { file: flags.case }, calledAs(process)))
    }
    return stop.exitCode ?? code
  } finally {
    process.off('exit', endAll)
    stop.forget()
    await client.close()
  }
}

function runKey(task: string | null, inputName: string | null, scenario: string | undefined): string {
  return JSON.stringify([task, inputName, scenario ?? null])
}

/** One run, for --verbose: what it reported, and the end of its output. */
function driverRunText(name: string, reported: EndedRun['reported'], output: string = ''): string {
  const came =
    reported.kind === 'value'
      ? `value ${(JSON.stringify(reported.value) ?? '').slice(0, 200)}`
      : reported.kind === 'error'
        ? `error ${JSON.stringify(reported.error).slice(0, 200)}`
        : reported.kind === 'notApplicable'
          ? 'not supported'
          : `${reported.kind}: ${phraseText(reported.why)}`
  const lines = output.trim() === '' ? [] : output.trim().split('\n')
  return [`${name}: ${came}`, ...lines.map((line) => `  | ${line}`)].join('\n')
}
