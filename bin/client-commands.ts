import { asCalled, calledAs } from './called-as.ts'
import type { Argv } from 'yargs'
import { type ParsedArguments, positional } from './options/option.ts'
import { UsageError } from './usage-error.ts'

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
      async () => ended(await list()),
    )
    .command(
      'explain [id]',
      'explain a requirement of clients, a check, a task or a scenario',
      (command) =>
        shaped(
          command.positional('id', { type: 'string', describe: 'ID of a requirement or a check' }),
          'client explain',
        ),
      async (parsed) => ended(await explain(parsed as ParsedArguments)),
    )
    .command(
      '$0',
      'judge a client by what it sends and reports',
      (command) => shaped(command, 'client'),
      async (parsed) => ended(await (await import('./commands/client.ts')).client(parsed as ParsedArguments)),
    )
}

/** `emulator client list`: prints every requirement of clients with its level, and the names of tasks and scenarios. */
async function list(): Promise<number> {
  const { clientListText } = await import('../conformance/client/reports/client-explanation.ts')
  process.stdout.write(asCalled(clientListText(), process.env))
  return 0
}

/** `emulator client explain ID`: prints a requirement of clients, its clause and its checks. */
async function explain(parsed: ParsedArguments): Promise<number> {
  const id = positional(parsed, 'id')
  if (id === undefined)
    throw new UsageError(
      `explain needs the id of a requirement or a check; ${calledAs(process.env)} client list prints them all.`,
    )
  const { clientExplanation } = await import('../conformance/client/reports/client-explanation.ts')
  process.stdout.write(asCalled(clientExplanation(id), process.env))
  return 0
}
