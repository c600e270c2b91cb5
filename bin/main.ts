import { parseQuickly } from './options/parse-quickly.ts'
import { UsageError } from './usage-error.ts'

/** Runs the command line and sets the exit code: 2 for wrong usage, told in one line. */
export async function run(argv: readonly string[]): Promise<void> {
  // A reader that goes away early, as `head` does, is no failure.
  process.stdout.on('error', () => {})
  try {
    process.exitCode = await runCommand(argv)
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1
    process.stderr.write(
      error instanceof UsageError
        ? `emulator: ${error.message}\n`
        : `emulator failed, please report it: ${error instanceof Error ? error.stack : String(error)}\n`,
    )
  }
}

async function runCommand(argv: readonly string[]): Promise<number> {
  const quick = parseQuickly(argv)
  if (quick?.command === 'start') return (await import('./commands/start.ts')).start(quick.given)
  if (quick?.command === 'exec') return (await import('./commands/exec.ts')).exec(quick.given)
  const { runByYargs } = await import('./run-by-yargs.ts')
  return runByYargs(argv)
}
