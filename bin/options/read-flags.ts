import { type EmulatorFlags, emulatorOptions } from './emulator-options.ts'
import { type ParsedArguments, readOptions } from './option.ts'

/** The options of a command, and the configuration file that some of them are from. */
export interface ReadFlags {
  readonly flags: EmulatorFlags
  readonly configFile: string | undefined
}

/** The configuration file that is taken without --config. */
export const foundByItself = 'emulator.config.yaml'

/**
 * Reads the options of `start` or `exec` from the command line and from a configuration file. The command line wins.
 * @throws UsageError
 */
export async function readFlags(parsed: ParsedArguments): Promise<ReadFlags> {
  const { config } = readOptions({ config: emulatorOptions.config }, parsed)
  const configFile = config ?? (hasConfigFile() ? foundByItself : undefined)
  if (configFile === undefined) return { flags: readOptions(emulatorOptions, parsed), configFile }
  const { readConfigFile } = await import('./config-file.ts')
  return { flags: readOptions(emulatorOptions, { ...(await readConfigFile(configFile)), ...parsed }), configFile }
}

function hasConfigFile(): boolean {
  return process.getBuiltinModule('node:fs').existsSync(foundByItself)
}
