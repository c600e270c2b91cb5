import { calledAs } from '../called-as.ts'
import { type ParsedArguments, positional, readOptions } from '../options/option.ts'
import { replayOptions } from '../options/replay-options.ts'
import { readReplayed } from './replay/read-replayed.ts'
import { serveReport } from './replay/serve-report.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator replay FILE`: serves the console with what a file tells. */
export async function replay(parsed: ParsedArguments): Promise<number> {
  const flags = readOptions(replayOptions, parsed)
  const file = positional(parsed, 'file')
  if (file === undefined)
    throw new UsageError(`replay needs a file, as in: ${calledAs(process.env)} replay report.json.`)
  const command = (parsed['--'] ?? []) as readonly string[]
  if (parsed['--'] !== undefined && !command[0])
    throw new UsageError('replay needs a command after --; leave out -- to serve until Ctrl-C.')
  const replayed = readReplayed(file)
  if (replayed.kind === 'case') {
    const { replayCase } = await import('./replay/replay-case.ts')
    return replayCase(replayed, flags, command)
  }
  if (command[0] || flags.at !== undefined || flags.adapter.length > 0)
    throw new UsageError(`--at, --adapter and a command are for a case; ${file} is a report. Leave them out.`)
  return serveReport(replayed, flags)
}
