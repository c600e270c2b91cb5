import yargs, { type Argv } from 'yargs'
import { version } from '../emulator/tools/version.ts'
import { clientCommands } from './client-commands.ts'
import { conformanceCommands } from './conformance-commands.ts'
import type { ParsedArguments, Option } from './options/option.ts'
import { commandShapes, exitCodesText } from './help/usage/command-shapes.ts'
import { assertFlags, usageMessage, wordsAfterDashes } from './help/usage/usage-message.ts'
import { UsageError } from './usage-error.ts'

/** Parses the command line and runs its command, or prints help. @throws UsageError for wrong usage. */
export async function runByYargs(argv: readonly string[]): Promise<number> {
  // To yargs, the word asks for the help of a command.
  if (argv[0] === 'help') return (await import('./commands/help.ts')).help(argv.slice(1))
  let code = 0
  const ended = (exitCode: number): void => void (code = exitCode)
  const parser = yargs([...argv])
    .scriptName('emulator')
    .usage('$0 [command]\n\nEmulates the Platform Data API.')
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
    .command(
      ['start', '$0'],
      'serve on 127.0.0.1:4113 (the default command)',
      (command) => shaped(command, 'start'),
      async (parsed) => {
        const { start } = await import('./commands/start.ts')
        ended(await start(parsed as ParsedArguments))
      },
    )
    .command(
      'exec',
      'serve on a free port, run the command after -- with PLATFORM_* variables, exit with its code',
      (command) => shaped(command.usage('$0 exec [options] -- CMD …'), 'exec'),
      async (parsed) => {
        const { exec } = await import('./commands/exec.ts')
        ended(await exec(parsed as ParsedArguments))
      },
    )
    .command(
      'openapi',
      'print the OpenAPI 3.1 document',
      (command) => shaped(command, 'openapi'),
      async (parsed) => {
        const { openapi } = await import('./commands/openapi.ts')
        ended(await openapi(parsed as ParsedArguments))
      },
    )
    .command(
      'list [what]',
      'list the names that can be given: operations, scenarios, deviations, conventions, offers or members of faults',
      (command) =>
        shaped(
          command.positional('what', { type: 'string', describe: 'operations, scenarios, deviations, …' }),
          'list',
        ),
      async (parsed) => {
        const { list } = await import('./commands/list.ts')
        ended(await list(parsed as ParsedArguments))
      },
    )
    .command(
      'fleet',
      'print the configuration of a balancer for several emulators, which hashes by world',
      (command) => shaped(command, 'fleet'),
      async (parsed) => {
        const { fleet } = await import('./commands/fleet.ts')
        ended(await fleet(parsed as ParsedArguments))
      },
    )
    .command(
      'init',
      'write a first test, a driver, a target file and a job to begin with; overwrite nothing',
      (command) => shaped(command, 'init'),
      async (parsed) => {
        const { init } = await import('./commands/init.ts')
        ended(await init(parsed as ParsedArguments))
      },
    )
    .command('conformance', 'check the conformance of a service or of a fresh emulator', (command) =>
      conformanceCommands(command.usage('$0 conformance [URL]'), shaped, ended),
    )
    .command(
      'learn [url] [other]',
      'make a twin of a service: an emulator that answers as it does; or check one for drift',
      (command) =>
        shaped(
          command
            .positional('url', { type: 'string', describe: 'Base URL of the service; with --diff the older twin' })
            .positional('other', { type: 'string', describe: 'With --diff: the newer twin' }),
          'learn',
        ),
      async (parsed) => {
        const { learn } = await import('./commands/learn.ts')
        ended(await learn(parsed as ParsedArguments))
      },
    )
    .command('client', 'judge a client of the API by what it sends and reports', (command) =>
      clientCommands(command.usage('$0 client [options] -- CMD …'), shaped, ended),
    )
    .command(
      'proxy [url]',
      'stand between a client and a service, and judge both by what passes',
      (command) =>
        shaped(
          command.usage('$0 proxy [options] URL -- CMD …').positional('url', {
            type: 'string',
            describe: 'Base URL of the service (default: that of --config, otherwise PLATFORM_BASE_URL)',
          }),
          'proxy',
        ),
      async (parsed) => {
        const { proxy } = await import('./commands/proxy.ts')
        ended(await proxy(parsed as ParsedArguments))
      },
    )
    .command('help [topic]', 'show a page of the documentation; without a topic, list the topics', (command) => command)
    .command(
      'replay [file]',
      'serve what a failed test saw, or show a report of the kit, without sending anything to a service',
      (command) =>
        shaped(
          command.usage('$0 replay [options] FILE [-- CMD …]').positional('file', {
            type: 'string',
            describe: 'A case (FILE.case.gz), or what --report json=FILE wrote',
          }),
          'replay',
        ),
      async (parsed) => {
        const { replay } = await import('./commands/replay.ts')
        ended(await replay(parsed as ParsedArguments))
      },
    )
    .command(
      'completion [shell]',
      'print a script that completes words in your shell',
      (command) =>
        shaped(
          command.positional('shell', { type: 'string', describe: 'bash, zsh or fish (default: by SHELL)' }),
          'completion',
        ),
      async (parsed) => {
        const { completion } = await import('./commands/completion.ts')
        ended(completion(parsed as ParsedArguments))
      },
    )
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

/** Gives a command its options, and the exit codes at the end of its help. */
function shaped(command: Argv, name: string): Argv {
  return command.options(toYargs(commandShapes[name]!.options)).epilogue(exitCodesText(name))
}
type CompletionCallback = (error: Error | null, words: string[] | undefined) => void

function toYargs(
  options: Readonly<Record<string, Option<unknown>>>,
): Record<string, { type: 'string' | 'boolean'; describe: string; requiresArg: boolean }> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, describe, requiresArg = false, repeatable }]) => [
      name,
      { type, describe: repeatable ? `${describe} (repeatable)` : describe, requiresArg },
    ]),
  )
}
