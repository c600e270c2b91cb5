import type { Argv } from 'yargs'
import { conformanceOptions, targetOptions } from './options/conformance-options.ts'
import type { Given, Option } from './options/option.ts'

type ToYargs = (
  options: Readonly<Record<string, Option<unknown>>>,
) => Record<string, { type: 'string' | 'boolean'; describe: string; requiresArg: boolean }>

const positional = (describe: string) => ({ type: 'string', describe }) as const

/**
 * Registers `conformance` and its subcommands.
 * @param ended Called with the exit code.
 */
export function conformanceCommands(parser: Argv, toYargs: ToYargs, ended: (code: number) => void): Argv {
  const withUrl = (command: Argv) =>
    command.positional(
      'url',
      positional('Base URL of the service (default: PLATFORM_BASE_URL, otherwise a fresh emulator)'),
    )
  return parser
    .command(
      'list',
      'list all requirements',
      (command) => command,
      async () => ended(await (await import('./commands/conformance-list.ts')).list()),
    )
    .command(
      'explain [id]',
      'explain a requirement, its checks and what they need',
      (command) => command.positional('id', positional('ID of a requirement or a check')),
      async (given) => ended(await (await import('./commands/conformance-explain.ts')).explainOne(given as Given)),
    )
    .command(
      'compare [before] [after]',
      'compare the verdicts of two JSON reports',
      (command) => command.positional('before', positional('FILE')).positional('after', positional('FILE')),
      async (given) => ended(await (await import('./commands/conformance-compare.ts')).compare(given as Given)),
    )
    .command(
      'verify [directory]',
      'say whether the bundle of a run is whole, and what it proves',
      (command) => command.positional('directory', positional('DIR that --report bundle=DIR wrote')),
      async (given) => ended(await (await import('./commands/conformance-verify.ts')).verify(given as Given)),
    )
    .command(
      'cleanup [url]',
      'delete objects that interrupted runs left behind',
      (command) => withUrl(command).options(toYargs(targetOptions)),
      async (given) => ended(await (await import('./commands/conformance-cleanup.ts')).cleanup(given as Given)),
    )
    .command(
      '$0 [url]',
      'check the conformance of a service',
      (command) => withUrl(command).options(toYargs(conformanceOptions)),
      async (given) => ended(await (await import('./commands/conformance.ts')).conformance(given as Given)),
    )
}
