import { asCalled, calledAs } from './called-as.ts'
import type { Command } from './command.ts'
import { type ParsedArguments, positional } from './options/option.ts'
import { UsageError } from './usage-error.ts'

const service = { url: 'Base URL (default: PLATFORM_BASE_URL, or an emulator)' }

/** `conformance` and its subcommands. */
export const conformanceCommands: readonly Command[] = [
  { words: 'list', does: 'list all requirements', shape: 'conformance list', run: list },
  {
    words: 'explain [id]',
    does: 'explain a requirement and its checks',
    shape: 'conformance explain',
    positionals: { id: 'ID of a requirement or a check' },
    run: explain,
  },
  {
    words: 'compare [before] [after]',
    does: 'compare two JSON reports',
    shape: 'conformance compare',
    positionals: { before: 'FILE', after: 'FILE' },
    run: async (parsed) => (await import('./commands/conformance-compare.ts')).compare(parsed),
  },
  {
    words: 'verify [directory]',
    does: 'say whether a bundle is whole',
    shape: 'conformance verify',
    positionals: { directory: 'DIR that --report bundle=DIR wrote' },
    run: async (parsed) => (await import('./commands/conformance-verify.ts')).verify(parsed),
  },
  {
    words: 'cleanup [url]',
    does: 'delete what interrupted runs left',
    shape: 'conformance cleanup',
    positionals: service,
    run: async (parsed) => (await import('./commands/conformance-cleanup.ts')).cleanup(parsed),
  },
  {
    words: '$0 [url]',
    does: 'check a service',
    shape: 'conformance',
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
      `explain needs the id of a requirement or a check; ${calledAs(process.env)} conformance list prints them all.`,
    )
  const { checks, report, requirements } = await loadCatalogue()
  const text = report.explanationText(report.explain(id, checks, requirements))
  process.stdout.write(asCalled(text, process.env))
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
