import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { terminalLine, terminalLines } from '../../../conformance/wording/escaping/terminal.ts'
import { columnsOf, wantsColor } from '../../../conformance/report/paint.ts'
import { readCase } from '../../../emulator/case/read-case.ts'
import type { Emulator } from '../../../emulator/create-emulator.ts'
import { firstDifference } from './play/compare-requests.ts'
import { openCase, type OpenedCase } from './play/open-case.ts'
import { ReplayedTime } from './play/replayed-time.ts'
import { type Answering, serveAnswers } from '../../../emulator/serve/serve-answers.ts'
import { exitCodes } from '../../exit-codes.ts'
import { toTargetFile } from '../../judges/service/target-file.ts'
import type { ReplayFlags } from '../../options/replay-options.ts'
import { openPage } from '../../open-page.ts'
import { readApiOptions } from '../../serving/api-options.ts'
import { loadValidator } from '../../serving/late-parts.ts'
import { onSignals } from '../../serving/on-signals.ts'
import { makePrivateDirectory } from '../../serving/private-directory.ts'
import { commandVariables, holdSignals, runCommand } from '../../serving/run-command.ts'
import { UsageError } from '../../usage-error.ts'
import { usageOf } from '../../usage-of.ts'
import { answersText } from './answers-text.ts'
import { caseText } from './case-text.ts'
import { differenceText } from './difference-text.ts'
import { MovedCase } from './moved-case.ts'
import type { ReplayedCase } from './read-replayed.ts'

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
  await loadValidator()
  try {
    return await replayIt(replayed, flags, command)
  } catch (error) {
    // A case of a stranger may name what there is not, wherever that is read.
    const usage = error instanceof UsageError ? undefined : usageOf(error)
    throw usage === undefined ? error : new UsageError(`${replayed.name}: ${usage}`)
  }
}

async function replayIt(replayed: ReplayedCase, flags: ReplayFlags, command: readonly string[]): Promise<number> {
  const opened = await open(replayed, flags)
  const { at } = flags
  if (command[0]) {
    if (at !== undefined)
      throw new UsageError('--at and a command exclude each other: the test begins at the beginning.')
    return runAgain(replayed, opened, flags, command)
  }
  return serveAt(replayed, opened, at === undefined ? 0 : opened.numberOf(at), flags)
}

async function open({ bytes }: ReplayedCase, { adapter }: ReplayFlags): Promise<OpenedCase> {
  const { adapters = [] } = await readApiOptions({
    convention: [],
    conventions: undefined,
    adapter,
    'base-path': undefined,
    'public-url': undefined,
  })
  return openCase(await readCase(bytes), { adapters })
}

async function serveAt(
  { name }: ReplayedCase,
  opened: OpenedCase,
  number: number,
  { port = 0, open: opens }: ReplayFlags,
): Promise<number> {
  const { stdout } = process
  const look = {
    coloured: wantsColor(stdout, process.env),
    columns: columnsOf(stdout, process.env) ?? Number.POSITIVE_INFINITY,
  }
  const text = `${await caseText(opened, look)}\n${await answersText(opened)}`
  const moved = await MovedCase.at(opened, number)
  const server = await serveAnswers(moved.served, { port })
  const ended = new Promise<void>((end) => onSignals(end))
  const page = `${server.url}/_emulator/#/requests`
  const request = opened.requests[number - 1]
  const place = request
    ? `after ${opened.lineOf(request)}`
    : `before the first of its ${opened.requests.length} requests`
  const lines = [
    `${name} is served at ${server.url}, as it was ${place}`,
    ...opened.anewAt(number),
    `The console shows it at ${page}`,
  ]
  stdout.write(`${text}\n${lines.map((line) => terminalLine(line)).join('\n')}\n`)
  if (opens) openPage(page)
  await ended
  await server.close()
  return exitCodes.success
}

/** Runs the test again beside the world as it was, at the times that it was, and compares what it sends. */
async function runAgain(
  { name }: ReplayedCase,
  opened: OpenedCase,
  { port = 0 }: ReplayFlags,
  [program = '', ...args]: readonly string[],
): Promise<number> {
  if (opened.file.dropped.requests > 0)
    throw new UsageError(
      `${name} does not hold its first ${opened.file.dropped.requests} requests, so the test cannot be compared from its beginning. Save the case with a larger --journal.`,
    )
  const time = new ReplayedTime(opened.file, () => performance.now())
  const emulator = opened.emulatorAnew(time)
  const say = (text: string) => process.stderr.write(`${terminalLines(text)}\n`)
  const directory = makePrivateDirectory()
  const server = await serveAnswers(timed(emulator, time), { port })
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
  const now = await readCase(await emulator.saveCase())
  const difference = firstDifference(opened.file, now)
  const then = opened.file.failure?.exitCode
  const ended = `The command ended with ${code}${then === undefined ? '' : then === code ? ', as in the case' : `, and with ${then} in the case`}.`
  const { length } = opened.requests
  const same = length === 1 ? 'the same request' : `the same ${length} requests`
  const isUnasked = difference !== undefined && !now.events.some(({ kind }) => kind === 'request')
  say(isUnasked ? unasked : difference ? differenceText(difference) : `It sent ${same} as in the case. ${ended}`)
  if (difference) say(ended)
  return difference ? exitCodes.failure : exitCodes.success
}

/** For a test with an emulator of its own: without this, the difference would be blamed on the client. */
const unasked =
  'The command sent no request here: its client has to use PLATFORM_BASE_URL. A test with an emulator in its own process, by createEmulator or by the fixtures of Vitest and Playwright, does not ask this one: open its case without a command.'

function timed(emulator: Emulator, time: ReplayedTime): Answering {
  return {
    basePath: emulator.basePath,
    publicUrl: emulator.publicUrl,
    respond: (request, sender) => {
      time.before(request, emulator)
      return emulator.respond(request, sender)
    },
  }
}
