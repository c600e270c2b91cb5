import { caseOption } from '../options/case-option.ts'
import type { ParsedArguments } from '../options/option.ts'
import { readFlags } from '../options/read-flags.ts'
import { runBeside } from '../serving/run-beside.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator exec -- CMD`: serves while a command runs, and exits with the command's exit code. */
export async function exec(parsed: ParsedArguments): Promise<number> {
  const command = (parsed['--'] ?? []) as readonly string[]
  if (!command[0]) throw new UsageError('exec needs a command after --, as in `emulator exec -- npm test`.')
  const keeping = { file: caseOption.read(parsed['case'], '--case') }
  return runBeside({ command, source: await readFlags(parsed), keeping })
}
