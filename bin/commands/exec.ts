import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Given } from '../option-table.ts'
import { openSession, type Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator exec -- CMD`: serves while a command runs, and ends as the command does. */
export async function exec(given: Given): Promise<number> {
  const [command, ...args] = (given['--'] ?? []) as readonly string[]
  if (command === undefined) throw new UsageError('exec needs a command behind --, as in: emulator exec -- npm test.')
  const directory = mkdtempSync(join(tmpdir(), 'emulator-'))
  // Standard output belongs to the command.
  const say = (line: string) => process.stderr.write(`${line}\n`)
  try {
    const session = await openSession(given, { defaultPort: 0, defaultTargetFile: join(directory, 'target.json'), say })
    say(given['json'] === true ? JSON.stringify({ url: session.url, pid: process.pid, targetFile: session.targetFile }) : `The Platform Data API is emulated at ${session.url}`)
    try {
      return await runCommand(command, args, { ...process.env, ...toVariables(session) })
    } finally {
      await session.close()
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

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const

/** Runs a command to its end. Its exit code is the shell's: 128 and the signal's number when a signal ended it. */
function runCommand(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env })
    const forward = (signal: NodeJS.Signals) => {
      // A terminal sends Ctrl-C to the whole group: the command has it already, and two would end it at once.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of forwarded) process.on(signal, forward)
    const end = (code: number) => {
      for (const signal of forwarded) process.off(signal, forward)
      resolve(code)
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      process.stderr.write(`emulator: ${error.code === 'ENOENT' ? `there is no command ${command}; check its name and PATH` : `${command} cannot be run: ${error.message}`}.\n`)
      end(error.code === 'ENOENT' ? 127 : 126)
    })
    child.on('exit', (code, signal) => end(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  })
}
