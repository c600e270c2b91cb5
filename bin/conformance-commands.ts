import { asCalled, calledAs } from '../emulator/serve/printed-program.ts'
import type { Command } from './command.ts'
import { endedBySignal, printed, unreachable, wrongUsage } from './exit-codes.ts'
import { conformanceOptions, targetOptions } from './options/conformance-options.ts'
import { type ParsedArguments, positional } from './options/option.ts'
import { UsageError } from './usage-error.ts'

const service = { url: 'Base URL (default: PLATFORM_BASE_URL, or an emulator)' }

/** `conformance` and its subcommands. */
export const conformanceCommands: readonly Command[] = [
  { words: 'list', does: 'list all requirements', exitCodes: printed, run: list },
  {
    words: 'explain [id]',
    does: 'explain a requirement and its checks',
    exitCodes: printed,
    positionals: { id: 'ID of a requirement or a check' },
    run: explain,
  },
  {
    words: 'compare [before] [after]',
    does: 'compare two JSON reports',
    exitCodes: [
      ['0', 'nothing got worse'],
      ['1', 'something failed that had not, or is no longer proven'],
      ['2', 'wrong usage, or a file that is not a report'],
    ],
    positionals: { before: 'FILE', after: 'FILE' },
    run: async (parsed) => (await import('./commands/conformance-compare.ts')).compare(parsed),
  },
  {
    words: 'verify [dir]',
    does: 'say whether a bundle is whole',
    exitCodes: [
      ['0', 'the bundle is whole, and shows what exit code 0 of a run means'],
      ['1', 'the bundle is not whole, its exchanges say otherwise, or it shows a failure'],
      ['2', 'wrong usage, or no bundle'],
      ['4', 'the bundle is whole, and leaves something undecided'],
    ],
    positionals: { dir: 'DIR that --report bundle=DIR wrote' },
    run: async (parsed) => (await import('./commands/conformance-verify.ts')).verify(parsed),
  },
  {
    words: 'cleanup [url]',
    does: 'delete what interrupted runs left',
    options: targetOptions,
    exitCodes: [
      ['0', 'nothing is left'],
      ['1', 'some objects could not be deleted'],
      wrongUsage,
      unreachable,
      endedBySignal('the rest is still there'),
    ],
    positionals: service,
    run: async (parsed) => (await import('./commands/conformance-cleanup.ts')).cleanup(parsed),
  },
  {
    words: '$0 [url]',
    does: 'check a service',
    options: conformanceOptions,
    exitCodes: [
      ['0', 'every applicable requirement was decided and passed'],
      ['1', 'at least one failed, or a baseline entry no longer does'],
      ['2', 'wrong usage or configuration, or credentials refused everywhere'],
      unreachable,
      ['4', 'none failed, but something could not be decided'],
      endedBySignal('what it made was deleted'),
    ],
    positionals: service,
    run: async (parsed) => (await import('./commands/conformance.ts')).conformance(parsed),
  },
]

/** `emulator conformance list`: prints every requirement, and how many checks it has. */
async function list(): Promise<number> {
  const { checks, report, requirements } = await loadCatalogue()
  process.stdout.write(report.listText(report.listedRequirements(checks, requirements)))
  return 0
}

/** `emulator conformance explain ID`: prints a requirement, its clause and its checks. */
async function explain(parsed: ParsedArguments): Promise<number> {
  const id = positional(parsed, 'id')
  if (id === undefined)
    throw new UsageError(
      `explain needs the id of a requirement or a check; ${calledAs(process)} conformance list prints them all.`,
    )
  const { checks, report, requirements } = await loadCatalogue()
  const text = report.explanationText(report.explain(id, checks, requirements))
  process.stdout.write(asCalled(text, process))
  return 0
}

async function loadCatalogue() {
  const [{ checks }, report, { requirements }] = await Promise.all([
    import('../conformance/checks/checks.ts'),
    import('../conformance/report/explain.ts'),
    import('../conformance/catalogue/requirements.ts'),
  ])
  return { checks, report, requirements }
}
