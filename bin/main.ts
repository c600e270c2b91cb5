import { exitCodes } from './exit-codes.ts'
import { parseQuickly } from './options/parse-quickly.ts'

/** Runs the command line and sets the exit code. Wrong usage prints one line and exits with 2. */
export async function run(argv: readonly string[]): Promise<void> {
  // A reader may close the pipe early, as `head` does. That is not a failure.
  process.stdout.on('error', () => {})
  try {
    process.exitCode = await runCommand(argv)
  } catch (error) {
    const [{ usageOf }, { asCalled }, { terminalLines }] = await Promise.all([
      import('./usage-of.ts'),
      import('./called-as.ts'),
      import('../conformance/wording/escaping/terminal.ts'),
    ])
    const usage = usageOf(error)
    process.exitCode = usage === undefined ? exitCodes.failure : exitCodes.wrongUsage
    process.stderr.write(
      usage === undefined
        ? `emulator failed, please report it: ${terminalLines(error instanceof Error ? String(error.stack) : String(error))}\n`
        : `emulator: ${terminalLines(asCalled(usage, process.env))}\n`,
    )
  }
}

async function runCommand(argv: readonly string[]): Promise<number> {
  if (argv[0] === '--get-yargs-completions') return (await import('./completion.ts')).complete(argv)
  const quick = parseQuickly(argv)
  if (quick?.command === 'start') return (await import('./commands/start.ts')).start(quick.parsed)
  if (quick?.command === 'exec') return (await import('./commands/exec.ts')).exec(quick.parsed)
  const { runByYargs } = await import('./run-by-yargs.ts')
  return runByYargs(argv)
}
