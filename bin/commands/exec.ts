import type { Flags } from '../options/option.ts'
import type { execOptions } from '../options/emulator-options.ts'
import { readFlags } from '../options/read-flags.ts'
import { serveDuringCommand } from '../serving/run-beside.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator exec -- CMD`: serves while a command runs, and exits with the command's exit code. */
export async function exec(
  { case: file, ...typed }: Flags<typeof execOptions>,
  command: readonly string[] = [],
): Promise<number> {
  if (!command[0]) throw new UsageError('exec needs a command after --, as in `emulator exec -- npm test`.')
  return serveDuringCommand({ command, source: await readFlags(typed), keeping: { file } })
}
