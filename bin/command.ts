import { type ExitCode, printed } from './exit-codes.ts'
import type { Flags, Options } from './options/option.ts'
import { UsageError } from './usage-error.ts'

/** The arguments of a command other than its options. */
export interface Call {
  /** The positional arguments by name. */
  readonly words: Readonly<Record<string, string | undefined>>
  /** The command line after `--`; undefined without one. */
  readonly command: readonly string[] | undefined
}

/**
 * A command of the command line, or a group of commands. Its code, and usually its options, are loaded when it runs.
 */
export interface Command<Table extends Options = Options> {
  /** Its names and positional arguments, in yargs syntax. `$0` is the default of its group. */
  readonly words: string | readonly string[]
  readonly does: string
  /** Its usage line. Default: built from `words`. */
  readonly usage?: string
  /** The descriptions of its positional arguments. */
  readonly positionals?: Readonly<Record<string, string>>
  /** The values of its positional arguments, for completion. */
  readonly positionalValues?: Readonly<Record<string, () => Promise<readonly string[]>>>
  readonly options?: Table | (() => Promise<Table>)
  /** True if it takes a user's command after `--`. */
  readonly takesCommand?: true
  /** Undefined for a group. */
  readonly exitCodes?: readonly ExitCode[]
  readonly commands?: () => Promise<readonly Command[]>
  /** Runs it. Returns the exit code. */
  readonly run?: (flags: Flags<Table>, call: Call) => number | Promise<number>
}

/** Declares a command. Its `run` receives the values of its options. */
export function command<Table extends Options = Readonly<Record<never, never>>>(row: Command<Table>): Command {
  return row as unknown as Command
}

/** The texts about the catalogue of a judge. */
interface CatalogueTexts {
  readonly list: () => string
  readonly explain: (id: string) => string
}

/**
 * The commands `list` and `explain` of a judge.
 * @param listed What `list` prints.
 * @param values The ids that `explain` takes, for completion.
 */
export const explainCommands = (
  judge: 'client' | 'conformance',
  listed: string,
  values: () => Promise<readonly string[]>,
  load: () => Promise<CatalogueTexts>,
): readonly Command[] => [
  command({
    words: 'list',
    does: `list ${listed}`,
    exitCodes: printed,
    run: async () => await print((await load()).list()),
  }),
  command({
    words: 'explain [id]',
    does: 'explain one of them, or a check',
    positionals: { id: 'ID of a requirement or a check' },
    positionalValues: { id: values },
    exitCodes: printed,
    run: async (_flags, { words: { id } }) => {
      if (id !== undefined) return await print((await load()).explain(id))
      const { calledAs } = await import('../emulator/serve/printed-program.ts')
      throw new UsageError(
        `explain needs the id of a requirement or a check; ${calledAs(process)} ${judge} list prints them all.`,
      )
    },
  }),
]

async function print(text: string): Promise<number> {
  const { rewriteCommands } = await import('../emulator/serve/printed-program.ts')
  process.stdout.write(rewriteCommands(text, process))
  return 0
}
