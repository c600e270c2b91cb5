import { didYouMean } from '../../emulator/tools/nearest.ts'
import { parseDuration } from '../../emulator/tools/time.ts'
import { messageLine, UsageError } from '../usage-error.ts'

/**
 * An option of the command line: its yargs settings, by their yargs names, and data for configuration files and
 * completion. Numbers have no yargs type, because the `number` of yargs turns the empty text of an unset variable into
 * 0.
 */
export interface Option<Value> extends Settings {
  readonly type?: 'string' | 'boolean' | 'array'
  readonly describe: string
  /** Its value if it is not set. */
  readonly absent: Value
  /** Parses one text or several. @throws UsageError with a message that continues after the name of the option. */
  readonly coerce: (typed: unknown) => Value
  /** True if a configuration file may also have objects. */
  readonly takesObjects?: true
  readonly choices?: readonly string[]
  readonly requiresArg?: boolean
  readonly nargs?: number
}

/** The settings that every kind of option has. */
interface Settings {
  /** The default as help shows it. */
  readonly defaultDescription?: string
  /** The option that it requires. */
  readonly implies?: string
  /** The options that it excludes. */
  readonly conflicts?: string | readonly string[]
  /** The allowed values, or the usual ones, for completion. */
  readonly values?: () => Promise<readonly string[]>
  /** True for the path of a file. In a configuration file, it is relative to that file. */
  readonly isPath?: true
}

/** The options of a command by name. */
export type Options = Readonly<Record<string, Option<unknown>>>

/** The values of the options of a command. */
export type Flags<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Option<infer Value> ? Value : never
}

/** Picks the values of some options from the result of yargs. */
export function pickFlags<Table extends Options>(
  table: Table,
  parsed: Readonly<Record<string, unknown>>,
): Flags<Table> {
  const values = Object.entries(table).map(([name, { absent }]) => [name, parsed[name] ?? absent])
  return Object.fromEntries(values) as Flags<Table>
}

/** Parses the value of an option. @param label The name that the user wrote: `--port`, or `port` in a file. */
export function readOption(option: Option<unknown>, label: string, typed: unknown): unknown {
  try {
    return option.coerce(typed)
  } catch (error) {
    throw new UsageError(`${label} ${messageLine(error)}`)
  }
}

export const textOption = (describe: string, settings: Settings = {}): Option<string | undefined> => ({
  type: 'string',
  requiresArg: true,
  describe,
  absent: undefined,
  coerce: singleSetting,
  ...settings,
})

/** An option that may be given more than once. */
export const listOption = (describe: string, settings: Settings = {}): Option<readonly string[]> => ({
  type: 'array',
  requiresArg: true,
  describe,
  absent: [],
  coerce: (typed) => [typed].flat().map(singleSetting),
  ...settings,
})

/** An option that takes names or patterns, which may also be separated by commas: no name has a comma. */
export const patternsOption = (describe: string, settings: Settings = {}): Option<readonly string[]> => ({
  ...listOption(describe, settings),
  coerce: (typed) =>
    [typed].flat().flatMap((list) =>
      singleSetting(list)
        .split(',')
        .map((name) => singleSetting(name.trim())),
    ),
})

export const flagOption = (describe: string, settings: Settings = {}): Option<boolean> => ({
  type: 'boolean',
  nargs: 0,
  describe,
  absent: false,
  coerce: Boolean,
  ...settings,
})

/** An option that takes one of a few names. */
export const choiceOption = <const Name extends string>(
  describe: string,
  choices: readonly Name[],
  settings: Settings = {},
): Option<Name | undefined> => ({
  ...textOption(describe, settings),
  absent: undefined,
  choices,
  coerce: (typed) => {
    const name = singleSetting(typed)
    const known = choices.find((taken) => taken === name)
    if (known !== undefined) return known
    throw new UsageError(`takes ${choices.join(', ')}; got ${JSON.stringify(name)}${didYouMean(name, choices)}`)
  },
})

interface Range {
  readonly from: number
  readonly to?: number
}

/** An option that takes a whole number within a range. */
export const integerOption = (describe: string, settings: Range & Settings): Option<number | undefined> =>
  rangedOption(describe, { name: 'whole number', pattern: /^\d{1,16}$/ }, settings)

/** An option that takes a decimal number within a range. */
export const decimalOption = (describe: string, settings: Range & Settings): Option<number | undefined> =>
  rangedOption(describe, { name: 'number', pattern: /^\d{1,16}(?:\.\d{1,9})?$/ }, settings)

const rangedOption = (
  describe: string,
  { name, pattern }: { readonly name: string; readonly pattern: RegExp },
  { from, to = Number.MAX_SAFE_INTEGER, ...settings }: Range & Settings,
): Option<number | undefined> => ({
  ...numericOption(describe, settings),
  coerce: (typed) => {
    const number = pattern.test(singleSetting(typed)) ? Number(typed) : Number.NaN
    if (number >= from && number <= to) return number
    const range = to === Number.MAX_SAFE_INTEGER ? `from ${from}` : `from ${from} to ${to}`
    throw new UsageError(`takes a ${name} ${range}; got ${JSON.stringify(typed)}.`)
  },
})

const mebibyte = 1_048_576
const units: Readonly<Record<string, number>> = { '': 1, K: 1024, M: mebibyte, G: 1_073_741_824 }

/** An option that takes a size of at least 1 MiB, in bytes or with a unit, such as `512M`. */
export const sizeOption = (describe: string, settings: Settings = {}): Option<number | undefined> => ({
  ...numericOption(describe, settings),
  coerce: (typed) => {
    const [, number = '', unit = ''] = /^(\d{1,12})([KMG]?)B?$/i.exec(singleSetting(typed)) ?? []
    const bytes = Number(number) * units[unit.toUpperCase()]!
    if (bytes >= mebibyte && bytes <= Number.MAX_SAFE_INTEGER) return bytes
    throw new UsageError(`takes a size of at least 1M, such as 512M or 2G; got ${JSON.stringify(typed)}.`)
  },
})

/** An option that takes a duration longer than 0, such as `8h`, in milliseconds. */
export const durationOption = (describe: string, settings: Settings = {}): Option<number | undefined> => ({
  ...numericOption(describe, settings),
  coerce: (typed) => {
    try {
      const milliseconds = parseDuration(singleSetting(typed))
      if (milliseconds > 0) return milliseconds
    } catch {
      // The message below says the same, and names the option.
    }
    throw new UsageError(`takes a duration such as 8h, 1h30m or 90s; got ${JSON.stringify(typed)}.`)
  },
})

const numericOption = (describe: string, settings: Settings) => ({
  requiresArg: true,
  describe,
  absent: undefined,
  ...settings,
})

/** A value that may be set only once. A shell expands an unset variable to an empty string, so that is refused. */
export function singleSetting(typed: unknown): string {
  if (Array.isArray(typed)) throw new UsageError(`was given ${typed.length} times; give it once.`)
  if (typed === '') throw new UsageError('has an empty value; give it one, or leave it out.')
  return String(typed)
}
