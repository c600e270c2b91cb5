import yargs, { type Argv, type Options as YargsOption } from 'yargs'
import { version } from '../emulator/tools/version.ts'
import type { Command } from './command.ts'
import { rewriteCommands } from '../emulator/serve/printed-program.ts'
import { commands, introduction } from './command-list.ts'
import { exitCodesText } from './exit-codes.ts'
import { pickFlags, type Options, readOption } from './options/option.ts'
import { assertKnownWords } from './unknown-words.ts'
import { messageLine, UsageError } from './usage-error.ts'

/** Replacements for the messages of yargs that users see. Each is one line with the option as the user writes it. */
const strings = {
  'Not enough arguments following: %s': '--%s needs a value; give it one, or leave it out.',
  'Argument unexpected for: %s': '--%s takes no value; leave the value out.',
  'Arguments %s and %s are mutually exclusive': '--%s and --%s exclude each other; leave one of them out.',
  'Implications failed:': 'An option is given without the one that it needs:',
}

/** Parses the command line and runs its command, or prints help. @throws UsageError for wrong usage. */
export async function runByYargs(argv: readonly string[]): Promise<number> {
  // yargs would take the word as a request for the help of a command.
  if (argv[0] === 'help') return (await import('./commands/help.ts')).help(argv.slice(1), introduction, commands)
  await assertHelpOfKnown(argv)
  let code = 0
  const parser = yargs([...argv])
    .scriptName('emulator')
    .usage(`$0 [command]\n\n${rewriteCommands(introduction, process)}`)
    .epilogue('`emulator COMMAND --help` shows its options, `emulator help` the documentation.')
    .locale('en')
    .updateStrings(strings)
    .exitProcess(false)
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
    .fail((message, error) => {
      throw error ?? new UsageError(messageLine(message))
    })
  try {
    await register(parser, commands, '', (exitCode) => void (code = exitCode)).parseAsync()
  } catch (error) {
    // yargs wraps errors of option values and of its parser in its own error.
    throw error instanceof Error && error.name === 'YError' ? new UsageError(error.message) : error
  }
  return code
}

/** Refuses the help of an unknown command, for which yargs would print that of `start`. @throws UsageError */
async function assertHelpOfKnown(argv: readonly string[]): Promise<void> {
  const [word = '-'] = argv
  const typed = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined)
  if (word.startsWith('-') || !typed.some((text) => text === '--help' || text === '-h')) return
  const isKnown = commands.some(({ words }) => [words].flat()[0]!.split(' ')[0] === word)
  if (!isKnown) await assertKnownWords(commands[0]!, 'start', {}, { _: [word] })
}

/** @param ended Called with the exit code. */
function register(parser: Argv, rows: readonly Command[], group: string, ended: (exitCode: number) => void): Argv {
  for (const row of rows) {
    const { words, does, usage, positionals = {}, options = {}, exitCodes, run } = row
    const name = `${group} ${[words].flat()[0]!.split(' ')[0]!.replace('$0', '')}`.trim()
    const complete = (command: Argv, table: Options): Argv => {
      taken = table
      return command.options(toYargs(table)).epilogue(exitCodesText(exitCodes!))
    }
    let taken: Options = {}
    parser.command(
      words,
      does,
      (command) => {
        if (usage !== undefined) command.usage(usage)
        for (const [positional, describe] of Object.entries(positionals))
          command.positional(positional, { type: 'string', describe })
        if (row.commands) return row.commands().then((inner) => register(command, inner, name, ended))
        // `--help` without a command lists the commands, not the options of the default command.
        if (command.parsed !== false && command.parsed.argv._.length === 0 && command.parsed.argv['help'])
          return command
        command.check((parsed) => assertKnownWords(row, name, taken, parsed), false)
        return typeof options === 'function'
          ? options().then((table) => complete(command, table))
          : complete(command, options)
      },
      run &&
        (async (parsed) => {
          const typed = Object.keys(positionals).map((positional) => [positional, parsed[positional]])
          const call = { words: Object.fromEntries(typed), command: parsed['--'] as readonly string[] | undefined }
          ended(await run(pickFlags(taken, parsed), call))
        }),
    )
  }
  return parser
}

/** Converts the options of a command for yargs. Each option parses its own value. */
function toYargs(table: Options): Record<string, YargsOption> {
  const rows = Object.entries(table).map(([name, option]) => [
    name,
    { ...option, coerce: (typed: unknown) => readOption(option, `--${name}`, typed) },
  ])
  return Object.fromEntries(rows) as Record<string, YargsOption>
}
