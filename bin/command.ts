import type { ParsedArguments } from './options/option.ts'

/** A command of the command line, or a group of them. Each imports what it runs only then. */
export interface Command {
  /** Its names and its positional arguments, in the form of yargs. `$0` is the default of its group. */
  readonly words: string | readonly string[]
  readonly does: string
  /** The name in `commandShapes` of its options and exit codes; undefined for a group, and where it has none. */
  readonly shape?: string
  /** Its line of usage. Default: made of its words. */
  readonly usage?: string
  /** The descriptions of its positional arguments. */
  readonly positionals?: Readonly<Record<string, string>>
  readonly commands?: readonly Command[]
  /** Runs it. Returns the exit code. */
  readonly run?: (parsed: ParsedArguments) => number | Promise<number>
}
