import { calledAs } from '../../../emulator/serve/printed-program.ts'
import { toClientReport } from '../../../conformance/client/judge/client-report.ts'
import { judgeWatched } from '../../../conformance/client/judge/judge-watched.ts'
import type { ClientResult } from '../../../conformance/client/judge/client-result.ts'
import type { Transcript } from '../../../conformance/client/evidence/transcript.ts'
import { areConcurrent } from '../../../conformance/client/tasks/scenario-evidence.ts'
import { selectResults } from '../../../conformance/client/judge/select-runs.ts'
import type { Emulator } from '../../../emulator/create-emulator.ts'
import { exitCodes } from '../../exit-codes.ts'
import { readFlags } from '../../options/read-flags.ts'
import { keepFailure } from '../../serving/keep-failure.ts'
import { withHyphens } from '../../usage-error.ts'
import { hasFailed, serveDuringCommand } from '../../serving/run-beside.ts'
import { rerunCommandText, repeatedOptions } from './rerun-command.ts'
import { readCredentials, readDialect } from '../../judges/client/world-facts.ts'
import { type ReportPlan, writeClientReports } from './write-reports.ts'
import { clientCoverage } from '../../judges/client/watch/coverage.ts'
import { WatchedRequests } from '../../judges/client/watch/watched-requests.ts'

const nothingWatched = ([name]: readonly string[]): string =>
  `emulator: expected requests of ${name}; none came. Let it use the address in PLATFORM_BASE_URL and the credentials in PLATFORM_TOKEN, PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET. A test with an emulator in its own process (createEmulator, or the fixtures of Vitest and Playwright) sends its requests there: judge such a client with describeClient or judgeClient.\n`

/**
 * Runs a command with an emulator, once more for each of `--races`, and judges its requests. @returns the exit code.
 */
export async function runWatch(command: readonly string[], plan: ReportPlan): Promise<number> {
  const { flags } = plan
  const { convention, conventions, config, scenario, races } = flags
  const played = scenario === 'plain' ? undefined : scenario
  // Before the command runs, so that a wrong pattern is reported at once.
  const reports = withHyphens(() => selectResults(flags))
  const orders = Array.from({ length: races ?? 0 }, (_none, index) => `token-expires-under-concurrency=${index + 1}`)
  const startedAt = performance.timeOrigin + performance.now()
  const begun = performance.now()
  let emulator: Emulator | undefined
  let code = 0
  const transcripts: Transcript[] = []
  const met = new Set<string>()
  for (const order of [played, ...orders]) {
    const watched = new WatchedRequests(() => readDialect(emulator!))
    code = await serveDuringCommand({
      command,
      source: await readFlags({
        convention,
        conventions,
        config,
        ...(order === undefined ? {} : { scenario: [order] }),
      }),
      observer: watched,
      onOpen: (served) => {
        emulator = served.emulator
        watched.worldNamed = (name) => served.emulator.worlds.peek(name)
      },
    })
    // The command did not run, so there is nothing to judge.
    if (!emulator || code === 126 || code === 127) return exitCodes.wrongUsage
    transcripts.push(...(await watched.end()))
    for (const name of watched.scenarios) met.add(name)
    if (code !== 0) break
  }
  if (!emulator) return exitCodes.wrongUsage
  const dialect = readDialect(emulator)
  const results = judgeWatched({ transcripts, dialect, credentials: readCredentials(emulator), reports })
  const coverage = clientCoverage({
    transcripts,
    results,
    scenarios: met,
  })
  const report = toClientReport({ name: command.join(' '), command }, results)
  const facts = {
    startedAt,
    durationMs: performance.now() - begun,
    runs: transcripts.length,
    requests: transcripts.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
    again: (result: ClientResult) =>
      rerunCommandText(
        { command, calledAs: calledAs(process), options: repeatedOptions(flags), scenario: played },
        result,
      ),
    coverage,
  }
  const judged = writeClientReports(report, facts, plan)
  if (facts.requests === 0) process.stderr.write(nothingWatched(command))
  if (orders.length > 0 && !transcripts.some(({ exchanges }) => areConcurrent(exchanges)))
    process.stderr.write('emulator: your client sent no two requests at a time, so --races changed nothing.\n')
  const exitCode = code === 0 ? judged : code
  if (code !== 0) process.stderr.write(`emulator: ${command[0]!} exited with ${code}, so that is the exit code here.\n`)
  if (facts.requests > 0 && (hasFailed(code) || judged === exitCodes.failure))
    process.stderr.write(`${await keepFailure(emulator, { command, exitCode }, { file: flags.case })}\n`)
  return exitCode
}
