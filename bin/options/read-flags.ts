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
  const configFile = config === undefined ? (hasConfigFile() ? foundByItself : undefined) : fileOf(config)
  if (configFile === undefined) return { flags: readOptions(emulatorOptions, parsed), configFile }
  const { readConfigFile } = await import('./config-file.ts')
  return { flags: readOptions(emulatorOptions, { ...(await readConfigFile(configFile)), ...parsed }), configFile }
}

/** The configuration file: of a directory, such as that of a twin, the one in it. */
function fileOf(config: string): string {
  const { statSync } = process.getBuiltinModule('node:fs')
  if (statSync(config, { throwIfNoEntry: false })?.isDirectory() !== true) return config
  return process.getBuiltinModule('node:path').join(config, foundByItself)
}

function hasConfigFile(): boolean {
  return process.getBuiltinModule('node:fs').existsSync(foundByItself)
}
