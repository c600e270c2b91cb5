import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Given } from '../options/option-table.ts'
import { openSession, type Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator exec -- CMD`: serves while a command runs, and ends as the command does. */
export async function exec(given: Given): Promise<number> {
  const [command, ...args] = (given['--'] ?? []) as readonly string[]
  if (command === undefined) throw new UsageError('exec needs a command behind --, as in: emulator exec -- npm test.')
  const directory = mkdtempSync(join(tmpdir(), 'emulator-'))
  // Standard output belongs to the command. Nobody may be listening to the other: that is no failure.
  process.stderr.on('error', () => {})
  const say = (line: string) => process.stderr.write(`${line}\n`)
  try {
    const session = await openSession(given, { defaultPort: 0, defaultTargetFile: join(directory, 'target.json'), say })
    say(
      given['json'] === true
        ? JSON.stringify({ url: session.url, pid: process.pid, targetFile: session.targetFile })
        : `The Platform Data API is emulated at ${session.url}`,
    )
    const signals = holdSignals()
    try {
      return await runCommand(command, args, { ...process.env, ...toVariables(session) }, signals.pass)
    } finally {
      await session.close()
      signals.release()
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** What the command finds in its environment; the conformance kit reads the same. */
function toVariables({ emulator, clientUrl, targetFile }: Session): NodeJS.ProcessEnv {
  const { credentials } = emulator
  return {
    PLATFORM_BASE_URL: clientUrl,
    PLATFORM_CLIENT_ID: credentials.clientId,
    PLATFORM_CLIENT_SECRET: credentials.clientSecret,
    PLATFORM_TOKEN: credentials.token,
    PLATFORM_API_KEY: credentials.apiKey,
    PLATFORM_DSN: credentials.dsn,
    PLATFORM_INTEGRATION_TOKEN: credentials.integrationToken,
    PLATFORM_TARGET_FILE: targetFile,
  }
}

/** What the command is told too. */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const

/** How many times a command may be asked to end; then it is ended. */
const patience = 2

/** Takes signals until released, so that none of them ends the emulator before it has written what it should. */
function holdSignals(): { readonly pass: (child: ChildProcess) => void; readonly release: () => void } {
  let child: ChildProcess | undefined
  let asked = 0
  const forward = (signal: NodeJS.Signals) => {
    if (signal !== 'SIGUSR2') asked++
    if (asked > patience) child?.kill('SIGKILL')
    // A terminal sends Ctrl-C to the whole group: the command has it already, and two would end it at once.
    else if (signal !== 'SIGINT' || !process.stdin.isTTY) child?.kill(signal)
  }
  for (const signal of forwarded) process.on(signal, forward)
  return {
    pass: (to) => void (child = to),
    release: () => forwarded.forEach((signal) => process.off(signal, forward)),
  }
}

/** Runs a command to its end. Its exit code is the shell's: 128 and the signal's number when a signal ended it. */
function runCommand(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  started: (child: ChildProcess) => void,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env })
    started(child)
    child.on('error', (error: NodeJS.ErrnoException) => {
      process.stderr.write(
        `emulator: ${error.code === 'ENOENT' ? `there is no command ${command}; check its name and PATH` : `${command} cannot be run: ${error.message}`}.\n`,
      )
      resolve(error.code === 'ENOENT' ? 127 : 126)
    })
    // Not `close`: what the command has left running in the background may hold its output open.
    child.on('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  })
}
