import yargs from 'yargs'
import { didYouMean, nearest, suggestion } from '../emulator/tools/nearest.ts'
import { version } from '../emulator/tools/version.ts'
import { conformanceCommands } from './conformance-commands.ts'
import { conformanceOptions } from './options/conformance-options.ts'
import { emulatorOptions, shapeOptions } from './options/emulator-options.ts'
import { fleetOptions } from './options/fleet-options.ts'
import type { Given, Option } from './options/option.ts'
import { messageOf, UsageError } from './usage-error.ts'

const commands = ['start', 'exec', 'openapi', 'fleet', 'conformance']

/** The options of the commands that do not serve, for suggestions. */
const optionsOf: Readonly<Record<string, object>> = {
  openapi: shapeOptions,
  fleet: fleetOptions,
  conformance: conformanceOptions,
}

/** Parses the command line and runs its command, or prints help. @throws UsageError for wrong usage. */
export async function runByYargs(argv: readonly string[]): Promise<number> {
  let code = 0
  const parser = yargs([...argv])
    .scriptName('emulator')
    .usage('$0 [command]\n\nEmulates the Platform Data API.')
    .locale('en')
    .exitProcess(false)
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
      (command) => command.options(toYargs(emulatorOptions)),
      async (given) => {
        const { start } = await import('./commands/start.ts')
        code = await start(given as Given)
      },
    )
    .command(
      'exec',
      'serve on a free port, run the command after -- with PLATFORM_* variables, exit with its code',
      (command) => command.usage('$0 exec [options] -- CMD …').options(toYargs(emulatorOptions)),
      async (given) => {
        const { exec } = await import('./commands/exec.ts')
        code = await exec(given as Given)
      },
    )
    .command(
      'openapi',
      'print the OpenAPI 3.1 document',
      (command) => command.options(toYargs(shapeOptions)),
      async (given) => {
        const { openapi } = await import('./commands/openapi.ts')
        code = await openapi(given as Given)
      },
    )
    .command(
      'fleet',
      'print the configuration of a balancer for several emulators, which hashes by world',
      (command) => command.options(toYargs(fleetOptions)),
      async (given) => {
        const { fleet } = await import('./commands/fleet.ts')
        code = await fleet(given as Given)
      },
    )
    .command('conformance', 'check the conformance of a service or of a fresh emulator', (command) =>
      conformanceCommands(command.usage('$0 conformance [URL]'), toYargs, (ended) => (code = ended)),
    )
    .fail((message, error) => {
      throw error && !message ? error : new UsageError(toUsage(message, argv))
    })
  await parser.parseAsync()
  return code
}

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

/** Converts a message of yargs into one line that names the nearest option or command. */
function toUsage(message: string, argv: readonly string[]): string {
  const help = 'See emulator --help.'
  const missing = /following: (.+)$/.exec(message)?.[1]
  if (missing !== undefined) return `--${missing} needs a value. ${help}`
  const unknown = /^Unknown (?:argument|command)s?: (.+)$/.exec(message)?.[1]?.split(', ') ?? []
  const [first] = unknown
  if (first === undefined) return `${messageOf(message)} ${help}`
  const command = argv[0] === 'exec' ? argv.findIndex((word, index) => index > 0 && unknown.includes(word)) : -1
  if (command > 0) return `Write -- before the command: emulator exec -- ${argv.slice(command).join(' ')}`
  const option = argv.map((word) => /^(--?[^=]+)/.exec(word)?.[1]).find((word) => word?.replace(/^--?/, '') === first)
  if (option !== undefined) {
    const guess = nearest(first, Object.keys(optionsOf[argv[0] ?? ''] ?? emulatorOptions))
    return `There is no option ${option}${suggestion(guess && `--${guess}`)} ${help}`
  }
  return `There is no command ${JSON.stringify(first)}${didYouMean(first, commands)} ${help}`
}
