import { didYouMean } from '../../emulator/tools/nearest.ts'
import { parseDuration } from '../../emulator/tools/time.ts'
import { UsageError } from '../usage-error.ts'

/** The parsed command line, by the name of the option or positional. */
export type ParsedArguments = Readonly<Record<string, unknown>>

/** One option of the command line. Parsers return text, and `read` checks it. */
export interface Option<Value> {
  readonly type: 'string' | 'boolean'
  readonly describe: string
  /** May be given more than once. */
  readonly repeatable?: true
  /** The JSON Schema (draft-07) of the value in a configuration file. */
  readonly schema: Readonly<Record<string, unknown>>
  /** The values that it takes, or the usual ones. Only shell completion and the published schema ask for them. */
  readonly values?: () => Promise<readonly string[]>
  /** The titles that some shells show beside the values. */
  readonly titles?: () => Promise<ReadonlyMap<string, string>>
  /**
   * Reads the value.
   * @param label The option as its user knows it: `--port` on the command line, `port` in a file.
   * @throws UsageError when it is not valid.
   */
  readonly read: (parsed: unknown, label: string) => Value
}

/** The options of a command: one for each member of `Values`, which reads a value of its type. */
export type OptionTable<Values> = { readonly [Name in keyof Values]: Option<Values[Name]> }

/** Reads the values of all options of a command. @throws UsageError for the first invalid value. */
export function readOptions<Values>(table: OptionTable<Values>, parsed: ParsedArguments): Values {
  const entries = Object.entries(table) as [string, Option<unknown>][]
  return Object.fromEntries(entries.map(([name, { read }]) => [name, read(parsed[name], `--${name}`)])) as Values
}

/** An option whose values, or usual values, have names that completion and the schema of configuration files show. */
export function withListedValues<Value>(
  option: Option<Value>,
  values: () => Promise<readonly string[]>,
): Option<Value> {
  return { ...option, values }
}

/** The value of a positional; undefined when it was not given. */
export function positional(parsed: ParsedArguments, name: string): string | undefined {
  return parsed[name] === undefined ? undefined : String(parsed[name])
}

const aText = { type: 'string', minLength: 1 }

export const textOption = (describe: string): Option<string | undefined> => ({
  type: 'string',
  describe,
  schema: aText,
  read: (parsed, label) => notEmpty(once(parsed, label), label),
})

export const textsOption = (describe: string): Option<readonly string[]> => ({
  type: 'string',
  repeatable: true,
  describe,
  schema: { anyOf: [aText, { type: 'array', items: aText }] },
  read: (parsed, label) => ([parsed ?? []].flat() as string[]).map((value) => notEmpty(value, label)),
})

/** Names or patterns, several by commas too: none of the names has a comma. */
export const patternsOption = (describe: string): Option<readonly string[]> => {
  const texts = textsOption(describe)
  return {
    ...texts,
    read: (parsed, label) =>
      texts.read(parsed, label).flatMap((value) => value.split(',').map((name) => notEmpty(name.trim(), label))),
  }
}

export const flag = (describe: string): Option<boolean> => ({
  type: 'boolean',
  describe,
  schema: { type: 'boolean' },
  read: (parsed) => [parsed].flat().includes(true),
})

/** An option that takes one of a few names. */
export const choice = <Name extends string>(describe: string, names: readonly Name[]): Option<Name | undefined> => ({
  ...textOption(describe),
  schema: { enum: names },
  values: () => Promise.resolve(names),
  read: (parsed, label) => {
    const value = once(parsed, label)
    const known = names.find((name) => name === value)
    if (value === undefined || known !== undefined) return known
    throw new UsageError(`${label} takes ${names.join(', ')}; got ${JSON.stringify(value)}${didYouMean(value, names)}`)
  },
})

/** An option that takes a whole number within a range. */
export const integer = (
  describe: string,
  minimum: number,
  maximum: number = Number.MAX_SAFE_INTEGER,
): Option<number | undefined> => ({
  ...textOption(describe),
  schema: { type: 'integer', minimum, maximum },
  read: (parsed, label) => {
    const value = once(parsed, label)
    if (value === undefined) return undefined
    const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    const range = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum}` : `from ${minimum} to ${maximum}`
    throw new UsageError(`${label} takes a whole number ${range}; got ${JSON.stringify(value)}.`)
  },
})

const mebibyte = 1_048_576
const units: Readonly<Record<string, number>> = { '': 1, K: 1024, M: mebibyte, G: 1_073_741_824 }

/** An option that takes a size of at least 1 MiB, in bytes or with a unit, such as `512M`. */
export const size = (describe: string): Option<number | undefined> => ({
  ...textOption(describe),
  schema: {
    anyOf: [
      { type: 'integer', minimum: mebibyte, maximum: 999_999_999_999 },
      { type: 'string', pattern: String.raw`^0*(?:[1-9]\d{0,8}[MGmg]|[1-9]\d{3,11}[Kk]|[1-9]\d{6,11})[Bb]?$` },
    ],
  },
  read: (parsed, label) => {
    const value = once(parsed, label)
    if (value === undefined) return undefined
    const [, number = '', unit = ''] = /^(\d{1,12})([KMG]?)B?$/i.exec(value) ?? []
    const bytes = Number(number) * units[unit.toUpperCase()]!
    if (bytes >= mebibyte && bytes <= Number.MAX_SAFE_INTEGER) return bytes
    throw new UsageError(`${label} takes a size of at least 1M, such as 512M or 2G; got ${JSON.stringify(value)}.`)
  },
})

/** An option that takes a duration longer than 0, such as `8h`, in milliseconds. */
export const duration = (describe: string): Option<number | undefined> => ({
  ...textOption(describe),
  read: (parsed, label) => {
    const value = once(parsed, label)
    if (value === undefined) return undefined
    try {
      const milliseconds = parseDuration(value)
      if (milliseconds > 0) return milliseconds
    } catch {
      // The message below says the same, and names the option.
    }
    throw new UsageError(`${label} takes a duration such as 8h, 1h30m or 90s; got ${JSON.stringify(value)}.`)
  },
})

/** An option that takes a decimal number within a range. */
export const decimal = (describe: string, minimum: number, maximum: number): Option<number | undefined> => ({
  ...textOption(describe),
  schema: { type: 'number', minimum, maximum },
  read: (parsed, label) => {
    const value = once(parsed, label)
    if (value === undefined) return undefined
    const number = /^\d{1,16}(?:\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    throw new UsageError(`${label} takes a number from ${minimum} to ${maximum}; got ${JSON.stringify(value)}.`)
  },
})

function once(parsed: unknown, label: string): string | undefined {
  if (Array.isArray(parsed)) throw new UsageError(`${label} was given ${parsed.length} times; give it once.`)
  return parsed as string | undefined
}

/** A shell makes an empty text of a variable that is not set. */
function notEmpty<Value extends string | undefined>(value: Value, label: string): Value {
  if (value === '') throw new UsageError(`${label} has an empty value; give it one, or leave it out.`)
  return value
}
