import { UsageError } from '../usage-error.ts'

/** What a parser made of the command line: by the name of an option or a positional. */
export type Given = Readonly<Record<string, unknown>>

/** One option of the command line. Parsers see only text; `read` checks it. */
export interface Option<Value> {
  readonly type: 'string' | 'boolean'
  readonly describe: string
  readonly requiresArg?: true
  /** May be given more than once. */
  readonly repeatable?: true
  /** @throws UsageError for a value that the option does not take. */
  readonly read: (given: unknown, name: string) => Value
}

/** The options of a command. Each member of `Values` has one, and each gives the value of its own type. */
export type OptionTable<Values> = { readonly [Name in keyof Values]: Option<Values[Name]> }

/** The values of all options of a command. @throws UsageError for the first value that its option does not take. */
export function readOptions<Values>(table: OptionTable<Values>, given: Given): Values {
  const entries = Object.entries(table) as [string, Option<unknown>][]
  return Object.fromEntries(entries.map(([name, { read }]) => [name, read(given[name], name)])) as Values
}

/** What was given for a positional. */
export function positional(given: Given, name: string): string | undefined {
  return given[name] === undefined ? undefined : String(given[name])
}

export const text = (describe: string): Option<string | undefined> => ({
  type: 'string',
  requiresArg: true,
  describe,
  read: once,
})

export const texts = (describe: string): Option<readonly string[]> => ({
  type: 'string',
  requiresArg: true,
  repeatable: true,
  describe,
  read: (given) => [given ?? []].flat() as string[],
})

export const flag = (describe: string): Option<boolean> => ({
  type: 'boolean',
  describe,
  read: (given) => [given].flat().includes(true),
})

/** Takes a whole number within a range. */
export const integer = (
  describe: string,
  minimum: number,
  maximum: number = Number.MAX_SAFE_INTEGER,
): Option<number | undefined> => ({
  ...text(describe),
  read: (given, name) => {
    const value = once(given, name)
    if (value === undefined) return undefined
    const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    const range = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum} on` : `from ${minimum} to ${maximum}`
    throw new UsageError(`--${name} takes a whole number ${range}; got ${JSON.stringify(value)}.`)
  },
})

/** Takes a decimal number within a range. */
export const decimal = (describe: string, minimum: number, maximum: number): Option<number | undefined> => ({
  ...text(describe),
  read: (given, name) => {
    const value = once(given, name)
    if (value === undefined) return undefined
    const number = /^\d{1,16}(?:\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    throw new UsageError(`--${name} takes a number from ${minimum} to ${maximum}; got ${JSON.stringify(value)}.`)
  },
})

function once(given: unknown, name: string): string | undefined {
  if (Array.isArray(given)) throw new UsageError(`--${name} was given ${given.length} times; give it once.`)
  return given as string | undefined
}
