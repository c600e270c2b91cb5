import { calledAs } from '../called-as.ts'
import { type ParsedArguments, positional, readOptions } from '../options/option.ts'
import { replayOptions } from '../options/replay-options.ts'
import { readReplayed } from '../replay/read-replayed.ts'
import { serveReport } from '../replay/serve-report.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator replay FILE`: serves the console with what a file tells. */
export async function replay(parsed: ParsedArguments): Promise<number> {
  const flags = readOptions(replayOptions, parsed)
  const file = positional(parsed, 'file')
  if (file === undefined)
    throw new UsageError(`replay needs a file, as in: ${calledAs(process.env)} replay report.json.`)
  return serveReport(readReplayed(file), flags)
}
