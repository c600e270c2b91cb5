import type { Argv } from 'yargs'
import { conformanceOptions, targetOptions } from './options/conformance-options.ts'
import type { Given, Option } from './options/option.ts'

type ToYargs = (
  options: Readonly<Record<string, Option<unknown>>>,
) => Record<string, { type: 'string' | 'boolean'; describe: string; requiresArg: boolean }>

const positional = (describe: string) => ({ type: 'string', describe }) as const

/**
 * Registers `conformance` and its subcommands.
 * @param ended Told of the exit code.
 */
export function conformanceCommands(parser: Argv, toYargs: ToYargs, ended: (code: number) => void): Argv {
  const withUrl = (command: Argv) =>
    command.positional('url', positional('Address of the service (default: PLATFORM_BASE_URL, else a fresh emulator)'))
  return parser
    .command(
      'list',
      'print every requirement',
      (command) => command,
      async () => ended(await (await import('./commands/conformance-list.ts')).list()),
    )
    .command(
      'explain [id]',
      'print a requirement, its checks and what they need',
      (command) => command.positional('id', positional('A requirement or a check')),
      async (given) => ended(await (await import('./commands/conformance-explain.ts')).explainOne(given as Given)),
    )
    .command(
      'compare [before] [after]',
      'print what became of each check from one JSON report to the next',
      (command) => command.positional('before', positional('FILE')).positional('after', positional('FILE')),
      async (given) => ended(await (await import('./commands/conformance-compare.ts')).compare(given as Given)),
    )
    .command(
      'cleanup [url]',
      'delete what killed runs have left',
      (command) => withUrl(command).options(toYargs(targetOptions)),
      async (given) => ended(await (await import('./commands/conformance-cleanup.ts')).cleanup(given as Given)),
    )
    .command(
      '$0 [url]',
      'check a service',
      (command) => withUrl(command).options(toYargs(conformanceOptions)),
      async (given) => ended(await (await import('./commands/conformance.ts')).conformance(given as Given)),
    )
}
