import { type EmulatorFlags, emulatorOptions } from './emulator-options.ts'
import { pickFlags } from './option.ts'

/** The options of a command, and the configuration file that set some of them. */
export interface ReadFlags {
  readonly flags: EmulatorFlags
  readonly configFile: string | undefined
}

/** The configuration file that is used without --config. */
export const foundByItself = 'emulator.config.yaml'

/**
 * Adds the options of a configuration file to those of the command line, which take precedence.
 * @throws UsageError
 */
export async function readFlags(typed: Partial<EmulatorFlags>): Promise<ReadFlags> {
  const { existsSync } = process.getBuiltinModule('node:fs')
  const configFile =
    typed.config === undefined
      ? existsSync(foundByItself)
        ? foundByItself
        : undefined
      : configurationFile(typed.config)
  if (configFile === undefined) return { flags: pickFlags(emulatorOptions, typed), configFile }
  const { readConfigFile } = await import('./config-file.ts')
  const isGiven = ([, value]: readonly [string, unknown]) =>
    typeof value === 'object' ? Object.keys(value!).length > 0 : value !== undefined && value !== false
  const values = { ...(await readConfigFile(configFile)), ...Object.fromEntries(Object.entries(typed).filter(isGiven)) }
  return { flags: pickFlags(emulatorOptions, values), configFile }
}

/** The configuration file. A directory, such as that of a twin, means the file in it. */
function configurationFile(config: string): string {
  const { statSync } = process.getBuiltinModule('node:fs')
  if (statSync(config, { throwIfNoEntry: false })?.isDirectory() !== true) return config
  return process.getBuiltinModule('node:path').join(config, foundByItself)
}
