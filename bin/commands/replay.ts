import { calledAs } from '../../emulator/serve/printed-program.ts'
import { type ParsedArguments, positional, readOptions } from '../options/option.ts'
import { replayOptions } from '../options/replay-options.ts'
import { readReplayed } from './replay/read-replayed.ts'
import { replayCase } from './replay/replay-case.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator replay FILE`: serves a case in the console, or runs its test again. */
export async function replay(parsed: ParsedArguments): Promise<number> {
  const flags = readOptions(replayOptions, parsed)
  const file = positional(parsed, 'file')
  if (file === undefined)
    throw new UsageError(`replay needs a file, as in: ${calledAs(process)} replay failed.case.gz.`)
  const command = (parsed['--'] ?? []) as readonly string[]
  if (parsed['--'] !== undefined && !command[0])
    throw new UsageError('replay needs a command after --; leave out -- to serve until Ctrl-C.')
  return replayCase(readReplayed(file), flags, command)
}
