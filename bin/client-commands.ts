import { type Command, command, explainCommands } from './command.ts'
import { endedBySignal } from './exit-codes.ts'
import { clientOptions } from './options/client-options.ts'
import { clientValues } from './options/option-values.ts'

/** `client` and its subcommands. */
export const clientCommands: readonly Command[] = [
  ...explainCommands('client', 'requirements, tasks and scenarios', clientValues, async () => {
    const [texts, { scenarioSentence }] = await Promise.all([
      import('../conformance/client/reports/client-explanation.ts'),
      import('../emulator/disturb/scenarios/scenarios.ts'),
    ])
    return { list: texts.clientListText, explain: (id) => texts.clientExplanation(id, scenarioSentence) }
  }),
  command({
    words: '$0',
    does: 'judge a client',
    options: clientOptions,
    takesCommand: true,
    exitCodes: [
      ['0', 'every stated requirement that applies was decided and met'],
      ['1', 'at least one was not met, or a baseline entry no longer fails'],
      ['2', 'wrong usage, or a command that cannot be run or crashes at once'],
      ['4', 'none failed, but something could not be decided'],
      ['0 to 255', 'without --driver, that of a command that failed'],
      endedBySignal('the report is partial'),
    ],
    run: async (flags, { command: line }) => (await import('./commands/client.ts')).client(flags, line),
  }),
]
