import { asCalled, calledAs } from '../emulator/serve/printed-program.ts'
import { type Command, command } from './command.ts'
import { endedBySignal, printed } from './exit-codes.ts'
import { clientOptions } from './options/client-options.ts'
import { UsageError } from './usage-error.ts'

const loadTexts = () => import('../conformance/client/reports/client-explanation.ts')

function print(text: string): number {
  process.stdout.write(asCalled(text, process))
  return 0
}

/** `client` and its subcommands. */
export const clientCommands: readonly Command[] = [
  command({
    words: 'list',
    does: 'list requirements, tasks and scenarios',
    exitCodes: printed,
    run: async () => print((await loadTexts()).clientListText()),
  }),
  command({
    words: 'explain [id]',
    does: 'explain one of them, or a check',
    positionals: { id: 'ID of a requirement or a check' },
    exitCodes: printed,
    run: async (_flags, { words: { id } }) => {
      if (id !== undefined) {
        const { scenarioSentence } = await import('../emulator/disturb/scenarios/scenarios.ts')
        return print((await loadTexts()).clientExplanation(id, scenarioSentence))
      }
      throw new UsageError(
        `explain needs the id of a requirement or a check; ${calledAs(process)} client list prints them all.`,
      )
    },
  }),
  command({
    words: '$0',
    does: 'judge a client',
    options: clientOptions,
    takesCommand: true,
    exitCodes: [
      ['0', 'every stated requirement that applies was decided and kept'],
      ['1', 'at least one was not kept, or a baseline entry no longer fails'],
      ['2', 'wrong usage, or a command that cannot be run or crashes at once'],
      ['4', 'none failed, but something could not be decided'],
      ['0 to 255', 'without --driver, that of a command that failed'],
      endedBySignal('the report is partial'),
    ],
    run: async (flags, { command: line }) => (await import('./commands/client.ts')).client(flags, line),
  }),
]
