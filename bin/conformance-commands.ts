import type { Argv } from 'yargs'
import type { Given } from './options/option.ts'

/** Gives a command its options and the exit codes of its help. */
type Shaped = (command: Argv, name: string) => Argv

const positional = (describe: string) => ({ type: 'string', describe }) as const

/**
 * Registers `conformance` and its subcommands.
 * @param ended Called with the exit code.
 */
export function conformanceCommands(parser: Argv, shaped: Shaped, ended: (code: number) => void): Argv {
  const withUrl = (command: Argv) =>
    command.positional(
      'url',
      positional('Base URL of the service (default: PLATFORM_BASE_URL, otherwise a fresh emulator)'),
    )
  return parser
    .command(
      'list',
      'list all requirements',
      (command) => shaped(command, 'conformance list'),
      async () => ended(await (await import('./commands/conformance-list.ts')).list()),
    )
    .command(
      'explain [id]',
      'explain a requirement, its checks and what they need',
      (command) =>
        shaped(command.positional('id', positional('ID of a requirement or a check')), 'conformance explain'),
      async (given) => ended(await (await import('./commands/conformance-explain.ts')).explainOne(given as Given)),
    )
    .command(
      'compare [before] [after]',
      'compare the verdicts of two JSON reports',
      (command) =>
        shaped(
          command.positional('before', positional('FILE')).positional('after', positional('FILE')),
          'conformance compare',
        ),
      async (given) => ended(await (await import('./commands/conformance-compare.ts')).compare(given as Given)),
    )
    .command(
      'verify [directory]',
      'say whether the bundle of a run is whole, and what it proves',
      (command) =>
        shaped(command.positional('directory', positional('DIR that --report bundle=DIR wrote')), 'conformance verify'),
      async (given) => ended(await (await import('./commands/conformance-verify.ts')).verify(given as Given)),
    )
    .command(
      'cleanup [url]',
      'delete objects that interrupted runs left behind',
      (command) => shaped(withUrl(command), 'conformance cleanup'),
      async (given) => ended(await (await import('./commands/conformance-cleanup.ts')).cleanup(given as Given)),
    )
    .command(
      '$0 [url]',
      'check the conformance of a service',
      (command) => shaped(withUrl(command), 'conformance'),
      async (given) => ended(await (await import('./commands/conformance.ts')).conformance(given as Given)),
    )
}
