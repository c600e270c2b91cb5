// Runs a command with an emulator: its variables, its signals and its exit code.
import { join } from 'node:path'
import { activeText } from './active-text.ts'
import type { ReadFlags } from '../options/read-flags.ts'
import { usePrivateDirectory } from './private-directory.ts'
import { commandVariables, holdSignals, runCommand } from './run-command.ts'
import type { CasePlace } from '../../emulator/serve/case/keep-case.ts'
import type { RequestObserver } from '../../emulator/journal/journal-options.ts'
import { serveFromFlags, type ServedEmulator } from './serve-from-flags.ts'

/** A command that runs with an emulator. */
export interface BesideOptions {
  readonly command: readonly string[]
  readonly source: ReadFlags
  /** Observes all requests. */
  readonly observer?: RequestObserver
  /** The place for the case of a failure. Default: no case is saved. */
  readonly keeping?: CasePlace
  /** Called before the command runs. */
  readonly onOpen?: (served: ServedEmulator) => void
}

/** Serves while a command runs. @returns the command's exit code. */
export async function serveDuringCommand({
  command,
  source,
  observer,
  keeping,
  onOpen,
}: BesideOptions): Promise<number> {
  const { json, open } = source.flags
  // Standard output belongs to the command. A closed standard error is not a failure.
  process.stderr.on('error', () => {})
  const say = (line: string) => process.stderr.write(`${line}\n`)
  return usePrivateDirectory(async (directory) => {
    // The terminal belongs to the command.
    const served = await serveFromFlags(source, {
      defaultPort: 0,
      defaultLog: 'off',
      defaultTargetFile: join(directory, 'target.json'),
      say,
      ...(observer && { observer }),
    })
    say(
      json
        ? JSON.stringify({ url: served.url, pid: process.pid, targetFile: served.targetFile })
        : `The Platform Data API is emulated at ${served.url}`,
    )
    const active = activeText(served.emulator)
    if (active !== undefined && !json) say(active)
    if (served.configFile !== undefined && !json) say(`Its configuration is ${served.configFile}`)
    if (open) (await import('../open-page.ts')).openPage(served.consoleUrl!)
    onOpen?.(served)
    const signals = holdSignals()
    try {
      const exitCode = await runCommand(command, emulatorVariables(served), signals)
      if (keeping && hasFailed(exitCode)) {
        const { keepFailure } = await import('./keep-failure.ts')
        say(await keepFailure(served.emulator, { command, exitCode }, keeping))
      }
      return exitCode
    } finally {
      signals.end(served.closeNow)
      await served.close()
      signals.release()
    }
  })
}

/** Exit codes that indicate no test failure: no command ran, the user ended it, or its output was closed. */
const noFailures: ReadonlySet<number> = new Set([0, 126, 127, 128 + 1, 128 + 2, 128 + 13, 128 + 15])

/** Returns true for an exit code that indicates a test failure, whose case is saved. */
export function hasFailed(exitCode: number): boolean {
  return !noFailures.has(exitCode)
}

/** The environment variables of the command. The conformance kit reads the same ones. */
function emulatorVariables({ emulator, clientUrl, targetFile, controlToken }: ServedEmulator): NodeJS.ProcessEnv {
  return {
    ...commandVariables(emulator.credentials, clientUrl, targetFile),
    ...noProxyVariables(clientUrl, process.env),
    ...(controlToken === undefined ? {} : { PLATFORM_CONTROL_TOKEN: controlToken }),
  }
}

/** The variables that exclude an address from a client's proxy; empty if no proxy is set. */
export function noProxyVariables(address: string, environment: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const names = Object.keys(environment)
  if (!names.some((name) => /^(?:https?|all)_proxy$/i.test(name))) return {}
  const known = names.filter((name) => /^no_proxy$/i.test(name)).map((name) => environment[name])
  const hosts = new Set([...known, new URL(address).hostname].flatMap((list = '') => list.split(',')))
  const value = [...hosts].filter((host) => host !== '').join(',')
  return { NO_PROXY: value, no_proxy: value }
}
