// Runs a command beside an emulator: its variables, its signals and its exit code.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import type { ReadFlags } from '../options/read-flags.ts'
import { makePrivateDirectory } from './private-directory.ts'
import type { RequestObserver } from '../../emulator/journal/journal-limits.ts'
import { serveFromFlags, type ServedEmulator } from './serve-from-flags.ts'

/** A command that runs beside an emulator. */
export interface BesideOptions {
  readonly command: readonly string[]
  readonly source: ReadFlags
  /** Reads the options again, for --watch. */
  readonly reread: () => Promise<ReadFlags>
  /** Told of all requests. */
  readonly observer?: RequestObserver
  /** Called before the command runs. */
  readonly onOpen?: (served: ServedEmulator) => void
}

/** Serves while a command runs. @returns the command's exit code. */
export async function runBeside({ command, source, reread, observer, onOpen }: BesideOptions): Promise<number> {
  const { json, open } = source.flags
  const [name = '', ...args] = command
  const directory = makePrivateDirectory()
  // Standard output belongs to the command. Standard error may be closed, which is not a failure.
  process.stderr.on('error', () => {})
  const say = (line: string) => process.stderr.write(`${line}\n`)
  try {
    const defaultTargetFile = join(directory, 'target.json')
    // The terminal belongs to the command.
    const served = await serveFromFlags(source, {
      defaultPort: 0,
      defaultLog: 'off',
      defaultTargetFile,
      say,
      reread,
      ...(observer && { observer }),
    })
    say(
      json
        ? JSON.stringify({ url: served.url, pid: process.pid, targetFile: served.targetFile })
        : `The Platform Data API is emulated at ${served.url}`,
    )
    if (served.configFile !== undefined && !json) say(`Its configuration is ${served.configFile}`)
    if (open) (await import('../open-page.ts')).openPage(served.consoleUrl!)
    onOpen?.(served)
    const signals = holdSignals()
    try {
      return await runCommand(name, args, { ...process.env, ...toVariables(served) }, signals.pass)
    } finally {
      signals.end(served.closeNow)
      await served.close()
      signals.release()
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The variables of the command. The conformance kit reads the same. */
function toVariables({
  emulator,
  clientUrl,
  targetFile,
  certificateFile,
  controlToken,
}: ServedEmulator): NodeJS.ProcessEnv {
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
    // Node trusts it beside all others. Clients in other languages are told where it is.
    ...(certificateFile === undefined
      ? {}
      : { PLATFORM_CA_FILE: certificateFile, NODE_EXTRA_CA_CERTS: withUserCertificates(certificateFile) }),
    ...(controlToken === undefined ? {} : { PLATFORM_CONTROL_TOKEN: controlToken }),
  }
}

/** The certificate, and with it those that the user lets Node trust, as behind the proxy of a company. */
function withUserCertificates(certificateFile: string): string {
  const userFile = process.env['NODE_EXTRA_CA_CERTS']
  if (userFile === undefined || !existsSync(userFile)) return certificateFile
  const file = join(dirname(certificateFile), 'trusted.pem')
  writeFileSync(file, `${readFileSync(userFile, 'utf8')}\n${readFileSync(certificateFile, 'utf8')}`)
  return file
}

/** The signals that are passed to the command. */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const

/** How many times a command may be asked to end before it is killed. */
const patience = 2

interface HeldSignals {
  /** Forwards signals to the command. */
  readonly pass: (child: ChildProcess) => void
  /** Calls `hurry` at the next signal, because the command has ended. */
  readonly end: (hurry: () => void) => void
  readonly release: () => void
}

/** Catches signals until released, so that none ends the emulator before it has written its files. */
function holdSignals(): HeldSignals {
  let child: ChildProcess | undefined
  let hurry: (() => void) | undefined
  let asked = 0
  const forward = (signal: NodeJS.Signals) => {
    if (hurry) return hurry()
    if (signal !== 'SIGUSR2') asked++
    if (asked > patience) child?.kill('SIGKILL')
    // A terminal sends Ctrl-C to the whole group, so the command has it already. A second one would end it at once.
    else if (signal !== 'SIGINT' || !process.stdin.isTTY) child?.kill(signal)
  }
  for (const signal of forwarded) process.on(signal, forward)
  return {
    pass: (to) => void (child = to),
    end: (by) => void (hurry = by),
    release: () => forwarded.forEach((signal) => process.off(signal, forward)),
  }
}

/** Runs a command to its end. As in a shell, the exit code is 128 plus the signal's number when a signal ended it. */
function runCommand(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  started: (child: ChildProcess) => void,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env })
    started(child)
    child.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      const missing = `there is no command ${command}; check its name and PATH`
      process.stderr.write(`emulator: ${code === 'ENOENT' ? missing : `${command} cannot be run: ${message}`}.\n`)
      resolve(code === 'ENOENT' ? 127 : 126)
    })
    // `close` may never come: a process that the command left in the background may hold its output open.
    child.on('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  })
}
