import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { columnsOf, wantsColor } from '../../../conformance/report/paint.ts'
import { terminalLine, terminalLines } from '../../../conformance/wording/escaping/terminal.ts'
import { readCase } from '../../../emulator/case/read-case.ts'
import type { Emulator } from '../../../emulator/create-emulator.ts'
import { serveAnswers } from '../../../emulator/serve/serve-answers.ts'
import { toIso } from '../../../emulator/tools/time.ts'
import { exitCodes } from '../../exit-codes.ts'
import { toTargetFile } from '../../judges/service/target-file.ts'
import type { ReplayFlags } from '../../options/replay-options.ts'
import { openPage } from '../../open-page.ts'
import { readApiOptions } from '../../serving/api-options.ts'
import { onSignals } from '../../serving/on-signals.ts'
import { makePrivateDirectory } from '../../serving/private-directory.ts'
import { commandVariables, holdSignals, runCommand } from '../../serving/run-command.ts'
import { UsageError } from '../../usage-error.ts'
import { usageOf } from '../../usage-of.ts'
import { caseText } from './case-text.ts'
import { firstDifference, lineOf } from './compare-requests.ts'
import { differenceText } from './difference-text.ts'
import { OpenedCase } from './open-case.ts'
import type { ReplayedCase } from './read-replayed.ts'
import { RunRecorder } from './run-recorder.ts'

/**
 * Serves a case until a signal ends it, or runs the test again and compares what it sends.
 * @returns the exit code.
 * @throws UsageError for a case that cannot be opened.
 */
export async function replayCase(
  replayed: ReplayedCase,
  flags: ReplayFlags,
  command: readonly string[],
): Promise<number> {
  const { at } = flags
  if (command[0] && at !== undefined)
    throw new UsageError('--at and a command exclude each other: the test begins at the beginning.')
  const { adapters = [] } = await readApiOptions({
    convention: [],
    conventions: undefined,
    adapter: flags.adapter,
    'base-path': undefined,
    'public-url': undefined,
  })
  const recorder = new RunRecorder()
  const { opened, emulator, number } = await opening(replayed.name, async () => {
    const opened = new OpenedCase(await readCase(replayed.bytes), { adapters })
    const number = at === undefined ? 0 : opened.numberOf(at)
    return { opened, number, emulator: command[0] ? opened.emulatorAnew(recorder) : opened.emulatorAt(number) }
  })
  return command[0]
    ? runAgain({ name: replayed.name, opened, emulator, recorder }, flags, command)
    : serveAt(replayed.name, opened, emulator, number, flags)
}

/** Opens a file of a stranger: whatever is wrong is wrong with it. @throws UsageError that names it, in one line. */
async function opening<Opened>(name: string, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof UsageError) throw error
    const usage =
      usageOf(error) ?? `Expected a case as this version writes it; got what it cannot serve. Save it again.`
    throw new UsageError(`${name}: ${usage}`, { cause: error })
  }
}

async function serveAt(
  name: string,
  opened: OpenedCase,
  emulator: Emulator,
  number: number,
  { port = 0, open: opens }: ReplayFlags,
): Promise<number> {
  const { stdout } = process
  const look = {
    coloured: wantsColor(stdout, process.env),
    columns: columnsOf(stdout, process.env) ?? Number.POSITIVE_INFINITY,
  }
  const server = await serveAnswers(emulator, { port })
  const ended = new Promise<void>((end) => onSignals(end))
  const page = `${server.url}/_emulator/#/requests`
  const request = opened.requests[number - 1]
  const place = request
    ? `after #${number} ${lineOf(request)} at ${toIso(request.at)}: ${request.status ?? 'no answer'}`
    : `before the first of its ${opened.requests.length} requests`
  const lines = [`${name} is served at ${server.url}, as it was ${place}`, `The console shows it at ${page}`]
  stdout.write(`${caseText(opened.file, look)}\n${lines.map((line) => terminalLine(line)).join('\n')}\n`)
  if (opens) openPage(page)
  await ended
  await server.close()
  return exitCodes.success
}

interface RunAgain {
  readonly name: string
  readonly opened: OpenedCase
  readonly emulator: Emulator
  readonly recorder: RunRecorder
}

/** Runs the test again beside the worlds as they were, and compares what it sends. */
async function runAgain(
  { name, opened, emulator, recorder }: RunAgain,
  { port = 0 }: ReplayFlags,
  [program = '', ...args]: readonly string[],
): Promise<number> {
  const { dropped, failure, events } = opened.file
  recorder.watch(emulator)
  if (dropped.requests > 0)
    throw new UsageError(
      `${name} does not hold its first ${dropped.requests} requests, so the test cannot be compared from its beginning. Save the case with a larger --journal.`,
    )
  const say = (text: string) => process.stderr.write(`${terminalLines(text)}\n`)
  const directory = makePrivateDirectory()
  const server = await serveAnswers(emulator, { port })
  const targetFile = join(directory, 'target.json')
  writeFileSync(targetFile, JSON.stringify(toTargetFile(emulator, server.url, true)), { mode: 0o600 })
  say(`${name} is served at ${server.url}, as it was before the first of its ${opened.requests.length} requests`)
  const signals = holdSignals()
  let code: number
  try {
    const env = { ...process.env, ...commandVariables(emulator, server.url, targetFile) }
    code = await runCommand(program, args, env, signals.pass)
  } finally {
    signals.end(() => void server.close())
    await server.close()
    signals.release()
    rmSync(directory, { recursive: true, force: true })
  }
  if (code === 126 || code === 127) return exitCodes.wrongUsage
  const runs = recorder.runs(emulator)
  const difference = firstDifference(events, runs, (id) => opened.isOfStart(id))
  const then = failure?.exitCode
  const ended = `The command ended with ${code}${then === undefined ? '' : then === code ? ', as in the case' : `, and with ${then} in the case`}.`
  const { length } = opened.requests
  const same = length === 1 ? 'the same request' : `the same ${length} requests`
  if (difference) say(`${runs.length === 0 ? unasked : differenceText(difference)}\n${ended}`)
  else if (code === 0) say(`Mended: it sent ${same} as in the case, and passes now.`)
  else say(`It sent ${same} as in the case. ${ended}`)
  return difference ? exitCodes.failure : exitCodes.success
}

/** For a test with an emulator of its own. */
const unasked =
  'The command sent no request here: its client has to use PLATFORM_BASE_URL. A test with an emulator in its own process, by createEmulator or by the fixtures of Vitest and Playwright, does not ask this one: open its case without a command.'
