// Runs a command and forwards signals to it.
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { credentialVariables, type NamedCredentials } from '../credential-variables.ts'

/** The signals that are forwarded to the command. */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const

/** The number of signals before a command is killed. */
const patience = 2

/**
 * The variables that point a command to a service. The conformance kit reads the same ones. Variables without a value
 * override the environment, whose values may be for another service.
 */
export function commandVariables(
  credentials: NamedCredentials,
  url: string,
  targetFile: string | undefined,
): NodeJS.ProcessEnv {
  const names = Object.keys(credentialVariables) as (keyof NamedCredentials)[]
  return {
    PLATFORM_BASE_URL: url,
    ...Object.fromEntries(names.map((name) => [credentialVariables[name], credentials[name]])),
    PLATFORM_TARGET_FILE: targetFile,
  }
}

export interface HeldSignals {
  /** Forwards signals to the command. */
  readonly pass: (child: ChildProcess) => void
  /** Calls `hurry` at the next signal, because the command has ended. */
  readonly end: (hurry: () => void) => void
  readonly release: () => void
}

/** Catches signals until released, so that none ends the emulator before it has written its files. */
export function holdSignals(): HeldSignals {
  let child: ChildProcess | undefined
  let hurry: (() => void) | undefined
  let asked = 0
  const forward = (signal: NodeJS.Signals) => {
    if (hurry) return hurry()
    if (signal !== 'SIGUSR2') asked++
    if (asked > patience) child?.kill('SIGKILL')
    // A terminal sends Ctrl-C to the whole group, so the command already has it. A second one would end it at once.
    else if (signal !== 'SIGINT' || !process.stdin.isTTY) child?.kill(signal)
  }
  for (const signal of forwarded) process.on(signal, forward)
  return {
    pass: (to) => void (child = to),
    end: (by) => void (hurry = by),
    release: () => forwarded.forEach((signal) => process.off(signal, forward)),
  }
}

/**
 * Runs a command to its end. As in a shell, the exit code is 128 plus the signal's number if a signal ended it.
 * @param variables Replace those of this process.
 */
export function runCommand(
  [command = '', ...args]: readonly string[],
  variables: NodeJS.ProcessEnv,
  { pass }: HeldSignals,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...variables } })
    pass(child)
    child.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      const missing = `there is no command ${command}; check its name and PATH`
      process.stderr.write(`emulator: ${code === 'ENOENT' ? missing : `${command} cannot be run: ${message}`}.\n`)
      resolve(code === 'ENOENT' ? 127 : 126)
    })
    // `close` may never fire: a background process of the command may hold its output open.
    child.on('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  })
}
