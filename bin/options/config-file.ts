import { dirname, relative, resolve } from 'node:path'
import { didYouMean } from '../../emulator/tools/nearest.ts'
import { shortJson } from '../../emulator/tools/short-text.ts'
import { readYamlFile } from '../files.ts'
import { messageLine, UsageError } from '../usage-error.ts'
import { type EmulatorFlags, emulatorOptions } from './emulator-options.ts'
import { type Option, readOption } from './option.ts'
import { isObject } from '../../emulator/tools/is-object.ts'

/** The options that a configuration file has. */
const known = Object.keys(emulatorOptions).filter((name) => name !== 'config')

/** Values of options by name. */
type Values = Readonly<Record<string, unknown>>

/**
 * Reads the options in a configuration file.
 * @throws UsageError that names the file and the mistake.
 */
export async function readConfigFile(file: string): Promise<Values> {
  return readConfigOptions(await readYamlFile('--config', file), file)
}

/** The options in the content of a configuration file. @throws UsageError that names the file and the mistake. */
export function readConfigOptions(content: unknown, file: string): Values {
  // An empty file is an empty configuration.
  if (content === null || content === undefined) return {}
  if (!isObject(content))
    throw new UsageError(`${file} must have options by name, such as "seed: 7"; got ${shortJson(content)}.`)
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      if (!known.includes(name))
        throw new UsageError(`${file}: There is no option ${shortJson(name)}${didYouMean(name, known)} ${listOfKnown}`)
      return [name, readOptionValue(name as keyof EmulatorFlags, value, file)]
    }),
  )
}

const listOfKnown = `The options are ${known.join(', ')}.`

/** The value of an option, parsed as on the command line. */
function readOptionValue(name: keyof EmulatorFlags, value: unknown, file: string): unknown {
  const option: Option<unknown> = emulatorOptions[name]
  const read = (part: unknown) => toTyped(name, part, option, file)
  const typed = option.type === 'array' && Array.isArray(value) ? value.map(read) : read(value)
  try {
    return readOption(option, name, typed)
  } catch (error) {
    throw new UsageError(`${file}: ${messageLine(error)}`)
  }
}

/** A value as it is typed on the command line. Objects have no such form. */
function toTyped(name: keyof EmulatorFlags, value: unknown, option: Option<unknown>, file: string): unknown {
  if (option.type === 'boolean') {
    if (typeof value === 'boolean') return value
    throw new UsageError(`${file}: ${name} takes true or false; got ${shortJson(value)}.`)
  }
  if (isObject(value) && option.takesObjects) return value
  if (isObject(value) && name === 'conventions')
    throw new UsageError(`${file}: conventions takes a file; for conventions by name, write convention in its place.`)
  if (typeof value !== 'string' && typeof value !== 'number') {
    const kind = Array.isArray(value) ? 'a list' : shortJson(value)
    throw new UsageError(`${file}: ${name} takes a string or a number; got ${kind}.`)
  }
  if (value === '') throw new UsageError(`${file}: ${name} has no value; give it one, or leave it out.`)
  return option.isPath ? resolveFromFile(String(value), name, file) : String(value)
}

/** Resolves a path relative to its configuration file. The name of a fixture pack is not a path. */
function resolveFromFile(path: string, name: string, file: string): string {
  if (name === 'fixtures' && !/[./\\]/.test(path)) return path
  const directory = dirname(resolve(file))
  return directory === process.cwd() ? path : relative('', resolve(directory, path))
}
