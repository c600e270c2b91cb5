import type { ExitCode } from './exit-codes.ts'
import type { Option, ParsedArguments } from './options/option.ts'

/** A command of the command line, or a group of them. Each imports what it runs only then. */
export interface Command {
  /** Its names and its positional arguments, in the form of yargs. `$0` is the default of its group. */
  readonly words: string | readonly string[]
  readonly does: string
  /** Its line of usage. Default: made of its words. */
  readonly usage?: string
  /** The descriptions of its positional arguments. */
  readonly positionals?: Readonly<Record<string, string>>
  readonly options?: Readonly<Record<string, Option<unknown>>>
  /** Undefined for a group. */
  readonly exitCodes?: readonly ExitCode[]
  readonly commands?: readonly Command[]
  /** Runs it. Returns the exit code. */
  readonly run?: (parsed: ParsedArguments) => number | Promise<number>
}
