// Shell completion by yargs, which loads nothing while it completes: options and values are loaded before.
import yargs, { type Argv, type Options as YargsOption, type PositionalOptions } from 'yargs'
import type { Command } from './command.ts'
import { commands } from './command-list.ts'

/** A command with its options, its arguments and the commands of its group, as yargs completes them. */
interface CompletableCommand {
  readonly words: readonly string[]
  readonly does: string
  readonly positionals: Readonly<Record<string, PositionalOptions>>
  readonly options: Readonly<Record<string, YargsOption>>
  readonly inner: readonly CompletableCommand[]
}

/** Prints the candidates for the last word of a command line, for the scripts of `emulator completion`. */
export async function complete(argv: readonly string[]): Promise<number> {
  const rows = await Promise.all(commands.map((row) => load(row, argv)))
  const parser = yargs([...argv])
    .scriptName('emulator')
    .exitProcess(false)
    .completion('completion', false)
  await offer(parser, rows).parseAsync()
  return 0
}

/** Loads a command. Values are loaded only for what was typed, as some take long. */
async function load(row: Command, argv: readonly string[]): Promise<CompletableCommand> {
  const words = [row.words].flat()
  const table = typeof row.options === 'function' ? await row.options() : (row.options ?? {})
  const isTyped = words.some((word) => argv.includes(word.split(' ')[0]!))
  const options = Object.entries(table).map(async ([name, { describe, type, choices, values }]) => {
    const offers = choices ?? (argv.includes(`--${name}`) ? await values?.() : undefined)
    return [name, { describe, type, global: false, ...(offers && { choices: offers }) }]
  })
  const positionals = Object.entries(row.positionals ?? {}).map(async ([name, describe]) => {
    const choices = isTyped ? await row.positionalValues?.[name]?.() : undefined
    return [name, { describe, type: 'string', ...(choices && { choices }) }]
  })
  return {
    words,
    does: row.does,
    positionals: Object.fromEntries(await Promise.all(positionals)) as CompletableCommand['positionals'],
    options: Object.fromEntries(await Promise.all(options)) as CompletableCommand['options'],
    inner: await Promise.all(((await row.commands?.()) ?? []).map((inside) => load(inside, argv))),
  }
}

function offer(parser: Argv, rows: readonly CompletableCommand[]): Argv {
  for (const { words, does, positionals, options, inner } of rows) {
    // yargs offers the options of a default command only after its name.
    if (words.some((word) => word.startsWith('$0'))) parser.options(options)
    const named = words.filter((word) => !word.startsWith('$0'))
    if (named.length === 0) continue
    parser.command(named, does, (command) => {
      for (const [name, positional] of Object.entries(positionals)) command.positional(name, positional)
      return offer(command.options(options), inner)
    })
  }
  return parser
}
