import type { Argv } from 'yargs'
import type { Given } from './options/option.ts'

/** Gives a command its options and the exit codes of its help. */
type Shaped = (command: Argv, name: string) => Argv

/**
 * Registers `client` and its subcommands.
 * @param ended Called with the exit code.
 */
export function clientCommands(parser: Argv, shaped: Shaped, ended: (code: number) => void): Argv {
  return parser
    .command(
      'list',
      'list all requirements of clients, tasks and scenarios',
      (command) => shaped(command, 'client list'),
      async () => ended((await import('./commands/client-list.ts')).list()),
    )
    .command(
      'explain [id]',
      'explain a requirement of clients, a check, a task or a scenario',
      (command) =>
        shaped(
          command.positional('id', { type: 'string', describe: 'ID of a requirement or a check' }),
          'client explain',
        ),
      async (given) => ended((await import('./commands/client-explain.ts')).explainOne(given as Given)),
    )
    .command(
      '$0',
      'judge a client by what it sends and reports',
      (command) => shaped(command, 'client'),
      async (given) => ended(await (await import('./commands/client.ts')).client(given as Given)),
    )
}
