import { type EmulatorFlags, emulatorOptions } from './emulator-options.ts'
import { type Given, readOptions } from './option.ts'

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
export async function readFlags(given: Given): Promise<ReadFlags> {
  const { config } = readOptions({ config: emulatorOptions.config }, given)
  const configFile = config ?? (hasOwnFile() ? foundByItself : undefined)
  if (configFile === undefined) return { flags: readOptions(emulatorOptions, given), configFile }
  const { readConfigFile } = await import('./config-file.ts')
  return { flags: readOptions(emulatorOptions, { ...(await readConfigFile(configFile)), ...given }), configFile }
}

function hasOwnFile(): boolean {
  return process.getBuiltinModule('node:fs').existsSync(foundByItself)
}
