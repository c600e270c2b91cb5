import yargs, { type Argv } from 'yargs'
import { version } from '../emulator/tools/version.ts'
import type { Command } from './command.ts'
import { commands } from './command-list.ts'
import type { ParsedArguments, Option } from './options/option.ts'
import { commandShapes, exitCodesText } from './help/usage/command-shapes.ts'
import { assertFlags, usageMessage, wordsAfterDashes } from './help/usage/usage-message.ts'
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
    .strict()
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
  // Without a command, yargs prints the help of the default one, whose options leave the list of commands no room.
  const isListOfCommands = ['--help', '-h'].includes(argv[0] ?? '')
  const parser = registered(base, commands, isListOfCommands, (exitCode) => void (code = exitCode))
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
    .middleware(({ '--': words, _: [command, more] }) => {
      assertFlags(argv)
      const takesCommand =
        command === 'exec' ||
        command === 'proxy' ||
        command === 'replay' ||
        (command === 'client' && more === undefined)
      if (Array.isArray(words) && words.length > 0 && !takesCommand)
        throw new UsageError(wordsAfterDashes(words.map(String)))
    })
    .fail((message, error) => {
      throw error && !message ? error : new UsageError(usageMessage(message, argv))
    })
  await parser.parseAsync()
  return code
}

/** @param ended Called with the exit code. */
function registered(
  parser: Argv,
  all: readonly Command[],
  isListOfCommands: boolean,
  ended: (exitCode: number) => void,
): Argv {
  for (const { words, does, shape, usage, positionals = {}, commands: within, run } of all)
    parser.command(
      words,
      does,
      (command) => {
        if (usage !== undefined) command.usage(usage)
        for (const [name, describe] of Object.entries(positionals))
          command.positional(name, { type: 'string', describe })
        if (within) registered(command, within, isListOfCommands, ended)
        return shape === undefined || isListOfCommands ? command : shaped(command, shape)
      },
      run && (async (parsed) => ended(await run(parsed as ParsedArguments))),
    )
  return parser
}

/** Gives a command its options, and the exit codes at the end of its help. */
function shaped(command: Argv, name: string): Argv {
  return command.options(toYargs(commandShapes[name]!.options)).epilogue(exitCodesText(name))
}

type CompletionCallback = (error: Error | null, words: string[] | undefined) => void

function toYargs(
  options: Readonly<Record<string, Option<unknown>>>,
): Record<string, { type: 'string' | 'boolean' | 'array'; describe: string; requiresArg: boolean }> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, describe, requiresArg = false, repeatable }]) => [
      name,
      { type: repeatable ? 'array' : type, describe, requiresArg },
    ]),
  )
}
