import { asCalled, calledAs } from './called-as.ts'
import type { Command } from './command.ts'
import { type ParsedArguments, positional } from './options/option.ts'
import { UsageError } from './usage-error.ts'

/** `client` and its subcommands. */
export const clientCommands: readonly Command[] = [
  {
    words: 'list',
    does: 'list requirements, tasks and scenarios',
    shape: 'client list',
    run: list,
  },
  {
    words: 'explain [id]',
    does: 'explain one of them, or a check',
    shape: 'client explain',
    positionals: { id: 'ID of a requirement or a check' },
    run: explain,
  },
  {
    words: '$0',
    does: 'judge a client',
    shape: 'client',
    run: async (parsed) => (await import('./commands/client.ts')).client(parsed),
  },
]

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
