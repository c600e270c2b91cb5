import { exitCodes } from './exit-codes.ts'
import { usageMessage } from './usage-error.ts'

/** Runs the command line and sets the exit code. Wrong usage prints one line and exits with 2. */
export async function run(argv: readonly string[]): Promise<void> {
  watchOutput()
  try {
    process.exitCode = await runCommandLine(argv)
  } catch (error) {
    const [{ rewriteCommands }, { terminalLines }] = await Promise.all([
      import('../emulator/serve/printed-program.ts'),
      import('../conformance/wording/escaping/terminal.ts'),
    ])
    const usage = usageMessage(error)
    process.exitCode = usage === undefined ? exitCodes.failure : exitCodes.wrongUsage
    process.stderr.write(
      usage === undefined
        ? `emulator failed, please report it: ${terminalLines(error instanceof Error ? String(error.stack) : String(error))}\n`
        : `emulator: ${terminalLines(rewriteCommands(usage, process))}\n`,
    )
  }
}

/**
 * Exits with 2 if standard output cannot be written, as on a full disk: the output is incomplete. A reader may close
 * the pipe early, as `head` does; that is not a failure. Errors of standard error cannot be reported, so they are
 * ignored.
 */
function watchOutput(): void {
  process.stderr.on('error', () => {})
  let hasFailed = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || hasFailed) return
    hasFailed = true
    process.stderr.write(`emulator: cannot write to standard output: ${error.message}. The output is incomplete.\n`)
    process.on('exit', () => (process.exitCode = exitCodes.wrongUsage))
  })
}

async function runCommandLine(argv: readonly string[]): Promise<number> {
  if (argv[0] === '--get-yargs-completions') return (await import('./completion.ts')).complete(argv)
  const { runByYargs } = await import('./run-by-yargs.ts')
  return runByYargs(argv)
}
