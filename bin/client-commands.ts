import { asCalled, calledAs } from '../emulator/serve/printed-program.ts'
import type { Command } from './command.ts'
import { endedBySignal, printed } from './exit-codes.ts'
import { clientOptions } from './options/client-options.ts'
import { type ParsedArguments, positional } from './options/option.ts'
import { UsageError } from './usage-error.ts'

/** `client` and its subcommands. */
export const clientCommands: readonly Command[] = [
  {
    words: 'list',
    does: 'list requirements, tasks and scenarios',
    exitCodes: printed,
    run: list,
  },
  {
    words: 'explain [id]',
    does: 'explain one of them, or a check',
    exitCodes: printed,
    positionals: { id: 'ID of a requirement or a check' },
    run: explain,
  },
  {
    words: '$0',
    does: 'judge a client',
    options: clientOptions,
    exitCodes: [
      ['0', 'every stated requirement that applies was decided and kept'],
      ['1', 'at least one was not kept, or a baseline entry no longer fails'],
      ['2', 'wrong usage, or a command that cannot be run or crashes at once'],
      ['4', 'none failed, but something could not be decided'],
      ['0 to 255', 'without --driver, that of a command that failed'],
      endedBySignal('the report is partial'),
    ],
    run: async (parsed) => (await import('./commands/client.ts')).client(parsed),
  },
]

/** `emulator client list`: prints every requirement of clients with its level, and the names of tasks and scenarios. */
async function list(): Promise<number> {
  const { clientListText } = await import('../conformance/client/reports/client-explanation.ts')
  process.stdout.write(asCalled(clientListText(), process))
  return 0
}

/** `emulator client explain ID`: prints a requirement of clients, its clause and its checks. */
async function explain(parsed: ParsedArguments): Promise<number> {
  const id = positional(parsed, 'id')
  if (id === undefined)
    throw new UsageError(
      `explain needs the id of a requirement or a check; ${calledAs(process)} client list prints them all.`,
    )
  const { clientExplanation } = await import('../conformance/client/reports/client-explanation.ts')
  process.stdout.write(asCalled(clientExplanation(id), process))
  return 0
}
