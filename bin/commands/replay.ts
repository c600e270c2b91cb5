import { basename } from 'node:path'
import type { CaseRequest } from '../../emulator/case/case-file.ts'
import { readCase } from '../../emulator/serve/case/read-case.ts'
import { serveAnswers } from '../../emulator/serve/serve-answers.ts'
import { calledAs } from '../../emulator/serve/printed-program.ts'
import { note, say } from '../print.ts'
import { exitCodes } from '../exit-codes.ts'
import { readBytes } from '../files.ts'
import { toTargetFile } from '../judges/service/target-file.ts'
import { openPage } from '../open-page.ts'
import { readApiOptions } from '../serving/api-options.ts'
import { handleSignals } from '../serving/on-signals.ts'
import { useTargetFile } from '../serving/private-directory.ts'
import { commandVariables, holdSignals, runCommand } from '../serving/run-command.ts'
import { cutText } from '../../emulator/tools/short-text.ts'
import { UsageError, usageMessage } from '../usage-error.ts'
import { requestDifferenceText, firstDifference, caseRequestLine, RunRecorder } from './replay/compare-requests.ts'
import { OpenedCase } from './replay/open-case.ts'

/** The size limit of a case file, in bytes. */
const largestFile = 500_000_000

interface ReplayFlags {
  readonly port: number | undefined
  readonly open: boolean
  readonly at: number | undefined
  readonly adapter: readonly string[]
}

/** `emulator replay FILE`: serves a case in the console until a signal ends it, or runs its test again. */
export async function replay(
  flags: ReplayFlags,
  file: string | undefined,
  command: readonly string[] | undefined,
): Promise<number> {
  if (file === undefined)
    throw new UsageError(`replay needs a file, as in: ${calledAs(process)} replay failed.case.gz.`)
  if (command !== undefined && !command[0])
    throw new UsageError('replay needs a command after --; leave out -- to serve until Ctrl-C.')
  if (command && flags.at !== undefined)
    throw new UsageError('--at and a command exclude each other: a test always starts from the beginning.')
  const bytes = readBytes(file, largestFile)
  const { adapters } = await readApiOptions({ adapter: flags.adapter })
  const name = basename(file)
  return openUntrusted(name, () => {
    const opened = new OpenedCase(readCase(bytes), adapters)
    return command ? runAgain(name, opened, flags, command) : serveCaseState(name, opened, flags)
  })
}

/**
 * Opens an untrusted file. Every error is reported as an error of the file.
 * @throws UsageError that names it, in one line.
 */
async function openUntrusted(name: string, open: () => () => Promise<number>): Promise<number> {
  let run: () => Promise<number>
  try {
    run = open()
  } catch (error) {
    if (error instanceof UsageError) throw error
    const usage =
      usageMessage(error) ?? 'Expected a case of this version; got a file that it cannot serve. Save the case again.'
    throw new UsageError(`${name}: ${usage}`, { cause: error })
  }
  return run()
}

/** The failure of the case, and what the case lacks. */
function headText({ file, requests }: OpenedCase): string {
  const { failure = {}, seed, dropped } = file
  const { test, message, command, exitCode } = failure
  return [
    ...(test === undefined ? [] : [`Failed: ${test}`]),
    ...(message === undefined ? [] : [message]),
    ...(command === undefined ? [] : [`Command: ${command.join(' ')} (exit code ${exitCode ?? 'unknown'})`]),
    `Seed ${seed}; requests: ${requests.length}`,
    ...requestLines(requests),
    ...(dropped.requests > 0 ? [`The case does not hold the first ${dropped.requests} requests.`] : []),
    ...(dropped.functions > 0
      ? [`The case does not hold the functions of the test, which gave ${dropped.functions} of the answers.`]
      : []),
  ].join('\n')
}

/** The number of requests to list. */
const mostListed = 100

/** The latest requests, with their numbers for `--at`. */
function requestLines(requests: readonly CaseRequest[]): readonly string[] {
  const first = Math.max(0, requests.length - mostListed)
  const lines = requests.slice(first).map((request, place) => {
    const world = request.world === 'default' ? '' : `, world ${request.world}`
    return `  ${first + place + 1}  ${request.status ?? 'no answer'}  ${cutText(caseRequestLine(request), 200)}${world}`
  })
  return first === 0 ? lines : [`  (the first ${first} are not listed)`, ...lines]
}

/** Serves the worlds as they were after a request. */
function serveCaseState(
  name: string,
  opened: OpenedCase,
  { at = 0, port = 0, open }: ReplayFlags,
): () => Promise<number> {
  const { requests } = opened
  if (at > requests.length)
    throw new UsageError(`${name}: --at takes a number up to ${requests.length}, the requests of the case; got ${at}.`)
  const emulator = opened.emulatorAt(at)
  const request = requests[at - 1]
  const place = request
    ? `after request ${at}, ${caseRequestLine(request)}: ${request.status ?? 'no answer'}`
    : `before ${requests.length === 1 ? 'its only request' : `the first of its ${requests.length} requests`}`
  return async () => {
    const server = await serveAnswers(emulator, { port })
    const stopped = new Promise<void>((end) => handleSignals(end))
    const page = `${server.url}/_emulator/#/requests`
    const served = `${name} is served at ${server.url}, as it was ${place}\nThe console shows it at ${page}`
    say(`${headText(opened)}\n\n${served}`)
    if (open) openPage(page)
    await stopped
    await server.close()
    return exitCodes.success
  }
}

/** Runs the test again with the worlds as they were, and compares the requests that it sends. */
function runAgain(
  name: string,
  opened: OpenedCase,
  { port = 0 }: ReplayFlags,
  command: readonly string[],
): () => Promise<number> {
  const { dropped, failure } = opened.file
  if (dropped.requests > 0)
    throw new UsageError(
      `${name} does not hold its first ${dropped.requests} requests, so the test cannot be compared from its beginning. Save the case with a larger --journal.`,
    )
  const recorder = new RunRecorder()
  const emulator = (recorder.emulator = opened.emulatorAnew(recorder))
  return async () => {
    const server = await serveAnswers(emulator, { port })
    note(`${headText(opened)}\n\n${name} is served at ${server.url}, as it was before its first request`)
    const signals = holdSignals()
    let code: number
    try {
      code = await useTargetFile(toTargetFile(emulator, server.url, true), (file) =>
        runCommand(command, commandVariables(emulator.credentials, server.url, file), signals),
      )
    } finally {
      signals.end(() => void server.close())
      await server.close()
      signals.release()
    }
    if (code === 126 || code === 127) return exitCodes.wrongUsage
    const { runs } = recorder
    const difference = firstDifference(opened, runs)
    const then = failure?.exitCode
    const ended = `The command ended with ${code}${then === undefined ? '' : then === code ? ', as in the case' : `, and with ${then} in the case`}.`
    const { length } = opened.requests
    const same = length === 1 ? 'the same request' : `the same ${length} requests`
    if (difference) note(`${runs.length === 0 ? unasked : requestDifferenceText(difference)}\n${ended}`)
    else if (code === 0) note(`Fixed: it sent ${same} as in the case, and passes now.`)
    else note(`It sent ${same} as in the case. ${ended}`)
    return difference ? exitCodes.failure : exitCodes.success
  }
}

/** For a test that creates its own emulator. */
const unasked =
  'The command sent no request here: its client has to use PLATFORM_BASE_URL. A test with an emulator in its own process (createEmulator, or the fixtures of Vitest and Playwright) does not use it: open its case without a command.'
