import yargs, { type Argv } from 'yargs'
import { version } from '../emulator/tools/version.ts'
import type { Command } from './command.ts'
import { commandNameOf, commands } from './command-list.ts'
import type { ParsedArguments, Option } from './options/option.ts'
import { assertTaken } from './assert-taken.ts'
import { exitCodesText } from './exit-codes.ts'
import { UsageError } from './usage-error.ts'

/** Parses the command line and runs its command, or prints help. @throws UsageError for wrong usage. */
export async function runByYargs(argv: readonly string[]): Promise<number> {
  // To yargs, the word asks for the help of a command.
  if (argv[0] === 'help') return (await import('./commands/help.ts')).help(argv.slice(1))
  let code = 0
  const base = yargs([...argv])
    .scriptName('emulator')
    .usage('$0 [command]\n\nEmulates the Platform Data API.')
    .epilogue('`emulator COMMAND --help` shows its options, `emulator help` the documentation.')
    .locale('en')
    // yargs ends what it does for a shell by ending the process.
    .exitProcess(argv[0] === '--get-yargs-completions')
    .alias('h', 'help')
    .version(version)
    .parserConfiguration({
      'populate--': true,
      'dot-notation': false,
      'boolean-negation': false,
      'camel-case-expansion': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'greedy-arrays': false,
      'short-option-groups': false,
    })
  const parser = registered(base, commands, argv, (exitCode) => void (code = exitCode))
    .completion(
      'get-yargs-completions',
      false,
      (
        current: string,
        _parsed: unknown,
        byYargs: (found: CompletionCallback) => void,
        done: (words: string[]) => void,
      ): void =>
        byYargs((error, words = []) => {
          if (error) throw error
          done(words.filter((word) => word.startsWith(current) && !word.startsWith('$0')))
        }),
    )
    .fail((message, error) => {
      throw error ?? new UsageError(message)
    })
  await parser.parseAsync()
  return code
}

/** @param ended Called with the exit code. */
function registered(
  parser: Argv,
  all: readonly Command[],
  argv: readonly string[],
  ended: (exitCode: number) => void,
): Argv {
  // Without a command, yargs prints the help of the default one, whose options leave the list of commands no room.
  const isListOfCommands = ['--help', '-h'].includes(argv[0] ?? '')
  for (const { words, does, usage, positionals = {}, options = {}, exitCodes, commands: within, run } of all)
    parser.command(
      words,
      does,
      (command) => {
        if (usage !== undefined) command.usage(usage)
        for (const [name, describe] of Object.entries(positionals))
          command.positional(name, { type: 'string', describe })
        if (within) registered(command, within, argv, ended)
        if (exitCodes === undefined || isListOfCommands) return command
        return command.options(toYargs(options)).epilogue(exitCodesText(exitCodes))
      },
      run &&
        (async (parsed) => {
          const values = parsed as ParsedArguments
          assertTaken(commandNameOf(argv), values, argv)
          ended(await run(values))
        }),
    )
  return parser
}

type CompletionCallback = (error: Error | null, words: string[] | undefined) => void

function toYargs(
  options: Readonly<Record<string, Option<unknown>>>,
): Record<string, { type: 'string' | 'boolean' | 'array'; describe: string }> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, describe, repeatable }]) => [
      name,
      { type: repeatable ? 'array' : type, describe },
    ]),
  )
}
