import { type Command, command, explainCommands } from './command.ts'
import { endedBySignal, unreachable, wrongUsage } from './exit-codes.ts'
import { conformanceOptions, targetOptions } from './options/conformance-options.ts'
import { requirementValues } from './options/option-values.ts'

const service = { url: 'Base URL (default: PLATFORM_BASE_URL, or an emulator)' }

/** `conformance` and its subcommands. */
export const conformanceCommands: readonly Command[] = [
  ...explainCommands('conformance', 'all requirements', requirementValues, async () => {
    const [{ checks }, texts, { requirements }] = await Promise.all([
      import('../conformance/checks/checks.ts'),
      import('../conformance/report/explain.ts'),
      import('../conformance/catalogue/requirements.ts'),
    ])
    return {
      list: () => texts.checkListText(checks, requirements),
      explain: (id) => texts.explanationText(id, checks, requirements),
    }
  }),
  command({
    words: 'compare [before] [after]',
    does: 'compare two JSON reports',
    positionals: { before: 'FILE', after: 'FILE' },
    exitCodes: [
      ['0', 'nothing got worse'],
      ['1', 'something failed that had not, or is no longer proven'],
      ['2', 'wrong usage, or a file that is not a report'],
    ],
    run: async (_flags, { words }) =>
      (await import('./commands/conformance-compare.ts')).compare(words['before'], words['after']),
  }),
  command({
    words: 'verify [dir]',
    does: 'say whether a bundle is intact',
    positionals: { dir: 'DIR that --report bundle=DIR wrote' },
    exitCodes: [
      ['0', 'the bundle is intact, and shows what exit code 0 of a run means'],
      ['1', 'the bundle is not intact, or it shows a failure'],
      ['2', 'wrong usage, or no bundle'],
      ['4', 'the bundle is intact, and leaves something undecided'],
    ],
    run: async (_flags, { words }) => (await import('./commands/conformance-verify.ts')).verify(words['dir']),
  }),
  command({
    words: 'cleanup [url]',
    does: 'delete what interrupted runs left',
    positionals: service,
    options: targetOptions,
    exitCodes: [
      ['0', 'nothing is left'],
      ['1', 'some objects could not be deleted'],
      wrongUsage,
      unreachable,
      endedBySignal('the rest is still there'),
    ],
    run: async (flags, { words }) => (await import('./commands/conformance-cleanup.ts')).cleanup(flags, words['url']),
  }),
  command({
    words: '$0 [url]',
    does: 'check a service',
    positionals: service,
    options: conformanceOptions,
    exitCodes: [
      ['0', 'every applicable requirement was decided and passed'],
      ['1', 'at least one failed, or a baseline entry no longer does'],
      ['2', 'wrong usage or configuration, or credentials refused everywhere'],
      unreachable,
      ['4', 'none failed, but something could not be decided'],
      endedBySignal('what it made was deleted'),
    ],
    run: async (flags, { words }) => (await import('./commands/conformance.ts')).conformance(flags, words['url']),
  }),
]
